import { hasFileAt } from "./has-file-at.ts";
import { normalRoute } from "./page-routes.ts";
import { isBelow, joinPath, stemOf } from "./posix.ts";
import type { Site } from "./site.ts";

/** Parts of addresses under which generators list pages by tag, by date or by version. */
const LISTING = /^(category|tags|archive|authors|next|v?\d[\w.-]*)$/;

/** Whether a site path without a page may be served by something else: a file, a redirect, code, a generated page, another site. */
export function mayBeServed(site: Site, path: string): boolean {
  const route = normalRoute(path);
  if (isRedirected(site, route)) return true;
  const file = joinPath(site.root, route.slice(1)) ?? "";
  if (hasFileAt(site, file) || site.settings.isMadeByBuild(file)) return true;
  if (site.dialect === "mintlify")
    return site.folders.has(file) || site.navigation.entries.some((entry) => entry.target === "generated");
  if (site.isWhole && isOutsideAll(site, route)) return false;
  const parent = route.slice(0, route.lastIndexOf("/"));
  if (parent === "") return true;
  return ![...site.routes.keys()].some((known) => known.startsWith(`${parent}/`) && known !== route);
}

/** Whether a redirect of the site sends this path elsewhere; a `*` or `:name` part of its source stands for anything. */
export function isRedirected(site: Site, route: string): boolean {
  return site.redirects.some((source) => {
    const parts = normalRoute(source).split("/");
    const given = route.split("/");
    const open = parts.findIndex((part) => part.startsWith(":") || part.includes("*"));
    if (open < 0) return parts.join("/") === given.join("/");
    return parts.slice(0, open).every((part, index) => part === given[index]) && given.length >= open;
  });
}

/**
 * Whether a path lies among the site's own pages, or where nothing in the repository could answer. VitePress and Docusaurus
 * refuse such a link when they build; elsewhere that is only sure below where the pages are.
 */
function isOutsideAll(site: Site, route: string): boolean {
  const { dialect, routeBase, pages, settings } = site;
  if (dialect === "plain" || settings.isNamedInConfiguration("rewrites")) return false;
  const [first = "", ...rest] = route.slice(1).split("/");
  if (rest.some((part) => LISTING.test(part)) || [...pages.keys()].some((path) => path.includes("["))) return false;
  const { areas, names } = groundOf(site);
  const isOurs = routeBase === `/${first}` || (routeBase === "" && areas.has(first));
  if (isOurs) return rest.length > 0;
  const isWholeDomain = ["vitepress", "docusaurus", "mkdocs"].includes(dialect) || routeBase === "";
  return isWholeDomain && !names.has(first.toLowerCase()) && !settings.isNamedInConfiguration(first);
}

type Ground = {
  /** First parts of addresses below which pages lie. */
  areas: ReadonlySet<string>;
  /** What folders and files are called, without ending, in lower case: what answers to an address is named after it. */
  names: ReadonlySet<string>;
};

const grounds = new WeakMap<Site, Ground>();

function groundOf(site: Site): Ground {
  const known = grounds.get(site);
  if (known) return known;
  const areas = [...site.routes.keys()].flatMap((route) => route.split("/").slice(1, -1)[0] ?? []);
  // The folder of the pages is called something too, and answers to nothing by it.
  const folders = [...site.folders]
    .filter((folder) => !isBelow(`${site.root}/`, folder))
    .map((folder) => folder.slice(folder.lastIndexOf("/") + 1));
  const files = [...site.otherFiles].map((path) =>
    stemOf(path.slice(path.lastIndexOf("/") + 1)).replace(/\.[^.]+$/, ""),
  );
  const ground = { areas: new Set(areas), names: new Set([...folders, ...files].map((name) => name.toLowerCase())) };
  grounds.set(site, ground);
  return ground;
}
