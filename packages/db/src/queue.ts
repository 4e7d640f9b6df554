import type { Reporter } from "@docsteward/platform/log";
import { fromPrisma, type JobWithMetadata, PgBoss } from "pg-boss";
import type { Transaction } from "./client.ts";
import { createGitHubQueue, GITHUB, type GitHubQueue, installGitHubQueue } from "./github-queue.ts";
import { createIndexQueue, INDEX, type IndexQueue, installIndexQueue } from "./index-queue.ts";
import { installQueue, workSerially } from "./queue-work.ts";
import { createWebhookQueue, installWebhookQueue, WEBHOOK, type WebhookQueue } from "./webhook-queue.ts";

/** An entry says which job, never what: the job's row is the truth. */
type AgentEntry = { jobId: string };

export type AgentTask = {
  jobId: string;
  /** How many workers lost this entry before. */
  retryCount: number;
  /** Nobody gets the entry after this worker. */
  isLastTry: boolean;
  /** Aborted when another worker has taken the entry over, and when the queue is being closed. */
  signal: AbortSignal;
};

type AgentWork = {
  /** Most entries at once in this process; entries of one job always run one after another. */
  concurrency: number;
  /** Works on an entry. Resolving ends the entry; a rejection hands it to the next worker, up to 5 times. */
  onTask(task: AgentTask): Promise<void>;
  /** Ends a job whose entry has failed for good. Its later messages are served again as soon as this resolves. */
  onDead(jobId: string): Promise<void>;
};

export type Queue = {
  /** Adds an entry for a job inside the caller's transaction: it exists exactly if the transaction commits. */
  enqueueAgent(tx: Transaction, jobId: string): Promise<void>;
  /** Active jobs that no entry waits for, runs for, or is going to end, oldest first. */
  findLost(db: Pick<Transaction, "$queryRaw">, limit: number): Promise<string[]>;
  /** Adds an entry for a job that has none left but failed ones, which would stand in its way. */
  requeueAgent(tx: Transaction, jobId: string): Promise<void>;
  /** The jobs that a worker holds now: one whose heartbeat has not been missed yet. */
  findHeld(db: Pick<Transaction, "$queryRaw">): Promise<string[]>;
  /** Begins to take entries. */
  workAgent(work: AgentWork): Promise<void>;
  /** The runs that bring the index of a site up to date. */
  index: IndexQueue;
  /** The tries to deliver events to webhook endpoints. */
  webhook: WebhookQueue;
  /** What GitHub tells, and what it is to be told. */
  github: GitHubQueue;
  /**
   * Takes no more entries and aborts the running ones; an entry that stops for this goes back to the queue whole, without
   * counting as a failure. Resolves when all have stopped, after 8 seconds at most.
   */
  close(): Promise<void>;
};

const AGENT = "agent";
const DEAD = "agent-dead";
const CLOSE_TIMEOUT_MS = 8_000;
// A dead worker's entry waits for its heartbeat to run out, then for a supervisor to notice, and one may die over it, too:
// 10 + 1 + 1 seconds, the next poll and the start of a worker keep within the 15 that a job may stand still.
const SUPERVISE_SECONDS = 1;

const RETRY_LIMIT = 5;

const AGENT_OPTIONS = {
  policy: "key_strict_fifo",
  heartbeatSeconds: 10,
  retryLimit: RETRY_LIMIT,
  retryDelay: 0,
  // Only a bound on leftovers: a dead worker shows by its heartbeat, and a job has its own wall clock.
  expireInSeconds: 86_400,
  deleteAfterSeconds: 86_400,
  deadLetter: DEAD,
  notify: true,
};

const DEAD_OPTIONS = {
  retryLimit: 100,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 60,
  // These have no heartbeat and take an instant: one that a killed worker held must not keep its job waiting.
  expireInSeconds: 30,
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
    await installIndexQueue(boss);
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
  const enqueueAgent = async (tx: Transaction, jobId: string) => {
    await boss.send(AGENT, { jobId }, { singletonKey: jobId, db: fromPrisma(tx) });
  };
  return {
    enqueueAgent,
    findLost,
    async requeueAgent(tx, jobId) {
      await tx.$executeRaw`
        DELETE FROM pgboss.job WHERE name = ${AGENT} AND singleton_key = ${jobId} AND state = 'failed'`;
      await enqueueAgent(tx, jobId);
    },
    findHeld,
    workAgent: (work) => workAgent(boss, work, closing.signal),
    index: createIndexQueue(boss, closing.signal),
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

async function findLost(db: Pick<Transaction, "$queryRaw">, limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT job.id FROM "Job" job
    WHERE job.status = 'active' AND NOT EXISTS (
      SELECT 1 FROM pgboss.job entry
      WHERE entry.name IN (${AGENT}, ${DEAD}) AND entry.data->>'jobId' = job.id
        AND entry.state IN ('created', 'retry', 'active')
    )
    ORDER BY job."createdAt" LIMIT ${limit}::int`;
  return rows.map(({ id }) => id);
}

async function findHeld(db: Pick<Transaction, "$queryRaw">): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT entry.singleton_key AS id FROM pgboss.job entry WHERE entry.name = ${AGENT} AND entry.state = 'active'`;
  return rows.map(({ id }) => id);
}

async function workAgent(boss: PgBoss, work: AgentWork, closing: AbortSignal): Promise<void> {
  const slot = {
    queue: AGENT,
    keyOf: ({ jobId }: AgentEntry) => jobId,
    onEntry: ({ jobId }: AgentEntry, task: Pick<AgentTask, "retryCount" | "signal">) =>
      work.onTask({ jobId, ...task, isLastTry: task.retryCount >= RETRY_LIMIT }),
    closing,
  };
  for (let opened = 0; opened < work.concurrency; opened += 1) await workSerially(boss, slot);
  await boss.work(
    DEAD,
    { includeMetadata: true, pollingIntervalSeconds: 1 },
    async ([entry]: JobWithMetadata<AgentEntry>[]) => {
      if (!entry) return;
      await work.onDead(entry.data.jobId);
      // The failed entry stays in its queue and would block every later one of the same job.
      if (entry.sourceId) await boss.deleteJob(AGENT, entry.sourceId);
    },
  );
}

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
