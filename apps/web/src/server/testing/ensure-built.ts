import { execFile } from "node:child_process";
import { readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const APP = fileURLToPath(new URL("../../..", import.meta.url));
const SOURCES = [join(APP, "src"), fileURLToPath(new URL("../../../../../packages", import.meta.url))];
const NEXT = join(APP, "node_modules/next/dist/bin/next");

/**
 * Builds the web app unless its build is newer than every source it is made from. While another process builds it, this waits
 * for that one.
 */
export async function ensureBuilt(): Promise<void> {
  while (!(await isFresh())) {
    try {
      // The test run has variables of its own that mean something else to Next.
      const env = { PATH: dirname(process.execPath), NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" } as const;
      await promisify(execFile)(process.execPath, [NEXT, "build"], { cwd: APP, env });
      return;
    } catch (error) {
      if (!String(error).includes("Another next build process is already running")) throw error;
      await delay(500);
    }
  }
}

async function isFresh(): Promise<boolean> {
  const builtAtMs = await stat(join(APP, ".next/BUILD_ID")).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
  const changedAtMs = Math.max(...(await Promise.all(SOURCES.map(newestSource))));
  return builtAtMs > changedAtMs;
}

async function newestSource(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true });
  const times = entries
    .filter(({ name }) => name !== "node_modules" && !name.includes(".test."))
    .map(async (entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? newestSource(path) : (await stat(path)).mtimeMs;
    });
  return Math.max(0, ...(await Promise.all(times)));
}
