import type { CheckReport, CheckResult } from "../../../packages/docs/src/checks/check-site.ts";
import type { Finding } from "../../../packages/docs/src/checks/finding.ts";
import type { KnownFault } from "./docs-site.ts";

const NEAR_LINES = 3;

/**
 * False reports of a check, and known faults that it missed.
 *
 * @param each the same check with each finding by itself, where many of one cause would be said once
 */
export function compareWithKnown(
  { errors, warnings }: CheckResult,
  known: readonly KnownFault[],
  each: CheckResult & Partial<Pick<CheckReport, "notes">> = { errors, warnings },
): { falseAlarms: Finding[]; missed: KnownFault[] } {
  const found = [...each.errors, ...each.warnings, ...(each.notes ?? [])];
  return {
    falseAlarms: [...errors, ...warnings].filter((finding) => !known.some((fault) => isSame(finding, fault))),
    missed: known.filter((fault) => fault.status === "broken" && !found.some((finding) => isSame(finding, fault))),
  };
}

/** The same place within a few lines, or the same target of a link. */
function isSame(finding: Finding, fault: KnownFault): boolean {
  if (finding.path !== fault.path) return false;
  const isNear = Math.abs((fault.line ?? 1) - finding.line) <= NEAR_LINES;
  return isNear || (fault.target !== undefined && finding.message.includes(fault.target));
}
