import { sql } from "@docsteward/db/client";

/** Text as PostgreSQL can keep it: without the NUL character, which a model may well send. */
export function stripNul(text: string): string {
  return text.replaceAll("\0", "");
}

/**
 * JSON that PostgreSQL can also read: it keeps NUL and half characters as escapes, and every query that looks into the document then
 * fails. A page's title may hold both.
 */
export function toStoredJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === "string" ? stripNul(part).toWellFormed() : part));
}

/** Reads a table page by page, each behind the last key of the one before: memory does not grow with the table. */
export async function* readInPages<Row>(
  read: (after: string) => Promise<Row[]>,
  keyOf: (row: Row) => string,
): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ; ) {
    const rows = await read(last === undefined ? "" : keyOf(last));
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1);
  }
}

/** For the web app and the command line, which may not import the database's package. */
export { isConnectionError, isTooManyConnections, TOO_MANY_CONNECTIONS } from "@docsteward/db/database-error";

/**
 * In SQL: has the transaction answer before its rows are on the disk, for what a reader waits for. When the database server itself fails,
 * the last half second of them is lost. Otherwise a reader would wait for whatever the other tenants write.
 */
export const QUICK_COMMIT = sql`SELECT set_config('synchronous_commit', 'off', true)`;

/** One row of an exported table, in the order of its columns. */
export type ExportRow = (string | number | null)[];
