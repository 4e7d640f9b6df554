import { folderOf, isBelow } from "../site/posix.ts";
import type { NavigationEntry, Site } from "../site/site.ts";

/** All pages in the order in which a reader meets them: as the navigation lists them, then the rest folder by folder. */
export function navigationOrder(site: Site): string[] {
  const order = new Set<string>();
  const visited = new Set<string>();
  const byFolder = Map.groupBy(site.navigation.entries, (entry) => folderOf(entry.file));
  const visit = (entries: NavigationEntry[]) => {
    for (const { target, path } of entries) {
      if (path === null) continue;
      if (target === "page") order.add(path);
      else if (!visited.has(path)) {
        visited.add(path);
        visit(byFolder.get(path) ?? []);
        // What a folder's own file leaves out still belongs to the folder, not to the end of the list.
        for (const page of rest(site, order)) if (isBelow(page, path)) order.add(page);
      }
    }
  };
  for (const entries of byFolder.values()) visit(entries);
  return [...order, ...rest(site, order)];
}

function rest(site: Site, order: ReadonlySet<string>): string[] {
  const place = (path: string) => {
    const position = site.pages.get(path)?.data.sidebar_position;
    if (typeof position === "number") return position;
    return /(^|\/)(index|readme)\.mdx?$/i.test(path) ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  };
  return [...site.pages.keys()]
    .filter((path) => !order.has(path))
    .sort((a, b) => {
      const [folderA, folderB] = [folderOf(a), folderOf(b)];
      if (folderA !== folderB) return folderA < folderB ? -1 : 1;
      const [placeA, placeB] = [place(a), place(b)];
      return placeA === placeB ? (a < b ? -1 : 1) : placeA - placeB;
    });
}
