import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openDatabase } from "@docsteward/db/connect";
import { MIGRATIONS_FOLDER, migrate, readMigrationState } from "@docsteward/db/migrate";
import { openServiceLog } from "@docsteward/tooling/service";
import type { Running } from "@docsteward/tooling/supervisor/running-process";
import type { Answers } from "../chaos/client.ts";
import { checkRepository, findDoubled, findLost, findReordered, findStalled } from "../chaos/invariants.ts";
import { planJobs } from "../chaos/plan-jobs.ts";
import { type PlayedJob, playJobs, toBePlayed } from "../chaos/play-jobs.ts";
import { readRecords } from "../chaos/read-records.ts";
import { startModel } from "../chaos/scripted-model.ts";
import { type ChaosSite, makeSites, makeVariables } from "../chaos/sites.ts";
import { openVersion } from "./version.ts";

type UpgradeOptions = {
  /** What runs this version. */
  current: string;
  /** What runs the earlier one: a release, or a built checkout. */
  earlier: string;
  seed: string;
  logFile: string | null;
  onLine(line: string): void;
  signal: AbortSignal;
};

export type UpgradeReport = { claims: { claim: string; isTrue: boolean }[]; problems: string[] };

const SITES = 2;
const JOBS_A_PART = 10;
const CALLERS = 8;
const PLACES = 6;
/** For what hangs. */
const LIMIT_MS = 20 * 60_000;
const POLL_MS = 100;
/** Model calls that running jobs make between two migrations. */
const CALLS_A_MIGRATION = 3;
const BREAKING = "29990101000000_breaking";

/**
 * Upgrades a service while it works: processes of the earlier version run jobs while this version's migrations are applied one by
 * one, then beside processes of this version, then restarted and alone, and must refuse a migration that breaks them.
 *
 * Jobs are those of the chaos suite, and so is what may not happen to them: lost, doubled, reordered, stalled, or wrong files.
 */
export async function runUpgrade(options: UpgradeOptions): Promise<UpgradeReport> {
  await using world = await openWorld(options);
  const { claims, earlier, current, url } = world;
  const claim = (text: string, isTrue: boolean) => void claims.push({ claim: text, isTrue });

  options.onLine("the earlier version alone");
  await earlier.migrate();
  await world.makeSites();
  const oldWeb = await earlier.start("web");
  const oldWorkers = [await earlier.start("worker"), await earlier.start("worker")];
  const { missing } = await readMigrationState(url);
  claim(`this version has migrations that the earlier one lacks (${missing.length})`, missing.length > 0);

  options.onLine(`${missing.length} migrations while its jobs run`);
  const playing = world.play("old web, old workers", oldWeb.url);
  const startedMs = await world.migrateUnderLoad(missing);
  await playing;
  const moments = (await readRecords(() => url)).map(({ events }) => ({
    createdMs: events[0]?.atMs ?? 0,
    endedMs: events.at(-1)?.atMs ?? 0,
  }));
  const count = (is: (job: (typeof moments)[number]) => boolean) => moments.filter(is).length;
  const across = count((job) => job.createdMs < startedMs && job.endedMs > startedMs);
  // A single migration takes no longer than a request.
  const since = count((job) => job.createdMs >= startedMs);
  claim(`jobs from before the migrations ended after them began (${across})`, across > 0);
  claim(`the earlier web process created jobs from then on (${since})`, since > 0);

  options.onLine("this version's web process, jobs by the earlier version's workers");
  const newWeb = await current.start("web");
  await world.play("new web, old workers", newWeb.url);

  options.onLine("both versions' workers, each killed once");
  const newWorker = await current.start("worker");
  const beside = Promise.all([
    world.play("old web, both workers", oldWeb.url),
    world.play("new web, both workers", newWeb.url),
  ]);
  await world.untilCalls(CALLS_A_MIGRATION * PLACES);
  oldWorkers.shift()?.kill();
  await world.untilCalls(CALLS_A_MIGRATION * PLACES);
  newWorker.kill();
  await beside;

  options.onLine("the earlier version's processes, restarted");
  await Promise.all([oldWeb, ...oldWorkers].map((process) => process.stop()));
  const restartedWeb = await earlier.start("web");
  const restartedWorker = await earlier.start("worker");
  await world.play("old web, old worker, both restarted", restartedWeb.url);
  claim("their web process finds what their worker has indexed", await world.finds(restartedWeb.url, 0));
  await restartedWorker.stop();
  const lastWorker = await current.start("worker");
  claim("it finds what this version's worker has indexed", await world.finds(restartedWeb.url, 1));
  claim("so does this version's web process", await world.finds(newWeb.url, 1));
  await restartedWeb.stop();

  options.onLine("this version alone, then a migration that breaks the earlier one");
  await world.play("new web, new worker", newWeb.url);
  await Promise.all([newWeb, lastWorker].map((process) => process.stop()));
  await world.breakEarlier();
  for (const part of ["web", "worker", "migrate"] as const) {
    const { code, said } = await earlier.refusal(part);
    const hasSentence = said.includes(`The database has the migration ${BREAKING}, which is from a newer Docsteward`);
    claim(`the earlier version's ${part} refuses it in a sentence`, code === 1 && hasSentence);
  }
  return { claims, problems: await world.findProblems() };
}

async function openWorld({ current, earlier, seed, logFile, signal }: UpgradeOptions) {
  await using opening = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "docsteward-upgrade-"));
  opening.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  // As root, PostgreSQL runs as another user and needs access to its data.
  await chmod(folder, 0o755);
  const { output, log } = openServiceLog(logFile ?? join(folder, "service.log"));
  const database = await openDatabase({ env: { DATABASE_URL: undefined, DATA_DIR: join(folder, "database") }, log });
  opening.defer(() => database.stop());
  const model = await startModel(seed);
  opening.defer(() => model.server.close());
  const variables = {
    ...makeVariables({ dataDir: join(folder, "data"), modelUrl: model.server.url, workers: 1, places: PLACES }),
    ...{ NODE_ENV: "production", DATABASE_URL: database.url, KEY_SECRET: "a secret of the upgrade's test, 32+" },
    INDEX_POLL_SECONDS: "5",
  };
  const running: Running[] = [];
  opening.defer(async () => void (await Promise.all(running.map((one) => one.stop()))));
  const version = (root: string) => openVersion({ root, variables, output, onStart: (one) => void running.push(one) });
  const versions = { current: version(current), earlier: version(earlier) };
  const over = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
  const answers: Answers = new Map();
  const played: PlayedJob[] = [];
  const troubles: string[] = [];
  const plans = planJobs(seed, { jobs: JOBS_A_PART * 6, sites: SITES });
  let sites: ChaosSite[] = [];
  const untilCalls = async (more: number) => {
    const wanted = model.calls.length + more;
    while (model.calls.length < wanted) await wait(POLL_MS, undefined, { signal: over });
  };
  const opened = opening.move();
  return {
    ...versions,
    url: database.url,
    claims: [] as UpgradeReport["claims"],
    untilCalls,
    async makeSites() {
      sites = await makeSites(
        { url: "http://127.0.0.1", databaseUrl: database.url },
        variables,
        SITES,
        versions.earlier.program,
      );
      for (const { repository } of sites) opened.defer(() => repository.remove());
    },
    /** Plays some of the planned jobs through a web process, to their end. */
    async play(name: string, url: string) {
      const jobs = plans.splice(0, JOBS_A_PART).map(toBePlayed);
      played.push(...jobs);
      const onDone = () => undefined;
      const found = await playJobs({ url, sites, jobs, callers: CALLERS, answers, signal: over, onDone });
      troubles.push(...found.map((trouble) => `${name}: ${trouble}`));
    },
    /** The last one by the command, which also prepares the queues. @returns when it began */
    async migrateUnderLoad(missing: readonly string[]): Promise<number> {
      await untilCalls(CALLS_A_MIGRATION * PLACES);
      const startedMs = Date.now();
      const partly = join(folder, "migrations");
      await cp(MIGRATIONS_FOLDER, partly, { recursive: true });
      for (const name of missing) await rm(join(partly, name), { recursive: true });
      for (const name of missing.slice(0, -1)) {
        await cp(join(MIGRATIONS_FOLDER, name), join(partly, name), { recursive: true });
        await migrate(database.url, partly);
        await untilCalls(CALLS_A_MIGRATION);
      }
      await versions.current.migrate();
      return startedMs;
    },
    /** Changes a page that no job works on, and searches until it is found: what a worker has indexed, and a web process has read. */
    async finds(url: string, site: number): Promise<boolean> {
      const { repository, domain, assistantKey } = sites[site] ?? {};
      const word = `lanternfish${model.calls.length}`;
      await repository?.commit({ "index.mdx": `---\ntitle: The deep\n---\n\nThe ${word} lives in the deep.\n` });
      for (;;) {
        const response = await fetch(`${url}/discovery/v1/search/${domain}`, {
          method: "POST",
          headers: { authorization: `Bearer ${assistantKey}`, "content-type": "application/json" },
          body: JSON.stringify({ query: "what lives in the deep" }),
          signal: over,
        });
        if ((await response.text()).includes(word)) return true;
        await wait(POLL_MS, undefined, { signal: over });
      }
    },
    /** A migration of a still newer version. */
    async breakEarlier() {
      const newer = join(folder, "newer");
      await cp(MIGRATIONS_FOLDER, newer, { recursive: true });
      await mkdir(join(newer, BREAKING));
      await writeFile(join(newer, BREAKING, "migration.sql"), "-- breaking: for this test\nSELECT 1;\n");
      await migrate(database.url, newer);
    },
    async findProblems(): Promise<string[]> {
      const records = await readRecords(() => database.url);
      const facts = played.map((job) => ({
        played: job,
        records: records.filter(({ name }) => name === job.plan.name),
        calls: model.calls.filter(({ job: name }) => name === job.plan.name),
      }));
      const findings = facts.flatMap((job) => [
        ...[...findLost(job), ...findDoubled(job), ...findReordered(job), ...findStalled(job)],
      ]);
      for (const [index, site] of sites.entries())
        findings.push(
          ...(await checkRepository(
            site,
            facts.filter(({ played: { plan } }) => plan.site === index),
          )),
        );
      const failed = [...answers].filter(([answer]) => answer.startsWith("5"));
      return [
        ...troubles,
        ...findings.map(({ kind, job, text }) => `${kind}: ${job ?? "repository"}: ${text}`),
        ...failed.map(([answer, times]) => `callers got ${answer} ${times} times`),
      ];
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
