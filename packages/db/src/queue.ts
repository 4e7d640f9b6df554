import type { Reporter } from "@docsteward/platform/log";
import { type JobWithMetadata, PgBoss } from "pg-boss";
import type { Transaction } from "./client.ts";
import { Prisma } from "./generated/client.ts";
import { createGitHubQueue, GITHUB, type GitHubQueue, installGitHubQueue } from "./github-queue.ts";
import {
  createLeaseQueue,
  type LeaseQueue,
  type LeaseQueueOptions,
  type LeaseTask,
  workOnLeases,
} from "./lease-queue.ts";
import { installQueue } from "./queue-work.ts";
import { createWebhookQueue, installWebhookQueue, WEBHOOK, type WebhookQueue } from "./webhook-queue.ts";

/** An entry of the job queue that this worker holds. */
export type JobTask = LeaseTask & {
  /** No other worker gets the entry after this one. */
  isLastTry: boolean;
};

type JobWork = {
  /** Most entries in this process at one time; entries of one job always run one after another. */
  concurrency: number;
  /** Works on an entry. Resolving ends the entry; a rejection hands it to the next worker, up to 5 times. */
  onTask(task: JobTask): Promise<void>;
  /** Ends a job whose entry has failed for good. Its later messages are served again as soon as this resolves. */
  onDead(id: string): Promise<void>;
};

/** The queue of agent jobs. */
export type JobQueue = LeaseQueue & {
  /** The jobs that a worker holds now: one whose heartbeat has not been missed yet. */
  findHeld(db: Pick<Transaction, "$queryRaw">): Promise<string[]>;
  /** Begins to take entries. */
  work(work: JobWork): Promise<void>;
};

/** The queue of index runs. */
export type IndexQueue = LeaseQueue & {
  /** Begins to take entries, one at a time. A rejection hands the entry to the next worker, up to 5 times. */
  work(onTask: (task: LeaseTask) => Promise<void>): Promise<void>;
};

/** All queues of an installation. */
export type Queue = {
  /** The jobs of the agent. */
  job: JobQueue;
  /** The runs that bring the index of a site up to date. */
  index: IndexQueue;
  /** The attempts to deliver events to webhook endpoints. */
  webhook: WebhookQueue;
  /** Events from GitHub, and replies to it. */
  github: GitHubQueue;
  /**
   * Takes no more entries and aborts the running ones; an entry that stops for this goes back to the queue whole, without
   * counting as a failure. Resolves when all have stopped, after 8 seconds at most.
   */
  close(): Promise<void>;
};

const AGENT = "agent";
const DEAD = "agent-dead";
const INDEX = "index";
const CLOSE_TIMEOUT_MS = 8_000;
// A dead worker's entry waits for its heartbeat to run out, then for a supervisor to notice, and one may die over it, too:
// 10 + 1 + 1 seconds, the next poll and the start of a worker keep within the 15 that a job may stand still.
const SUPERVISE_SECONDS = 1;

const RETRY_LIMIT = 5;

const LEASE_OPTIONS = {
  // Entries of one job or site run one after another, so that work is only ever taken from a worker that is gone.
  policy: "key_strict_fifo",
  heartbeatSeconds: 10,
  retryLimit: RETRY_LIMIT,
  retryDelay: 0,
  // Only a bound on leftovers: a dead worker shows by its heartbeat, and a job has its own wall clock.
  expireInSeconds: 86_400,
  notify: true,
};

const AGENT_OPTIONS = { ...LEASE_OPTIONS, deleteAfterSeconds: 86_400, deadLetter: DEAD };
const INDEX_OPTIONS = { ...LEASE_OPTIONS, deleteAfterSeconds: 3_600 };

const DEAD_OPTIONS = {
  retryLimit: 100,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 60,
  // These have no heartbeat and take an instant: one that a killed worker held must not keep its job waiting.
  expireInSeconds: 30,
};

const JOBS: LeaseQueueOptions = {
  queue: AGENT,
  deadLetter: DEAD,
  key: "jobId",
  open: Prisma.sql`SELECT id, "createdAt" AS since FROM "Job" WHERE status = 'active'`,
};

const INDEX_RUNS: LeaseQueueOptions = {
  queue: INDEX,
  deadLetter: null,
  key: "projectId",
  open: Prisma.sql`
    SELECT "projectId" AS id, "requestedAt" AS since FROM "SiteIndex" WHERE status IN ('waiting', 'running')`,
};

/** Makes or updates the queue's own tables and the queues. Run at start, after the migrations. */
export async function installQueues(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 2, supervise: false, schedule: false });
  const failure = new Promise<never>((_resolve, reject) => boss.on("error", reject));
  failure.catch(() => undefined);
  await boss.start();
  try {
    await installQueue(boss, DEAD, DEAD_OPTIONS);
    await installQueue(boss, AGENT, AGENT_OPTIONS);
    await installQueue(boss, INDEX, INDEX_OPTIONS);
    await installWebhookQueue(boss);
    await installGitHubQueue(boss);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/**
 * Connects to the queue, whose tables `installQueues` has made.
 *
 * @param url a direct connection: new entries wake workers by LISTEN/NOTIFY, else within half a second by polling
 */
export async function openQueue(options: { url: string; log: Reporter; isWorker: boolean }): Promise<Queue> {
  const { url, log, isWorker } = options;
  const boss = new PgBoss({
    connectionString: url,
    max: isWorker ? 4 : 2,
    migrate: false,
    createSchema: false,
    schedule: false,
    supervise: isWorker,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    useListenNotify: isWorker,
  });
  boss.on("error", (error) => log.warn({ error: error.message }, "queue error"));
  boss.on("warning", (warning) => log.warn({ warning: warning.message }, "queue warning"));
  await boss.start();
  const closing = new AbortController();
  return {
    job: {
      ...createLeaseQueue(boss, JOBS),
      findHeld,
      work: (work) => workOnJobs(boss, work, closing.signal),
    },
    index: {
      ...createLeaseQueue(boss, INDEX_RUNS),
      work: (onTask) => workOnLeases(boss, INDEX_RUNS, { onTask, closing: closing.signal }),
    },
    webhook: createWebhookQueue(boss),
    github: createGitHubQueue(boss),
    async close() {
      // First no more is taken: an entry that is handed back must not come round to this very process again.
      for (const name of [AGENT, DEAD, INDEX, WEBHOOK, GITHUB]) await boss.offWork(name, { wait: false });
      closing.abort(new Error("This worker is shutting down."));
      await boss.stop({ graceful: true, timeout: CLOSE_TIMEOUT_MS });
    },
  };
}

async function findHeld(db: Pick<Transaction, "$queryRaw">): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT entry.singleton_key AS id FROM pgboss.job entry WHERE entry.name = ${AGENT} AND entry.state = 'active'`;
  return rows.map(({ id }) => id);
}

async function workOnJobs(boss: PgBoss, work: JobWork, closing: AbortSignal): Promise<void> {
  const onTask = (task: LeaseTask) => work.onTask({ ...task, isLastTry: task.retryCount >= RETRY_LIMIT });
  for (let opened = 0; opened < work.concurrency; opened += 1) await workOnLeases(boss, JOBS, { onTask, closing });
  await boss.work(
    DEAD,
    { includeMetadata: true, pollingIntervalSeconds: 1 },
    async ([entry]: JobWithMetadata<{ jobId: string }>[]) => {
      if (!entry) return;
      await work.onDead(entry.data.jobId);
      // The failed entry stays in its queue and would block every later one of the same job.
      if (entry.sourceId) await boss.deleteJob(AGENT, entry.sourceId);
    },
  );
}

/** Number and age of a queue's entries in one state. */
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
