import { setTimeout as wait } from "node:timers/promises";
import { seedProject, type TestServices } from "@docsteward/services/testing";
import { startAutomationProcess } from "@docsteward/worker/testing/worker-process";
import { createRandom } from "../random.ts";
import { findTickFaults, SCHEDULE, type TickRecords, type TickRun } from "./find-faults.ts";
import { moveClock } from "./moved-clock.ts";

/** What happens at a time: nothing else, the clock set back or ahead in the middle of the work, or a day without workers. */
export const MOMENTS = ["hour", "clock back", "clock ahead", "outage"] as const;
type Moment = (typeof MOMENTS)[number];

type TicksOptions = {
  services: TestServices;
  ticks: number;
  kills: number;
  workers: number;
  /** Names everything that is left to chance. */
  seed: string;
  signal?: AbortSignal;
  onMoment?(moment: Moment, runs: number): void;
};

export type TicksReport = {
  faults: ReturnType<typeof findTickFaults>;
  /** Times of schedules that fell due one by one, and the runs that there are for them and for those that a clock skipped. */
  ticks: number;
  runs: number;
  jobs: number;
  messages: number;
  /** Workers that were killed at random moments, and how many of them had an automation in hand. */
  kills: number;
  killsAtWork: number;
  moments: Map<Moment, number>;
  /** Runs that a schedule has for the day without workers, over all schedules. */
  outageRuns: { least: number; most: number };
  /** By the steady counter of this process. */
  ms: number;
};

const HOUR_MS = 3_600_000;
/** Behind the full hour. */
const PAST_MS = 30_000;
const PROJECTS = 4;
const POLL_MS = 100;
const BACK_MS = 90 * 60_000;
const AHEAD_HOURS = 3;
const OUTAGE_HOURS = 24;
/** What is due is taken, and what is taken is decided, within this time, or counts as missed. */
const PATIENCE_MS = 120_000;
const LONGEST_LOOK_MS = 1_000;
const MAX_WRONG_MS = HOUR_MS;
const HEARTBEAT_MS = 15_000;
/** One of so many times has its clock set back, and as many ahead. */
const CLOCK_CHANGES = 8;

/**
 * Lets times of schedules fall due by setting the database's clock, while real worker processes follow them and are killed with
 * `kill -9`, the clock is set back and ahead in the middle of their work, and all of them are away for a day.
 */
export async function runTicks(options: TicksOptions): Promise<TicksReport> {
  const { services, seed, signal } = options;
  const startedMs = performance.now();
  const random = createRandom(seed);
  const hours = Math.max(4, Math.round(Math.sqrt(options.ticks) / 2));
  const ticks = Math.ceil(options.ticks / hours) * hours;
  const changes = Math.max(1, Math.floor(hours / CLOCK_CHANGES));
  const special: Moment[] = [
    "outage",
    ...Array<Moment>(changes).fill("clock back"),
    ...Array<Moment>(changes).fill("clock ahead"),
  ];
  const moments = random.shuffle([...special, ...Array<Moment>(hours - special.length).fill("hour")]);
  const kills = Array.from({ length: options.kills }, () => random.between(1, ticks - 1)).sort((a, b) => a - b);

  const clock = await moveClock(services.db);
  const firstMs = Math.ceil((await clock.now()) / HOUR_MS) * HOUR_MS;
  await clock.set(firstMs - PAST_MS);
  const automations = await addSchedules(services, { count: ticks / hours, dueMs: firstMs });
  await using workers = createWorkers(services, () => random.between(-MAX_WRONG_MS, MAX_WRONG_MS));
  await workers.startAll(options.workers);

  let killsAtWork = 0;
  const waiting = [...kills];
  const countRuns = () => services.db.automationRun.count();
  /** Waits until something holds, and kills workers at the moments that were chosen for that. */
  const until = async (what: string, holds: () => Promise<boolean>) => {
    let waitedMs = 0;
    while (!(await holds())) {
      signal?.throwIfAborted();
      if (waitedMs > PATIENCE_MS) return void troubles.push(what);
      const lookedMs = performance.now();
      const runs = await countRuns();
      while (waiting[0] !== undefined && waiting[0] <= runs) {
        waiting.shift();
        if (await workers.killOne(random.between(0, options.workers - 1))) killsAtWork += 1;
        void workers.start();
      }
      await wait(POLL_MS);
      // The whole run may be stopped for a while, with its workers.
      waitedMs += Math.min(performance.now() - lookedMs, LONGEST_LOOK_MS);
    }
  };
  const troubles: string[] = [];
  const takenAll = async () => (await countDue(services, await clock.now())) === 0;
  const countUndecided = () => services.db.automationRun.count({ where: { state: "waiting" } });
  const due: number[] = [];
  let outageMs = Number.NaN;
  let hourMs = firstMs;
  for (const moment of moments) {
    due.push(hourMs);
    let passed = 1;
    if (moment === "outage") {
      outageMs = hourMs;
      passed = OUTAGE_HOURS + 1;
      await workers.killAll();
      await clock.set(hourMs + OUTAGE_HOURS * HOUR_MS + PAST_MS);
      await workers.startAll(options.workers);
    } else {
      const before = await countRuns();
      await clock.set(hourMs + PAST_MS);
      if (moment !== "hour") {
        const half = before + automations.length / 2;
        await until("half of the times", async () => (await countRuns()) >= half || (await takenAll()));
        if (moment === "clock back") {
          await clock.set(hourMs - BACK_MS);
          await workers.settle();
          await clock.set(hourMs + PAST_MS);
        } else {
          passed = AHEAD_HOURS + 1;
          await clock.set(hourMs + AHEAD_HOURS * HOUR_MS + PAST_MS);
        }
      }
    }
    // Some runs still wait when the clock is set again, such as those of killed workers.
    const isNearlyDone = async () => (await takenAll()) && (await countUndecided()) <= automations.length / 2;
    await until(`the times until ${new Date(hourMs).toISOString()}`, isNearlyDone);
    hourMs += passed * HOUR_MS;
    options.onMoment?.(moment, await countRuns());
  }
  // The entries of killed workers are free when their heartbeats have run out, by the database's clock.
  await clock.set((await clock.now()) + HEARTBEAT_MS);
  await until("the decisions", async () => (await countUndecided()) === 0);
  const nowMs = await clock.now();
  await workers.killAll();

  const records = await readRecords(services);
  const faults = findTickFaults(records, { automations, due, nowMs });
  for (const text of troubles) faults.push({ kind: "missed", text: `${text} took too long` });
  const inOutage = automations.map(
    (automation) =>
      records.runs.filter(
        (run) =>
          run.automation === automation && run.tickMs >= outageMs && run.tickMs <= outageMs + OUTAGE_HOURS * HOUR_MS,
      ).length,
  );
  return {
    faults,
    ticks,
    runs: records.runs.length,
    jobs: records.messages.size,
    messages: [...records.messages.values()].reduce((sum, count) => sum + count, 0),
    kills: kills.length - waiting.length,
    killsAtWork,
    moments: new Map(MOMENTS.map((moment) => [moment, moments.filter((one) => one === moment).length])),
    outageRuns: { least: Math.min(...inOutage), most: Math.max(...inOutage) },
    ms: performance.now() - startedMs,
  };
}

/** Adds schedules to several projects, all of them due first at one time. @returns their ids */
async function addSchedules(
  services: TestServices,
  { count, dueMs }: { count: number; dueMs: number },
): Promise<string[]> {
  const projects = await Promise.all(Array.from({ length: PROJECTS }, () => seedProject(services)));
  const at = new Date();
  const data = Array.from({ length: count }, (_, index) => {
    const name = `tick-${index}`;
    const definition = { name, on: { schedule: SCHEDULE }, prompt: "Check.", caps: { jobsPerDay: 1_000 } };
    const projectId = projects[index % PROJECTS]?.project.id ?? "";
    return {
      ...{ id: `aut_${index}`, projectId, name, origin: "api", definition },
      ...{ nextDueAt: new Date(dueMs), createdAt: at, updatedAt: at },
    };
  });
  await services.db.automation.createMany({ data });
  return data.map(({ id }) => id);
}

const countDue = ({ db }: TestServices, nowMs: number) =>
  db.automation.count({ where: { nextDueAt: { lte: new Date(nowMs) } } });

type Worker = Awaited<ReturnType<typeof startAutomationProcess>>;

function createWorkers(services: TestServices, clockAheadMs: () => number) {
  const living: Worker[] = [];
  const starting = new Set<Promise<void>>();
  const killAll = async () => {
    await Promise.all(starting);
    await Promise.all(living.splice(0).map((worker) => worker.kill()));
  };
  /** Settles when it looks for what is due. */
  const start = async (): Promise<void> => {
    const started = startAutomationProcess(services, { clockAheadMs: clockAheadMs() }).then((worker) => {
      living.push(worker);
      starting.delete(started);
    });
    starting.add(started);
    await started;
  };
  return {
    start,
    startAll: (count: number) => Promise.all(Array.from({ length: count }, start)),
    /** Kills the worker of a number, or waits for one. @returns whether it had an automation in hand */
    async killOne(number: number): Promise<boolean> {
      if (living.length === 0) await Promise.race(starting);
      const [worker] = living.splice(number % living.length, 1);
      const isAtWork = worker?.isAtWork() ?? false;
      await worker?.kill();
      return isAtWork;
    },
    killAll,
    /** Gives the workers time to do something wrong. */
    settle: () => wait(SETTLE_MS),
    [Symbol.asyncDispose]: killAll,
  };
}

/** Some rounds of a worker. */
const SETTLE_MS = 800;

async function readRecords({ db }: TestServices): Promise<TickRecords> {
  // As of one moment: a killed worker's last transaction may be committed after it.
  const [rows, counts, jobs] = await db.$transaction(
    [
      db.automationRun.findMany(),
      db.jobMessage.groupBy({ by: ["jobId"], _count: true, orderBy: { jobId: "asc" } }),
      db.job.findMany({ select: { id: true } }),
    ],
    { isolationLevel: "RepeatableRead" },
  );
  const runs = rows.map(
    ({ automationId, key, createdAt, state, jobId }): TickRun => ({
      automation: automationId,
      tickMs: Date.parse(key.slice(key.indexOf(":") + 1)),
      takenMs: createdAt.getTime(),
      ...{ state, jobId },
    }),
  );
  const messages = new Map(jobs.map(({ id }) => [id, 0]));
  for (const { jobId, _count } of counts) messages.set(jobId, Number(_count));
  return { runs, messages };
}
