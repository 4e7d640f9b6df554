import type { Site } from "./open-site.ts";
import { below, endingOf, folderOf, joinPath, relativePath, stemOf, withoutEnding } from "./paths.ts";

export type Address = { path: string; query: string; anchor: string };

/** Takes an address apart; undefined for one that leaves the site. */
export function splitAddress(value: string): Address | undefined {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(value) || value.trim() === "") return undefined;
  const [, path = "", query = "", anchor = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(value) ?? [];
  return { path: decodeAddress(path), query, anchor };
}

/** Whether an address in the page `from` points at `page`. An anchor alone points at the page it stands in. */
export function pointsAt(value: string, from: string, page: string, site: Site): boolean {
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

/** An address without its percent escapes; as it is when they are broken. */
export function decodeAddress(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A stray percent sign: the address is what it is.
    return path;
  }
}

const encode = (path: string, like: string) => (like.includes("%") || /\s/.test(path) ? encodeURI(path) : path);
