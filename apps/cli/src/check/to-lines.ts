import { styleText } from "node:util";
import type { Finding } from "@docsteward/docs/checks/finding";
import type { CheckOutcome } from "./run-check.ts";

/** Lays findings out for people: a block for each file, `path:line rule message`, and a line that sums up. */
export function toLines(outcome: CheckOutcome): string {
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
