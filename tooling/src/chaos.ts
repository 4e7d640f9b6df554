import { parseOptions, USAGE } from "./chaos/parse-options.ts";
import { printReport } from "./chaos/print-report.ts";
import { runChaos } from "./chaos/run-chaos.ts";
import { colors } from "./colors.ts";
import { buildWeb } from "./supervisor/build-web.ts";
import { onStopSignal } from "./supervisor/on-stop-signal.ts";

const WRONG_ARGUMENTS = 2;
const STOPPED = 130;

const print = (line: string) => console.log(line);

/** Runs the chaos suite. @returns the exit code: 0 when nothing was lost, doubled, reordered, wedged or late */
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
      onStrike: ({ kind, atMs, pids }, done) => {
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

main().then(
  (code) => process.exit(code),
  (error: Error) => {
    console.error(error.stack);
    process.exit(1);
  },
);
