import { chmod, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { chooseScratchFolder, listAbandoned } from "@docsteward/platform/scratch-folder";
import type { Check, CheckContext, Outcome } from "./checks/check.ts";
import { STAGES } from "./checks/checks.ts";
import { onStopSignal } from "./supervisor/on-stop-signal.ts";
import { colors } from "./terminal.ts";

/** Runs every check there is (`--fast`: the quick ones), a line each, and ends with the sum alone on the last line. */
async function main(): Promise<void> {
  const isWanted = ({ isSlow = false }: Check) => !(isSlow && process.argv.includes("--fast"));
  const stopping = new AbortController();
  onStopSignal({ first: () => stopping.abort(), second: () => process.exit(130) });
  const folder = await makeRunFolder();
  const sum = { passed: 0, failed: 0 };
  const runLane = async (lane: readonly Check[]) => {
    for (const check of lane.filter(isWanted)) {
      if (stopping.signal.aborted) break;
      const { passed, failed } = await runCheck(check, { signal: stopping.signal, folder });
      sum.passed += passed;
      sum.failed += failed;
    }
  };
  try {
    for (const lanes of STAGES) await Promise.all(lanes.map(runLane));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
  process.exitCode = stopping.signal.aborted ? 130 : sum.failed > 0 ? 1 : 0;
}

/** A folder for all that checks write. What a run that was killed has left behind is cleared away: it may lie in memory. */
async function makeRunFolder(): Promise<string> {
  const parent = chooseScratchFolder();
  const prefix = "docsteward-checks-";
  for (const left of await listAbandoned(parent, prefix)) await rm(left, { recursive: true, force: true });
  const folder = join(parent, `${prefix}${process.pid}`);
  await mkdir(folder);
  // As root, PostgreSQL runs as another user and needs access to its data.
  await chmod(folder, 0o755);
  return folder;
}

const running = new Set<string>();

async function runCheck(check: Check, context: CheckContext): Promise<Outcome> {
  const startedAt = performance.now();
  running.add(check.name);
  sayWhatRuns();
  const outcome = await check.run(context).catch((error: Error): Outcome => {
    return { passed: 0, failed: 1, output: `${error.message}\n` };
  });
  running.delete(check.name);
  const seconds = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`.padStart(8);
  const mark = outcome.failed === 0 ? colors.green("✓") : colors.red("✗");
  const count =
    outcome.failed === 0 ? `${outcome.passed} passed` : `${outcome.passed} passed, ${outcome.failed} failed`;
  if (process.stdout.isTTY) process.stdout.write(CLEAR_LINE);
  console.log(`${mark} ${check.name.padEnd(22)}${colors.dim(seconds)}  ${colors.dim(count)}`);
  if (outcome.failed > 0) console.log(outcome.output.trimEnd());
  sayWhatRuns();
  return outcome;
}

const CLEAR_LINE = "\r\x1b[2K";

function sayWhatRuns(): void {
  if (process.stdout.isTTY && running.size > 0) process.stdout.write(`${CLEAR_LINE}  ${[...running].join(", ")} …`);
}

await main();
