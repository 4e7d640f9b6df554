import { LastUsed } from "@docsteward/platform/last-used";
import { splitSections, stripInlineMarkdown } from "@docsteward/text/markdown/sections";
import { readToml } from "../navigation/read-toml.ts";
import { type Frontmatter, readFrontmatter } from "./read-frontmatter.ts";
import { readTocTrees, type TocTreeItem } from "./read-toctrees.ts";

/** What a site needs to know of each of its pages, without parsing it whole. */
export type PageOutline = {
  path: string;
  title: string | null;
  description: string | null;
  /** Front matter as data. */
  data: Record<string, unknown>;
  /** Line of the file with the page's own slug or id; null when it has none. */
  slugLine: number | null;
  isHidden: boolean;
  isDraft: boolean;
  /** Addresses of links that begin with `/`, without query and anchor. */
  absoluteLinks: string[];
  /** Addresses of links that begin with a dot, without query and anchor. */
  relativeLinks: string[];
  /** Names that the page gives to places in it, by which any page of a Sphinx site may link there: `(name)=`, `:name: name`. */
  targets: string[];
  /** Names that the page gives to itself and its headings for Doxygen: `@page name`, `{#name}`. */
  labels: string[];
  /** What its `toctree` directives name, which are the navigation of a Sphinx site. */
  tocTrees: TocTreeItem[];
};

const RELATIVE_LINK = /(?:\]\(|\]:[ \t])<?(\.{1,2}\/[^\s)>"'#?]*)/g;
const ABSOLUTE_LINK = /(?:\]\(<?|\]:[ \t]|\b(?:href|to)=["'])(\/[^/\s)>"'#?][^\s)>"'#?]*)/g;
/** A title is read again with every passage of its page. */
const MAX_TEXT = 2_000;
const MAX_ABSOLUTE_LINKS = 40;
const MAX_RELATIVE_LINKS = 40;
const TARGET =
  /^[ \t>]*(?:\(([^()\n]{1,200})\)=|:(?:name|label):[ \t]*(\S{1,200})|\$\$ ?\(([\w:.-]{1,200})\))[ \t]*$/gm;
const MAX_TARGETS = 500;
const LABEL =
  /[@\\](?:page|subpage|section|subsection|subsubsection|anchor|defgroup|mainpage)[ \t]{1,9}([\w-]{1,100})|\{#([\w-]{1,100})\}/g;

/** Reads title, description and front matter of a page, and the site paths it links to. Takes well under a millisecond. */
export function readOutline(path: string, text: string): PageOutline {
  const frontmatter = readFrontmatter(text);
  const { body } = frontmatter;
  const data = frontmatter.raw === null ? otherFrontmatter(text) : frontmatter.data;
  const absoluteLinks = linksIn(body, ABSOLUTE_LINK, MAX_ABSOLUTE_LINKS);
  const relativeLinks = linksIn(body, RELATIVE_LINK, MAX_RELATIVE_LINKS);
  const slug = frontmatter.raw?.split("\n").findIndex((line) => /^(slug|id)\s*:/.test(line)) ?? -1;
  const targets = readTargets(body);
  return {
    path,
    data,
    absoluteLinks,
    relativeLinks,
    targets,
    labels: [...body.matchAll(LABEL)].slice(0, MAX_TARGETS).map(([, command, id]) => command ?? id ?? ""),
    tocTrees: readTocTrees(text, true),
    slugLine: slug < 0 ? null : slug + 2,
    ...describe(frontmatter),
  };
}

const MAX_OTHER = 64_000;

/** Front matter of Hugo that is no YAML: TOML between lines of `+++`, or JSON. */
function otherFrontmatter(text: string): Record<string, unknown> {
  const start = text
    .slice(0, MAX_OTHER)
    .replace(/^\uFEFF/, "")
    .replaceAll("\r\n", "\n");
  const mark = start.startsWith("+++\n") ? "\n+++" : start.startsWith("{\n") ? "\n}" : null;
  const end = mark === null ? -1 : start.indexOf(mark, 1);
  if (mark === null || end < 0) return {};
  if (mark === "\n+++") return readToml(start.slice("+++\n".length, end + 1));
  try {
    const data: unknown = JSON.parse(start.slice(0, end + mark.length));
    return typeof data === "object" && data !== null ? { ...data } : {};
  } catch {
    return {};
  }
}

function readTargets(body: string): string[] {
  if (!body.includes(")=") && !body.includes("$$") && !/:(?:name|label):/.test(body)) return [];
  const targets: string[] = [];
  for (const [, inBrackets, named, ofFormula] of body.matchAll(TARGET)) {
    targets.push(inBrackets ?? named ?? ofFormula ?? "");
    if (targets.length >= MAX_TARGETS) break;
  }
  return targets;
}

function linksIn(body: string, pattern: RegExp, max: number): string[] {
  const links: string[] = [];
  for (const match of body.matchAll(pattern)) {
    if (match[1]) links.push(match[1]);
    if (links.length >= max) break;
  }
  return links;
}

/** Title (front matter first, else the first h1), description and visibility of a page. */
export function describe(
  frontmatter: Frontmatter,
): Pick<PageOutline, "title" | "description" | "isHidden" | "isDraft"> {
  const { data } = frontmatter;
  return {
    title: textOf(data.title) ?? firstTitle(frontmatter.body),
    description: textOf(data.description),
    isHidden: [data.hidden, data.unlisted].includes(true),
    isDraft: data.draft === true || data.published === false,
  };
}

function firstTitle(body: string): string | null {
  const html = /^\s*<h1[^>]*>([^<]+)<\/h1>/i.exec(body)?.[1];
  if (html) return stripInlineMarkdown(html);
  return splitSections(body).find((section) => section.depth === 1)?.heading || null;
}

function textOf(value: unknown): string | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  return String(value).slice(0, MAX_TEXT).replace(/\s+/g, " ").trim() || null;
}

/** Of all sites together: some 50 MB. */
const MAX_OUTLINES = 50_000;

/** What this process has read, by the name of the text and the path. */
const outlines = new LastUsed<PageOutline>({ maxCount: MAX_OUTLINES });

/**
 * The outline of a page whose text this process has read before, for a job or for an index.
 *
 * @param name of its text, see `DocsReader.identify`
 */
export function cachedOutline(path: string, name: string): PageOutline | undefined {
  return outlines.get(`${name} ${path}`);
}

export function cacheOutline(outline: PageOutline, name: string): void {
  outlines.set(`${name} ${outline.path}`, outline);
}
