import { isNavigationFile, isPageFile } from "@docsteward/contract/docs-files";
import type { DocsReader } from "./docs-reader.ts";
import { foldersOf } from "./navigation/navigation-context.ts";
import { NAVIGATION_CODE, readNavigation } from "./navigation/read-navigation.ts";
import { cachedOutline, cacheOutline, type PageOutline, readOutline } from "./page/read-outline.ts";
import { detectDialect, findVitepressRoot } from "./site/detect-dialect.ts";
import { findBase } from "./site/find-base.ts";
import { isPartial, pageRoutes } from "./site/page-routes.ts";
import { isBelow } from "./site/posix.ts";
import { readDocusaurusVersions } from "./site/read-docusaurus-versions.ts";
import { readSettings } from "./site/read-settings.ts";
import type { Site } from "./site/site.ts";

/** An earlier state of the same site, and the pages that are not the same any more: only those are read again. */
export type EarlierSite = {
  site: Site;
  changed: ReadonlySet<string>;
};

/** Texts that are in memory at a time: a page may have 1 MB. */
const BATCH = 100;

/**
 * Reads a documentation site: its dialect, its pages by outline, where each appears on the site, and its navigation.
 *
 * Nothing is run: navigation that is code is read as data as far as that goes, or only named (`navigation.unread`). Page texts
 * are not kept.
 */
export async function readSite(reader: DocsReader, earlier?: EarlierSite): Promise<Site> {
  const paths = (await reader.paths()).toSorted();
  const assets = await reader.assets?.();
  const allPaths = assets ? [...new Set([...paths, ...assets])] : paths;
  const pages = await readPages(reader, paths.filter(isSitePage), earlier);
  const navigationFiles = await reader.readMany(paths.filter(isNavigationFile));
  const outlines = [...pages.values()];
  const { dialect, root } = detectDialect({ paths: allPaths, navigationFiles, pages: outlines });
  const fixedRoot = dialect === "vitepress" ? await findVitepressRoot(reader, allPaths, root ?? "") : root;
  // A site does not move because a page of it was edited.
  const base = earlier?.site.dialect === dialect ? earlier.site : findBase(outlines, dialect, fixedRoot);
  const ground = { dialect, root: fixedRoot ?? base.root, routeBase: base.routeBase };
  const otherFiles = new Set(allPaths.filter((path) => !pages.has(path)));
  const folders = foldersOf(allPaths);
  const modules = assets ? await reader.readMany(navigationModules(allPaths, ground.root)) : [];
  const files = [...navigationFiles, ...modules];
  const { navigation, redirects } = readNavigation(files, { ...ground, pages, folders, otherFiles });
  const settings = await readSettings(reader, { dialect, allPaths, navigationFiles });
  const versions = dialect === "docusaurus" ? await readDocusaurusVersions(reader, allPaths) : null;
  const routes = routesOf(outlines, ground);
  const isWhole = assets !== undefined;
  return { ...ground, pages, routes, navigation, redirects, otherFiles, folders, isWhole, settings, versions };
}

/** The path at which a page appears on the site, e.g. `/guide/install`; null for a partial or a page outside the site's folder. */
export function sitePath(site: Site, path: string): string | null {
  const page = site.pages.get(path);
  return page === undefined || isPartial(path, site) ? null : (pageRoutes(page, site)[0] ?? null);
}

/** Navigation written as code that is this site's, in a repository with several: below its pages, or nearest beside them. */
function navigationModules(paths: string[], root: string): string[] {
  const code = paths.filter((path) => NAVIGATION_CODE.test(path));
  const below = code.filter((path) => isBelow(path, root));
  const shared = (path: string) => path.split("/").findIndex((part, index) => part !== root.split("/")[index]);
  const beside = code.filter((path) => !isBelow(path, root) && /(^|\/)sidebars\./.test(path));
  const nearest = beside.sort((a, b) => shared(b) - shared(a)).slice(0, 1);
  return below.some((path) => /(^|\/)sidebars\./.test(path)) ? below : [...below, ...nearest];
}

/** A page of the site: what lies in a folder such as `.github` or `.vale` is for machines. */
function isSitePage(path: string): boolean {
  return isPageFile(path) && !/(^|\/)\.[^/]+\//.test(path);
}

async function readPages(
  reader: DocsReader,
  paths: string[],
  earlier: EarlierSite | undefined,
): Promise<Map<string, PageOutline>> {
  const pages = new Map<string, PageOutline | undefined>();
  for (const path of paths) {
    const name = reader.identify?.(path);
    const same = earlier?.changed.has(path) ? undefined : earlier?.site.pages.get(path);
    pages.set(path, same ?? (name === undefined ? undefined : cachedOutline(path, name)));
  }
  const missing = paths.filter((path) => pages.get(path) === undefined);
  for (let from = 0; from < missing.length; from += BATCH) {
    for (const { path, text } of await reader.readMany(missing.slice(from, from + BATCH))) {
      const outline = readOutline(path, text);
      pages.set(path, outline);
      const name = reader.identify?.(path);
      if (name !== undefined) cacheOutline(outline, name);
    }
  }
  return new Map([...pages].flatMap(([path, page]) => (page ? [[path, page] as const] : [])));
}

function routesOf(pages: PageOutline[], ground: Pick<Site, "dialect" | "root" | "routeBase">): Map<string, string> {
  const all = pages.map((page) => ({ page, routes: pageRoutes(page, ground) }));
  const routes = new Map<string, string>();
  // Canonical paths first: no page's second name may hide another page's own.
  for (const isCanonical of [true, false]) {
    for (const { page, routes: own } of all) {
      for (const route of isCanonical ? own.slice(0, 1) : own.slice(1))
        if (!routes.has(route)) routes.set(route, page.path);
    }
  }
  return routes;
}
