import { below, endingOf, folderOf, joinPath, nameOf, type Site, stemOf, withoutEnding } from "../site.ts";
import type { Splice } from "../text/splice.ts";

/** How a navigation file writes the id of a page, so that another page can be written the same way. */
export type IdShape = { base: string; hasEnding: boolean; hasSlash: boolean; isFolder: boolean };

/** The folders that ids in a navigation file may start from, likeliest first. */
export function basesOf(file: string, site: Site): string[] {
  const version = /^version-(.+)-sidebars\.json$/.exec(nameOf(file))?.[1];
  if (version !== undefined) return [joinPath(folderOf(file), `../versioned_docs/version-${version}`)];
  const folder = folderOf(file);
  return [...new Set([folder, joinPath(folder, "docs"), site.root])];
}

/** How `id` names `page`, or undefined when it names something else. */
export function readId(id: string, page: string, bases: readonly string[]): IdShape | undefined {
  const hasSlash = id.startsWith("/");
  const path = id.replace(/^\.?\//, "");
  const hasEnding = endingOf(path) !== "";
  for (const base of bases) {
    const rest = below(base, page);
    if (rest === undefined) continue;
    if (path === (hasEnding ? rest : withoutEnding(rest))) return { base, hasEnding, hasSlash, isFolder: false };
    if (!hasEnding && path !== "" && path === stemOf(rest)) return { base, hasEnding, hasSlash, isFolder: true };
  }
  return undefined;
}

/** The id of a page in a shape; undefined when the page is not below the shape's folder. */
export function writeId(page: string, shape: IdShape): string | undefined {
  const rest = below(shape.base, page);
  if (rest === undefined) return undefined;
  const path = shape.hasEnding ? rest : shape.isFolder ? stemOf(rest) || withoutEnding(rest) : withoutEnding(rest);
  return shape.hasSlash ? `/${path}` : path;
}

/** How near a page in the navigation is to a new one: the same folder first, then the nearest folder above it. */
export function nearness(sibling: string, page: string): number {
  const [near, own] = [folderOf(sibling), folderOf(page)];
  if (near === own) return 1_000;
  return near === "" || own.startsWith(`${near}/`) ? near.length + 1 : 0;
}

/** What happens to a page's entry in the navigation. */
export type NavigationChange =
  | { kind: "add"; page: string; title: string }
  | { kind: "move"; page: string; to: string; title: string }
  | { kind: "remove"; page: string };

/** Finds the edits that a change asks for in one navigation file; none when the file does not hold the page. */
export type NavigationDialect = (
  file: { path: string; text: string },
  change: NavigationChange,
  site: Site,
) => Splice[];
