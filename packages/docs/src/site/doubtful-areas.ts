import { normalRoute } from "./page-routes.ts";
import type { Dialect, Site } from "./site.ts";

/** Fewer links that lead nowhere are faults, and no sign of pages that cannot be seen. */
const MIN_LOST = 10;
const MAX_LINKS = 20_000;
/** Books are written whole: their builds make no pages. */
const WRITTEN_WHOLE: ReadonlySet<Dialect> = new Set<Dialect>(["gitbook", "mdbook"]);

type Counts = { found: number; lost: number };

const known = new WeakMap<Site, ReadonlyMap<string, Counts>>();

/**
 * Whether an address lies in a folder of addresses of which the site's pages name many that cannot be seen, more than those
 * that can: the build writes them. There a link to nothing is no fault of the page.
 */
export function isDoubtful(site: Site, path: string): boolean {
  if (!path.startsWith("/") || WRITTEN_WHOLE.has(site.dialect)) return false;
  const areas = known.get(site) ?? countAreas(site);
  known.set(site, areas);
  const area = areas.get(areaOf(normalRoute(path)));
  return area !== undefined && area.lost >= MIN_LOST && area.lost > area.found;
}

function countAreas(site: Site): Map<string, Counts> {
  const areas = new Map<string, Counts>();
  for (const route of linkedRoutes(site)) {
    const area = areas.get(areaOf(route)) ?? { found: 0, lost: 0 };
    areas.set(areaOf(route), area);
    if (site.routes.has(route)) area.found += 1;
    else area.lost += 1;
  }
  return areas;
}

/** Each address once, without files. */
function linkedRoutes({ pages, routes, redirects, hostBase }: Site): Set<string> {
  const sent = new Set(redirects.map(({ from }) => normalRoute(from)));
  const links = new Set<string>();
  for (const { absoluteLinks } of pages.values()) {
    for (const link of absoluteLinks) {
      if (links.size >= MAX_LINKS) return links;
      const own = link.startsWith(`${hostBase}/`) ? link.slice(hostBase.length) : link;
      const route = normalRoute(own).replace(/(.)\/index$/, "$1");
      const isFile = /\.[a-z0-9]{2,5}$/i.test(route) && !routes.has(route);
      if (!isFile && !sent.has(route)) links.add(route);
    }
  }
  return links;
}

/** The folder of an address. */
function areaOf(route: string): string {
  return route.slice(0, route.lastIndexOf("/"));
}
