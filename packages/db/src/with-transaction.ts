import type { Database, Transaction } from "./client.ts";

const CONFLICT = "P2034";
const MAX_TRIES = 4;

/**
 * Runs `work` in one transaction and again when PostgreSQL gave it up to end a deadlock, so `work` must do nothing but
 * write to `tx`.
 */
export async function withTransaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.$transaction(work);
    } catch (error) {
      if ((error as { code?: string }).code !== CONFLICT || attempt === MAX_TRIES) throw error;
    }
  }
}
