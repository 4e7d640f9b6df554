import { mkdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { inTurns } from "../measure/in-turns.ts";
import { openRunFolder } from "../measure/run-folder.ts";
import { percentile, summarize } from "../measure/summarize.ts";
import { formatBytes, formatMs, formatRatio } from "../report/format.ts";
import type { BenchOptions, Report } from "../report/report.ts";
import { BENCH } from "../root.ts";
import { EVENT_PARTS, type ScaleSizes } from "./fill-database.ts";
import { runFullDisk } from "./full-disk.ts";
import { explainHeaviest } from "./heaviest.ts";
import { timeRestore } from "./restore.ts";
import { onServer, type ScaleServer, startPostgres } from "./start-postgres.ts";
import { openDatabase, type ScaleDatabase } from "./verbs.ts";
import { runFlood, runWorkers, type WorkersRun } from "./workers.ts";

const FULL: ScaleSizes = { projects: 10_000, jobs: 1_000_000, events: 50_000_000 };
const ROUNDS = 40;
const DELETIONS = 3;

const QUEUED = 2_000;
const WORKERS = [1, 2, 4];
const WEBS = [1, 2];
const MODEL_MS = 50;
const SECONDS = 30;

/**
 * How the service grows, on the system's PostgreSQL: one project's calls beside those of many others (`database`), a backup
 * of them and its restore (`restore`), 1, 2 and 4 worker
 * processes on a queue by 1 and 2 web processes (`workers`), a tenant that floods it and a worker with a full disk (`tenants`). `--only`
 * runs some of these.
 */
export async function scale(options: BenchOptions): Promise<Report> {
  const { dataDir, only = ["database", "restore", "workers", "tenants"] } = options;
  await using run = await openRunFolder(dataDir);
  await using server = await startPostgres(run.path);
  const hasWorkers = only.includes("workers") || only.includes("tenants");
  const workers = hasWorkers ? await scaleWorkers({ ...options, only }, { path: run.path, server }) : null;
  if (!only.includes("database") && !only.includes("restore")) {
    if (workers === null) throw new Error("--only takes database, restore, workers and tenants here.");
    return { name: "scale", ...workers };
  }
  const report = await scaleDatabase({ ...options, only }, { path: run.path, server });
  if (workers === null) return report;
  return {
    ...report,
    more: [{ title: workers.title, columns: workers.columns, rows: workers.rows }],
    reaches: [...report.reaches, ...workers.reaches],
    notes: [...report.notes, ...workers.notes],
    figures: { ...report.figures, ...workers.figures },
  };
}

async function scaleWorkers(
  { dataDir, sizes = {}, only = [], onLine }: BenchOptions,
  { path, server }: { path: string; server: ScaleServer },
): Promise<Omit<Report, "name">> {
  const queued = sizes.queued ?? QUEUED;
  const lane = { server, folder: path, dataDir, queued, maxSeconds: SECONDS, modelMs: MODEL_MS };
  await mkdir(join(dataDir, "logs"), { recursive: true });
  const runs: WorkersRun[] = [];
  for (const webs of only.includes("workers") ? WEBS : []) {
    for (const workers of WORKERS) {
      onLine(`${nameRun({ workers, webs })}, ${queued} jobs`);
      runs.push(await runWorkers(lane, { workers, webs }));
    }
  }
  const hasTenants = only.includes("tenants");
  if (hasTenants) onLine("a full disk");
  const fullDisk = hasTenants ? await runFullDisk(lane) : null;
  if (hasTenants) onLine("a flood");
  const fairness = hasTenants ? await runFlood(lane) : null;
  return {
    title: `Workers on a queue of ${queued} jobs, model of ${MODEL_MS} ms an answer`,
    columns: [
      "",
      "created/s",
      "read p50",
      "p95",
      "jobs/min",
      "a worker",
      "wait p50",
      "p95",
      "statements a job",
      "database a job",
      "connections",
      "PSS a worker",
    ],
    rows: runs.map((one) => [
      nameRun(one),
      one.createdPerSecond.toFixed(0),
      formatMs(one.readMs.median),
      formatMs(one.readMs.p95),
      one.jobsPerMinute.toFixed(0),
      (one.jobsPerMinute / one.workers).toFixed(0),
      formatMs(one.waitSeconds.median * 1_000),
      formatMs(one.waitSeconds.p95 * 1_000),
      one.statementsPerJob.toFixed(0),
      formatMs(one.databaseMsPerJob),
      String(one.connections),
      one.pssBytes === null ? "not measured" : formatBytes(one.pssBytes),
    ]),
    reaches: [
      ...(fairness === null
        ? []
        : [
            {
              wanted: "3 jobs behind another tenant's 300 wait at most as long as one job takes",
              measured: `${fairness.waitSeconds.map((wait) => formatMs(wait * 1_000)).join(", ")}; a job ${formatMs(fairness.jobSeconds.median * 1_000)}, the longest ${formatMs(fairness.jobSeconds.max * 1_000)}`,
              isMet: Math.max(...fairness.waitSeconds) <= fairness.jobSeconds.max,
            },
          ]),
      ...(fullDisk === null
        ? []
        : [
            {
              wanted: `none of ${fullDisk.jobs} jobs fails on two workers, one with a full disk`,
              measured: `${fullDisk.failed} failed, ${fullDisk.givenBack} times given back, ${fullDisk.seconds.toFixed(0)} s`,
              isMet: fullDisk.failed === 0,
            },
          ]),
    ],
    notes: [
      `Jobs of four steps on a small site, four at a time in each worker. A run ends after ${SECONDS} s, whatever still waits.`,
    ],
    figures: { workers: runs, fairness, fullDisk },
  };
}

function nameRun({ workers, webs }: { workers: number; webs: number }): string {
  return `${workers} ${workers === 1 ? "worker" : "workers"}, ${webs} ${webs === 1 ? "web" : "webs"}`;
}

/**
 * What one project's calls cost beside 10,000 others with 1,000,000 jobs and 50,000,000 events, and in a database that holds it alone.
 * Both on one server; the calls take turns.
 */
async function scaleDatabase(
  { rounds = ROUNDS, sizes = {}, only = [], onLine }: BenchOptions,
  { path, server }: { path: string; server: ScaleServer },
): Promise<Report> {
  const others = { ...FULL, ...sizes };
  const open = async (name: string, given: ScaleSizes | null) =>
    openDatabase(await server.create(name), { dataDir: join(path, name), others: given, onLine });
  onLine(`Writing ${others.events.toLocaleString("en")} events of ${others.jobs.toLocaleString("en")} jobs`);
  const startMs = performance.now();
  await using full = await open("beside_others", others);
  const fillSeconds = (performance.now() - startMs) / 1_000;
  await using empty = await open("alone", null);

  const times: Record<string, { empty: number[]; full: number[] }> = {};
  await onServer(full.url, "SELECT pg_stat_statements_reset()");
  for (const name of Object.keys(full.verbs)) {
    onLine(name);
    times[name] = await inTurns(
      rounds,
      { empty: () => time(empty, name), full: () => time(full, name) },
      () => undefined,
    );
  }
  const plans = await explainHeaviest(full, server.logFile);
  const hasRestore = only.includes("restore");
  if (hasRestore) onLine("a backup, and its restore");
  const restore = hasRestore ? await timeRestore(full.url, { server, folder: path }) : null;
  onLine("deleting the project");
  times["delete the project"] = await inTurns(
    DELETIONS,
    { empty: () => empty.timeDeletion(), full: () => full.timeDeletion() },
    () => undefined,
  );
  const purgeMs = await timed(() => full.purge());
  let weeks: string[] = [];
  const parts = await onServer<{ name: string; rows: number }>(full.url, EVENT_PARTS);
  const purgeWeeksMs = await timed(async () => {
    weeks = await full.purgeWeeks();
  });
  const expired = parts.reduce((sum, { name, rows }) => sum + (weeks.includes(name) ? rows : 0), 0);
  const planFile = join(BENCH, "scale-plans.txt");
  await writeFile(planFile, plans);
  const [size] = await onServer<{ database: string; events: string }>(
    full.url,
    `SELECT pg_size_pretty(pg_database_size(current_database())) AS database,
      pg_size_pretty((SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('"JobEvent"'))) AS events`,
  );
  const rows = Object.entries(times).map(([name, taken]) => ({
    name,
    empty: summarize(taken.empty).median,
    full: summarize(taken.full).median,
    p95: percentile(taken.full, 0.95),
  }));
  const slow = rows.filter(({ empty, full }) => full > 2 * empty);
  return {
    name: "scale",
    title: `One project alone, and beside ${others.projects.toLocaleString("en")} others`,
    columns: ["", "alone", "beside others", "p95", "ratio"],
    rows: rows.map(({ name, empty, full, p95 }) => [
      name,
      formatMs(empty),
      formatMs(full),
      formatMs(p95),
      formatRatio(full / empty),
    ]),
    reaches: [
      {
        wanted: "each within twice the empty database",
        measured: slow.length === 0 ? "all within twice" : `slower: ${slow.map(({ name }) => name).join(", ")}`,
        isMet: slow.length === 0,
      },
    ],
    notes: [
      `PostgreSQL ${server.version}; ${others.jobs.toLocaleString("en")} jobs, ${others.events.toLocaleString("en")} events, written in ${fillSeconds.toFixed(0)} s.`,
      `The database takes ${size?.database}, of which events ${size?.events}. An hourly purge of nothing takes ${formatMs(purgeMs)}.`,
      `Deleting ${weeks.length} weeks of events (about ${expired.toLocaleString("en")}) takes ${formatMs(purgeWeeksMs)}.`,
      ...(restore === null
        ? []
        : [
            `A backup takes ${restore.backupSeconds.toFixed(0)} s and ${formatBytes(restore.bytes)}; its restore into an empty database ${restore.restoreSeconds.toFixed(0)} s.`,
          ]),
      `Plans of the ten heaviest statements: ${relative(process.cwd(), planFile)}.`,
    ],
    figures: { others, times, restore, purgeMs, expired, weeks, purgeWeeksMs, size, fillSeconds },
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

const time = (database: ScaleDatabase, name: string) => timed(() => database.verbs[name]?.() ?? Promise.resolve());
