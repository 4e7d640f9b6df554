import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "../../../packages/db/src/client.ts";
import { prepareDatabase } from "../../../packages/db/src/migrate.ts";
import { parseEnv } from "../../../packages/platform/src/env.ts";
import { inProject, type ProjectContext } from "../../../packages/services/src/context.ts";
import { createJob } from "../../../packages/services/src/job/create.ts";
import { composeServices } from "../../../packages/services/src/open-services.ts";
import { createProject } from "../../../packages/services/src/project/create.ts";
import { startModelServer } from "../../../testing/model-script/src/start-model-server.ts";
import { processPss } from "../measure/process-memory.ts";
import { percentile } from "../measure/summarize.ts";
import { copyRepository, generateRepository } from "../repository/generate-repository.ts";
import { listPages, SMALL_SITE } from "../repository/site-files.ts";
import { ROOT } from "../root.ts";
import { fourSteps } from "../throughput/throughput.ts";
import { onServer, type ScaleServer } from "./start-postgres.ts";

/** One number of workers on a queue of jobs. */
export type WorkersRun = {
  workers: number;
  done: number;
  seconds: number;
  jobsPerMinute: number;
  /** From the job's creation until a worker took it. The jobs are all created before the workers start. */
  waitSeconds: { median: number; p95: number };
  statementsPerJob: number;
  databaseMsPerJob: number;
  connections: number;
  /** Of each worker with its child processes. */
  pssBytes: number | null;
};

/** The wait of another tenant's three jobs behind a flood of 300. */
export type Fairness = { waitSeconds: number[]; jobSeconds: number };

const KEY_SECRET = "a secret of the benchmark, 32 and more";
const MAIN = join(ROOT, "apps/worker/src/main.ts");
const POLL_MS = 250;
/** Jobs of each worker at one time. */
const CONCURRENCY = 4;
const FLOOD = 300;

type WorkersOptions = {
  server: ScaleServer;
  folder: string;
  dataDir: string;
  /** Jobs that wait when the workers start. */
  queued: number;
  /** The workers are stopped then, whatever still waits. */
  maxSeconds: number;
  /** How long the model takes for each answer. */
  modelMs: number;
};

/** Runs jobs of four steps on a number of worker processes. */
export async function runWorkers(options: WorkersOptions, workers: number): Promise<WorkersRun> {
  await using lane = await openLane(options, `workers_${workers}`);
  const ctx = await lane.addProject("busy");
  for (let number = 0; number < options.queued; number += 1)
    await createJob(ctx, { prompt: `Review a page, ${number}` });
  await onServer(lane.url, "SELECT pg_stat_statements_reset()");
  const startMs = performance.now();
  await using running = await lane.startWorkers(workers);
  let connections = 0;
  let pssBytes: number | null = null;
  for (;;) {
    const [now] = await onServer<{ active: number; connections: number }>(
      lane.url,
      `SELECT (SELECT count(*)::int FROM "Job" WHERE status = 'active') AS active,
        (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND application_name IS DISTINCT FROM 'bench')
          AS connections`,
    );
    connections = Math.max(connections, now?.connections ?? 0);
    const memory = await Promise.all(running.pids.map(processPss));
    const total = memory.reduce<number>((sum, one) => sum + (one ?? 0), 0) / workers;
    if (memory.every((one) => one !== null)) pssBytes = Math.max(pssBytes ?? 0, total);
    if (now?.active === 0 || performance.now() - startMs > options.maxSeconds * 1_000) break;
    await sleep(POLL_MS);
  }
  const seconds = (performance.now() - startMs) / 1_000;
  const [statements] = await onServer<{ calls: number; ms: number }>(
    lane.url,
    `SELECT sum(calls)::float8 AS calls, sum(total_exec_time)::float8 AS ms FROM pg_stat_statements
     WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND query !~ 'pg_stat_activity|pg_stat_statements'`,
  );
  const jobs = await onServer<{ wait: number; status: string }>(
    lane.url,
    `SELECT extract(epoch FROM "startedAt" - "createdAt")::float8 AS wait, status::text FROM "Job" WHERE "startedAt" IS NOT NULL`,
  );
  if (jobs.some(({ status }) => status === "failed"))
    throw new Error("A job failed. Failing is quick, and looks like speed.");
  const done = jobs.filter(({ status }) => status === "completed").length;
  if (done === 0) throw new Error(`No job ended in ${options.maxSeconds} s: the machine is too busy for a figure.`);
  const waits = jobs.map(({ wait }) => wait);
  return {
    ...{ workers, done, seconds, jobsPerMinute: (done * 60) / seconds, connections, pssBytes },
    waitSeconds: { median: percentile(waits, 0.5), p95: percentile(waits, 0.95) },
    statementsPerJob: (statements?.calls ?? 0) / done,
    databaseMsPerJob: (statements?.ms ?? 0) / done,
  };
}

/** A tenant sends 300 jobs, and then another one 3. */
export async function runFlood(options: WorkersOptions): Promise<Fairness> {
  await using lane = await openLane(options, "flood");
  const flooding = await lane.addProject("flood");
  const other = await lane.addProject("other");
  await using _running = await lane.startWorkers(1);
  for (let number = 0; number < FLOOD; number += 1) await createJob(flooding, { prompt: `Review a page, ${number}` });
  for (let number = 0; number < 3; number += 1) await createJob(other, { prompt: `Review another page, ${number}` });
  for (;;) {
    const rows = await onServer<{ wait: number; length: number; isOther: boolean }>(
      lane.url,
      `SELECT extract(epoch FROM "startedAt" - "createdAt")::float8 AS wait,
        extract(epoch FROM "endedAt" - "startedAt")::float8 AS length, "projectId" = '${other.project.id}' AS "isOther"
       FROM "Job" WHERE "endedAt" IS NOT NULL`,
    );
    const own = rows.filter(({ isOther }) => isOther);
    if (own.length === 3) {
      const lengths = rows.map(({ length }) => length);
      return { waitSeconds: own.map(({ wait }) => wait), jobSeconds: percentile(lengths, 0.5) };
    }
    await sleep(POLL_MS);
  }
}

/** A database, a data folder and a model of its own. */
async function openLane({ server, folder, dataDir, modelMs }: WorkersOptions, name: string) {
  await using opening = new AsyncDisposableStack();
  const url = await server.create(name);
  await prepareDatabase(url);
  const steps = fourSteps(listPages(SMALL_SITE));
  const model = opening.use(
    await startModelServer(({ turn }) => steps[turn] && { ...steps[turn], delayMs: modelMs }, { keepRequests: false }),
  );
  const place = join(folder, name);
  await mkdir(place, { recursive: true });
  const variables = {
    ...{ DATABASE_URL: url, DATA_DIR: place, KEY_SECRET, LOG_FORMAT: "json", EMBEDDING_PROVIDER: "none" },
    ...{ MODEL_PROVIDER: "anthropic", ANTHROPIC_API_KEY: "scripted", ANTHROPIC_BASE_URL: model.url },
    ...{ WORKER_CONCURRENCY: String(CONCURRENCY), BASE_URL: "http://127.0.0.1:3000", LIMIT_AGENT_PER_HOUR: "1000000" },
  };
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const db = createClient(url, { log: silent, poolSize: 2, isPatient: false });
  opening.defer(() => db.$disconnect());
  const services = await composeServices({
    ...{ env: parseEnv(variables), url, db, log: silent, actor: { kind: "operator" }, keySecret: KEY_SECRET },
  });
  opening.defer(() => services.close());
  const log = await open(join(dataDir, "logs", `scale-${name}.log`), "w");
  opening.defer(() => log.close());
  const opened = opening.move();
  return {
    url,
    async addProject(domain: string): Promise<ProjectContext> {
      const repo = await copyRepository(await generateRepository(dataDir, SMALL_SITE), join(place, `${domain}.git`));
      const project = await createProject(services, { org: domain, domain, repo, ref: "main", docsPath: "docs" });
      return inProject(services, project);
    },
    async startWorkers(count: number): Promise<AsyncDisposable & { pids: number[] }> {
      const children = Array.from({ length: count }, () =>
        fork(MAIN, {
          env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: "production", ...variables },
          stdio: ["ignore", log.fd, log.fd, "ipc"],
        }),
      );
      await Promise.all(children.map((child) => once(child, "message")));
      return {
        pids: children.map(({ pid }) => pid ?? 0),
        async [Symbol.asyncDispose]() {
          await Promise.all(
            children.map(async (child) => {
              const exited = once(child, "exit");
              child.kill("SIGTERM");
              await exited;
            }),
          );
        },
      };
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
