import { normalRoute } from "@docsteward/docs/site/page-routes";
import type { Retriever } from "../retriever/retriever.ts";
import type { IndexedPage } from "./indexed-page.ts";

/**
 * Finds the page that a user or model names: by its path on the site in any spelling (`guide/ssr/`, `/guide/ssr.md#setup`,
 * `/guide/index`), by its address, or by its file in the repository.
 *
 * @param siteUrl where readers find the site, when that is known: what its address has before the paths is left off
 */
export function findPage(retriever: Retriever, named: string, siteUrl: string | null = null): IndexedPage | null {
  const name = named.trim();
  // An address may hold none of these, and its parser would leave them out.
  if (name === "" || /\p{Cc}/u.test(name)) return null;
  const route = normalRoute(toSitePath(siteUrl, name));
  const found = retriever.pageAt(route) ?? retriever.pageAt(normalRoute(route.replace(/\/(?:index|readme)$/i, "")));
  return found ?? retriever.pageOfFile(name) ?? null;
}

/**
 * The path of a page on its site, from what a web page says of itself: a path or an address, perhaps with an anchor, and below
 * the folder that the site is served from.
 */
export function toSitePath(siteUrl: string | null, said: string): string {
  const base = siteUrl ?? "https://site.invalid";
  if (!URL.canParse(said, base)) return said;
  const { pathname } = new URL(said, base);
  const prefix = new URL(base).pathname.replace(/\/$/, "");
  const below = prefix !== "" && `${pathname}/`.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname;
  return withoutLastSlashes(decode(below)) || "/";
}

function decode(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    // A stray percent sign belongs to the path.
    return path;
  }
}

/** Where readers find a page: its address when the site's is known, else its path on the site; with the anchor, if any. */
export function pageUrl(siteUrl: string | null, { path, anchor }: { path: string; anchor: string | null }): string {
  const base = siteUrl === null ? "" : withoutLastSlashes(siteUrl);
  return `${base}${encodeURI(path)}${anchor === null ? "" : `#${encodeURIComponent(anchor)}`}`;
}

function withoutLastSlashes(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === "/") end -= 1;
  return text.slice(0, end);
}
