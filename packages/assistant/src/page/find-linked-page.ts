import { pathOf } from "@docsteward/docs/page/link-kind";
import { resolveLink } from "@docsteward/docs/resolve-link";
import { normalRoute } from "@docsteward/docs/site/page-routes";
import type { Site } from "@docsteward/docs/site/site";

/** Of a longer path only its end is looked for. */
const MAX_PARTS = 20;

/**
 * Finds the page that a link means, as evidence of what that page is about: as the site resolves it, else by the longest end
 * of the address that one page alone has. So links of sites count whose base path stands in code.
 */
export function findLinkedPage(site: Site, from: string, url: string): string | null {
  const resolved = resolveLink(site, from, url);
  if (resolved.kind === "page") return resolved.path;
  if (resolved.kind === "external" || resolved.kind === "asset") return null;
  const address = pathOf(url).replace(/^(?:\.{1,2}\/)+/, "");
  const parts = routeKey(address).split("/");
  const routes = routeEnds(site);
  for (let from = Math.max(0, parts.length - MAX_PARTS); from < parts.length; from += 1) {
    const page = routes.get(parts.slice(from).join("/"));
    if (page !== undefined) return page;
  }
  return null;
}

const known = new WeakMap<Site, Map<string, string | null>>();

/** From every end of a page's path to that page; null where several pages share it. */
function routeEnds(site: Site): Map<string, string | null> {
  const ends = known.get(site) ?? new Map<string, string | null>();
  if (known.has(site)) return ends;
  known.set(site, ends);
  for (const [route, file] of site.routes) {
    const parts = routeKey(route).split("/");
    for (let from = Math.max(0, parts.length - MAX_PARTS); from < parts.length; from += 1) {
      const end = parts.slice(from).join("/");
      const holder = ends.get(end);
      ends.set(end, holder === undefined || holder === file ? file : null);
    }
  }
  return ends;
}

function routeKey(route: string): string {
  return normalRoute(route)
    .slice(1)
    .replace(/(^|\/)_?index$/, "")
    .toLowerCase();
}
