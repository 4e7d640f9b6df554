import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type CommandOptions, runCommand } from "../run-command.ts";

/** What a check found. A check that is not made of test cases counts as one. */
export type Outcome = { passed: number; failed: number; output: string };

export type CheckContext = {
  signal: AbortSignal;
  /** A folder for reports and for what checks write to their temporary folder, removed at the end. */
  folder: string;
};

/** One thing that `pnpm test` makes sure of. */
export type Check = {
  name: string;
  /** Left out by `--fast`. */
  isSlow?: boolean;
  run(context: CheckContext): Promise<Outcome>;
};

type CommandCheckOptions = {
  program: string;
  args: string[];
  isSlow?: boolean;
  /** Further variables; the folder is removed at the end of the run. */
  variables?(folder: string): CommandOptions["variables"];
};

/** A check that is one command: it passes when the command ends with 0. */
export function commandCheck(name: string, { program, args, isSlow, variables }: CommandCheckOptions): Check {
  return {
    name,
    isSlow,
    run: async ({ signal, folder }) => {
      const { code, output } = await runCommand(program, args, { signal, variables: variables?.(folder) });
      return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output };
    },
  };
}

type ReportOptions<Report> = {
  name: string;
  isSlow?: boolean;
  /** Makes the command; the report goes to the file it is given. */
  command(reportFile: string): { program: string; args: string[] } & Pick<CommandOptions, "variables" | "priorityStep">;
  prepare?(context: CheckContext): Promise<void>;
  count(report: Report): { passed: number; failed: number };
};

/** A check made of test cases, counted from the JSON report of the program that runs them. */
export function reportCheck<Report>({ name, isSlow, command, prepare, count }: ReportOptions<Report>): Check {
  return {
    name,
    isSlow,
    run: async (context) => {
      const file = join(context.folder, `${name.replace(/\W+/g, "-")}.json`);
      await prepare?.(context);
      const { program, args, variables, priorityStep } = command(file);
      const ended = await runCommand(program, args, {
        signal: context.signal,
        priorityStep,
        variables: { TMPDIR: context.folder, ...variables },
      });
      return toOutcome(ended, await readFile(file, "utf8").catch(() => null), count);
    },
  };
}

function toOutcome<Report>(
  ended: { code: number; output: string },
  report: string | null,
  count: ReportOptions<Report>["count"],
): Outcome {
  if (report === null) return { passed: 0, failed: 1, output: `${ended.output}\nNo report was written.\n` };
  const { passed, failed } = count(JSON.parse(report) as Report);
  if (failed === 0 && passed === 0) return { passed, failed: 1, output: `${ended.output}\nNo test case was found.\n` };
  // A non-zero end without a failed case: an unhandled error, or a process that would not go.
  return { passed, failed: failed === 0 && ended.code !== 0 ? 1 : failed, output: ended.output };
}

/** The part of vitest's JSON report that is read here. */
type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  success: boolean;
  testResults: { status: string; assertionResults: unknown[] }[];
};

/** Counts the cases of a vitest report; a file that failed before its first case counts as one failed case. */
export function countVitest(report: VitestReport): { passed: number; failed: number } {
  const broken = report.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  const failed = report.numFailedTests + broken.length;
  return { passed: report.numPassedTests, failed: failed === 0 && !report.success ? 1 : failed };
}

/** The part of Playwright's JSON report that is read here. */
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: unknown[];
};

/** Counts the cases of a Playwright report; errors outside any case count as one failed case each. */
export function countPlaywright({ stats, errors }: PlaywrightReport): { passed: number; failed: number } {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}
