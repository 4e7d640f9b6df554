import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../root.ts";
import { runCommand } from "../run-command.ts";

const FOLDER = join(ROOT, "node_modules/.cache/prometheus");
const UNPACKED = join(FOLDER, "usr/bin/promtool");

/** Prometheus's own checker of rules and metrics: the system's, else the one that `fetchPromtool` unpacked; null without one. */
export function findPromtool(): string | null {
  return ["promtool", UNPACKED].find(isThere) ?? null;
}

function isThere(program: string): boolean {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/**
 * Unpacks Debian's package of Prometheus where there is none. It is not installed: that would start a server.
 * On other systems the tests of alert rules are left out.
 */
export async function fetchPromtool(signal: AbortSignal): Promise<void> {
  if (findPromtool() !== null) return;
  const folder = await mkdtemp(join(tmpdir(), "docsteward-prometheus-"));
  try {
    const script = `cd "$0" && apt-get download prometheus && mkdir -p "$1" &&
      dpkg --fsys-tarfile prometheus_*.deb | tar -x -C "$1" ./usr/bin/promtool`;
    const unpack = () => runCommand("sh", ["-c", script, folder, FOLDER], { signal });
    if ((await unpack()).code === 0 || process.getuid?.() !== 0) return;
    await runCommand("apt-get", ["update"], { signal });
    await unpack();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
