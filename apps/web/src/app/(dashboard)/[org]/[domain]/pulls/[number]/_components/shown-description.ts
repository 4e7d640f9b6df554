/** Parts of a job's description that the page shows itself: the files as the difference, the findings as the checks. */
const OWN_PARTS = /^(?:Changed (?:pages|files)(?: \(\d+\))?|Checks)$/;
const FINDINGS = "Warnings to review:";

/**
 * The description without what the page shows beside it, so that a warning is read once. Folded parts of a description are open
 * under a heading: the page folds the description as a whole.
 */
export function toShownDescription(body: string): string {
  const kept: string[] = [];
  let isInOwnPart = false;
  let isInFindings = false;
  for (const line of body.split("\n").map((text) => text.trimEnd())) {
    if (line === "<details>" || line === "</details>") {
      isInOwnPart = false;
      continue;
    }
    const title = /^#{1,6} (.*)$/.exec(line)?.[1] ?? /^<summary>([^<]*)<\/summary>$/.exec(line)?.[1];
    if (title !== undefined || line === "---") isInOwnPart = title !== undefined && OWN_PARTS.test(title);
    if (line === FINDINGS) isInFindings = true;
    else if (isInFindings && line !== "" && !line.startsWith("- ")) isInFindings = false;
    if (!isInOwnPart && !isInFindings) kept.push(line.startsWith("<summary>") ? `### ${title ?? line}` : line);
  }
  return kept.join("\n").trim();
}
