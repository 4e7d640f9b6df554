import type { Page } from "../page/page.ts";
import type { Site } from "../site/site.ts";

export const RULES = [
  "mdx-syntax",
  "frontmatter",
  "unclosed-fence",
  "unreadable",
  "broken-link",
  "broken-anchor",
  "navigation-syntax",
  "navigation-entry",
  "orphan-page",
] as const;
export type Rule = (typeof RULES)[number];

/** Something wrong at a place of the site, in a sentence that says what to do. */
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
