import { buildWeb } from "@docsteward/tooling/supervisor/build-web";
import { colors } from "@docsteward/tooling/terminal";
import { print, printDim, runCommand, toCount } from "../support/run-command.ts";
import { printReport } from "./report.ts";
import { runChaos } from "./run-chaos.ts";
import { playTicks } from "./ticks/play-ticks.ts";

runCommand({
  usage: `Kills the service's processes under load, and checks for lost, duplicated or stalled jobs.

  --jobs N      number of jobs (default: 100)
  --workers N   number of worker processes, at least 2 (default: 2)
  --seconds N   maximum duration of the faults in seconds (default: 240)
  --seed TEXT   repeat the jobs and faults of an earlier run (default: a new seed)
  --log FILE    save the service's log, and the journals of jobs with findings

  --ticks N     in place of jobs: so many times of schedules, while workers are killed and clocks are changed
  --kills N     kills during these (default: one for 200)`,
  options: {
    jobs: { type: "string" },
    workers: { type: "string" },
    seconds: { type: "string" },
    ticks: { type: "string" },
    kills: { type: "string" },
  },
  read: ({ jobs = "100", workers, seconds = "240", ticks = "0", kills }) => {
    const count = toCount("ticks", ticks, 0);
    return {
      jobs: toCount("jobs", jobs, 1),
      workers: toCount("workers", workers ?? (count > 0 ? "3" : "2"), 2),
      seconds: toCount("seconds", seconds, 1),
      ticks: count,
      kills: toCount("kills", kills ?? String(Math.ceil(count / 200)), 0),
    };
  },
  async run(options) {
    const { jobs, workers, seconds, seed, signal } = options;
    if (options.ticks > 0) return await playTicks(options);
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
