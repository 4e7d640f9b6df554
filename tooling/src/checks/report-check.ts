import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type CommandOptions, runCommand } from "../run-command.ts";
import type { Check, CheckContext, Outcome } from "./check.ts";

type ReportOptions<Report> = {
  name: string;
  isSlow?: boolean;
  /** Makes the command; the report goes to the file it is given. */
  command(reportFile: string): { program: string; args: string[]; variables?: CommandOptions["variables"] };
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
      const { program, args, variables } = command(file);
      const ended = await runCommand(program, args, {
        signal: context.signal,
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
