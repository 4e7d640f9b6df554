import type { Transaction } from "./client.ts";

export type EntryCount = {
  queue: string;
  /** `waiting` for a worker, `running` with one, or `failed` for good. */
  state: "waiting" | "running" | "failed";
  count: number;
  /** How long the oldest of them has been able to run. */
  oldestSeconds: number;
};

/** How many entries each queue holds, for those who watch over the service. Queues that hold none are not named. */
export function countEntries(db: Pick<Transaction, "$queryRaw">): Promise<EntryCount[]> {
  return db.$queryRaw<EntryCount[]>`
    SELECT name AS queue, state, count(*)::int AS count,
      greatest(0, extract(epoch FROM now() - min(start_after)))::float AS "oldestSeconds"
    FROM (
      SELECT name, start_after,
        CASE WHEN state = 'active' THEN 'running' WHEN state = 'failed' THEN 'failed' ELSE 'waiting' END AS state
      FROM pgboss.job WHERE state IN ('created', 'retry', 'active', 'failed') AND name NOT LIKE '\\_\\_pgboss%'
    ) entry
    GROUP BY name, state ORDER BY name, state`;
}
