import { pageRoutes } from "../site/page-routes.ts";
import { folderOf, stemOf } from "../site/posix.ts";
import type { Site } from "../site/site.ts";
import type { RawFinding } from "./finding.ts";

/**
 * Rule `duplicate-slug`: two pages have the same address, so that readers see only one of them.
 *
 * @param changed pages that are to blame when they are one of two; without any, all but the first of each address are
 */
export function duplicateSlugs(site: Site, changed: ReadonlySet<string> | null): RawFinding[] {
  const byRoute = new Map<string, string[]>();
  for (const [path, page] of site.pages) {
    const route = page.isDraft ? undefined : pageRoutes(page, site)[0];
    if (route !== undefined && !mayShareAddress(path, site)) byRoute.set(route, [...(byRoute.get(route) ?? []), path]);
  }
  return [...byRoute].flatMap(([route, paths]) =>
    paths.flatMap((path, index): RawFinding[] => {
      const other = paths.find((one) => one !== path);
      if (other === undefined || !(changed ? changed.has(path) : index > 0)) return [];
      const message = `The page has the same address as ${other}: ${route}. Rename one of them, or give it another slug.`;
      const line = 1;
      return [{ path, line, rule: "duplicate-slug", message, severity: "error", key: `duplicate-slug ${route}` }];
    }),
  );
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
