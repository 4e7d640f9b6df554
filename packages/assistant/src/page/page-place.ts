import type { Site } from "@docsteward/docs/site/site";
import { folderLanguages, isLanguageTag } from "./folder-languages.ts";
import { TRANSLATION } from "./indexed-path.ts";
import { listedEdition } from "./page-groups.ts";

/** Which edition of the site a page belongs to. */
export type PagePlace = { version: string | null; language: string | null };

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
  };
}

function placeFolders(site: Site, file: string): PagePlace {
  const translated = TRANSLATION.exec(file)?.[1];
  if (site.dialect === "docusaurus" && translated !== undefined)
    return { version: null, language: translated.toLowerCase() };
  const parts = (site.root === "" ? file : file.slice(site.root.length + 1)).split("/");
  const languages = folderLanguages(site);
  const [first = "", second = ""] = parts.slice(0, -1);
  const isLanguage = (part: string) => languages.has(part.toLowerCase());
  const language = [first, second].find(isLanguage)?.toLowerCase() ?? languageOfName(parts.at(-1) ?? "");
  const version = [first, second].map((part) => VERSION.exec(part)?.[1]).find((part) => part !== undefined);
  const isBelowLanguage = first === "" || isLanguage(first) || VERSION.test(first);
  return { version: version !== undefined && isBelowLanguage ? version : null, language };
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
