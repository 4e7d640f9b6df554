import { pageRoutes } from "../site/page-routes.ts";
import { folderOf } from "../site/posix.ts";
import type { Site } from "../site/site.ts";
import type { RawFinding } from "./finding.ts";

/**
 * Rule `orphan-page`: a page is in no navigation, so that readers find it only by search. A warning: some are meant to be.
 *
 * @param isCompared whether only what a change adds is told: then also where leaving a page out is common
 */
export function orphanPages(site: Site, isCompared: boolean): RawFinding[] {
  const { entries, unread } = site.navigation;
  // Elsewhere a page appears by lying in a folder.
  const namesAll = site.dialect === "mintlify" || site.dialect === "mkdocs";
  const namesMost = site.dialect === "docusaurus" || site.dialect === "vitepress";
  if (!namesAll && !(namesMost && isCompared && unread.length === 0)) return [];
  const listed = new Set(entries.map(({ path }) => path));
  if (!entries.some(({ target }) => target === "page")) return [];
  const hasOpenFolder = entries.some(({ ref }) => ref.includes("*") || ref.endsWith("/"));
  return [...site.pages].flatMap(([path, page]): RawFinding[] => {
    if (listed.has(path) || page.isHidden || page.isDraft || hasOpenFolder) return [];
    if (pageRoutes(page, site).length === 0 || (folderOf(path) === "" && /^readme\.md$/i.test(path))) return [];
    const message = "The page isn't in the navigation. Add it to the navigation file, or link to it from another page.";
    return [{ path, line: 1, rule: "orphan-page", message, severity: "warning", key: "orphan-page" }];
  });
}
