import { isNavigationFile, isPageFile } from "@docsteward/contract/docs-files";
import type { DocsReader } from "../docs-reader.ts";
import { findGenerator } from "../generator/find-generator.ts";
import { foldersOf } from "../navigation/navigation-context.ts";
import type { PageOutline } from "../page/read-outline.ts";
import { rememberMade } from "../recorded-reads.ts";
import { type EditionSite, isLanguageTag, pageEdition, translatedFile } from "../site/page-edition.ts";
import type { Dialect } from "../site/site.ts";
import { withBase } from "../with-base.ts";

/** A page of a group: which language and version it is. Null for the site's own. */
export type GroupedPage = { path: string; language: string | null; version: string | null };

/** The pages of a site by what they are editions of: translations and versions of one page are one group. */
export type PageGroups = {
  /** What the site is built with. */
  dialect: Dialect;
  /** The site's languages, the source first, as its configuration or its folders name them. */
  languages: readonly string[];
  /** Name of the page's group. */
  groupOf(path: string): string;
  editionOf(path: string): GroupedPage;
  /** Whether this page is the one that the others of its group translate. */
  isOriginal(path: string): boolean;
  /** Whether a list of pages names this one: the original of its group, or its first page. */
  isListed(path: string): boolean;
  /** The languages and versions of pages that such a list leaves out: how many there are, and one of them. */
  folded(): { edition: string; pages: number; example: string; of: string }[];
  pagesOf(group: string): readonly string[];
};

/** `v2`, `2.1`, `v1.2.x`, `version-3`, `v1.18-docs`. A plain number is a chapter or a year. */
const VERSION_PART =
  /^(?:version-|v|v(?=\d))(\d+(?:\.\d+){0,2}(?:\.x)?)(?:-docs)?$|^(\d+(?:\.\d+){1,2}(?:\.x)?|\d+\.x)$/i;
/** Names of a version, where another one beside it has a number. */
const NAMED_VERSION = /^(?:latest|next|current|stable|main|master|nightly|dev|edge)$/i;

const known = new WeakMap<DocsReader, { of: string; groups: Promise<PageGroups> }>();

/** Groups the pages of a site by its configuration and its paths alone. Remembers a reader's groups while its paths are the same. */
export function groupPages(
  reader: DocsReader,
  paths: readonly string[],
  base: DocsReader = reader,
): Promise<PageGroups> {
  const of = paths.join("\n");
  const last = known.get(reader);
  if (last?.of === of) return last.groups;
  const groups = findGroups(base === reader ? reader : withBase(reader, base), paths);
  known.set(reader, { of, groups });
  groups.catch(() => known.delete(reader));
  return groups;
}

/** Jobs on one site follow each other, and most commits change neither its files' names nor its configuration. */
const MAX_MADE = 4;
const remembered = rememberMade<PageGroups>(MAX_MADE);

async function findGroups(reader: DocsReader, paths: readonly string[]): Promise<PageGroups> {
  const assets = await reader.assets?.();
  const names = [...paths, "", ...(assets ?? [])].join("\0");
  return remembered({ reader, of: [names], make: (recorded) => makeGroups(recorded, paths, assets) });
}

async function makeGroups(
  reader: DocsReader,
  paths: readonly string[],
  assets: ReadonlySet<string> | undefined,
): Promise<PageGroups> {
  const pages = paths.filter(isPageFile);
  const all = assets ? [...new Set([...paths, ...assets])].sort() : [...paths].sort();
  const outlines = pages.map(toStub);
  const evidence = { reader, paths: all, files: new Set(all), folders: foldersOf(all), pages: outlines };
  const navigationFiles = await reader.readMany(paths.filter((path) => isNavigationFile(path)));
  const { dialect, layouts, languages = [] } = await findGenerator(evidence, navigationFiles);
  const [sections = []] = layouts;
  const [{ root } = { root: "" }] = sections;
  return describeGroups({
    dialect,
    root,
    sections: sections.length > 0 ? sections : [{ root, routeBase: "" }],
    languages,
    pages: new Set(pages),
  });
}

/** A page of which only the path is known. */
function toStub(path: string): PageOutline {
  return {
    path,
    title: null,
    description: null,
    data: {},
    slugLine: null,
    isHidden: false,
    isDraft: false,
    absoluteLinks: [],
    relativeLinks: [],
    tocTrees: [],
    targets: [],
    labels: [],
  };
}

function describeGroups(
  of: Omit<EditionSite, "pages"> & { pages: ReadonlySet<string> } & Pick<PageGroups, "dialect">,
): PageGroups {
  const site: EditionSite = of;
  const versioned = foldersWithVersions(of.pages);
  const editions = new Map<string, GroupedPage>();
  const groups = new Map<string, string>();
  for (const path of of.pages) {
    const { language, version, original } = pageEdition(site, path);
    const twin = language === null && original === path ? untranslated(path, of.pages) : null;
    const { key, version: named } = withoutVersion(twin?.original ?? original, of.pages, versioned);
    editions.set(path, { path, language: twin?.language ?? language, version: version ?? named });
    groups.set(path, key);
  }
  const members = Map.groupBy(groups.keys(), (path) => groups.get(path) ?? path);
  const found = new Set([...editions.values()].flatMap(({ language }) => language ?? []));
  const [source, ...named] = of.languages;
  const listedOf = (path: string) => {
    const group = groups.get(path) ?? path;
    return of.pages.has(group) ? group : (members.get(group)?.[0] ?? path);
  };
  return {
    dialect: of.dialect,
    isListed: (path) => listedOf(path) === path,
    folded: () => {
      const counts = new Map<string, { edition: string; pages: number; example: string; of: string }>();
      for (const { path, language, version } of editions.values()) {
        const listed = listedOf(path);
        if (listed === path) continue;
        const edition = [language, version === null ? null : `version ${version}`]
          .filter((one) => one !== null)
          .join(", ");
        const known = counts.get(edition) ?? { edition, pages: 0, example: path, of: listed };
        counts.set(edition, { ...known, pages: known.pages + 1 });
      }
      return [...counts.values()];
    },
    languages: found.size === 0 && named.length === 0 ? [] : [...new Set([source ?? "en", ...named, ...found])],
    groupOf: (path) => groups.get(path) ?? path,
    editionOf: (path) => editions.get(path) ?? { path, language: null, version: null },
    isOriginal: (path) => groups.get(path) === path,
    pagesOf: (group) => members.get(group) ?? [],
  };
}

const LANGUAGE_FOLDER = /^[A-Za-z]{2,3}(?:[-_][A-Za-z]{2,4})?$/;

/** The page that one in a folder of a language translates, where the configuration does not name its languages. */
function untranslated(path: string, pages: ReadonlySet<string>): { original: string; language: string } | null {
  const parts = path.split("/");
  for (const [index, part] of parts.slice(0, -1).entries()) {
    if (!LANGUAGE_FOLDER.test(part) || !isLanguageTag(part)) continue;
    const twins = [parts.toSpliced(index, 1), parts.with(index, "en")].map((twin) => twin.join("/"));
    const original = twins.find((twin) => twin !== path && pages.has(twin));
    if (original !== undefined) return { original, language: part.toLowerCase() };
  }
  return translatedFile(path, pages);
}

/** Folders that hold a folder with a version's number. */
function foldersWithVersions(pages: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of pages) {
    const parts = path.split("/");
    const at = parts.findIndex((part, index) => index < parts.length - 1 && VERSION_PART.test(part));
    if (at >= 0) folders.add(parts.slice(0, at).join("/"));
  }
  return folders;
}

/** The name of a page without the folder of its version, where the page may be there in others. */
function withoutVersion(path: string, pages: ReadonlySet<string>, versioned: ReadonlySet<string>) {
  const parts = path.split("/");
  for (const [index, part] of parts.slice(0, -1).entries()) {
    const number = VERSION_PART.exec(part);
    const isNamed = number === null && NAMED_VERSION.test(part);
    if ((number === null && !isNamed) || !versioned.has(parts.slice(0, index).join("/"))) continue;
    const plain = parts.toSpliced(index, 1).join("/");
    return {
      key: pages.has(plain) ? plain : parts.with(index, "*").join("/"),
      version: number?.[1] ?? number?.[2] ?? part,
    };
  }
  return { key: path, version: null };
}
