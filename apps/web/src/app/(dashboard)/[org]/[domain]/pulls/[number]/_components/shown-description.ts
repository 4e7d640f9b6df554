/** Parts of a job's description that the page shows itself: the files as the difference, the findings as the checks. */
const OWN_SECTIONS = new Set(["### Changed pages", "### Checks"]);
const FINDINGS = "Warnings to review:";

/** The description without what the page shows beside it, so that a warning is read once. */
export function toShownDescription(body: string): string {
  const kept: string[] = [];
  let isInOwnSection = false;
  let isInFindings = false;
  for (const line of body.split("\n")) {
    if (/^#{1,6} /.test(line) || line.trimEnd() === "---") isInOwnSection = OWN_SECTIONS.has(line.trimEnd());
    if (line.trimEnd() === FINDINGS) isInFindings = true;
    else if (isInFindings && line.trim() !== "" && !line.startsWith("- ")) isInFindings = false;
    if (!isInOwnSection && !isInFindings) kept.push(line);
  }
  return kept.join("\n").trim();
}
