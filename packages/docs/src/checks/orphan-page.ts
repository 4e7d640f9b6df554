import { pageRoutes } from "../site/page-routes.ts";
import { folderOf } from "../site/posix.ts";
import type { Site } from "../site/site.ts";
import type { RawFinding } from "./finding.ts";

/** Rule `orphan-page`: a page is in no navigation, so that readers find it only by search. A warning: some are meant to be. */
export function orphanPages(site: Site): RawFinding[] {
  // Only these two list every page by name; elsewhere a page appears by lying in a folder.
  if (site.dialect !== "mintlify" && site.dialect !== "mkdocs") return [];
  const { entries } = site.navigation;
  const listed = new Set(entries.map(({ path }) => path));
  if (!entries.some(({ target }) => target === "page")) return [];
  const hasOpenFolder = entries.some(({ ref }) => ref.includes("*") || ref.endsWith("/"));
  return [...site.pages].flatMap(([path, page]): RawFinding[] => {
    if (listed.has(path) || page.isHidden || page.isDraft || hasOpenFolder) return [];
    if (pageRoutes(page, site).length === 0 || (folderOf(path) === "" && /^readme\.md$/i.test(path))) return [];
    const message = "The page is in no navigation; add it to the navigation file, or link to it from another page.";
    return [{ path, line: 1, rule: "orphan-page", message, severity: "warning", key: "orphan-page" }];
  });
}
