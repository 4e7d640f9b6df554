import type { PageOutline } from "./page/read-outline.ts";
import { pageEdition } from "./site/page-edition.ts";
import { folderOf } from "./site/posix.ts";
import type { NavigationEntry, Site } from "./site/site.ts";

const MAX_DESCRIPTION = 140;
const MAX_TITLE = 120;

/**
 * Writes a site down for a model: a line `path — title: description` for each page, in navigation order.
 *
 * Translations and other versions are left out where their original is listed: {@link foldedEditions} counts them. Over the
 * budget it first leaves out the descriptions, then the pages that are not among the nearest, and its last line says how many.
 *
 * @param findNearest finds the pages that are nearest to a request, the nearest first; called when not all pages can be named
 * @param maxCharacters upper length of the whole text
 */
export async function docsMap(
  site: Site,
  { findNearest = noPages, maxCharacters = 16_000 }: { findNearest?: FindNearest; maxCharacters?: number } = {},
): Promise<string> {
  const pages = navigationOrder(site)
    .filter((path) => pageEdition(site, path).original === path)
    .flatMap((path) => site.pages.get(path) ?? []);
  const write = (listed: readonly PageOutline[], hasDescription: boolean) =>
    listed.map((page) => lineFor(page, editionLabel(site, page.path), hasDescription));
  for (const hasDescription of [true, false]) {
    const text = write(pages, hasDescription).join("\n");
    if (text.length <= maxCharacters) return text;
  }
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const nearest = (await findNearest()).flatMap((path) => byPath.get(path) ?? []);
  return cut(write([...new Set([...nearest, ...pages])], false), maxCharacters);
}

type FindNearest = () => Promise<readonly string[]>;
const noPages: FindNearest = async () => [];

/** The languages and versions whose pages {@link docsMap} leaves out: how many there are, and one of them. */
export function foldedEditions(site: Site): { edition: string; pages: number; example: string; of: string }[] {
  const folded = new Map<string, { edition: string; pages: number; example: string; of: string }>();
  for (const path of site.pages.keys()) {
    const { language, version, original } = pageEdition(site, path);
    if (original === path) continue;
    const edition = [language, version === null ? null : `version ${version}`].filter((one) => one !== null).join(", ");
    const known = folded.get(edition) ?? { edition, pages: 0, example: path, of: original };
    folded.set(edition, { ...known, pages: known.pages + 1 });
  }
  return [...folded.values()];
}

/** The edition of a page that has no page of the source language and of the version that is being written. */
function editionLabel(site: Site, path: string): string {
  const { language, version } = pageEdition(site, path);
  const of = [language, version === null ? null : `version ${version}`].filter((one) => one !== null).join(", ");
  return of === "" ? "" : ` [${of}]`;
}

function lineFor(
  { path, title, description, isDraft, isHidden }: PageOutline,
  edition: string,
  hasDescription: boolean,
): string {
  const state = isDraft ? " (draft)" : isHidden ? " (hidden)" : "";
  const name = title === null ? "" : ` — ${shorten(title, MAX_TITLE)}`;
  return `${path}${name}${edition}${state}${hasDescription && description !== null ? `: ${shorten(description, MAX_DESCRIPTION)}` : ""}`;
}

function cut(lines: string[], maxCharacters: number): string {
  const last = (left: number) =>
    `… and ${left} more ${left === 1 ? "page" : "pages"}, not listed. Find them with list, glob and search.`;
  let length = last(lines.length).length;
  let kept = 0;
  for (const line of lines) {
    length += line.length + 1;
    if (length > maxCharacters) break;
    kept++;
  }
  return [...lines.slice(0, kept), last(lines.length - kept)].join("\n");
}

function shorten(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max - 1).trimEnd()}…` : text;
}

/** All pages in the order in which a reader meets them: as the navigation lists them, then the rest folder by folder. */
function navigationOrder(site: Site): string[] {
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
