import type { Page } from "../page/page.ts";
import type { Site } from "../site/site.ts";

/** Every rule that a project can configure. Which ones are errors is settled by the rules themselves, and by a project's own configuration. */
export const RULES = [
  "mdx-syntax",
  "mdx-expression",
  "frontmatter",
  "missing-title",
  "unclosed-fence",
  "html-tags",
  "unreadable",
  "bad-import",
  "undefined-name",
  "unknown-component",
  "broken-link",
  "broken-anchor",
  "missing-asset",
  "navigation-syntax",
  "navigation-entry",
  "orphan-page",
  "duplicate-slug",
  "changed-code",
  "checks-config",
] as const;
/** Its level cannot be configured: nobody knows what is in a page that could not be checked. */
export const SLOW_PAGE = "slow-page";
export type Rule = (typeof RULES)[number] | typeof SLOW_PAGE;

/** Something wrong at a place of the site, in a sentence that says what to do. Lines count from 1. */
export type Finding = { path: string; line: number; rule: Rule; message: string };

/** A finding of a rule, before it is compared with the base. */
export type RawFinding = Finding & {
  severity: "error" | "warning";
  /** Says the same for the same fault before and after an edit, whatever line it stands on. */
  key: string;
};

/** One state of a site while it is checked. */
export type CheckedSite = {
  site: Site;
  /** The page parsed; null when it is not there. Parsed once, however often it is asked for. */
  page(path: string): Promise<Page | null>;
};
