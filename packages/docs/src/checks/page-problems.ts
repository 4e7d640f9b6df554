import type { Page } from "../page/page.ts";
import type { RawFinding } from "./finding.ts";

/** The rules whose faults the parsers themselves find in a page: `mdx-syntax`, `mdx-expression`, `frontmatter` and the like. */
export function pageProblems(page: Page): RawFinding[] {
  return page.problems.map(({ rule, line, message }) => ({
    path: page.path,
    line,
    rule,
    message,
    severity: "error",
    // The line that a message names beside its own moves with the text.
    key: `${rule} ${message.replace(/\bline \d+/g, "line")}`,
  }));
}
