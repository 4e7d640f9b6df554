import { propertiesOf, propertyOf, textOf } from "../navigation/read-json.ts";
import { readCalls, readModule, readModuleTexts, readTextsOf } from "../navigation/read-module.ts";
import { pathOf } from "../page/page.ts";
import { matchesPlaces } from "../site/path-patterns.ts";
import type { Section } from "../site/site.ts";
import {
  basePath,
  type Evidence,
  folderAt,
  folderOf,
  type Generator,
  languageSections,
  readRedirects,
} from "./generator.ts";
import { OWN_SLUGS } from "./next.ts";

export const ASTRO_CONFIG = /(^|\/)astro\.config\.[cm]?[jt]s$/;

/** Reads a Starlight site: its pages below `src/content/docs`, its languages by folder, and the redirects of Astro. */
export async function readStarlightSite(evidence: Evidence, config: string): Promise<Generator | null> {
  const texts = await readModuleTexts(evidence.reader, [config], evidence.files);
  const text = texts.get(config) ?? "";
  const { root } = readModule(config, text, texts);
  const folder = folderOf(config);
  const usual = folderAt(folder, textOf(propertyOf(root ?? undefined, "srcDir")) ?? "src", "content/docs");
  const docs = usual !== null && evidence.folders.has(usual) ? usual : await loadedFolder(evidence, folder);
  if (docs === null) return null;
  const options = starlightOptions(config, texts);
  const locales = propertiesOf(propertyOf(options, "locales"));
  const first = textOf(propertyOf(options, "defaultLocale")) ?? "root";
  const codeOf = (name: string) => {
    const locale = locales.find(([key]) => key === name)?.[1];
    return textOf(propertyOf(locale, "lang")) ?? (name === "root" ? "en" : name);
  };
  const inFolder = locales.filter(([name]) => name !== "root" && name !== first);
  const source: Section =
    first === "root" || locales.length === 0 ? { root: docs, routeBase: "" } : sourceIn(docs, first);
  const translated = inFolder
    .map(([name]) => ({ code: codeOf(name), folder: folderAt(docs, name) ?? "", routeBase: `/${name.toLowerCase()}` }))
    .filter((one) => evidence.folders.has(one.folder));
  const pages = folderAt(folder, "src/pages");
  const others: Section[] = source.root === docs ? [] : [{ root: docs, routeBase: "" }];
  if (pages !== null && evidence.folders.has(pages)) others.push({ root: pages, routeBase: "" });
  return {
    dialect: "starlight",
    config,
    layouts: [[source, ...languageSections(translated, source), ...others]],
    hostBase: basePath(textOf(propertyOf(root ?? undefined, "base")) ?? ""),
    languages: locales.length === 0 ? [] : [codeOf(first), ...translated.map(({ code }) => code)],
    redirects: readRedirects(propertyOf(root ?? undefined, "redirects")),
    generatedRoutes: [...madeByPlugins(text), ...(await madeOfChangelogs(evidence, folder, text))],
    isIgnoredLink: excludedLinks(config, text),
    ...(OWN_SLUGS.test(text) && { headingIds: { isUnknown: true } }),
  };
}

const PLUGIN_OPTION = /\b(?:base|output):\s?["'`]/g;
const FOLDER = /^[\w-][\w./-]*$/;
const MAX_FOLDER = 200;

/** The addresses below which plugins put the pages they make of a program or of its API: `base: "reference/api"`. */
function madeByPlugins(text: string): string[] {
  const isTypeDoc = text.includes("starlight-typedoc") && !/\boutput:/.test(text);
  const named = [...text.matchAll(PLUGIN_OPTION)].flatMap(({ 0: option, index }) => {
    const start = index + option.length;
    const [folder = ""] = text.slice(start, start + MAX_FOLDER).split(/["'`]/, 1);
    return FOLDER.test(folder) ? [basePath(folder)] : [];
  });
  return isTypeDoc ? [...named, "/api"] : named;
}

const CONTENT_CONFIGS = [
  "src/content.config.ts",
  "src/content.config.mjs",
  "src/content.config.js",
  "src/content/config.ts",
];

function readContentConfig({ reader }: Evidence, folder: string) {
  return reader.readMany(CONTENT_CONFIGS.flatMap((file) => folderAt(folder, file) ?? []));
}

/** The folder that a collection loads its pages from (`glob({ base: "../docs" })`) where the usual one is not there. */
async function loadedFolder(evidence: Evidence, folder: string): Promise<string | null> {
  const named = (await readContentConfig(evidence, folder)).flatMap(({ path, text }) =>
    readTextsOf(path, text, "base"),
  );
  const places = named.map(({ value }) => folderAt(folder, value));
  const isOfPages = (place: string) => evidence.pages.some(({ path }) => path.startsWith(`${place}/`));
  return places.find((place) => place !== null && evidence.folders.has(place) && isOfPages(place)) ?? null;
}

/** The addresses of the lists of releases that `starlight-changelogs` makes, which the collections of the content name. */
async function madeOfChangelogs(evidence: Evidence, folder: string, text: string): Promise<string[]> {
  if (!text.includes("starlight-changelogs")) return [];
  return (await readContentConfig(evidence, folder)).flatMap((file) => madeByPlugins(file.text));
}

const MAX_PATTERNS = 200;

/** Makes a test of the links that the options of `starlight-links-validator` pass over. */
function excludedLinks(config: string, text: string): (url: string) => boolean {
  if (!text.includes("starlight-links-validator")) return () => false;
  const inPath = (one: string) => one.replace(/^\/|\/$/g, "");
  const named = readTextsOf(config, text, "exclude").filter(({ value }) => value.startsWith("/"));
  const isExcluded = matchesPlaces(named.slice(0, MAX_PATTERNS).map(({ value }) => inPath(value)));
  return (url) => url.startsWith("/") && isExcluded(inPath(pathOf(url)));
}

const sourceIn = (docs: string, name: string): Section => ({
  root: `${docs}/${name}`,
  routeBase: `/${name.toLowerCase()}`,
});

/** What the plugin of Starlight is given among the integrations. */
export function starlightOptions(config: string, texts: ReadonlyMap<string, string>) {
  const { calls } = readCalls(config, texts.get(config) ?? "", new Set(["starlight"]), texts);
  return calls[0]?.values[0];
}
