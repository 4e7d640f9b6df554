import { normalRoute } from "./page-routes.ts";
import type { Site } from "./site.ts";

/** Fewer links that lead nowhere are faults, and no sign of pages that cannot be seen. */
const MIN_LOST = 10;
const MIN_LOST_WHERE_UNSURE = 3;
const MIN_LOST_OF_SITE = 30;
const MAX_LINKS = 20_000;
/** Of the links of a site that is understood, so many lead to its pages. */
const SURE = 0.9;

/** How many of the distinct addresses that pages link to, from the root of the site, lead to a page. */
export type LayoutShare = { links: number; found: number };

type Counts = { found: number; lost: number };
type Shares = { site: LayoutShare; areas: ReadonlyMap<string, Counts> };

const known = new WeakMap<Site, Shares>();

/**
 * Whether an address lies where most links of the site lead to nothing that can be seen: below a folder that the build writes,
 * or in a site whose layout is not understood. There a link to nothing is no fault of the page.
 */
export function isDoubtful(site: Site, path: string): boolean {
  if (!path.startsWith("/")) return false;
  const { areas, site: all } = sharesOf(site);
  const area = areas.get(areaOf(normalRoute(path)));
  if (area === undefined) return false;
  const share = area.found / (area.found + area.lost);
  return share < 0.5 && area.lost >= (isUnsure(all) ? MIN_LOST_WHERE_UNSURE : MIN_LOST);
}

/** The share of a site's own links that lead to its pages, and whether it is too low for its layout to be right. */
export function layoutShare(site: Site): LayoutShare & { isUnsure: boolean } {
  const { site: all } = sharesOf(site);
  return { ...all, isUnsure: isUnsure(all) };
}

function isUnsure({ links, found }: LayoutShare): boolean {
  return links - found >= MIN_LOST_OF_SITE && found < links * SURE;
}

function sharesOf(site: Site): Shares {
  const made = known.get(site);
  if (made) return made;
  const areas = new Map<string, Counts>();
  const total = { links: 0, found: 0 };
  for (const route of linkedRoutes(site)) {
    const isFound = site.routes.has(route);
    const area = areas.get(areaOf(route)) ?? { found: 0, lost: 0 };
    areas.set(areaOf(route), area);
    total.links += 1;
    if (isFound) total.found += 1;
    if (isFound) area.found += 1;
    else area.lost += 1;
  }
  const shares = { site: total, areas };
  known.set(site, shares);
  return shares;
}

/** Each address once, without files. */
function linkedRoutes({ pages, routes, redirects }: Site): Set<string> {
  const sent = new Set(redirects.map(normalRoute));
  const links = new Set<string>();
  for (const { absoluteLinks } of pages.values()) {
    for (const link of absoluteLinks) {
      if (links.size >= MAX_LINKS) return links;
      const route = normalRoute(link).replace(/(.)\/index$/, "$1");
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
