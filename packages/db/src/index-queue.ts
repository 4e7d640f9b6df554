import { fromPrisma, type PgBoss } from "pg-boss";
import type { Transaction } from "./client.ts";
import { installQueue, workSerially } from "./queue-work.ts";

/** An entry says whose pages, never what of them: the site's row is the truth. */
type IndexEntry = { projectId: string };

export type IndexTask = {
  projectId: string;
  /** Aborted when another worker has taken the entry over, and when the queue is being closed. */
  signal: AbortSignal;
};

export type IndexQueue = {
  /**
   * Adds an entry for a project inside the caller's transaction, and clears those away that have failed for good.
   *
   * @param delaySeconds until a worker may take it
   */
  enqueue(tx: Transaction, projectId: string, delaySeconds?: number): Promise<void>;
  /** Projects that are not paused, whose run waits or is under way and that no entry is left for that could be taken, the longest waiting first. */
  findLost(db: Pick<Transaction, "$queryRaw">, limit: number): Promise<string[]>;
  /** Begins to take entries, one at a time. A rejection hands the entry to the next worker, up to 5 times. */
  work(onTask: (task: IndexTask) => Promise<void>): Promise<void>;
};

export const INDEX = "index";

const OPTIONS = {
  // Entries of one site run one after another, so that a run is only ever taken from a worker that is gone.
  policy: "key_strict_fifo",
  heartbeatSeconds: 10,
  retryLimit: 5,
  retryDelay: 0,
  expireInSeconds: 86_400,
  deleteAfterSeconds: 3_600,
  notify: true,
};

/** Makes or updates the queue of runs over sites' pages. */
export function installIndexQueue(boss: PgBoss): Promise<void> {
  return installQueue(boss, INDEX, OPTIONS);
}

export function createIndexQueue(boss: PgBoss, closing: AbortSignal): IndexQueue {
  return {
    async enqueue(tx, projectId, delaySeconds = 0) {
      await tx.$executeRaw`
        DELETE FROM pgboss.job WHERE name = ${INDEX} AND singleton_key = ${projectId} AND state = 'failed'`;
      await boss.send(
        INDEX,
        { projectId },
        {
          singletonKey: projectId,
          db: fromPrisma(tx),
          ...(delaySeconds > 0 && { startAfter: delaySeconds }),
        },
      );
    },
    findLost,
    work: (onTask) =>
      workSerially<IndexEntry>(boss, {
        queue: INDEX,
        keyOf: ({ projectId }) => projectId,
        onEntry: ({ projectId }, { signal }) => onTask({ projectId, signal }),
        closing,
      }),
  };
}

async function findLost(db: Pick<Transaction, "$queryRaw">, limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT site."projectId" AS id FROM "SiteIndex" site
    WHERE site.status IN ('waiting', 'running') AND (site."pausedUntil" IS NULL OR site."pausedUntil" <= now()) AND NOT EXISTS (
      SELECT 1 FROM pgboss.job entry
      WHERE entry.name = ${INDEX} AND entry.singleton_key = site."projectId"
      -- One that failed for good after the next was added stands in its way.
      HAVING count(*) FILTER (WHERE entry.state IN ('created', 'retry', 'active')) > 0
        AND count(*) FILTER (WHERE entry.state = 'failed') = 0
    )
    ORDER BY site."requestedAt" LIMIT ${limit}::int`;
  return rows.map(({ id }) => id);
}
