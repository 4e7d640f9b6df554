import { isLanguage } from "../repository/file-role.ts";

/** A page and the page that it translates, by their paths. */
export type PagePair = { page: string; source: string; language: string };

const DOCUSAURUS = "docusaurus-plugin-content-";

/**
 * Finds translations that mirror pages of the source language: in a folder of their language (`docs/de/a.md` beside `docs/a.md` or
 * `docs/en/a.md`), with it in the name (`a.de.md` beside `a.md`), or where Docusaurus keeps them.
 */
export function findPagePairs(paths: readonly string[]): PagePair[] {
  const all = new Set(paths);
  return paths.flatMap((page) => {
    const found = pairOf(page, all);
    return found === null ? [] : [{ page, ...found }];
  });
}

function pairOf(page: string, all: ReadonlySet<string>): Omit<PagePair, "page"> | null {
  for (const [language, sources] of candidates(page)) {
    const source = sources.find((one) => one !== page && all.has(one));
    if (source !== undefined) return { source, language };
  }
  return null;
}

function candidates(page: string): [language: string, sources: string[]][] {
  const found: [string, string[]][] = [];
  const parts = page.split("/");
  const i18n = parts.indexOf("i18n");
  const plugin = i18n < 0 ? undefined : parts[i18n + 2];
  if (plugin?.startsWith(DOCUSAURUS)) {
    const kind = plugin.slice(DOCUSAURUS.length);
    const rest = parts.slice(i18n + (parts[i18n + 3] === "current" ? 4 : 3));
    const folder = kind === "pages" ? "src/pages" : kind.slice(kind.indexOf("-") + 1);
    return [[parts[i18n + 1] ?? "", [[...parts.slice(0, i18n), folder, ...rest].join("/")]]];
  }
  parts.forEach((part, at) => {
    if (!isLanguage(part)) return;
    const [before, after] = [parts.slice(0, at), parts.slice(at + 1)];
    const rest = [["en"], ["en-US"], ["en_US"], []].map((english) => [...before, ...english, ...after].join("/"));
    found.push([part, rest]);
  });
  const name = parts.at(-1)?.split(".") ?? [];
  const mark = name.length === 3 ? (name[1] ?? "") : "";
  if (isLanguage(mark)) {
    const folder = page.slice(0, page.lastIndexOf("/") + 1);
    const [stem = "", , ending = ""] = name;
    found.push([mark, [`.en`, `.en-US`, ""].map((english) => `${folder}${stem}${english}.${ending}`)]);
  }
  return found;
}

/** The language of a page by its path alone; null when no part of it names one. */
export function languageOf(path: string): string | null {
  return candidates(path)[0]?.[0] ?? null;
}
