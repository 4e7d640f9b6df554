import { fromPrisma, type PgBoss } from "pg-boss";
import type { Transaction } from "./client.ts";
import { Prisma } from "./generated/client.ts";
import { type Slot, workSerially } from "./queue-work.ts";

/** An entry of a lease queue that this worker holds. */
export type LeaseTask = {
  /** The row that the entry names, which is the truth about its work. */
  id: string;
  /** How many workers lost this entry before. */
  retryCount: number;
  /** How many have returned it, which counted: see `ReturnedEntryError`. */
  returns: number;
  /** Aborted when another worker has taken the entry over, and when the queue is being closed. */
  signal: AbortSignal;
};

type Reader = Pick<Transaction, "$queryRaw">;

/** A queue of rows that one worker at a time works on: jobs, the index runs of sites, automations. */
export type LeaseQueue = {
  /** Adds an entry in the caller's transaction: it exists exactly if the transaction commits. */
  enqueue(tx: Transaction, id: string): Promise<void>;
  /**
   * Adds an entry in place of those that have failed for good, which would block it, and of those that wait for a later time.
   *
   * @param options.delaySeconds how long no worker takes it
   */
  requeue(tx: Transaction, id: string, options?: { delaySeconds?: number }): Promise<void>;
  /** Rows with work to do that no entry waits for, runs for, or is going to end, the longest waiting first. */
  findLost(db: Reader, limit: number): Promise<string[]>;
};

/** Options of a lease queue. */
export type LeaseQueueOptions = {
  queue: string;
  /** The queue that gets the entries that failed for good; null when the rows are looked through for them. */
  deadLetter: string | null;
  /** What an entry calls the row's id. */
  key: "jobId" | "projectId" | "automationId";
  /** The rows with work to do: their `id`, and `since` when they wait. No entry of the queue is made for some of them yet. */
  open: Prisma.Sql;
  /** Adds an entry in place of the ordinary way, e.g. to a line in front of the queue. */
  add?(tx: Transaction, id: string): Promise<void>;
};

export function createLeaseQueue(boss: PgBoss, { queue, deadLetter, key, open, add }: LeaseQueueOptions): LeaseQueue {
  const send = async (tx: Transaction, id: string, delaySeconds = 0) => {
    if (add && delaySeconds === 0) return add(tx, id);
    const options = { singletonKey: id, db: fromPrisma(tx), ...(delaySeconds > 0 && { startAfter: delaySeconds }) };
    await boss.send(queue, { [key]: id }, options);
  };
  return {
    enqueue: (tx, id) => send(tx, id),
    async requeue(tx, id, { delaySeconds } = {}) {
      await tx.$executeRaw`
        DELETE FROM pgboss.job WHERE name = ${queue} AND singleton_key = ${id}
          AND (state = 'failed' OR (state = 'created' AND start_after > now()))`;
      await send(tx, id, delaySeconds);
    },
    async findLost(db, limit) {
      const isLive = Prisma.sql`entry.state IN ('created', 'retry', 'active')`;
      const rows = await db.$queryRaw<{ id: string }[]>`
        SELECT work.id FROM (${open}) work
        WHERE NOT EXISTS (
          SELECT 1 FROM pgboss.job entry
          WHERE entry.name IN (${queue}, ${deadLetter}::text) AND entry.data->>${key}::text = work.id
          -- An entry that failed for good blocks the next one, until its dead letter is handled.
          HAVING bool_or(${isLive})
            AND (NOT bool_or(entry.state = 'failed') OR bool_or(entry.name = ${deadLetter}::text AND ${isLive}))
        )
        ORDER BY work.since LIMIT ${limit}::int`;
      return rows.map(({ id }) => id);
    },
  };
}

/** Opens one place that works on the entries of such a queue, one at a time. */
export function workOnLeases(
  boss: PgBoss,
  { queue, key }: Pick<LeaseQueueOptions, "queue" | "key">,
  { onTask, closing }: { onTask(task: LeaseTask): Promise<void>; closing: AbortSignal },
): Promise<Slot> {
  return workSerially<Record<string, string>>(boss, {
    queue,
    keyOf: (entry) => entry[key] ?? "",
    onEntry: (entry, task) => onTask({ id: entry[key] ?? "", ...task }),
    closing,
  });
}
