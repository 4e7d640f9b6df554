import type { PageOutline } from "../page/read-outline.ts";
import { findRoutes, normalRoute } from "./page-routes.ts";
import { isBelow } from "./posix.ts";
import type { Dialect, Section } from "./site.ts";

const CONTENT_FOLDERS = new Set(["docs", "doc", "documentation", "pages", "content", "src", "site", "website"]);
/** Folders of Docusaurus with pages of their own addresses: older versions, translations, posts. */
const BESIDE_THE_DOCS = /(^|\/)(versioned_docs|i18n|blog)\//;
const MAX_ROOTS = 12;
const MAX_DEPTH = 20;
const MAX_LINKS = 2_000;

/**
 * Chooses, of the layouts that a site may have, the one under which most of its own links lead to a page; the first of those
 * that are equal.
 */
export function chooseLayout(
  pages: readonly PageOutline[],
  dialect: Dialect,
  layouts: readonly (readonly Section[])[],
): readonly Section[] {
  const [first = []] = layouts;
  if (layouts.length < 2) return first;
  const links = absoluteLinks(pages);
  let best = { layout: first, hits: -1 };
  for (const [at, routes] of routesOfLayouts(pages, dialect, layouts).entries()) {
    const hits = links.filter((link) => routes(link)).length;
    if (hits > best.hits) best = { layout: layouts[at] ?? first, hits };
  }
  return best.layout;
}

/** Tests of whether a layout answers to an address. Layouts of one section that differ in the base alone share their addresses. */
function routesOfLayouts(
  pages: readonly PageOutline[],
  dialect: Dialect,
  layouts: readonly (readonly Section[])[],
): ((link: string) => boolean)[] {
  const byRoot = new Map<string, Set<string>>();
  const routesOf = (sections: readonly Section[]) =>
    new Set(pages.flatMap((page) => findRoutes(page, { dialect, sections })));
  return layouts.map((sections) => {
    const [only, ...rest] = sections;
    if (only === undefined || rest.length > 0 || only.suffixes) {
      const routes = routesOf(sections);
      return (link) => routes.has(link);
    }
    const { root, routeBase } = only;
    const routes = byRoot.get(root) ?? routesOf([{ ...only, routeBase: "" }]);
    byRoot.set(root, routes);
    return (link) => {
      if (routeBase !== "" && link !== routeBase && !link.startsWith(`${routeBase}/`)) return false;
      return routes.has(link.slice(routeBase.length) || "/");
    };
  });
}

function absoluteLinks(pages: readonly PageOutline[]): string[] {
  const links = new Set<string>();
  for (const page of pages) {
    for (const link of page.absoluteLinks) {
      if (links.size >= MAX_LINKS) return [...links];
      links.add(normalRoute(link).replace(/(.)\/index$/, "$1"));
    }
  }
  return [...links];
}

/**
 * The layouts that a site may have whose configuration does not tell: likely folders of pages, each with likely beginnings of
 * addresses.
 *
 * @param fixedRoot the folder where it is known
 */
export function likelyLayouts(
  allPages: readonly PageOutline[],
  dialect: Dialect,
  fixedRoot: string | null,
): Section[][] {
  const pages = dialect === "docusaurus" ? allPages.filter(({ path }) => !BESIDE_THE_DOCS.test(path)) : allPages;
  return (fixedRoot === null ? possibleRoots(pages) : [fixedRoot]).flatMap((root) =>
    possibleBases(dialect, root).map((routeBase) => [{ root, routeBase }]),
  );
}

/** Likely roots, the likeliest first: the conventional content folders that hold most pages, then what all pages share. */
function possibleRoots(pages: readonly PageOutline[]): string[] {
  const counts = new Map<string, number>();
  for (const { path } of pages) {
    const parts = path.split("/").slice(0, -1);
    for (let length = 1; length <= Math.min(parts.length, MAX_DEPTH); length++) {
      if (!CONTENT_FOLDERS.has(parts[length - 1]?.toLowerCase() ?? "")) continue;
      const folder = parts.slice(0, length).join("/");
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  const shared = sharedFolder(pages.map(({ path }) => path));
  const isInside = (folder: string) => folder === shared || isBelow(folder, shared);
  const named = [...counts].filter(([folder, count]) => isInside(folder) && count * 2 > pages.length);
  named.sort(([a, countA], [b, countB]) => countB - countA || a.length - b.length);
  return [...new Set([...named.map(([folder]) => folder), shared, ...counts.keys(), ""])].slice(0, MAX_ROOTS);
}

function possibleBases(dialect: Dialect, root: string): string[] {
  const own = `/${root.split("/").at(-1)}`;
  if (dialect === "docusaurus" || dialect === "fumadocs") return [...new Set(["/docs", "", own])];
  const hasBase = dialect === "plain" || dialect === "nextra" || dialect === "hugo";
  return hasBase && root !== "" ? ["", own] : [""];
}

function sharedFolder(paths: readonly string[]): string {
  let shared = paths[0]?.split("/").slice(0, -1) ?? [];
  for (const path of paths) {
    const parts = path.split("/").slice(0, -1);
    const differs = shared.findIndex((part, index) => part !== parts[index]);
    if (differs >= 0) shared = shared.slice(0, differs);
  }
  return shared.join("/");
}
