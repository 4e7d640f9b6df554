import { styleText } from "node:util";
import type { Finding } from "@docsteward/docs/checks/finding";
import { type CheckOutcome, runCheck } from "../check/run-check.ts";
import { createCommand } from "../command.ts";
import { print, printJson } from "../output.ts";

type Options = { ref?: string; base?: string; docsPath?: string; json?: true };

/** `docsteward check`: what is wrong with a documentation site. Ends with 1 when there are errors. Needs no database. */
export const check = createCommand(
  "check",
  "Check a documentation site's pages, links, images and navigation (exit code 1 on errors)",
  "docsteward check . --base origin/main",
)
  .argument("<path>", "site folder, or a git repository on this machine")
  .option("--base <ref>", "report only problems from changes since this commit")
  .option("--ref <ref>", "check this commit instead of the files on disk (bare repository: HEAD)")
  .option("--docs-path <path>", "folder of the pages in the repository")
  .option("--json", 'print one JSON object, {"errors":[…],"warnings":[…]}, and nothing else')
  .action(async (target: string, { json, ...options }: Options) => {
    const outcome = await runCheck({ target, ...options });
    const { errors, warnings } = outcome;
    if (json) printJson({ errors, warnings });
    else print(formatFindings(outcome));
    if (errors.length > 0) process.exitCode = 1;
  });

/** Lays findings out for people: a block for each file, `path:line rule message`, and a line that sums up. */
function formatFindings(outcome: CheckOutcome): string {
  const marked = [
    ...outcome.errors.map((finding) => ({ finding, isError: true })),
    ...outcome.warnings.map((finding) => ({ finding, isError: false })),
  ];
  const byFile = Map.groupBy(marked, ({ finding }) => finding.path);
  const blocks = [...byFile]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, own]) =>
      own
        .toSorted((a, b) => a.finding.line - b.finding.line)
        .map(({ finding, isError }) => toLine(finding, isError))
        .join("\n"),
    );
  return [...blocks, summary(outcome)].join("\n\n");
}

function toLine({ path, line, rule, message }: Finding, isError: boolean): string {
  const mark = isError ? styleText("red", rule) : `${styleText("yellow", rule)} warning:`;
  return `${styleText("bold", `${path}:${line}`)} ${mark} ${message}`;
}

function summary({ errors, warnings, files }: CheckOutcome): string {
  const checked = `${plural(files, "file")} checked`;
  if (errors.length + warnings.length === 0) return styleText("green", `No problems in ${plural(files, "file")}.`);
  const counts = `${plural(errors.length, "error")}, ${plural(warnings.length, "warning")}`;
  return styleText(errors.length > 0 ? "red" : "yellow", `${counts}; ${checked}.`);
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
