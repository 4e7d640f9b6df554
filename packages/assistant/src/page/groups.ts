import type { Frontmatter } from "@docsteward/docs/page/read-frontmatter";
import type { NavigationEntry, Site } from "@docsteward/docs/site/site";

/** The groups of a page: those that its front matter names, and those that the navigation lists it in. */
export function pageGroups(site: Site, file: string): string[] {
  const listed = navigationOf(site);
  const groups = listed.entries.get(file)?.flatMap(({ groups = [] }) => groups) ?? [];
  const above = foldersAbove(file).flatMap((folder) => listed.folders.get(folder) ?? []);
  const folders = above.sort((a, b) => a.place - b.place).map(({ title }) => title);
  return [...new Set([...textsOf(site.pages.get(file)?.data.groups), ...groups, ...folders])];
}

/**
 * The groups that a page's front matter restricts it to; none when it restricts nothing.
 *
 * @returns null when the front matter is broken or its groups are no names: a mistake must not open a page
 */
export function pageReaders({ data, problem }: Pick<Frontmatter, "data" | "problem">): string[] | null {
  if (problem !== null) return null;
  const { groups } = data;
  if (groups === undefined || groups === null || groups === "") return [];
  if (Array.isArray(groups) && groups.length === 0) return [];
  const named = textsOf(groups);
  return named.length > 0 ? named : null;
}

/** The edition that the navigation lists a page for, where it lists it for one alone. */
export function listedEdition(site: Site, file: string): Pick<NavigationEntry, "version" | "language"> {
  const entries = navigationOf(site).entries.get(file) ?? [];
  const only = (values: (string | undefined)[]) => (new Set(values).size === 1 ? values[0] : undefined);
  return {
    version: only(entries.map(({ version }) => version)),
    language: only(entries.map(({ language }) => language)),
  };
}

/** The texts of a front matter value: a list, or one text with commas. */
export function textsOf(value: unknown): string[] {
  const values = typeof value === "string" ? value.split(",") : Array.isArray(value) ? value : [];
  const texts = values.map((one) => (typeof one === "string" || typeof one === "number" ? String(one).trim() : ""));
  return [...new Set(texts.filter((text) => text !== ""))];
}

type ListedPages = {
  entries: Map<string, NavigationEntry[]>;
  folders: Map<string, { title: string; place: number }[]>;
};
const known = new WeakMap<Site, ListedPages>();

function navigationOf(site: Site): ListedPages {
  const made = known.get(site);
  if (made) return made;
  const entries = Map.groupBy(
    site.navigation.entries.filter(({ target }) => target === "page"),
    ({ path }) => path ?? "",
  );
  const titled = site.navigation.entries.flatMap(({ target, path, title }, place) =>
    target === "folder" && path && title ? [{ path, title, place }] : [],
  );
  const folders = Map.groupBy(titled, ({ path }) => path);
  const listed = { entries, folders };
  known.set(site, listed);
  return listed;
}

function foldersAbove(file: string): string[] {
  const folders: string[] = [];
  for (let slash = file.indexOf("/"); slash >= 0; slash = file.indexOf("/", slash + 1))
    folders.push(file.slice(0, slash));
  return folders;
}
