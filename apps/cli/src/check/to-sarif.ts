import { CHECK_RULES } from "@docsteward/contract/check-rules";
import type { Finding } from "@docsteward/docs/checks/finding";
import type { Log, ReportingDescriptor, Result } from "sarif";
import type { CheckOutcome } from "./run-check.ts";

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
