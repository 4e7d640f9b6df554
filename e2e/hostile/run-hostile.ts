import { chmod, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openServiceLog, type Service, startService } from "@docsteward/tooling/service";
import { makeVariables } from "../chaos/sites.ts";
import { type HonestTenant, type HonestWork, makeHonestTenant, sumWork, workHonestly } from "./honest-tenant.ts";
import { type HostileTenant, makeHostileTenant } from "./hostile-tenant.ts";
import type { HostileInput } from "./inputs/input.ts";
import { type Readings, readReadings, type Silence } from "./readings.ts";
import { type SentInput, startSender } from "./send-beside.ts";
import { sendOne } from "./send-one.ts";

export type HostileOptions = {
  inputs: HostileInput[];
  /** For all of it: each input alone, and the windows of the honest tenant, share it as `SHARES` says. */
  seconds: number;
  /** Leaves out trying each input alone: all of the time is for the windows. */
  isBesideOnly: boolean;
  /** Takes further windows beside a process that computes as much as the sender, and sends nothing: what this machine cannot give. */
  hasControl: boolean;
  /** The order of the inputs while both tenants are at work. */
  seed: string;
  /** Keeps the log lines of the service here. */
  logFile?: string | null;
  onLine(line: string): void;
  signal: AbortSignal;
};

export type TriedInput = {
  name: string;
  bytes: number;
  outcome: string;
  cpuMs: number;
  longestSilenceMs: number;
  /** The function that a silent process was in. */
  where: string;
};

export type Lost = { process: string; pid: number; during: string };

export type HostileReport = {
  tried: TriedInput[];
  untried: string[];
  silences: Silence[];
  peaks: { process: string; bytes: number }[];
  lost: Lost[];
  alone: ReturnType<typeof sumWork>;
  beside: ReturnType<typeof sumWork>;
  /** Beside a process that only computes; null where it was not asked for. */
  control: ReturnType<typeof sumWork> | null;
  /** How many inputs were sent while both tenants were at work. */
  sentBeside: number;
  /** The slowest answers beside, and the inputs that were under way. */
  slowest: { ms: number; inputs: string[] }[];
};

const WATCH = new URL("./watch-process.ts", import.meta.url).href;
const SHARES = { each: 0.55, together: 0.45 };
/** Of each window, alone or beside. The two take turns, so that what else this machine does counts for both. */
const WINDOW_SECONDS = 15;
/** Before the first window: a process that has just started answers slowly, and that would count as what it does alone. */
const WARM_UP_SECONDS = 20;
/** The inputs begin before the honest tenant's window, and end after it. */
const MARGIN_SECONDS = 2;
/** Readings are written four times a second. */
const SETTLE_MS = 600;
/** A process that is silent for so long after an input will not come back in time: it is ended, and counts as lost. */
const STUCK_MS = 4_000;
/** One that is silent for so long does not answer, however busy the machine. */
const GONE_MS = 10_000;
const START_MS = 30_000;
const LONGEST_REST_MS = 10_000;
/** What two workers and a web process use at rest in `SETTLE_MS`, and some more. */
const BUSY_CPU_MS = 150;

type World = {
  service: Service;
  variables: Record<string, string | undefined>;
  honest: HonestTenant;
  hostile: HostileTenant;
  readings(): Readings;
  /** What is going on, for processes that are lost. */
  doing: { name: string };
};

/**
 * Runs the real service for two tenants, of whom one sends everything that a hostile one can, and measures what that costs the
 * processes and the other tenant. All of it stays on this machine, and nothing is left behind.
 */
export async function runHostile(options: HostileOptions): Promise<HostileReport> {
  const { seconds, isBesideOnly } = options;
  return withWorld(options, async (world, lost) => {
    // What a process loads when it starts is not what the tenants do.
    const fromMs = Date.now();
    if (!isBesideOnly) options.onLine("Each input alone …");
    const { tried, untried } = isBesideOnly
      ? { tried: [], untried: [] }
      : await tryEach(world, options, Date.now() + seconds * 1_000 * SHARES.each);
    const besideFromMs = Date.now();
    const share = isBesideOnly ? 1 : SHARES.together;
    const { alone, beside, control, sent } = await takeTurns(world, options, seconds * share);
    await wait(SETTLE_MS);
    const readings = world.readings();
    const { silences } = readings.look({ fromMs, toMs: Date.now() });
    options.onLine(
      `${silences.filter(({ fromMs }) => fromMs >= besideFromMs).length} silences beside the honest tenant.`,
    );
    return {
      ...{ tried, untried, silences, peaks: readings.peaks(), lost },
      ...{
        alone: sumWork(alone),
        beside: sumWork(beside),
        control: options.hasControl ? sumWork(control) : null,
        sentBeside: sent.length,
        slowest: findSlowest(beside, sent),
      },
    };
  });
}

/**
 * The short form: sends inputs together, and lets the honest tenant work on what they leave of the service: a process
 * that is silent by then is lost, too.
 */
export async function runBriefly(
  options: Omit<HostileOptions, "seconds" | "seed" | "isBesideOnly" | "hasControl">,
  runJob: (honest: HonestTenant) => Promise<string>,
) {
  return withWorld(options, async (world, lost) => {
    world.doing.name = "all inputs";
    const outcomes = await Promise.all(options.inputs.map((input) => sendOne(world.hostile, input, options.signal)));
    const status = await runJob(world.honest);
    const { service, readings } = world;
    const stuck = service.processes().filter(({ pid }) => pid !== null && readings().silentMs(pid) > GONE_MS);
    return { status, outcomes, lost: [...lost.map(({ process }) => process), ...stuck.map(({ name }) => name)] };
  });
}

async function withWorld<T>(
  options: Pick<HostileOptions, "logFile" | "signal" | "onLine">,
  use: (world: World, lost: Lost[]) => Promise<T>,
): Promise<T> {
  await using cleanup = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "docsteward-hostile-"));
  cleanup.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  // As root, PostgreSQL runs as another user and needs access to its data.
  await chmod(folder, 0o755);
  const readings = join(folder, "readings");
  await mkdir(readings);
  const variables = {
    ...makeVariables({ dataDir: join(folder, "data"), modelUrl: "", workers: 2, places: 4 }),
    MODEL_PROVIDER: "offline",
    ANTHROPIC_API_KEY: "",
    INDEX_POLL_SECONDS: "1",
    // Each input with a repository has keys of its own.
    LIMIT_KEYS_PER_HOUR: "1000000",
    MODEL_ALLOWED_NETWORKS: "127.0.0.0/8",
    WEBHOOK_ALLOWED_NETWORKS: "127.0.0.0/8",
    NODE_OPTIONS: `--import=${WATCH}`,
    HOSTILE_READINGS: readings,
  };
  const logFile = options.logFile ?? join(folder, "service.log");
  const { output, log } = openServiceLog(logFile);
  const { signal, onLine } = options;
  const service = await startService({ variables, output, log, signal, onLine }).catch(async (cause) => {
    throw new Error(`The service did not start:\n${await readFile(logFile, "utf8")}`, { cause });
  });
  cleanup.defer(() => service.stop());
  await untilWatched(service, () => readReadings(readings));
  const honest = await makeHonestTenant(service, variables);
  const hostile = cleanup.use(await makeHostileTenant(service, variables));
  const world: World = {
    service,
    variables,
    honest,
    hostile,
    readings: () => readReadings(readings),
    doing: { name: "start" },
  };
  const lost: Lost[] = [];
  const watching = watchLosses(world, lost);
  cleanup.defer(watching.stop);
  return await use(world, lost);
}

/** Waits until each process has written how it is: what is not watched would seem never to be silent. */
async function untilWatched({ processes }: Service, look: () => Readings): Promise<void> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    const readings = look();
    const own = processes().filter(({ name }) => name !== "postgresql");
    const unwatched = own.filter(({ pid }) => pid !== null && !readings.isWatched(pid));
    if (unwatched.length === 0) return;
    if (Date.now() > deadline)
      throw new Error(`Nothing watches ${unwatched.map(({ name }) => name).join(", ")}: its silences would not show.`);
    await wait(SETTLE_MS);
  }
}

/** Writes down each process that is no longer the one it was. */
function watchLosses({ service, doing }: World, lost: Lost[]): { stop(): void } {
  let before = service.processes();
  const timer = setInterval(() => {
    const now = service.processes();
    const left = before.filter(({ pid }) => pid !== null && !now.some((one) => one.pid === pid));
    for (const { name, pid } of left) lost.push({ process: name, pid: pid ?? 0, during: doing.name });
    before = now;
  }, 100);
  return { stop: () => clearInterval(timer) };
}

async function tryEach(world: World, { inputs, signal, onLine }: HostileOptions, untilMs: number) {
  const tried: TriedInput[] = [];
  const untried: string[] = [];
  for (const input of inputs) {
    if (Date.now() > untilMs) {
      untried.push(input.name);
      continue;
    }
    world.doing.name = input.name;
    const fromMs = Date.now();
    const outcome = await sendOne(world.hostile, input, signal);
    await wait(SETTLE_MS);
    const { cpuMs, silences, where } = world.readings().look({ fromMs, toMs: Date.now() });
    tried.push({ name: input.name, bytes: input.bytes, outcome, cpuMs, longestSilenceMs: silences[0]?.ms ?? 0, where });
    onLine(`  ${input.name}: ${outcome}, ${Math.round(cpuMs)} ms of CPU`);
    await endStuck(world, signal);
    await untilQuiet(world, signal);
  }
  return { tried, untried };
}

/** Ends processes that an input has stopped for good, so that the next input meets a service that works. */
async function endStuck({ service, readings }: World, signal: AbortSignal): Promise<void> {
  const isStuck = (pid: number | null) => pid !== null && readings().silentMs(pid) > STUCK_MS;
  const stuck = service.processes().filter(({ pid }) => isStuck(pid));
  for (const { pid } of stuck) process.kill(pid ?? 0, "SIGKILL");
  if (stuck.length === 0) return;
  const deadline = Date.now() + START_MS;
  const isUp = () =>
    fetch(`${service.url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  while (Date.now() < deadline && (service.processes().some(({ pid }) => pid === null) || !(await isUp()))) {
    await wait(250, undefined, { signal });
  }
  await wait(SETTLE_MS);
}

/** Waits for what an input has left to do, so that it does not count for the next one. */
async function untilQuiet({ readings }: World, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + LONGEST_REST_MS;
  const isBusy = () => readings().look({ fromMs: Date.now() - SETTLE_MS, toMs: Date.now() }).cpuMs > BUSY_CPU_MS;
  while (Date.now() < deadline && isBusy()) await wait(SETTLE_MS, undefined, { signal });
}

/** Lets the honest tenant work alone and beside the other one, in turns. */
async function takeTurns(world: World, options: HostileOptions, seconds: number) {
  const { inputs, seed, hasControl, signal, onLine } = options;
  const { url, databaseUrl } = world.service;
  const names = inputs.map(({ name }) => name);
  const order = { service: { url, databaseUrl }, variables: world.variables, names, seed };
  await using sender = await startSender(order, signal);
  const turns = Math.max(1, Math.round(seconds / (WINDOW_SECONDS * (hasControl ? 3 : 2))));
  const alone: HonestWork[] = [];
  const beside: HonestWork[] = [];
  const control: HonestWork[] = [];
  const sent: SentInput[] = [];
  const tell = (name: string, work: HonestWork) => {
    const { p95Ms, medianMs, jobs } = sumWork([work]);
    onLine(`  ${name}: ${jobs} jobs, answers ${Math.round(medianMs)} ms, p95 ${Math.round(p95Ms)} ms`);
  };
  onLine("The honest tenant warms the service up …");
  await workHonestly(world.honest, WARM_UP_SECONDS, signal);
  for (let turn = 1; turn <= turns; turn += 1) {
    onLine(`The honest tenant alone and beside, ${turn} of ${turns} …`);
    await untilQuiet(world, signal);
    world.doing.name = "the honest tenant at work";
    const before = await workHonestly(world.honest, WINDOW_SECONDS, signal);
    tell("alone", before);
    world.doing.name = "both tenants at work";
    const whileWorking = <T>(run: (seconds: number) => Promise<T>) =>
      Promise.all([
        wait(MARGIN_SECONDS * 1_000, undefined, { signal }).then(() =>
          workHonestly(world.honest, WINDOW_SECONDS, signal),
        ),
        run(WINDOW_SECONDS + 2 * MARGIN_SECONDS),
      ]);
    const [work, inputsSent] = await whileWorking(sender.send);
    tell(`beside ${inputsSent.length} inputs`, work);
    alone.push(before);
    beside.push(work);
    sent.push(...inputsSent);
    if (!hasControl) continue;
    await untilQuiet(world, signal);
    const [computed] = await whileWorking(sender.compute);
    tell("beside a process that computes", computed);
    control.push(computed);
  }
  return { alone, beside, control, sent };
}

const SLOWEST_SHOWN = 20;

function findSlowest(windows: HonestWork[], sent: SentInput[]): HostileReport["slowest"] {
  const answers = windows.flatMap((window) => window.answers).toSorted((a, b) => b.ms - a.ms);
  return answers.slice(0, SLOWEST_SHOWN).map(({ fromMs, ms }) => {
    const isUnderWay = (input: SentInput) => input.fromMs < fromMs + ms && input.toMs > fromMs;
    return { ms, inputs: sent.filter(isUnderWay).map(({ name }) => name) };
  });
}
