import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../root.ts";
import { runCommand } from "../run-command.ts";

const FOLDER = join(ROOT, "node_modules/.cache/debian");

/** Programs that check files of `deploy/`, in Debian's packages of servers. */
const PROGRAMS = {
  promtool: { package: "prometheus", path: "usr/bin/promtool", version: "--version" },
  nginx: { package: "nginx", path: "usr/sbin/nginx", version: "-v" },
} as const;
type Program = keyof typeof PROGRAMS;

/** Finds such a program: the system's, else the one that `fetchDebianPrograms` unpacked; null without one. */
export function findDebianProgram(name: Program): string | null {
  const { path, version } = PROGRAMS[name];
  return [name, join(FOLDER, path)].find((program) => canRun(program, version)) ?? null;
}

function canRun(program: string, version: string): boolean {
  try {
    execFileSync(program, [version], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/**
 * Unpacks these programs out of Debian's packages where they are missing. Nothing is installed: that would start servers.
 * On other systems the tests that need them are left out.
 */
export async function fetchDebianPrograms(signal: AbortSignal): Promise<void> {
  const missing = (Object.keys(PROGRAMS) as Program[]).filter((name) => findDebianProgram(name) === null);
  let isFresh = false;
  for (const { package: name, path } of missing.map((one) => PROGRAMS[one])) {
    if ((await unpack(name, path, signal)) || isFresh || process.getuid?.() !== 0) continue;
    await runCommand("apt-get", ["update"], { signal }).catch(() => undefined);
    isFresh = true;
    await unpack(name, path, signal);
  }
}

async function unpack(name: string, path: string, signal: AbortSignal): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), "docsteward-debian-"));
  const script = `cd "$0" && apt-get download "$1" && mkdir -p "$2" && dpkg --fsys-tarfile "$1"_*.deb | tar -x -C "$2" "./$3"`;
  try {
    return (await runCommand("sh", ["-c", script, folder, name, FOLDER, path], { signal })).code === 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
