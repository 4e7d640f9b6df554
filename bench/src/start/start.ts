import { spawn } from "node:child_process";
import { once } from "node:events";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buildWeb } from "../../../tooling/src/supervisor/build-web.ts";
import { findPort } from "../../../tooling/src/supervisor/find-port.ts";
import { listTree, processPss } from "../measure/process-memory.ts";
import { openRunFolder } from "../measure/run-folder.ts";
import { summarize } from "../measure/summarize.ts";
import { formatBytes, formatMs } from "../report/format.ts";
import type { BenchOptions, Report } from "../report/report.ts";
import { ROOT } from "../root.ts";

const ROUNDS = 3;
/** After it is ready: what is loaded in the background has been loaded then, and processes that nothing needs have ended. */
const IDLE_MS = 75_000;
const POLL_MS = 5;
const HOST = "127.0.0.1";
const WANTED_MS = 2_000;
const WANTED_BYTES = 350_000_000;

type Run = { readyMs: number; pssBytes: Record<string, number> };

/** A start of a built service, until `/readyz` answers, and the memory of its processes when they have nothing to do. */
export async function start({ dataDir, rounds = ROUNDS, onLine }: BenchOptions): Promise<Report> {
  await using folder = await openRunFolder(dataDir);
  (await buildWeb({ onLine })).release();
  onLine("Warming up");
  await runOnce(folder.path, 0);
  const runs: Run[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    onLine(`Round ${round} of ${rounds}`);
    runs.push(await runOnce(folder.path, IDLE_MS));
  }
  const ready = summarize(runs.map(({ readyMs }) => readyMs));
  const names = [...new Set(runs.flatMap(({ pssBytes }) => Object.keys(pssBytes)))];
  const sizeOf = (name: string) => summarize(runs.map(({ pssBytes }) => pssBytes[name] ?? 0)).median;
  const total = names.reduce((sum, name) => sum + sizeOf(name), 0);
  return {
    name: "start",
    title: "A start, and memory without work",
    columns: ["", "median", "min – max"],
    rows: [
      ["start to ready", formatMs(ready.median), `${formatMs(ready.min)} – ${formatMs(ready.max)}`],
      ...names.map((name) => [`PSS of ${name}`, formatBytes(sizeOf(name)), ""]),
      ["PSS together, without PostgreSQL", formatBytes(total), ""],
    ],
    reaches: [
      { wanted: `ready in ${formatMs(WANTED_MS)}`, measured: formatMs(ready.median), isMet: ready.median <= WANTED_MS },
      {
        wanted: `at most ${formatBytes(WANTED_BYTES)} without work`,
        measured: formatBytes(total),
        isMet: total <= WANTED_BYTES,
      },
    ],
    notes: [
      `One web process and one worker, ${IDLE_MS / 1_000} s after the service is ready, on a database without sites.`,
    ],
    figures: { runs },
  };
}

async function runOnce(folder: string, idleMs: number): Promise<Run> {
  const port = await findPort(HOST, 0);
  const log = await open(join(folder, "start.log"), "a");
  const startMs = performance.now();
  // As `pnpm start` does.
  const child = spawn(process.execPath, [join(ROOT, "tooling/src/guard.cjs"), join(ROOT, "tooling/src/start.ts")], {
    cwd: ROOT,
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, MODEL_PROVIDER: "offline", HOST, PORT: String(port) },
      ...{ DATA_DIR: join(folder, "data"), LOG_FORMAT: "json" },
    },
    stdio: ["ignore", log.fd, log.fd],
  });
  const exited = once(child, "exit");
  try {
    while (!(await isReady(port))) {
      if (child.exitCode !== null)
        throw new Error(`The service ended: ${await readFile(join(folder, "start.log"), "utf8")}`);
      await sleep(POLL_MS);
    }
    const readyMs = performance.now() - startMs;
    await sleep(idleMs);
    return { readyMs, pssBytes: await readSizes(child.pid ?? 0) };
  } finally {
    child.kill("SIGTERM");
    await exited;
    await log.close();
  }
}

async function isReady(port: number): Promise<boolean> {
  const response = await fetch(`http://${HOST}:${port}/readyz`).catch(() => null);
  await response?.body?.cancel();
  return response?.ok ?? false;
}

/** By the names that processes have in operations.md; those of a name together. */
async function readSizes(pid: number): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {};
  for (const one of await listTree(pid)) {
    const name = (await readFile(`/proc/${one}/cmdline`, "utf8").catch(() => "")).split("\0", 1)[0] ?? "";
    if (/^postgres: |\/postgres$/.test(name)) continue;
    const shown = name.startsWith("docsteward-") ? name : "supervisor";
    sizes[shown] = (sizes[shown] ?? 0) + ((await processPss(one, { isAlone: true })) ?? 0);
  }
  return sizes;
}
