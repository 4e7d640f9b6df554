import { normalRoute } from "@docsteward/docs/site/page-routes";
import type { Retriever } from "../retriever/retriever.ts";
import type { IndexedPage } from "./indexed-page.ts";
import { toSitePath } from "./to-site-path.ts";

/**
 * Finds the page that somebody names: by its path on the site in any of its spellings (`guide/ssr/`, `/guide/ssr.md#setup`,
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
  if (found) return found;
  for (const page of retriever.pages()) if (page.file === name) return page;
  return null;
}
