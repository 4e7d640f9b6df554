import type { Site } from "@docsteward/docs/site/site";
import { docusaurusEdition, isAside } from "./docusaurus-edition.ts";
import { folderLanguages, isLanguageTag } from "./folder-languages.ts";
import { listedEdition } from "./page-groups.ts";

/** Which edition of the site a page belongs to. */
export type PagePlace = {
  version: string | null;
  language: string | null;
  /** Whether the site's readers see another version of it unless they choose this one. */
  isAside: boolean;
};

/** What Docusaurus calls the version that is being written, where it is not the one that readers come to first. */
const NEXT = "next";
const VERSION = /^(?:version-)?v?(\d+(?:\.\d+){0,2}(?:\.x)?(?:-(?:alpha|beta|rc)[\w.]*)?)$/i;

/** Tells version and language of a page by its front matter, else by the navigation, else by its folder. */
export function pagePlace(site: Site, file: string): PagePlace {
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
    const aside = isAside(site, version);
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
