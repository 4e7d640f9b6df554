import { stemOf } from "./posix.ts";
import { pathInSection, sectionOf, suffixOf } from "./sections.ts";
import type { Section, Site } from "./site.ts";

/** Which edition of its site a page belongs to. */
export type PageEdition = {
  /** Null for the only version, and for the one that readers come to first where that is the one being written. */
  version: string | null;
  /** Null for the site's own language where nothing names it. */
  language: string | null;
  /** Whether the site's readers see another version of the page unless they choose this one. */
  isAside: boolean;
  /** The page of the source language and the version being written that this is an edition of; itself when it is that page. */
  original: string;
};

/** What tells the edition of a page: no page has to be read for it. */
export type EditionSite = Pick<Site, "root" | "languages" | "sections"> & {
  pages: Pick<ReadonlyMap<string, unknown>, "has" | "keys">;
};

/** What Docusaurus calls the version that is being written, where it is not the one that readers come to first. */
const NEXT = "next";
const VERSION = /^(?:version-)?v?(\d+(?:\.\d+){0,2}(?:\.x)?(?:-(?:alpha|beta|rc)[\w.]*)?)$/i;

const editions = new WeakMap<EditionSite, Map<string, PageEdition>>();

/** Tells version, language and original of a page: by the site's configuration, else by its folders and its name. */
export function pageEdition(site: EditionSite, path: string): PageEdition {
  const known = editions.get(site) ?? new Map<string, PageEdition>();
  editions.set(site, known);
  const edition = known.get(path) ?? findEdition(site, path);
  known.set(path, edition);
  return edition;
}

/** Pages of other languages and versions by the page that they are editions of. */
export function editionsOf(site: EditionSite): ReadonlyMap<string, readonly string[]> {
  const known = groups.get(site) ?? Map.groupBy(site.pages.keys(), (path) => pageEdition(site, path).original);
  groups.set(site, known);
  return known;
}

const groups = new WeakMap<EditionSite, Map<string, string[]>>();

/** The page of a language that stands for another one; that page itself where it is not translated. */
export function pageInLanguage(site: EditionSite, path: string, language: string | null): string {
  const own = pageEdition(site, path);
  if (own.language === language) return path;
  const others = editionsOf(site).get(own.original) ?? [];
  const found = others.find((other) => {
    const edition = pageEdition(site, other);
    return edition.language === language && edition.version === own.version;
  });
  return found ?? path;
}

function findEdition(site: EditionSite, path: string): PageEdition {
  const section = sectionOf(site, path);
  if (section === null) {
    const { original, language } = translatedFile(path, site.pages) ?? { original: path, language: null };
    return { version: null, language, isAside: false, original };
  }
  const isAside = section.isAside ?? false;
  const { language, inside } = placeIn(site, section, path);
  const version = section.version ?? (isAside ? NEXT : null);
  if (version === null && language === null && section.originalRoot === undefined)
    return { ...byFolders(site, section, path), isAside };
  const original = originalOf(site, section, inside) ?? path;
  return { version, language, isAside, original };
}

/** The language of a page by its section or by the end of its name, and its path in the section without that end. */
function placeIn(site: EditionSite, section: Section, path: string): { language: string | null; inside: string } {
  const rel = pathInSection(section, path);
  const suffix = suffixOf(section, stemOf(rel));
  if (suffix === null) return { language: section.language?.toLowerCase() ?? null, inside: rel };
  const inside = stemOf(rel).slice(0, -suffix.length - 1) + rel.slice(stemOf(rel).length);
  const isSource = suffix === site.languages[0]?.toLowerCase();
  return { language: isSource ? null : suffix, inside };
}

/** The page of the same name in the section of the source; a translation of a frozen version leads there by two steps. */
function originalOf(site: EditionSite, section: Section, inside: string): string | null {
  let root = section.root;
  for (let at: Section | undefined = section, steps = 0; at?.originalRoot !== undefined && steps < 3; steps += 1) {
    const next: string = at.originalRoot;
    at = site.sections.find((one) => one.root === next);
    root = next;
  }
  return pageNamed(site, joined(root, inside));
}

/** The page of this path, whatever its ending is, and whether its name says the source language or not. */
function pageNamed(site: EditionSite, path: string): string | null {
  const [source] = site.languages;
  const stem = stemOf(path);
  const suffixes = source === undefined ? [""] : ["", `.${source}`];
  for (const suffix of suffixes)
    for (const ending of [".md", ".mdx"]) if (site.pages.has(stem + suffix + ending)) return stem + suffix + ending;
  return null;
}

const joined = (folder: string, rest: string) => (folder === "" ? rest : `${folder}/${rest}`);

function byFolders(site: EditionSite, section: Section, path: string): Omit<PageEdition, "isAside"> {
  const rel = pathInSection(section, path);
  const parts = rel.split("/");
  const folders = folderLanguages(site);
  const [first = "", second = ""] = parts.slice(0, -1);
  const isLanguage = (part: string) => folders.has(part.toLowerCase());
  const at = [first, second].findIndex(isLanguage);
  const ending = languageOfName(parts.at(-1) ?? "");
  const language = (at < 0 ? ending : parts[at]?.toLowerCase()) ?? null;
  const version = [first, second].map((part) => VERSION.exec(part)?.[1]).find((part) => part !== undefined);
  const isBelowLanguage = first === "" || isLanguage(first) || VERSION.test(first);
  const own = { version: version !== undefined && isBelowLanguage ? version : null, language };
  return { ...own, original: (language === null ? null : sourceOf(site, section, parts, at, ending)) ?? path };
}

/** The page that a folder or a name of a language translates: without it, or with the source's name in its place. */
function sourceOf(
  site: EditionSite,
  section: Section,
  parts: string[],
  at: number,
  ending: string | null,
): string | null {
  const inRoot = (rest: string[]) => joined(section.root, rest.join("/"));
  if (at < 0) {
    const name = parts.at(-1) ?? "";
    const plain = name.replace(/\.[A-Za-z]{2,3}(?:-[A-Za-z]{2,4})?(?=\.mdx?$)/, "");
    return ending === null ? null : pageNamed(site, inRoot([...parts.slice(0, -1), plain]));
  }
  const sources = [site.languages[0], "en"].flatMap((code) => (code === undefined ? [] : [parts.with(at, code)]));
  return (
    [parts.toSpliced(at, 1), ...sources].map((rest) => pageNamed(site, inRoot(rest))).find((one) => one !== null) ??
    null
  );
}

const README = /^readme[._-]/i;
const TAG = /^[a-z]{2,3}(?:-[a-z]{2,4})?$/;

/** The page beside a page that is called like it and a language: `README.fr.md`, `README_zh.md`. Null where there is none. */
export function translatedFile(
  path: string,
  pages: Pick<ReadonlySet<string>, "has">,
): { original: string; language: string } | null {
  const stem = stemOf(path);
  const name = stem.slice(stem.lastIndexOf("/") + 1);
  // Words of other names are joined by these signs.
  const at = README.test(name) ? stem.length - name.length + "readme".length : stem.lastIndexOf(".");
  const language = stem
    .slice(at + 1)
    .replace("_", "-")
    .toLowerCase();
  if (at <= stem.length - name.length || !TAG.test(language) || !isLanguageTag(language)) return null;
  const original = [".md", ".mdx"].map((ending) => stem.slice(0, at) + ending).find((one) => pages.has(one));
  return original === undefined ? null : { original, language };
}

/** `guide.fr.mdx` is the French guide. */
function languageOfName(name: string): string | null {
  const ending = /\.([A-Za-z]{2,3}(?:-[A-Za-z]{2,4})?)\.mdx?$/.exec(name)?.[1]?.toLowerCase();
  return ending !== undefined && isLanguageTag(ending) ? ending : null;
}

/** Languages that documentation is translated into. A shorter list than ISO 639-1, where `ts` and `io` are languages too. */
const LANGUAGES = new Set(
  "ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko lt lv mk ml mn mr ms my nb ne nl nn no pa pl pt ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh".split(
    " ",
  ),
);

/** Whether a name is that of a language that documentation is translated into: `fr`, `zh-CN`. */
export function isLanguageTag(text: string): boolean {
  return LANGUAGES.has(text.toLowerCase().split(/[-_]/, 1)[0] ?? "");
}

const known = new WeakMap<EditionSite, ReadonlySet<string>>();

/**
 * The folders at the top of a site that hold a language each, in lower case. A name alone proves nothing (`cs/`, `id/`): a
 * page of such a folder must have a twin of the same name in another one or at the root.
 */
function folderLanguages(site: EditionSite): ReadonlySet<string> {
  const found = known.get(site) ?? findFolders(site);
  known.set(site, found);
  return found;
}

function findFolders({ pages, root }: EditionSite): Set<string> {
  const restsByFolder = new Map<string, Set<string>>();
  for (const path of pages.keys()) {
    const parts = (root === "" ? path : path.slice(root.length + 1)).split("/");
    const depth = parts.slice(0, 2).findIndex((part, index) => index < parts.length - 1 && isTag(part));
    const folder = depth < 0 ? "" : (parts[depth]?.toLowerCase() ?? "");
    const rest = stemOf((depth < 0 ? parts : parts.toSpliced(depth, 1)).join("/"));
    restsByFolder.set(folder, (restsByFolder.get(folder) ?? new Set()).add(rest));
  }
  const holders = new Map<string, string[]>();
  for (const [folder, rests] of restsByFolder)
    for (const rest of rests) {
      const known = holders.get(rest);
      if (known) known.push(folder);
      else holders.set(rest, [folder]);
    }
  const twins = [...holders.values()].filter((folders) => folders.length > 1).flat();
  return new Set(twins.filter((folder) => folder !== ""));
}

function isTag(part: string): boolean {
  return /^[A-Za-z]{2,3}(?:[-_][A-Za-z]{2,4})?$/.test(part) && isLanguageTag(part);
}
