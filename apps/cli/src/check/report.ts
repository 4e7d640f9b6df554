import { styleText } from "node:util";
import { CHECK_RULES } from "@docsteward/contract/check-rules";
import type { CheckCounts, Finding } from "@docsteward/docs/checks/finding";
import type { Log, ReportingDescriptor, Result } from "sarif";
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
  const lines = marked(outcome).map(({ finding: { path, line, column, rule, message }, isError }) => {
    const properties = { file: outcome.fromHere + path, line, col: column, title: rule };
    const named = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
    return `::${isError ? "error" : "warning"} ${named.join(",")}::${escapeData(message)}`;
  });
  return [...lines, sum(outcome)].join("\n");
}

const escapeData = (text: string) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const escapeProperty = (text: string) => escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

/** GitHub refuses a summary of more than 1 MB. */
const MAX_ROWS = 200;

/** A summary in Markdown, as GitHub shows below a run: the counts, and a table of findings, errors first. */
export function formatMarkdown(outcome: CheckOutcome): string {
  const all = marked(outcome).toSorted((a, b) => Number(b.isError) - Number(a.isError));
  const rows = all.slice(0, MAX_ROWS).map(({ finding: { path, line, rule, message }, isError }) => {
    const cells = [isError ? "Error" : "Warning", toCell(`${path}:${line}`), `\`${rule}\``, toCell(message)];
    return `| ${cells.join(" | ")} |`;
  });
  const table = rows.length === 0 ? [] : ["| | Place | Rule | Problem |", "| --- | --- | --- | --- |", ...rows, ""];
  const more = all.length > rows.length ? [`And ${all.length - rows.length} more.`, ""] : [];
  return ["### Documentation checks", "", sum(outcome), "", ...table, ...more].join("\n");
}

/** Text of a page that stays text in a cell. */
function toCell(text: string): string {
  return stripControlCharacters(text.slice(0, 500))
    .replace(/\s+/g, " ")
    .replace(/[\\`*_{}[\]<>|~@#!&]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

type Marked = { finding: Finding; isError: boolean };

/** All findings by file and place. */
function marked({ errors, warnings }: CheckOutcome): Marked[] {
  const all = [
    ...errors.map((finding) => ({ finding, isError: true })),
    ...warnings.map((finding) => ({ finding, isError: false })),
  ];
  return all.toSorted(({ finding: a }, { finding: b }) =>
    a.path === b.path ? a.line - b.line || a.column - b.column : a.path < b.path ? -1 : 1,
  );
}

function toLine({ finding: { path, line, column, rule, message }, isError }: Marked): string {
  const mark = isError ? styleText("red", rule) : `${styleText("yellow", rule)} warning:`;
  const place = styleText("bold", stripControlCharacters(`${path}:${line}:${column}`));
  return `${place} ${mark} ${stripControlCharacters(message)}`;
}

function toSummary(outcome: CheckOutcome): string {
  const { errors, warnings } = outcome;
  const color = errors.length > 0 ? "red" : warnings.length > 0 ? "yellow" : "green";
  return styleText(color, sum(outcome));
}

function sum({ errors, warnings, counts, fixed }: CheckOutcome): string {
  const found =
    errors.length + warnings.length === 0
      ? "No problems"
      : `${plural(errors.length, "error")}, ${plural(warnings.length, "warning")}`;
  const repaired = fixed === 0 ? "" : `Fixed ${plural(fixed, "problem")}. `;
  return `${repaired}${found} in ${formatCounts(counts)}.`;
}

function formatCounts({ pages, links, unknownLinks }: CheckCounts): string {
  const unknown = unknownLinks === 0 ? "" : ` (${unknownLinks} of them known only to the build)`;
  return `${plural(pages, "page")} and ${plural(links, "link")}${unknown}`;
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Findings as SARIF 2.1.0, which code scanning of GitHub and others read. Paths are those of the repository. */
export function toSarif({ errors, warnings, inRepository }: CheckOutcome): Log {
  const toResult = (level: Result.level) => (finding: Finding) => ({
    ruleId: finding.rule,
    ruleIndex: CHECK_RULES.findIndex(({ name }) => name === finding.rule),
    level,
    message: { text: finding.message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: toUri(inRepository + finding.path), uriBaseId: "%SRCROOT%" },
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
        results: [...errors.map(toResult("error")), ...warnings.map(toResult("warning"))],
      },
    ],
  };
}

function toRule({ name, tells, level }: (typeof CHECK_RULES)[number]): ReportingDescriptor {
  return {
    id: name,
    shortDescription: { text: tells },
    defaultConfiguration: { level: level === "warning" ? "warning" : "error" },
  };
}

const toUri = (path: string) => path.split("/").map(encodeURIComponent).join("/");
