import { bodyOf, type Frontmatter, readFrontmatter } from "@docsteward/docs/page/read-frontmatter";
import { sitePath } from "@docsteward/docs/read-site";
import { type PageEdition, pageEdition as siteEdition } from "@docsteward/docs/site/page-edition";
import type { NavigationEntry, Site } from "@docsteward/docs/site/site";
import { createFinder, cutPieces, HTML_COMMENT, MDX_COMMENT, splitFences } from "@docsteward/text/markdown/scanner";
import { splitIntoChunks } from "./chunks.ts";
import type { IndexedPage } from "./indexed-page.ts";
import { readLinks } from "./links.ts";

/**
 * Makes a page of the index from a file's text and its place in the site. Runs nothing of it: MDX is read as text.
 *
 * Besides the file, the answer depends on the site's navigation and on which pages there are, by which links are resolved.
 *
 * @param site the state of the site that the text belongs to
 * @returns null for what no reader should find: hidden pages, drafts, partials, and what lies outside the site
 */
export function readIndexedPage(site: Site, file: { path: string; text: string }): IndexedPage | null {
  const outline = site.pages.get(file.path);
  const path = sitePath(site, file.path);
  if (outline === undefined || path === null || outline.isHidden || outline.isDraft) return null;
  const { data } = outline;
  if (isLeftOut(data)) return null;
  const body = bodyOf(file.text);
  const title = outline.title ?? titleOfPath(path);
  const chunks = splitIntoChunks(readableBody(body), title, site.dialect);
  const { description } = outline;
  return {
    file: file.path,
    path,
    title,
    description,
    ...pageEdition(site, file.path),
    tags: textsOf(data.tags),
    groups: pageGroups(site, file.path),
    readers: pageReaders(readFrontmatter(file.text)),
    keywords: textsOf(data.keywords),
    boost: boostOf(data),
    links: readLinks(site, file.path, body),
    chunks: chunks.length > 0 ? chunks : [{ seq: 0, headings: [], anchor: null, text: description ?? title }],
  };
}

/** Front matter by which the search of some site generator leaves a page out. */
function isLeftOut({ search, noindex, pagefind }: Record<string, unknown>): boolean {
  return search === false || noindex === true || pagefind === false || propertyOf(search, "exclude") === true;
}

const MAX_BOOST = 10;

function boostOf({ boost, search }: Record<string, unknown>): number {
  const value = boost ?? propertyOf(search, "boost");
  return typeof value === "number" && value > 0 ? Math.min(value, MAX_BOOST) : 1;
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** `/guide/getting-started` is called "Getting started". */
function titleOfPath(path: string): string {
  const name = path
    .slice(path.lastIndexOf("/") + 1)
    .replace(/[-_]+/g, " ")
    .trim();
  return name === "" ? "Home" : `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** Vue blocks of a VitePress page. */
const UNSEEN_ELEMENTS = ["script", "style"];
const EXPORT = /^export\s+(?:default|const|let|var|function|async|class|type|interface|\{|\*)/;

/**
 * The text of a page that a reader sees: without imports, exports, scripts and comments. Code fences stay as they are, and so
 * does inline code, in which a comment or a script is what the page speaks of.
 */
export function readableBody(body: string): string {
  return splitFences(body)
    .map(({ fence, text }) => (fence ? text : withoutExports(withoutImports(withoutUnseen(text)))))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function withoutUnseen(text: string): string {
  return cutPieces(text, [HTML_COMMENT, MDX_COMMENT], UNSEEN_ELEMENTS, { keepsCode: true });
}

/** An import may go on over lines until the name of its module, but over no empty line. */
function withoutImports(text: string): string {
  const findQuote = createFinder(text, '"');
  const findSingle = createFinder(text, "'");
  const findGap = createFinder(text, "\n\n");
  const nextQuote = (from: number) => {
    const [double, single] = [findQuote(from), findSingle(from)];
    return double < 0 || (single >= 0 && single < double) ? single : double;
  };
  /** Where the text before the last quote that was looked at ends with `from`; many imports may look at the same one. */
  let lead = { quote: -1, start: -1 };
  const leadOf = (quote: number) => {
    if (lead.quote !== quote) lead = { quote, start: startOfFrom(text, quote) };
    return lead.start;
  };
  const kept: string[] = [];
  let from = 0;
  for (let line = 0; line < text.length; line = nextLine(text, line)) {
    if (line < from || !text.startsWith("import", line) || !/\s/.test(text[line + 6] ?? "")) continue;
    const quote = nextQuote(line + 7);
    const gap = findGap(line + 6);
    if (quote < 0 || (gap >= 0 && gap < quote)) continue;
    const end = quote === line + 7 || leadOf(quote) >= line + 6 ? endOfModule(text, quote) : -1;
    if (end < 0) continue;
    kept.push(text.slice(from, line));
    from = end;
  }
  return kept.join("") + text.slice(from);
}

/** The blank before a `from` that is all that stands right before a place; -1 without one. */
function startOfFrom(text: string, place: number): number {
  let at = place - 1;
  while (/\s/.test(text[at] ?? "")) at -= 1;
  const isFrom = at < place - 1 && text.startsWith("from", at - 3) && /\s/.test(text[at - 4] ?? "");
  return isFrom ? at - 4 : -1;
}

/** Where the line ends on which a module is named, when nothing else stands behind the name; -1 otherwise. */
function endOfModule(text: string, quote: number): number {
  const name = /["'][^"'\n]+["'];?[ \t]*(?=\n|$)/y;
  name.lastIndex = quote;
  return name.test(text) ? name.lastIndex : -1;
}

/** A declaration ends where a blank line follows, as in MDX. */
function withoutExports(text: string): string {
  if (!/^export\s/m.test(text)) return text;
  const lines = text.split("\n");
  const kept: string[] = [];
  let isInside = false;
  for (const [index, line] of lines.entries()) {
    if (isInside && line.trim() === "" && index < lines.length - 1) isInside = false;
    else if (!isInside && line.startsWith("export") && opensExport(lines, index)) {
      isInside = true;
      kept.push("");
      continue;
    }
    if (!isInside) kept.push(line);
  }
  return kept.join("\n");
}

function opensExport(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? "";
  return EXPORT.test(line) || (line.trim() === "export" && EXPORT.test(`export ${lines[index + 1] ?? ""}`));
}

function nextLine(text: string, line: number): number {
  const end = text.indexOf("\n", line);
  return end < 0 ? text.length : end + 1;
}

/** The Markdown of a page's file as a reader may have it: without front matter, imports, exports and comments. */
export function toPageMarkdown(text: string): string {
  return readableBody(bodyOf(text));
}

type Edition = Pick<PageEdition, "version" | "language" | "isAside"> & { original?: string };

/**
 * Tells version and language of a page by its front matter, else by the navigation, else as the site does, and the page that it is
 * an edition of.
 */
function pageEdition(site: Site, file: string): Edition {
  const data = site.pages.get(file)?.data ?? {};
  const listed = listedEdition(site, file);
  const { version, language, isAside, original } = siteEdition(site, file);
  const named = firstText(data.lang, data.language, data.locale) ?? listed.language;
  return {
    version: firstText(data.version) ?? listed.version ?? version,
    language: named?.toLowerCase() ?? language,
    isAside,
    ...(original !== file && { original }),
  };
}

function firstText(...values: unknown[]): string | null {
  const value = values.find((one) => typeof one === "string" || typeof one === "number");
  return value === undefined ? null : String(value).trim() || null;
}

/** The groups of a page: those that its front matter names, and those that the navigation lists it in. */
function pageGroups(site: Site, file: string): string[] {
  const listed = navigationOf(site);
  const groups = listed.entries.get(file)?.flatMap(({ groups = [] }) => groups) ?? [];
  const above = foldersAbove(file).flatMap((folder) => listed.folders.get(folder) ?? []);
  const folders = above.sort((a, b) => a.place - b.place).map(({ title }) => title);
  return [...new Set([...textsOf(site.pages.get(file)?.data.groups), ...groups, ...folders])];
}

/**
 * The groups that a page's front matter restricts it to; none when it restricts nothing.
 *
 * @returns null when the front matter is broken or its groups are no names: a mistake must not open a page
 */
function pageReaders({ data, problem }: Pick<Frontmatter, "data" | "problem">): string[] | null {
  if (problem !== null) return null;
  const { groups } = data;
  if (groups === undefined || groups === null || groups === "") return [];
  if (Array.isArray(groups) && groups.length === 0) return [];
  const named = textsOf(groups);
  return named.length > 0 ? named : null;
}

/** The edition that the navigation lists a page for, where it lists it for one alone. */
function listedEdition(site: Site, file: string): Pick<NavigationEntry, "version" | "language"> {
  const entries = navigationOf(site).entries.get(file) ?? [];
  const only = (values: (string | undefined)[]) => (new Set(values).size === 1 ? values[0] : undefined);
  return {
    version: only(entries.map(({ version }) => version)),
    language: only(entries.map(({ language }) => language)),
  };
}

/** The texts of a front matter value: a list, or one text with commas. */
function textsOf(value: unknown): string[] {
  const values = typeof value === "string" ? value.split(",") : Array.isArray(value) ? value : [];
  const texts = values.map((one) => (typeof one === "string" || typeof one === "number" ? String(one).trim() : ""));
  return [...new Set(texts.filter((text) => text !== ""))];
}

type ListedPages = {
  entries: Map<string, NavigationEntry[]>;
  folders: Map<string, { title: string; place: number }[]>;
};
const known = new WeakMap<Site, ListedPages>();

function navigationOf(site: Site): ListedPages {
  const made = known.get(site);
  if (made) return made;
  const entries = Map.groupBy(
    site.navigation.entries.filter(({ target }) => target === "page"),
    ({ path }) => path ?? "",
  );
  const titled = site.navigation.entries.flatMap(({ target, path, title }, place) =>
    target === "folder" && path && title ? [{ path, title, place }] : [],
  );
  const folders = Map.groupBy(titled, ({ path }) => path);
  const listed = { entries, folders };
  known.set(site, listed);
  return listed;
}

function foldersAbove(file: string): string[] {
  const folders: string[] = [];
  for (let slash = file.indexOf("/"); slash >= 0; slash = file.indexOf("/", slash + 1))
    folders.push(file.slice(0, slash));
  return folders;
}
