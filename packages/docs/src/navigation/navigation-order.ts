import { folderOf } from "../site/posix.ts";
import type { NavigationEntry, Site } from "../site/site.ts";

/** All pages in the order in which a reader meets them: as the navigation lists them, then the rest folder by folder. */
export function navigationOrder(site: Site): string[] {
  const order = new Set<string>();
  const visited = new Set<string>();
  const byFolder = Map.groupBy(site.navigation.entries, (entry) => folderOf(entry.file));
  const all = folderOrder(site);
  const folders = pagesByFolder(all);
  const visit = (entries: NavigationEntry[]) => {
    for (const { target, path } of entries) {
      if (path === null) continue;
      if (target === "page") order.add(path);
      else if (!visited.has(path)) {
        visited.add(path);
        visit(byFolder.get(path) ?? []);
        // What a folder's own file leaves out still belongs to the folder, not to the end of the list.
        for (const page of folders.get(path) ?? []) order.add(page);
      }
    }
  };
  for (const entries of byFolder.values()) visit(entries);
  for (const page of all) order.add(page);
  return [...order];
}

/** The pages below each folder, at any depth, in their order. */
function pagesByFolder(pages: readonly string[]): Map<string, string[]> {
  const folders = new Map<string, string[]>([["", [...pages]]]);
  for (const page of pages) {
    for (let folder = folderOf(page); folder !== ""; folder = folderOf(folder)) {
      const listed = folders.get(folder);
      if (listed) listed.push(page);
      else folders.set(folder, [page]);
    }
  }
  return folders;
}

/** All pages folder by folder, in each by their place and then by name. */
function folderOrder(site: Site): string[] {
  const place = (path: string) => {
    const position = site.pages.get(path)?.data.sidebar_position;
    if (typeof position === "number") return position;
    return /(^|\/)(index|readme)\.mdx?$/i.test(path) ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  };
  return [...site.pages.keys()]
    .map((path) => ({ path, folder: folderOf(path), place: place(path) }))
    .sort((a, b) => {
      if (a.folder !== b.folder) return a.folder < b.folder ? -1 : 1;
      return a.place === b.place ? (a.path < b.path ? -1 : 1) : a.place - b.place;
    })
    .map(({ path }) => path);
}
