import type { Page } from "../page/page.ts";
import type { RawFinding } from "./finding.ts";

/** Rules `mdx-syntax`, `frontmatter`, `unclosed-fence` and `unreadable`: what the parsers themselves found in a page. */
export function pageProblems(page: Page): RawFinding[] {
  return page.problems.map(({ rule, line, message }) => ({
    path: page.path,
    line,
    rule,
    message,
    severity: "error",
    key: `${rule} ${message}`,
  }));
}
