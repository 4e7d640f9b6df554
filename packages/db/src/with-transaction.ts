import type { Database, Transaction } from "./client.ts";

const MAX_TRIES = 4;

/**
 * Runs `work` in one transaction and again when PostgreSQL gave it up to end a deadlock, so `work` must do nothing but
 * write to `tx`.
 *
 * @param options.timeoutMs for work that takes longer than the client allows
 */
export async function withTransaction<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
  { timeoutMs }: { timeoutMs?: number } = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.$transaction(work, timeoutMs === undefined ? undefined : { timeout: timeoutMs });
    } catch (error) {
      if (attempt === MAX_TRIES || !isConflict(error)) throw error;
    }
  }
}

// Prisma has a code of its own for what PostgreSQL calls 40001 and 40P01, except in raw queries.
function isConflict(error: unknown): boolean {
  const { code, message = "" } = error as { code?: string; message?: string };
  return code === "P2034" || (code === "P2010" && /Code: `40(?:001|P01)`/.test(message));
}
