import { fromPrisma, type PgBoss } from "pg-boss";
import type { Transaction } from "./client.ts";

/** An entry that no worker takes any more: it failed too often. */
export type FailedEntry = {
  id: string;
  queue: string;
  /** The row that it is about: a job, a project, an automation, or a delivery. */
  about: string | null;
  failedAt: Date;
  retryCount: number;
  /** What its last attempt ended with. */
  error: string | null;
};

/**
 * The queues whose failed entries wait for a person. An entry of the job queue that failed is decided by its dead letter, which
 * queues or ends the job.
 */
export type RedriveQueues = readonly string[];

/** Lists the entries that failed for good, the newest first. */
export function listFailedEntries(
  db: Pick<Transaction, "$queryRaw">,
  { queues, limit }: { queues: RedriveQueues; limit: number },
): Promise<FailedEntry[]> {
  return db.$queryRaw<FailedEntry[]>`
    SELECT id, name AS queue, completed_on AS "failedAt", retry_count AS "retryCount",
      coalesce(data->>'jobId', data->>'projectId', data->>'automationId', data->>'deliveryId', data->>'answersOfJob') AS about,
      left(output->>'message', 300) AS error
    FROM pgboss.job WHERE state = 'failed' AND name = ANY(${[...queues]}::text[])
    ORDER BY completed_on DESC, id LIMIT ${limit}::int`;
}

/** Gives a failed entry to the workers once more. @returns it; null when it has not failed, or is gone */
export async function redriveEntry(
  boss: PgBoss,
  tx: Transaction,
  { id, queues }: { id: string; queues: RedriveQueues },
): Promise<Pick<FailedEntry, "queue" | "about"> | null> {
  const [entry] = await tx.$queryRaw<Pick<FailedEntry, "queue" | "about">[]>`
    SELECT name AS queue,
      coalesce(data->>'jobId', data->>'projectId', data->>'automationId', data->>'deliveryId', data->>'answersOfJob') AS about
    FROM pgboss.job WHERE id = ${id}::uuid AND state = 'failed' AND name = ANY(${[...queues]}::text[]) FOR UPDATE`;
  if (entry === undefined) return null;
  await boss.retry(entry.queue, id, { db: fromPrisma(tx) });
  return entry;
}
