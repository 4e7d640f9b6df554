// Long, because every queue of an installation is opened, installed and closed in one place.
import type { Reporter } from "@docsteward/platform/log";
import type pg from "pg";
import { type ConstructorOptions, fromPrisma, type JobWithMetadata, PgBoss } from "pg-boss";
import type { Database, Transaction } from "./client.ts";
import { isConnectionError, messageOf } from "./database-error.ts";
import { type FailedEntry, listFailedEntries, redriveEntry } from "./failed-entries.ts";
import { Prisma } from "./generated/client.ts";
import { createGitHubQueue, GITHUB, type GitHubQueue, installGitHubQueue } from "./github-queue.ts";
import {
  type ActiveJobLimits,
  addWaitingJob,
  findPlaces,
  hasWaitingJobs,
  NO_ACTIVE_LIMITS,
  takeTurn,
} from "./job-turns.ts";
import {
  createLeaseQueue,
  type LeaseQueue,
  type LeaseQueueOptions,
  type LeaseTask,
  workOnLeases,
} from "./lease-queue.ts";
import { installQueue, type Slot } from "./queue-work.ts";
import { shareWithBackend } from "./share-with-backend.ts";
import { createWebhookQueue, installWebhookQueue, WEBHOOK, type WebhookQueue } from "./webhook-queue.ts";
import { withTransaction } from "./with-transaction.ts";

/** An entry of the job queue that this worker holds. */
export type JobTask = LeaseTask & {
  /** No other worker gets the entry after this one. */
  isLastTry: boolean;
};

type JobWork = {
  /** Where the line of waiting jobs is read. */
  db: Database | Transaction;
  /** Most entries in this process at one time; entries of one job always run one after another. */
  concurrency: number;
  /** Works on an entry. Resolving ends the entry; a rejection hands it to the next worker, up to 5 times. */
  onTask(task: JobTask): Promise<void>;
  /** Ends a job whose entry has failed for good. Its later messages are served again as soon as this resolves. */
  onDead(id: string): Promise<void>;
};

/**
 * The queue of agent jobs. A job waits in a line until its turn comes (`job-turns.ts`), and only then gets an entry, so that
 * workers choose among few however many wait.
 */
export type JobQueue = LeaseQueue & {
  /** Adds an entry past the line, for what takes no time: a push to revert. */
  enqueueNext(tx: Transaction, id: string): Promise<void>;
  /** Takes a job out of the line, if it waits there. */
  withdraw(tx: Transaction, id: string): Promise<void>;
  /** The places of jobs in the line, 1 for the next. Jobs that do not wait are left out. */
  findPlaces(db: Pick<Transaction, "$queryRaw">, ids: readonly string[]): Promise<Map<string, number>>;
  /** The jobs that a worker holds now: one whose heartbeat has not been missed yet. */
  findHeld(db: Pick<Transaction, "$queryRaw">): Promise<string[]>;
  /**
   * Takes the entry of a job from a worker that is gone, for another one, and counts no attempt. After 10 times of one entry its
   * heartbeat decides, and counts.
   *
   * @returns whether there was such an entry
   */
  handBack(tx: Transaction, id: string): Promise<boolean>;
  /** Begins to take entries. */
  work(work: JobWork): Promise<void>;
};

/** The queue of index runs, and of other work that a worker does one at a time. */
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
  /** The automations that have runs to decide about, and the projects whose file of automations is to be changed. */
  automation: IndexQueue;
  /** The attempts to deliver events to webhook endpoints. */
  webhook: WebhookQueue;
  /** Events from GitHub, and replies to it. */
  github: GitHubQueue;
  /** The entries that failed for good, of all queues but the one of jobs: see `failed-entries.ts`. */
  listFailed(db: Pick<Transaction, "$queryRaw">, limit: number): Promise<FailedEntry[]>;
  /** Gives a failed entry to the workers once more. @returns what it is; null when it has not failed, or is gone */
  redrive(tx: Transaction, id: string): Promise<Pick<FailedEntry, "queue" | "about"> | null>;
  /** Takes no more jobs and index runs in this process; running ones go on. */
  pause(): void;
  resume(): void;
  /**
   * Takes no more entries and aborts the running ones; an entry that stops for this goes back to the queue whole, without
   * counting as a failure. Resolves when all have stopped, after 8 seconds at most.
   */
  close(): Promise<void>;
};

const AGENT = "agent";
const DEAD = "agent-dead";
const INDEX = "index";
const AUTOMATION = "automation";
const REDRIVEN = [DEAD, INDEX, AUTOMATION, WEBHOOK, GITHUB];
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
  open: Prisma.sql`
    SELECT id, "createdAt" AS since FROM "Job" job WHERE status = 'active'
      AND NOT EXISTS (SELECT 1 FROM "WaitingJob" waiting WHERE waiting."jobId" = job.id)`,
};

const INDEX_RUNS: LeaseQueueOptions = {
  queue: INDEX,
  deadLetter: null,
  key: "projectId",
  open: Prisma.sql`
    SELECT "projectId" AS id, "requestedAt" AS since FROM "SiteIndex" WHERE status IN ('waiting', 'running')`,
};

const AUTOMATION_RUNS: LeaseQueueOptions = {
  queue: AUTOMATION,
  deadLetter: null,
  key: "automationId",
  open: Prisma.sql`
    SELECT "automationId" AS id, min("dueAt") AS since FROM "AutomationRun"
    WHERE state = 'waiting' AND "dueAt" <= clock_timestamp() GROUP BY "automationId"
    -- Changes of a project's file: one after another, since they share a branch.
    UNION ALL SELECT "projectId" AS id, min("createdAt") AS since FROM "AutomationFileChange"
    WHERE state = 'waiting' GROUP BY "projectId"`,
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
    await installQueue(boss, AUTOMATION, INDEX_OPTIONS);
    await installWebhookQueue(boss);
    await installGitHubQueue(boss);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** The library gives what it does not know to its pool of connections. */
type BossSettings = ConstructorOptions & { onConnect(client: pg.ClientBase): Promise<void> };

/**
 * Connects to the queue, whose tables `installQueues` has made.
 *
 * @param url a direct connection: new entries wake workers by LISTEN/NOTIFY, else within half a second by polling
 */
export async function openQueue(options: {
  url: string;
  log: Reporter;
  isWorker: boolean;
  limits?: ActiveJobLimits;
}): Promise<Queue> {
  const { url, log, isWorker, limits = NO_ACTIVE_LIMITS } = options;
  const settings: BossSettings = {
    connectionString: url,
    max: isWorker ? 4 : 2,
    migrate: false,
    createSchema: false,
    schedule: false,
    supervise: isWorker,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    useListenNotify: isWorker,
    onConnect: async (client) => shareWithBackend(client),
  };
  const boss = new PgBoss(settings);
  boss.on("error", (error) => log.warn({ error: messageOf(error) }, "queue error"));
  boss.on("warning", (warning) => log.warn({ warning: warning.message }, "queue warning"));
  await boss.start();
  const closing = new AbortController();
  const slots: Slot[] = [];
  const enqueueNext = async (tx: Transaction, id: string) => {
    await boss.send(AGENT, { jobId: id }, { singletonKey: id, db: fromPrisma(tx) });
  };
  const admit = async (tx: Transaction, { room, isPatient }: { room: number; isPatient: boolean }) => {
    const jobId = await takeTurn(tx, { queue: AGENT, limits, room, isPatient });
    if (jobId !== null) await enqueueNext(tx, jobId);
    return jobId !== null;
  };
  const add = async (tx: Transaction, id: string) => {
    await addWaitingJob(tx, id);
    // A worker that waits gets a job with this transaction. Workers ask for the others when they have places.
    await admit(tx, { room: 1, isPatient: false });
  };
  return {
    job: {
      ...createLeaseQueue(boss, { ...JOBS, add }),
      enqueueNext,
      withdraw: async (tx, id) => void (await tx.$executeRaw`DELETE FROM "WaitingJob" WHERE "jobId" = ${id}`),
      findPlaces: (db, jobIds) => findPlaces(db, { queue: AGENT, jobIds }),
      findHeld,
      handBack: (tx, id) => handBack(boss, tx, id),
      async work(work) {
        slots.push(...(await workOnJobs(boss, { work, admit, log, closing: closing.signal })));
      },
    },
    index: {
      ...createLeaseQueue(boss, INDEX_RUNS),
      work: async (onTask) =>
        void slots.push(await workOnLeases(boss, INDEX_RUNS, { onTask, closing: closing.signal })),
    },
    automation: {
      ...createLeaseQueue(boss, AUTOMATION_RUNS),
      work: async (onTask) =>
        void slots.push(await workOnLeases(boss, AUTOMATION_RUNS, { onTask, closing: closing.signal })),
    },
    webhook: createWebhookQueue(boss),
    github: createGitHubQueue(boss),
    listFailed: (db, limit) => listFailedEntries(db, { queues: REDRIVEN, limit }),
    redrive: (tx, id) => redriveEntry(boss, tx, { id, queues: REDRIVEN }),
    pause() {
      for (const slot of slots) slot.pause();
    },
    resume() {
      for (const slot of slots) slot.resume();
    },
    async close() {
      // First no more is taken: an entry that is handed back must not come round to this very process again.
      for (const name of [AGENT, DEAD, INDEX, AUTOMATION, WEBHOOK, GITHUB]) await boss.offWork(name, { wait: false });
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

/** A job that kills each of its workers must end. */
const MAX_HANDED_BACK = 10;

async function handBack(boss: PgBoss, tx: Transaction, id: string): Promise<boolean> {
  const [entry] = await tx.$queryRaw<{ data: { jobId: string; handedBack?: number } }[]>`
    DELETE FROM pgboss.job WHERE name = ${AGENT} AND state = 'active' AND singleton_key = ${id}
      AND coalesce((data->>'handedBack')::int, 0) < ${MAX_HANDED_BACK}::int
    RETURNING data`;
  if (!entry) return false;
  const again = { ...entry.data, handedBack: (entry.data.handedBack ?? 0) + 1 };
  await boss.send(AGENT, again, { singletonKey: id, db: fromPrisma(tx) });
  return true;
}

type Admit = (tx: Transaction, options: { room: number; isPatient: boolean }) => Promise<boolean>;

async function workOnJobs(
  boss: PgBoss,
  { work, admit, log, closing }: { work: JobWork; admit: Admit; log: Reporter; closing: AbortSignal },
): Promise<Slot[]> {
  const slots: Slot[] = [];
  const line = openLine({ work, admit, log, closing });
  const onTask = async (task: LeaseTask) => {
    line.taken();
    try {
      await work.onTask({ ...task, isLastTry: task.retryCount >= RETRY_LIMIT });
    } finally {
      line.ended();
    }
  };
  for (let opened = 0; opened < work.concurrency; opened += 1)
    slots.push(await workOnLeases(boss, JOBS, { onTask, closing }));
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
  return [...slots, line];
}

const LINE_POLL_MS = 500;
/** An entry ends a little after its work. */
const ENDED_MS = 20;

/** Asks for the next jobs of the line while this process has places for them. */
function openLine({ work, admit, log, closing }: { work: JobWork; admit: Admit; log: Reporter; closing: AbortSignal }) {
  let free = work.concurrency;
  let isPaused = false;
  let isAsking = false;
  let isAskedAgain = false;
  const askAll = async () => {
    while (free > 0 && !isPaused && !closing.aborted && (await hasWaitingJobs(work.db))) {
      const hasNext = await withTransaction(work.db, (tx) => admit(tx, { room: free, isPatient: true }));
      if (!hasNext) return;
    }
  };
  const ask = async () => {
    isAskedAgain = isAsking;
    if (isAsking) return;
    isAsking = true;
    try {
      await askAll();
    } catch (error) {
      if (!closing.aborted && !isConnectionError(error))
        log.warn({ error: messageOf(error) }, "waiting jobs could not be read, retrying");
    } finally {
      isAsking = false;
    }
    if (isAskedAgain) void ask();
  };
  const timer = setInterval(ask, LINE_POLL_MS).unref();
  closing.addEventListener("abort", () => clearInterval(timer), { once: true });
  void ask();
  return {
    taken() {
      free -= 1;
      void ask();
    },
    ended() {
      free += 1;
      setTimeout(ask, ENDED_MS).unref();
    },
    pause() {
      isPaused = true;
    },
    resume() {
      isPaused = false;
      void ask();
    },
  };
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
      UNION ALL
      SELECT ${AGENT}, "createdAt", 'waiting' FROM "WaitingJob"
    ) entry
    GROUP BY name, state ORDER BY name, state`;
}
