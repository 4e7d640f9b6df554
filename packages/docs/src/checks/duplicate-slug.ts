import { pageRoutes } from "../site/page-routes.ts";
import { folderOf, stemOf } from "../site/posix.ts";
import type { Site } from "../site/site.ts";
import type { RawFinding } from "./finding.ts";

/**
 * Rule `duplicate-slug`: two pages have the same address, so that readers see only one of them. Told of a page that chose its
 * address itself, or else of the second.
 *
 * @param isToBlame tells whether a page may be named; one that did not change is not
 */
export function duplicateSlugs(site: Site, isToBlame: (path: string) => boolean): RawFinding[] {
  return [...pagesByRoute(site)].flatMap(([route, paths]): RawFinding[] => {
    if (paths.length < 2) return [];
    const line = (path: string) => slugLine(site, path);
    const path = [...paths].sort((a, b) => line(b) - line(a) || (a < b ? 1 : -1)).find(isToBlame);
    const other = paths.find((one) => one !== path);
    if (path === undefined) return [];
    const message = `The page has the same URL as ${other}: ${route}. Rename one of them, or change its slug.`;
    const key = `duplicate-slug ${route}`;
    return [{ path, line: Math.max(1, line(path)), rule: "duplicate-slug", message, severity: "error", key }];
  });
}

function pagesByRoute(site: Site): Map<string, string[]> {
  const byRoute = new Map<string, string[]>();
  for (const [path, page] of site.pages) {
    const route = page.isDraft ? undefined : pageRoutes(page, site)[0];
    if (route === undefined || mayShareAddress(path, site)) continue;
    const paths = byRoute.get(route);
    if (paths) paths.push(path);
    else byRoute.set(route, [path]);
  }
  return byRoute;
}

/** The line of the front matter that gives a page its address; 0 when its name does. */
function slugLine(site: Site, path: string): number {
  return site.dialect === "docusaurus" ? (site.pages.get(path)?.slugLine ?? 0) : 0;
}

/** A README gives way to an index beside it, and on some sites `a.md` stands beside `a/index.md` on purpose. */
function mayShareAddress(path: string, { dialect, pages }: Site): boolean {
  const name = stemOf(path.slice(path.lastIndexOf("/") + 1)).toLowerCase();
  if (name === "readme") return true;
  if (name !== "index" && name !== "page") return false;
  const folder = folderOf(path);
  const hasTwin = pages.has(`${folder}.md`) || pages.has(`${folder}.mdx`);
  return hasTwin && (dialect === "vitepress" || dialect === "nextra" || dialect === "plain");
}
