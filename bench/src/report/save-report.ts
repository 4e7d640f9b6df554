import { mkdir, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { git } from "../repository/git.ts";
import { BENCH, ROOT } from "../root.ts";
import type { Report } from "./report.ts";

/**
 * Writes a report with the machine, the date and the commit it belongs to.
 *
 * @returns the file's path, `bench/results/<name>.json`
 */
export async function saveReport(report: Report): Promise<string> {
  const [commit, status] = await Promise.all([
    git(["-C", ROOT, "-c", `safe.directory=${ROOT}`, "rev-parse", "HEAD"]),
    git(["-C", ROOT, "-c", `safe.directory=${ROOT}`, "status", "--porcelain", "--untracked-files=no"]),
  ]);
  const machine = {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memoryBytes: totalmem(),
    node: process.versions.node,
    git: await git(["--version"]),
  };
  const folder = join(BENCH, "results");
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${report.name}.json`);
  const about = { at: new Date().toISOString(), commit, hasLocalChanges: status !== "", machine };
  await writeFile(path, `${JSON.stringify({ ...about, ...report }, null, 2)}\n`);
  return path;
}
