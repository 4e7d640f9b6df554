import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { WIDGET_FOLDER } from "../server/widget-files.ts";
import { type HeldBuild, holdBuild } from "./build-once.ts";
import { readSourceState } from "./source-state.ts";
import { isWebBuild } from "./watch-build.ts";

export type WebBuildOptions = {
  onLine?(line: string): void;
  signal?: AbortSignal;
  /** The folder of the app, for tests with a small one. */
  app?: string;
};

const WEB = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");
const ROOT = join(WEB, "../..");
const NEXT = join(WEB, "node_modules/next/dist/bin/next");
/** Where Next works, see `next.config.mjs`: as long as the name of a state, which takes its place inside the files of a build. */
const WORK = "work-in-progress";
/** What is kept there: for the next build, for development, and for the type check. */
const NO_PART_OF_A_BUILD = new Set([
  "cache",
  "dev",
  "diagnostics",
  "lock",
  "trace",
  "trace-build",
  "turbopack",
  "types",
]);
/** The code that routes and pages share. */
const CHUNKS = ["server/chunks", "server/chunks/ssr"];
const UNNOTICED_MS = 2_000;
const RETRY_MS = 500;

/**
 * Gives the build of the web app's present sources, and makes it first where there is none. Quiet, unless that takes long.
 *
 * @returns its folder; it is not deleted before `release`, or while this process runs
 * @throws Error with the end of what Next said
 */
export async function holdWebBuild(options: WebBuildOptions = {}): Promise<HeldBuild> {
  const { onLine = () => undefined, signal, app = WEB } = options;
  const folder = join(app, ".next");
  const startedAt = performance.now();
  const timer = setTimeout(() => onLine("Building the web app, which takes a while the first time …"), UNNOTICED_MS);
  const held = await holdBuild({
    folder,
    readState: () => readSourceState({ root: ROOT, apps: [app] }),
    build: async ({ draft, state }) => {
      await runNext(app, signal);
      await takeOver(join(folder, WORK), { draft, state });
      for (const chunks of CHUNKS) await shareChunks(join(draft, chunks));
      // Loaded here, since a start that finds its build needs no bundler.
      const { buildWidget } = await import("@docsteward/widget/build-widget");
      await buildWidget(join(draft, WIDGET_FOLDER));
    },
    isWhole: isWebBuild,
    signal,
  }).finally(() => clearTimeout(timer));
  const tookMs = performance.now() - startedAt;
  if (tookMs > UNNOTICED_MS) onLine(`Built the web app in ${Math.round(tookMs / 1000)} s`);
  return held;
}

async function runNext(app: string, signal?: AbortSignal): Promise<void> {
  // No variable of the caller's environment: a build is named by its sources alone.
  const env = { PATH: dirname(process.execPath), NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" } as const;
  for (;;) {
    try {
      await promisify(execFile)(process.execPath, [NEXT, "build"], { cwd: app, env, signal, maxBuffer: 10_000_000 });
      return;
    } catch (error) {
      signal?.throwIfAborted();
      const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
      const output = `${stdout}${stderr}`;
      // One that outlived the process that wanted it.
      if (!output.includes("Another next build process is already running")) {
        throw new Error(`The web app could not be built:\n${cutToFault(output)}`, { cause: error });
      }
      await wait(RETRY_MS, undefined, { signal });
    }
  }
}

const MAX_LINES = 40;

/** What a failed build says of its fault: warnings, which come last, can hide the error. */
export function cutToFault(output: string): string {
  const lines = output.trimEnd().split("\n");
  const fault = lines.findIndex((line) => /\berror\b/i.test(line));
  const from = fault === -1 ? Math.max(0, lines.length - MAX_LINES) : fault;
  return lines.slice(from, from + MAX_LINES).join("\n");
}

/** Moves what Next made out of the folder where it works. Some files name that folder, and now name the build's. */
async function takeOver(work: string, { draft, state }: { draft: string; state: string }): Promise<void> {
  const made = (await readdir(work)).filter((name) => !NO_PART_OF_A_BUILD.has(name));
  for (const name of made) await rename(join(work, name), join(draft, name));
  const entries = await readdir(draft, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter(({ name }) => /\.(js|json)$/.test(name))) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const text = await readFile(file, "latin1");
    if (text.includes(WORK)) await writeFile(file, text.replaceAll(WORK, state), "latin1");
  }
}

const SOURCE_MAP = "\n//# sourceMappingURL=";

/**
 * Makes files of one content one file, and the others links to it: Next writes what routes share once for each of them, and Node
 * keeps the text of each file that it loads.
 *
 * @param folder the chunks of a build; the last line of each may name its source map
 */
export async function shareChunks(folder: string): Promise<void> {
  const first = new Map<string, string>();
  const names = (await readdir(folder)).filter((name) => name.endsWith(".js")).toSorted();
  for (const name of names) {
    const [code = ""] = (await readFile(join(folder, name), "latin1")).split(SOURCE_MAP, 1);
    const digest = createHash("sha256").update(code, "latin1").digest("hex");
    const same = first.get(digest) ?? name;
    first.set(digest, same);
    if (same === name) continue;
    await rm(join(folder, name));
    await rm(join(folder, `${name}.map`), { force: true });
    await symlink(same, join(folder, name));
  }
}
