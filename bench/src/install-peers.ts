import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { BENCH, ROOT } from "./root.ts";

type Manifest = { version?: string; packageManager?: string; dependencies?: Record<string, string> };

/**
 * Installs the dependencies of the benchmarks into their own folder, from their own lockfile, unless they are installed.
 *
 * @throws Error with the command to run by hand
 */
export async function installPeers(onLine: (line: string) => void): Promise<void> {
  if (await isInstalled()) return;
  const { packageManager = "pnpm" } = await readManifest(ROOT);
  onLine("Installing what the benchmarks compare with …");
  const npx = process.platform === "win32" ? "npx.cmd" : "npx";
  const install = spawn(npx, ["-y", packageManager, "install", "--frozen-lockfile"], { cwd: BENCH, stdio: "ignore" });
  const [code] = await once(install, "close");
  if (code !== 0 || !(await isInstalled())) {
    throw new Error(
      `The benchmarks' own packages could not be installed: run npx -y ${packageManager} install in bench/.`,
    );
  }
}

async function isInstalled(): Promise<boolean> {
  const wanted = Object.entries((await readManifest(BENCH)).dependencies ?? {});
  const found = await Promise.all(
    wanted.map(async ([name, version]) => {
      const manifest = await readManifest(join(BENCH, "node_modules", name)).catch(() => null);
      return manifest?.version === version;
    }),
  );
  return found.every(Boolean);
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Manifest;
}
