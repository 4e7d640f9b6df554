import makeServer from "@docsteward/db/testing-setup";
import { createTestServices } from "@docsteward/services/testing";
import { colors } from "@docsteward/tooling/terminal";
import { print, printDim } from "../../support/run-command.ts";
import { TICK_FAULTS } from "./find-faults.ts";
import { MOMENTS, runTicks, type TicksReport } from "./run-ticks.ts";

type Options = { ticks: number; kills: number; workers: number; seed: string; signal: AbortSignal };

const SHOWN = 20;

/** Runs the schedules on a PostgreSQL of their own, and says what came of it. @returns whether all is well */
export async function playTicks(options: Options): Promise<boolean> {
  const { ticks, kills, workers, seed } = options;
  print(`${colors.bold("Docsteward chaos")}  seed ${seed}: ${ticks} ticks, ${workers} workers, ${kills} kills\n`);
  const stopServer = await makeServer();
  try {
    await using services = await createTestServices();
    const onMoment = (moment: string, runs: number) => {
      if (moment !== "hour") printDim(`${moment.padEnd(24)}${runs} runs`);
    };
    const report = await runTicks({ ...options, services, onMoment });
    print("");
    return printTicks(report);
  } finally {
    await stopServer();
  }
}

function printTicks(report: TicksReport): boolean {
  const { faults, moments, outageRuns, kills, killsAtWork } = report;
  const rows: [string, string][] = [
    ["times that fell due", String(report.ticks)],
    ["runs, also for skipped times", String(report.runs)],
    ["jobs, instructions to them", `${report.jobs}, ${report.messages}`],
    ["workers killed, at work", `${kills}, ${killsAtWork}`],
    ...MOMENTS.map((moment): [string, string] => [`  ${moment}`, String(moments.get(moment) ?? 0)]),
    ["runs of one for a day", `${outageRuns.least} to ${outageRuns.most}`],
    ["duration", `${(report.ms / 1_000).toFixed(0)} s`],
  ];
  for (const [name, value] of rows) print(`${name.padEnd(32)}${value}`);
  print("");
  for (const kind of TICK_FAULTS) {
    const count = faults.filter((fault) => fault.kind === kind).length;
    print(`${kind.padEnd(32)}${count === 0 ? colors.green("0") : colors.red(String(count))}`);
  }
  for (const { kind, text } of faults.slice(0, SHOWN)) print(colors.red(`  ${kind}: ${text}`));
  return faults.length === 0;
}
