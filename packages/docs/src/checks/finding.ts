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
  "redirected-link",
  "navigation-syntax",
  "navigation-entry",
  "orphan-page",
  "duplicate-slug",
  "unknown-layout",
  "shared-cause",
  "changed-code",
  "checks-config",
  "synonyms",
  "automations",
] as const;
/** Its level cannot be configured: the content of a page that was not checked is unknown. */
export const SLOW_PAGE = "slow-page";
/** Name of a check, as reports and the configuration use it. */
export type Rule = (typeof RULES)[number] | typeof SLOW_PAGE;

/** Something wrong at a place of the site, in a sentence that says what to do. */
export type Finding = {
  path: string;
  /** From 1. */
  line: number;
  /** From 1; 1 where only the line is known. */
  column: number;
  rule: Rule;
  message: string;
  /** The one correction there is: what replaces the text that comes first behind the place. Left out where there are several. */
  fix?: Fix;
};

/** Replacement of `old` by `new` behind the finding's place. */
export type Fix = { old: string; new: string };

/** What a check looked at. */
export type CheckCounts = {
  pages: number;
  /** Links of these pages within the site: to pages, anchors and files. */
  links: number;
  /** Those of them whose target only the build or the host knows. They are neither right nor wrong. */
  unknownLinks: number;
};

/** A finding of a rule, before it is compared with the base. */
export type RawFinding = Finding & {
  severity: "error" | "warning" | "note";
  /** Says the same for the same fault before and after an edit, whatever line it stands on. */
  key: string;
  /** What the line says at the place, where the rule knows no column. */
  words?: string;
  /** The link that was followed, and the place or the anchor that it leads to, by which findings are compared with each other. */
  url?: string;
  leadsTo?: string;
  /** Of an anchor that is not there: whether a heading of the page reads like it. */
  isAlike?: boolean;
  /** Of such an anchor: whether a line of the page that looks like a heading reads like it, and is none here. */
  isWritten?: boolean;
  /** Of a file that is missing: whether it is shown as a picture. */
  isPicture?: true;
  /** Of a fault that a whole site may live with: see `PageProblem`. */
  isMild?: true;
};

/** One state of a site while it is checked. */
export type CheckedSite = {
  site: Site;
  /** The page parsed; null when it is not there. Parsed once, however often it is asked for. */
  page(path: string): Promise<Page | null>;
  /** Reads the texts of pages that are asked for next, all at once. */
  prepare(paths: readonly string[]): Promise<void>;
  /** Starts threads that parse these pages beside this one, which asks for them in this order. They end when it is disposed. */
  parseAhead(paths: readonly string[], threads: number): Disposable;
  /** The text of any file of the repository; null when it is not there. */
  read(path: string): Promise<string | null>;
};
