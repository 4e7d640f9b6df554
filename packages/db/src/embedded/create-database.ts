import pg from "pg";

const DUPLICATES = new Set(["42P04", "23505"]);

/** Makes the database `docsteward` unless it is there; `adminUrl` names any other database of the server. */
export async function createDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = 'docsteward'");
    if (rowCount === 0) await client.query("CREATE DATABASE docsteward");
  } catch (error) {
    // Another process made it between the two statements.
    if (!DUPLICATES.has((error as { code?: string }).code ?? "")) throw error;
  } finally {
    await client.end();
  }
}
