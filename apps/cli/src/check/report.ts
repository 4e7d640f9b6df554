import { styleText } from "node:util";
import { CHECK_RULES } from "@docsteward/contract/check-rules";
import type { CheckCounts, Finding } from "@docsteward/docs/checks/finding";
import { encodePath } from "@docsteward/platform/encode-path";
import type { Log, ReportingDescriptor, Result } from "sarif";
import { formatAnnotation, toCell } from "../github-actions.ts";
import { stripControlCharacters } from "../output.ts";
import type { CheckOutcome } from "./run-check.ts";

/** Lays findings out for people: a block for each file, `path:line:column rule message`, and a line that sums up. */
export function formatText(outcome: CheckOutcome): string {
  const byFile = Map.groupBy(marked(outcome), ({ finding }) => finding.path);
  const blocks = [...byFile].map(([, own]) => own.map(toLine).join("\n"));
  return [...blocks, toSummary(outcome)].join("\n\n");
}

/** Writes findings as commands of GitHub Actions, which shows each at its line, and a line that sums up. */
export function formatAnnotations(outcome: CheckOutcome): string {
  const lines = marked(outcome).map(({ finding: { path, line, column, rule, message }, level }) => {
    const place = { file: outcome.fromHere + path, line, col: column, title: rule };
    return formatAnnotation(level === "note" ? "notice" : level, place, message);
  });
  return [...lines, sum(outcome)].join("\n");
}

/** GitHub refuses a summary of more than 1 MB. */
const MAX_ROWS = 200;

/** A summary in Markdown, as GitHub shows below a run: the counts, and a table of findings, errors first. */
export function formatMarkdown(outcome: CheckOutcome): string {
  const all = LEVELS.flatMap((level) => marked(outcome).filter((one) => one.level === level));
  const rows = all.slice(0, MAX_ROWS).map(({ finding: { path, line, rule, message }, level }) => {
    const cells = [LEVEL_NAMES[level], toCell(`${path}:${line}`), `\`${rule}\``, toCell(message)];
    return `| ${cells.join(" | ")} |`;
  });
  const table = rows.length === 0 ? [] : ["| | Place | Rule | Problem |", "| --- | --- | --- | --- |", ...rows, ""];
  const more = all.length > rows.length ? [`And ${all.length - rows.length} more.`, ""] : [];
  return ["### Documentation checks", "", sum(outcome), "", ...table, ...more].join("\n");
}

const LEVELS = ["error", "warning", "note"] as const;
type Level = (typeof LEVELS)[number];
const LEVEL_NAMES = { error: "Error", warning: "Warning", note: "Note" } as const satisfies Record<Level, string>;

type Marked = { finding: Finding; level: Level };

/** All findings by file and place. */
function marked({ errors, warnings, notes }: CheckOutcome): Marked[] {
  const of = (findings: readonly Finding[], level: Level) => findings.map((finding) => ({ finding, level }));
  const all = [...of(errors, "error"), ...of(warnings, "warning"), ...of(notes, "note")];
  return all.toSorted(({ finding: a }, { finding: b }) =>
    a.path === b.path ? a.line - b.line || a.column - b.column : a.path < b.path ? -1 : 1,
  );
}

function toLine({ finding: { path, line, column, rule, message }, level }: Marked): string {
  const color = level === "warning" ? "yellow" : "cyan";
  const mark = level === "error" ? styleText("red", rule) : `${styleText(color, rule)} ${level}:`;
  const place = styleText("bold", stripControlCharacters(`${path}:${line}:${column}`));
  return `${place} ${mark} ${stripControlCharacters(message)}`;
}

function toSummary(outcome: CheckOutcome): string {
  const { errors, warnings } = outcome;
  const color = errors.length > 0 ? "red" : warnings.length > 0 ? "yellow" : "green";
  return styleText(color, sum(outcome));
}

function sum({ errors, warnings, notes, counts, fixed }: CheckOutcome): string {
  const found =
    errors.length + warnings.length === 0
      ? "No problems"
      : `${plural(errors.length, "error")}, ${plural(warnings.length, "warning")}`;
  const noted = notes.length === 0 ? "" : `, ${plural(notes.length, "note")}`;
  const repaired = fixed === 0 ? "" : `Fixed ${plural(fixed, "problem")}. `;
  return `${repaired}${found}${noted} in ${formatCounts(counts)}.`;
}

function formatCounts({ pages, links, unknownLinks }: CheckCounts): string {
  const unknown = unknownLinks === 0 ? "" : ` (${unknownLinks} of them known only to the build)`;
  return `${plural(pages, "page")} and ${plural(links, "link")}${unknown}`;
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Findings as SARIF 2.1.0, which code scanning of GitHub and others read. Paths are those of the repository. */
export function toSarif({ errors, warnings, notes, inRepository }: CheckOutcome): Log {
  const toResult = (level: Result.level) => (finding: Finding) => ({
    ruleId: finding.rule,
    ruleIndex: CHECK_RULES.findIndex(({ name }) => name === finding.rule),
    level,
    message: { text: finding.message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodePath(inRepository + finding.path), uriBaseId: "%SRCROOT%" },
          region: { startLine: finding.line, startColumn: finding.column },
        },
      },
    ],
  });
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "Docsteward", rules: CHECK_RULES.map(toRule) } },
        columnKind: "utf16CodeUnits",
        results: [
          ...errors.map(toResult("error")),
          ...warnings.map(toResult("warning")),
          ...notes.map(toResult("note")),
        ],
      },
    ],
  };
}

function toRule({ name, tells, level }: (typeof CHECK_RULES)[number]): ReportingDescriptor {
  return {
    id: name,
    shortDescription: { text: tells },
    defaultConfiguration: { level: level === "error or warning" ? "error" : level },
  };
}
