import { isPageFile } from "@docsteward/contract/docs-files";
import type { Procedure } from "./procedure.ts";
import { below, endingOf, folderOf, joinPath, nameOf, relativePath, type Site, stemOf, withoutEnding } from "./site.ts";
import { changedAnchors } from "./text/headings.ts";
import { findTargets } from "./text/link-targets.ts";
import { type EditedFiles, editFiles, type Found, grep, grepAny, literal } from "./tools.ts";

type Linkers = { pages: string[]; isCut: boolean };

const MAX_FOLDERS = 30;

/**
 * Pages whose text may hold a link to a page, by what such a link must contain. When there are more matches than a search
 * gives, searches more narrowly, and then folder by folder.
 */
export function* findLinkers(page: string, site: Site): Procedure<Linkers> {
  const stem = nameOf(stemOf(page));
  const name = literal(stem || nameOf(withoutEnding(page))).replace(/ /g, "( |%20)");
  const say = `Looking for links to ${page}.`;
  const wide = yield* grep(
    stem === "" ? `[("']/?(${name}|[)"'#])` : `(^|[^[:alnum:]_-])${name}($|[^[:alnum:]_-])`,
    say,
  );
  if (!wide.isCut) return toLinkers([wide]);

  const address = `(\\]\\(|\\]:|["'<])[^)"'<>: ]*${stem === "" ? "" : name}(\\.mdx?|\\.html|/)?(\\]|[)"'#?> ]|$)`;
  const narrow = yield* grep(address, "Too many matches. Checking URLs only.");
  if (!narrow.isCut) return toLinkers([narrow]);

  const folders = [...new Set(site.pages.map((path) => topFolder(path, site.root)))];
  const parts: Found[] = [];
  for (const folder of folders.slice(0, MAX_FOLDERS)) parts.push(yield* grep(address, "", folder));
  const linkers = toLinkers([narrow, ...parts]);
  return { ...linkers, isCut: parts.some(({ isCut }) => isCut) || folders.length > MAX_FOLDERS };
}

/** The first folder on the way to a page, below the site's root; a page that stands at the top is its own. */
function topFolder(path: string, root: string): string {
  const rest = below(root, path);
  return joinPath(rest === undefined ? "" : root, (rest ?? path).split("/")[0] ?? "");
}

function toLinkers(found: readonly Found[]): Linkers {
  return { pages: [...new Set(found.flatMap(({ paths }) => paths))].filter(isPageFile), isCut: false };
}

/**
 * Updates links to headings whose text has just changed, since a heading's anchor is made of its text.
 *
 * @returns paths of the pages with such links
 */
export function* updateAnchors(edited: EditedFiles<unknown>, site: Site): Procedure<string[]> {
  const moved = new Map<string, Map<string, string>>();
  for (const [page, { before, after }] of edited.changed) {
    const anchors = isPageFile(page) ? changedAnchors(before, after) : new Map<string, string>();
    if (anchors.size > 0) moved.set(page, anchors);
  }
  if (moved.size === 0) return [];
  const slugs = [...new Set([...moved.values()].flatMap((anchors) => [...anchors.keys()]))];
  const found = yield* grepAny(
    slugs.map((slug) => `#${literal(slug)}`),
    "Headings changed. Looking for links to their old anchors.",
  );
  const plan = (path: string, text: string) => ({
    splices: findTargets(text).flatMap(({ value, start, end }) => {
      const anchor = decodeAddress(splitAddress(value)?.anchor.slice(1) ?? "");
      const [, anchors] = [...moved].find(([page, map]) => map.has(anchor) && linksTo(value, path, page, site)) ?? [];
      const now = anchors?.get(anchor);
      return now === undefined ? [] : [{ start, end, text: value.replace(/#.*$/s, `#${now}`) }];
    }),
  });
  const updated = yield* editFiles(found.paths.filter(isPageFile), plan, {
    read: "Reading the pages that link there.",
    edit: "Updating the links to the headings.",
  });
  return [...updated.changed.keys()];
}

type Address = { path: string; query: string; anchor: string };

/** Takes an address apart; undefined for one that leaves the site. */
export function splitAddress(value: string): Address | undefined {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(value) || value.trim() === "") return undefined;
  const [, path = "", query = "", anchor = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(value) ?? [];
  return { path: decodeAddress(path), query, anchor };
}

/** Whether an address in the page `from` points at `page`. An anchor alone points at the page it stands in. */
export function linksTo(value: string, from: string, page: string, site: Site): boolean {
  const address = splitAddress(value);
  if (address === undefined) return false;
  if (address.path === "") return from === page && address.anchor !== "";
  const clean = address.path.replace(/\.html$/, "");
  if (!clean.startsWith("/")) return names(joinPath(folderOf(from), clean), page);
  const root = rootOf(clean, page, site);
  return root !== undefined && names(joinPath(root, clean), page);
}

/** Whether a path, with or without its ending, is that of a page. */
function names(path: string, page: string): boolean {
  return endingOf(path) === "" ? stemOf(path) === stemOf(page) : path === page;
}

/** The first root below which an absolute address leads to a page, `page` itself among them. */
function rootOf(path: string, page: string, site: Site): string | undefined {
  return site.roots.find((root) => {
    const whole = joinPath(root, path);
    return names(whole, page) || namesOf(site.pages).has(endingOf(whole) === "" ? stemOf(whole) : whole);
  });
}

const namesByPages = new WeakMap<readonly string[], ReadonlySet<string>>();

function namesOf(pages: readonly string[]): ReadonlySet<string> {
  const known = namesByPages.get(pages) ?? new Set(pages.flatMap((page) => [page, stemOf(page)]));
  namesByPages.set(pages, known);
  return known;
}

/**
 * Rewrites an address so that it points at another page, in the form it had: absolute or relative, with or without ending.
 *
 * @param from the page that the address stands in, after the change
 * @param old the page that the address points at now
 */
export function retarget(
  value: string,
  from: string,
  { old, page }: { old: string; page: string },
  site: Site,
): string {
  const address = splitAddress(value);
  if (address === undefined || address.path === "") return value;
  const { path, query, anchor } = address;
  const shaped = endingOf(path) !== "" ? page : isFolderForm(path, page) ? stemOf(page) : withoutEnding(page);
  const slash = path.endsWith("/") && endingOf(path) === "" ? "/" : "";
  if (path.startsWith("/")) {
    const roots = [rootOf(path.replace(/\.html$/, ""), old, site) ?? site.root, ...site.roots];
    const root = roots.find((candidate) => below(candidate, shaped) !== undefined || shaped === candidate) ?? "";
    const rest = shaped === root ? "" : (below(root, shaped) ?? shaped);
    return `${encode(`/${rest}`, value)}${rest === "" ? "" : slash}${query}${anchor}`;
  }
  const relative = relativePath(folderOf(from), shaped) || ".";
  const dotted = path.startsWith("./") && !relative.startsWith(".") ? `./${relative}` : relative;
  return `${encode(dotted, value)}${slash}${query}${anchor}`;
}

/** A link without `index` goes to a page that is its folder's own; any other page keeps its whole path. */
function isFolderForm(path: string, page: string): boolean {
  return !/(?:^|\/)(?:index|readme)$/i.test(path) && /(?:^|\/)(?:index|readme)$/i.test(withoutEnding(page));
}

/** An address without its percent escapes; unchanged when they are broken. */
function decodeAddress(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A stray percent sign: the address is what it is.
    return path;
  }
}

const encode = (path: string, like: string) => (like.includes("%") || /\s/.test(path) ? encodeURI(path) : path);
