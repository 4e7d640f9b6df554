import { buildWeb } from "@docsteward/tooling/supervisor/build-web";
import { colors } from "@docsteward/tooling/terminal";
import { print, printDim, runCommand, toCount } from "../support/run-command.ts";
import { printReport } from "./report.ts";
import { runChaos } from "./run-chaos.ts";

runCommand({
  usage: `Kills the service's processes under load, and checks for lost, duplicated or stalled jobs.

  --jobs N      number of jobs (default: 100)
  --workers N   number of worker processes, at least 2 (default: 2)
  --seconds N   maximum duration of the faults in seconds (default: 240)
  --seed TEXT   repeat the jobs and faults of an earlier run (default: a new seed)
  --log FILE    save the service's log, and the journals of jobs with findings`,
  options: { jobs: { type: "string" }, workers: { type: "string" }, seconds: { type: "string" } },
  read: ({ jobs = "100", workers = "2", seconds = "240" }) => ({
    jobs: toCount("jobs", jobs, 1),
    workers: toCount("workers", workers, 2),
    seconds: toCount("seconds", seconds, 1),
  }),
  async run(options) {
    const { jobs, workers, seconds, seed, signal } = options;
    await buildWeb({ onLine: print, signal });
    print(
      `${colors.bold("Docsteward chaos")}  seed ${seed}: ${jobs} jobs, ${workers} workers, ${seconds} s of faults\n`,
    );
    const startedMs = Date.now();
    const report = await runChaos({
      ...options,
      onFault: ({ kind, atMs, pids }, done) => {
        const at = `${((atMs - startedMs) / 1_000).toFixed(1)} s`.padStart(8);
        printDim(`${at}  ${kind.padEnd(24)}${pids.join(" ").padEnd(24)}${done} jobs done`);
      },
    });
    print("");
    return printReport(report, print);
  },
});
