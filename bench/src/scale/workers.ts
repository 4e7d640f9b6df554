import { setTimeout as sleep } from "node:timers/promises";
import { parseInput } from "../../../packages/contract/src/input-schema.ts";
import { createJob } from "../../../packages/services/src/job/create.ts";
import { CreateKey, createKey } from "../../../packages/services/src/key/create.ts";
import { processPss } from "../measure/process-memory.ts";
import { percentile } from "../measure/summarize.ts";
import { type LaneOptions, openLane } from "./lane.ts";
import { startProxy } from "./proxy.ts";
import { onServer } from "./start-postgres.ts";

/** One number of workers on a queue of jobs, and of web processes that took them. */
export type WorkersRun = {
  workers: number;
  webs: number;
  /** Over all web processes, while no worker runs. */
  createdPerSecond: number;
  /** Of a caller that reads a job every quarter of a second, while the workers run. */
  readMs: { median: number; p95: number };
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
export type Fairness = { waitSeconds: number[]; jobSeconds: { median: number; max: number } };

const POLL_MS = 250;
const CALLERS = 16;
const FLOOD = 300;

type WorkersOptions = LaneOptions & {
  /** Jobs that wait when the workers start. */
  queued: number;
  /** The workers are stopped then, whatever still waits. */
  maxSeconds: number;
};

/** Runs jobs of four steps on a number of worker processes, created and read through a proxy before a number of web processes. */
export async function runWorkers(
  options: WorkersOptions,
  { workers, webs }: { workers: number; webs: number },
): Promise<WorkersRun> {
  await using stack = new AsyncDisposableStack();
  const lane = stack.use(await openLane(options, `workers_${workers}_${webs}`));
  const ctx = await lane.addProject("busy");
  const { token } = await createKey(ctx, parseInput(CreateKey, { name: "bench", kind: "admin" }));
  const ports: number[] = [];
  for (let number = 0; number < webs; number += 1)
    ports.push(Number(new URL(stack.use(await lane.startWeb()).url).port));
  const proxy = stack.use(await startProxy(ports));
  const caller = createCaller(proxy.url, { projectId: ctx.project.id, token });
  const createMs = performance.now();
  const ids = await createAll(options.queued, caller);
  const createdPerSecond = (ids.length * 1_000) / (performance.now() - createMs);
  await onServer(lane.url, "SELECT pg_stat_statements_reset()");
  const startMs = performance.now();
  const pids: number[] = [];
  for (let number = 0; number < workers; number += 1) pids.push(stack.use(await lane.startWorker()).pid);
  let connections = 0;
  let pssBytes: number | null = null;
  const reads: number[] = [];
  for (let turn = 0; ; turn += 1) {
    const [now] = await onServer<{ active: number; connections: number }>(
      lane.url,
      `SELECT (SELECT count(*)::int FROM "Job" WHERE status = 'active') AS active,
        (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND application_name IS DISTINCT FROM 'bench')
          AS connections`,
    );
    connections = Math.max(connections, now?.connections ?? 0);
    const memory = await Promise.all(pids.map((pid) => processPss(pid)));
    const total = memory.reduce<number>((sum, one) => sum + (one ?? 0), 0) / workers;
    if (memory.every((one) => one !== null)) pssBytes = Math.max(pssBytes ?? 0, total);
    reads.push(await caller.timeRead(ids[turn % ids.length] ?? ""));
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
    ...{ workers, webs, done, seconds, jobsPerMinute: (done * 60) / seconds, connections, pssBytes, createdPerSecond },
    readMs: { median: percentile(reads, 0.5), p95: percentile(reads, 0.95) },
    waitSeconds: { median: percentile(waits, 0.5), p95: percentile(waits, 0.95) },
    statementsPerJob: (statements?.calls ?? 0) / done,
    databaseMsPerJob: (statements?.ms ?? 0) / done,
  };
}

/** Creates jobs over a number of connections. */
async function createAll(count: number, caller: Caller): Promise<string[]> {
  const ids: string[] = [];
  let next = 0;
  const work = async () => {
    for (let number = next++; number < count; number = next++)
      ids.push(await caller.createJob(`Review a page, ${number}`));
  };
  await Promise.all(Array.from({ length: CALLERS }, work));
  return ids;
}

type Caller = { createJob(prompt: string): Promise<string>; timeRead(id: string): Promise<number> };

function createCaller(url: string, { projectId, token }: { projectId: string; token: string }): Caller {
  const call = async (path: string, body?: object): Promise<{ id: string }> => {
    const response = await fetch(`${url}/v2/agent/${projectId}/job${path}`, {
      method: body ? "POST" : "GET",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`A job's call answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as { id: string };
  };
  return {
    createJob: async (prompt) => (await call("", { prompt })).id,
    timeRead: async (id) => {
      const startMs = performance.now();
      await call(`/${id}`);
      return performance.now() - startMs;
    },
  };
}

/** A tenant sends 300 jobs, and then another one 3. */
export async function runFlood(options: WorkersOptions): Promise<Fairness> {
  await using lane = await openLane(options, "flood");
  const flooding = await lane.addProject("flood");
  const other = await lane.addProject("other");
  await using _worker = await lane.startWorker();
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
      return {
        waitSeconds: own.map(({ wait }) => wait).toSorted((a, b) => a - b),
        jobSeconds: { median: percentile(lengths, 0.5), max: Math.max(...lengths) },
      };
    }
    await sleep(POLL_MS);
  }
}
