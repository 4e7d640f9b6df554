import type { Database, Transaction } from "./client.ts";

const MAX_TRIES = 4;

type AfterCommit = () => void;

/** The open transactions, and what waits for the end of each. */
const open = new WeakMap<object, AfterCommit[]>();

/**
 * Runs `work` in one transaction, and again when PostgreSQL ended it to resolve a deadlock, so `work` must do nothing but
 * write to `tx`. When `db` already is a transaction, `work` joins it.
 *
 * @param options.timeoutMs for work that takes longer than the client allows; a joined transaction keeps its own
 */
export async function withTransaction<T>(
  db: Database | Transaction,
  work: (tx: Transaction) => Promise<T>,
  { timeoutMs }: { timeoutMs?: number } = {},
): Promise<T> {
  if (!isDatabase(db)) return work(db);
  for (let attempt = 1; ; attempt += 1) {
    const waiting: AfterCommit[] = [];
    const run = (tx: Transaction) => {
      open.set(tx, waiting);
      return work(tx);
    };
    try {
      const result = await db.$transaction(run, timeoutMs === undefined ? undefined : { timeout: timeoutMs });
      for (const call of waiting) call();
      return result;
    } catch (error) {
      if (attempt === MAX_TRIES || !isConflict(error)) throw error;
    }
  }
}

/** Calls `work` once the transaction is committed; never when it is rolled back. Outside a transaction, calls it now. */
export function afterCommit(db: Database | Transaction, work: AfterCommit): void {
  const waiting = open.get(db);
  if (waiting) waiting.push(work);
  else work();
}

function isDatabase(db: Database | Transaction): db is Database {
  return !open.has(db);
}

// Prisma has a code of its own for what PostgreSQL calls 40001 and 40P01, except in raw queries.
function isConflict(error: unknown): boolean {
  const { code, message = "" } = error as { code?: string; message?: string };
  return code === "P2034" || (code === "P2010" && /Code: `40(?:001|P01)`/.test(message));
}
