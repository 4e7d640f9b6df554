import type { PageOutline } from "../page/read-outline.ts";
import { isBelow, stemOf } from "./posix.ts";
import type { Site } from "./site.ts";

type RouteContext = Pick<Site, "dialect" | "root" | "routeBase">;

const NUMBER_PREFIX = /^\d+\s*[-_.]+\s*(?=[^-_.\s\d])/;
const INDEX_NAMES: Record<Site["dialect"], string[]> = {
  mintlify: ["index"],
  docusaurus: ["index", "readme"],
  nextra: ["index", "page"],
  fumadocs: ["index"],
  mkdocs: ["index", "readme"],
  vitepress: ["index"],
  // Hugo calls the page of a folder `_index`.
  plain: ["index", "readme", "_index"],
};

/**
 * The paths at which a page appears on the site, the canonical one first; none for partials and pages outside the site's
 * folder. No trailing slash, `/` for the root.
 */
export function pageRoutes(page: PageOutline, ground: RouteContext): readonly string[] {
  const known = routesOfPages.get(page);
  if (known && isSameGround(known.ground, ground)) return known.routes;
  const routes = findRoutes(page, ground);
  routesOfPages.set(page, { ground, routes });
  return routes;
}

/** Asked for every page by several rules, and of a page that did not change again in each check. */
const routesOfPages = new WeakMap<PageOutline, { ground: RouteContext; routes: string[] }>();

function isSameGround(a: RouteContext, b: RouteContext): boolean {
  return a.dialect === b.dialect && a.root === b.root && a.routeBase === b.routeBase;
}

function findRoutes(page: PageOutline, ground: RouteContext): string[] {
  const { dialect, root, routeBase } = ground;
  if (!isBelow(page.path, root) || isPartial(page.path, ground)) return [];
  const parts = stemOf(root === "" ? page.path : page.path.slice(root.length + 1)).split("/");
  const slug = dialect === "docusaurus" && typeof page.data.slug === "string" ? page.data.slug : null;
  const named = nameParts(page, parts, dialect);
  const last = named.at(-1) ?? "";
  const isIndex =
    INDEX_NAMES[dialect].includes(last.toLowerCase()) ||
    (dialect === "docusaurus" && named.length > 1 && last.toLowerCase() === named.at(-2)?.toLowerCase());
  const own = isIndex ? named.slice(0, -1) : named;
  const routes = [toRoute(routeBase, own), toRoute(routeBase, named)];
  if (slug === null) return [...new Set(routes)];
  return [slug.startsWith("/") ? toRoute(routeBase, [slug]) : toRoute(routeBase, [...named.slice(0, -1), slug])];
}

/** Whether a page is a piece for other pages to include, with no path of its own. */
export function isPartial(path: string, { dialect, root }: RouteContext): boolean {
  const rel = root !== "" && isBelow(path, root) ? path.slice(root.length + 1) : path;
  if (dialect === "mintlify") return /^_?snippets\//.test(rel);
  if (dialect === "plain" && /(^|\/)_index\.mdx?$/i.test(rel)) return false;
  return /(^|\/)[_.][^/]+$/.test(rel) || /(^|\/)_(partials|includes|snippets|components)\//.test(rel);
}

function nameParts(page: PageOutline, parts: string[], dialect: Site["dialect"]): string[] {
  if (dialect === "nextra" || dialect === "fumadocs") return parts.filter((part) => !/^\(.*\)$/.test(part));
  if (dialect !== "docusaurus") return parts;
  const named = parts.map((part) => part.replace(NUMBER_PREFIX, ""));
  const { id } = page.data;
  return typeof id === "string" && !id.includes("/") ? [...named.slice(0, -1), id] : named;
}

function toRoute(base: string, parts: string[]): string {
  return normalRoute(`${base}/${parts.join("/")}`);
}

/** A site path in one form: decoded, one slash between parts, no `.html`, no trailing slash. */
export function normalRoute(route: string): string {
  const path = `/${decode(route)}`.replace(/\/{2,}/g, "/").replace(/\.(?:html?|mdx?)$/i, "");
  return path.length > 1 ? path.replace(/\/$/, "") : path;
}

/** Percent-decodes an address; one that is not well formed stays as it is. */
export function decode(address: string): string {
  if (!address.includes("%")) return address;
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
