import { normalRoute } from "@docsteward/docs/site/page-routes";
import type { Retriever } from "../retriever/retriever.ts";
import type { IndexedPage } from "./indexed-page.ts";

/**
 * Finds the page that somebody names: by its path on the site in any of its spellings (`guide/ssr/`, `/guide/ssr.md#setup`,
 * `/guide/index`), by its address, or by its file in the repository.
 *
 * @param siteUrl where readers find the site, when that is known: what its address has before the paths is left off
 */
export function findPage(retriever: Retriever, named: string, siteUrl: string | null = null): IndexedPage | null {
  const address = named.trim();
  const isAddress = /^[a-z][a-z0-9+.-]*:\/\//i.test(address);
  const path = isAddress ? pathOf(address, siteUrl) : address.replace(/[?#].*$/s, "");
  const route = normalRoute(path);
  const found = retriever.pageAt(route) ?? retriever.pageAt(normalRoute(route.replace(/\/(?:index|readme)$/i, "")));
  if (found || isAddress) return found ?? null;
  for (const page of retriever.pages()) if (page.file === address) return page;
  return null;
}

function pathOf(address: string, siteUrl: string | null): string {
  const path = URL.parse(address)?.pathname ?? "/";
  const base = siteUrl === null ? "" : (URL.parse(siteUrl)?.pathname.replace(/\/$/, "") ?? "");
  return base !== "" && path.startsWith(`${base}/`) ? path.slice(base.length) : path;
}
