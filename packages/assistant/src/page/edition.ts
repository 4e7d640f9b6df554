import { sitePath } from "@docsteward/docs/read-site";
import { pageRoutes } from "@docsteward/docs/site/page-routes";
import type { Site } from "@docsteward/docs/site/site";
import { listedEdition } from "./groups.ts";

/** Which edition of the site a page belongs to. */
type PagePlace = {
  version: string | null;
  language: string | null;
  /** Whether the site's readers see another version of it unless they choose this one. */
  isAside: boolean;
};

/** What Docusaurus calls the version that is being written, where it is not the one that readers come to first. */
const NEXT = "next";
const VERSION = /^(?:version-)?v?(\d+(?:\.\d+){0,2}(?:\.x)?(?:-(?:alpha|beta|rc)[\w.]*)?)$/i;

/** Tells version and language of a page by its front matter, else by the navigation, else by its folder. */
export function pageEdition(site: Site, file: string): PagePlace {
  const data = site.pages.get(file)?.data ?? {};
  const listed = listedEdition(site, file);
  const folders = placeFolders(site, file);
  const language = firstText(data.lang, data.language, data.locale) ?? listed.language;
  return {
    version: firstText(data.version) ?? listed.version ?? folders.version,
    language: language?.toLowerCase() ?? folders.language,
    isAside: folders.isAside,
  };
}

function placeFolders(site: Site, file: string): PagePlace {
  if (site.dialect === "docusaurus") {
    const { version, language } = docusaurusEdition(site, file);
    const aside = isSecondaryVersion(site, version);
    if (version !== null || language !== null || aside)
      return { version: version ?? (aside ? NEXT : null), language: language?.toLowerCase() ?? null, isAside: aside };
  }
  const parts = (site.root === "" ? file : file.slice(site.root.length + 1)).split("/");
  const languages = folderLanguages(site);
  const [first = "", second = ""] = parts.slice(0, -1);
  const isLanguage = (part: string) => languages.has(part.toLowerCase());
  const language = [first, second].find(isLanguage)?.toLowerCase() ?? languageOfName(parts.at(-1) ?? "");
  const version = [first, second].map((part) => VERSION.exec(part)?.[1]).find((part) => part !== undefined);
  const isBelowLanguage = first === "" || isLanguage(first) || VERSION.test(first);
  return { version: version !== undefined && isBelowLanguage ? version : null, language, isAside: false };
}

/** `guide.fr.mdx` is the French guide. */
function languageOfName(name: string): string | null {
  const ending = /\.([A-Za-z]{2,3}(?:-[A-Za-z]{2,4})?)\.mdx?$/.exec(name)?.[1]?.toLowerCase();
  return ending !== undefined && isLanguageTag(ending) ? ending : null;
}

function firstText(...values: unknown[]): string | null {
  const value = values.find((one) => typeof one === "string" || typeof one === "number");
  return value === undefined ? null : String(value).trim() || null;
}

/** Which version and translation of a Docusaurus site a file belongs to. */
type DocusaurusEdition = {
  /** As the folder names it; null for the site's own language. */
  language: string | null;
  /** Null for the pages that are being written. */
  version: string | null;
  /** The page that it is a translation of, or itself. */
  original: string;
};

/** Tells by its path which language and which frozen version a file is of. */
function docusaurusEdition(site: Site, file: string): DocusaurusEdition {
  const translation = readTranslation(file);
  const frozen = joined(site.versions?.folder ?? "", "versioned_docs/version-");
  if (translation !== null) {
    const { language, version, rest } = translation;
    const folder = version === null ? site.root : frozen + version;
    return { language, version, original: joined(folder, rest) };
  }
  const [own = null] = file.startsWith(frozen) ? file.slice(frozen.length).split("/") : [];
  return { language: null, version: own, original: file };
}

/** `i18n/fr/docusaurus-plugin-content-docs/version-2/a.md` is the French page `a.md` of version 2. */
function readTranslation(file: string): { language: string; version: string | null; rest: string } | null {
  const parts = file.split("/");
  const at = parts.findIndex((part, index) => part === "i18n" && parts[index + 2] === "docusaurus-plugin-content-docs");
  const [language, , folder, ...rest] = at < 0 ? [] : parts.slice(at + 1);
  if (!language || folder === undefined || rest.join("/") === "") return null;
  if (folder === "current") return { language, version: null, rest: rest.join("/") };
  const version = folder.startsWith("version-") ? folder.slice("version-".length) : "";
  return version === "" ? null : { language, version, rest: rest.join("/") };
}

/** Whether readers of this version have come to it by choice: the site's base leads to another. */
function isSecondaryVersion(site: Site, version: string | null): boolean {
  if (site.versions === null) return false;
  return (version === null ? site.versions.current : site.versions.places.get(version)) !== "";
}

const joined = (folder: string, rest: string) => (folder === "" ? rest : `${folder}/${rest}`);

/** Languages that documentation is translated into. A shorter list than ISO 639-1, where `ts` and `io` are languages too. */
const LANGUAGES = new Set(
  "ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko lt lv mk ml mn mr ms my nb ne nl nn no pa pl pt ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh".split(
    " ",
  ),
);

function isLanguageTag(text: string): boolean {
  return LANGUAGES.has(text.toLowerCase().split(/[-_]/, 1)[0] ?? "");
}

const known = new WeakMap<Site, ReadonlySet<string>>();

/**
 * The folders at the top of a site that hold a language each, in lower case. A name alone proves nothing (`cs/`, `id/`): a
 * page of such a folder must have a twin of the same name in another one or at the root.
 */
function folderLanguages(site: Site): ReadonlySet<string> {
  const found = known.get(site) ?? findFolders(site);
  known.set(site, found);
  return found;
}

function findFolders({ pages, root }: Site): Set<string> {
  const restsByFolder = new Map<string, Set<string>>();
  for (const path of pages.keys()) {
    const parts = (root === "" ? path : path.slice(root.length + 1)).split("/");
    const depth = parts.slice(0, 2).findIndex((part, index) => index < parts.length - 1 && isTag(part));
    const folder = depth < 0 ? "" : (parts[depth]?.toLowerCase() ?? "");
    const rest = stem(depth < 0 ? parts : parts.toSpliced(depth, 1));
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

function stem(parts: string[]): string {
  return parts.join("/").replace(/\.mdx?$/i, "");
}

/**
 * The path on the site at which a page is cited; null for a page without one.
 *
 * In Docusaurus a frozen version stands behind the site's base, and a translation where its original does, below its language.
 */
export function indexedPath(site: Site, file: string): string | null {
  if (site.dialect !== "docusaurus") return sitePath(site, file);
  const { language, version, original } = docusaurusEdition(site, file);
  const path = docusaurusPath(site, original, version);
  return path === null || language === null ? path : `/${language}${path === "/" ? "" : path}`;
}

/** @param version null for the pages that are being written */
function docusaurusPath(site: Site, file: string, version: string | null): string | null {
  const { versions, dialect, routeBase } = site;
  const outline = site.pages.get(file);
  if (outline === undefined || (version === null && versions === null)) return sitePath(site, file);
  const place = version === null ? versions?.current : versions?.places.get(version);
  if (versions === null || place === null || place === undefined) return null;
  const root = version === null ? site.root : frozenRoot(versions.folder, version);
  return pageRoutes(outline, { dialect, root, routeBase: routeBase + place })[0] ?? null;
}

function frozenRoot(folder: string, version: string): string {
  return `${folder === "" ? "" : `${folder}/`}versioned_docs/version-${version}`;
}
