import { parseArgs } from "node:util";
import { buildWeb } from "@docsteward/tooling/supervisor/build-web";
import { onStopSignal } from "@docsteward/tooling/supervisor/on-stop-signal";
import { colors } from "@docsteward/tooling/terminal";
import { printReport } from "./report.ts";
import { runChaos } from "./run-chaos.ts";

const WRONG_ARGUMENTS = 2;
const STOPPED = 130;

const print = (line: string) => console.log(line);

/** Runs the chaos suite. @returns the exit code: 0 when nothing was lost, doubled, reordered, stalled or late */
async function main(): Promise<number> {
  const options = readOptions();
  if (options === null) return WRONG_ARGUMENTS;
  if (options === "help") return print(USAGE) ?? 0;
  const { jobs, workers, seconds, seed, log } = options;
  const stopping = new AbortController();
  onStopSignal({ first: () => stopping.abort(new Error("Stopped.")), second: () => process.exit(STOPPED) });
  const { signal } = stopping;
  try {
    await buildWeb({ onLine: print, signal });
    print(
      `${colors.bold("Docsteward chaos")}  seed ${seed}: ${jobs} jobs, ${workers} workers, ${seconds} s of faults\n`,
    );
    const startedMs = Date.now();
    const report = await runChaos({
      ...options,
      logFile: log,
      onFault: ({ kind, atMs, pids }, done) => {
        const at = `${((atMs - startedMs) / 1_000).toFixed(1)} s`.padStart(8);
        print(colors.dim(`${at}  ${kind.padEnd(24)}${pids.join(" ").padEnd(24)}${done} jobs done`));
      },
      signal,
    });
    print("");
    const isWell = printReport(report, print);
    print(`\n${isWell ? colors.green("passed") : colors.red("failed")}  seed ${seed}`);
    return isWell ? 0 : 1;
  } catch (error) {
    if (signal.aborted) return STOPPED;
    throw error;
  }
}

function readOptions() {
  try {
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    return null;
  }
}

const USAGE = `Kills the service's processes under load, and checks for lost, duplicated or stalled jobs.

  --jobs N      number of jobs (default: 100)
  --workers N   number of worker processes, at least 2 (default: 2)
  --seconds N   maximum duration of the faults in seconds (default: 240)
  --seed TEXT   repeat the jobs and faults of an earlier run (default: a new seed)
  --log FILE    save the service's log, and the journals of jobs with findings`;

type Options = { jobs: number; workers: number; seconds: number; seed: string; log: string | null };

/** @throws Error with one sentence on the argument that is wrong */
function parseOptions(args: string[]): Options | "help" {
  const { values } = parseArgs({
    args,
    options: {
      jobs: { type: "string", default: "100" },
      workers: { type: "string", default: "2" },
      seconds: { type: "string", default: "240" },
      seed: { type: "string", default: String(Math.floor(Math.random() * 1_000_000)) },
      log: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return "help";
  return {
    jobs: toCount("jobs", values.jobs, 1),
    workers: toCount("workers", values.workers, 2),
    seconds: toCount("seconds", values.seconds, 1),
    seed: values.seed,
    log: values.log ?? null,
  };
}

function toCount(name: string, text: string, least: number): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= least) return count;
  throw new Error(`--${name} must be a whole number of at least ${least}, not "${text}".`);
}

main().then(
  (code) => process.exit(code),
  (error: Error) => {
    console.error(error.stack);
    process.exit(1);
  },
);
