import type { Node } from "jsonc-parser";
import { propertyOf, textOf } from "../navigation/read-json.ts";
import { readCalls, readModule, readModuleTexts } from "../navigation/read-module.ts";
import type { PageOutline } from "../page/read-outline.ts";
import { matchesPlaces } from "../site/path-patterns.ts";
import { isBelow, stemOf } from "../site/posix.ts";
import type { Redirect, Section } from "../site/site.ts";
import {
  basePath,
  type Evidence,
  folderAt,
  folderOf,
  type Generator,
  languageSections,
  readRedirects,
  textsOf,
} from "./generator.ts";

export const NEXT_CONFIG = /(^|\/)next\.config\.[cm]?[jt]s$/;

/** What a Next configuration says of addresses. */
export type NextFacts = {
  redirects: Redirect[];
  languages: string[];
  calls: ReturnType<typeof readCalls>["calls"];
  hasOwnIds: boolean;
};

/** Options of a plugin that makes the ids of headings. */
export const OWN_SLUGS = /\brehypeSlug,\s?\{/;

export async function readNextConfig(evidence: Evidence, config: string): Promise<NextFacts> {
  const texts = await readModuleTexts(evidence.reader, [config], evidence.files);
  const text = texts.get(config) ?? "";
  const { root } = readModule(config, text, texts);
  const { calls } = readCalls(config, text, new Set(["nextra", "withNextra"]), texts);
  const i18n = propertyOf(root ?? undefined, "i18n");
  const source = textOf(propertyOf(i18n, "defaultLocale"));
  const locales = textsOf(propertyOf(i18n, "locales"));
  const languages = source === null ? locales : [source, ...locales.filter((code) => code !== source)];
  return {
    redirects: nextRedirects(propertyOf(root ?? undefined, "redirects")),
    languages,
    calls,
    hasOwnIds: OWN_SLUGS.test(text),
  };
}

/** A list of redirects, or of lists by kind. */
function nextRedirects(node: Node | undefined): Redirect[] {
  return readRedirects(node?.type === "array" ? node : undefined, false);
}

/**
 * Reads a Nextra site: pages below `pages` (Nextra 2 and 3), below `content` with the address of the route that shows them
 * (Nextra 4), and pages of the app router.
 */
export async function readNextraSite(evidence: Evidence, config: string): Promise<Generator> {
  const { redirects, languages, calls, hasOwnIds } = await readNextConfig(evidence, config);
  const folder = folderOf(config);
  const given = calls
    .map(({ values }) => textOf(propertyOf(values[0], "contentDirBasePath")))
    .find((one) => one !== null);
  const at = (name: string) => {
    const path = folderAt(folder, name);
    return path !== null && evidence.folders.has(path) && hasPages(evidence.pages, path) ? [path] : [];
  };
  const suffixes =
    languages.length > 1
      ? new Map(languages.map((code, index) => [code.toLowerCase(), index === 0 ? "" : `/${code}`]))
      : undefined;
  const pages = ["pages", "src/pages"].flatMap(at).map((root): Section => ({ root, routeBase: "", suffixes }));
  const app = ["app", "src/app"].flatMap(at).map((root): Section => ({ root, routeBase: "", addressOf: appAddress }));
  const bases = given ? [basePath(given)] : await contentBases(evidence, folder);
  const content = ["content", "src/content"].flatMap(at);
  const [source = "", ...others] = languages;
  const layouts = content.flatMap((root) =>
    [...new Set([...bases, "", "/docs"])].map((routeBase) => [
      ...contentSections(evidence, { root, routeBase }, source, others),
      ...pages,
      ...app,
    ]),
  );
  const isByLanguage = content.some((root) => source !== "" && evidence.folders.has(`${root}/${source}`));
  return {
    dialect: "nextra",
    config,
    layouts: layouts.length > 0 ? layouts : [[...pages, ...app]],
    // An address may name the language of the source or leave it out.
    ...(isByLanguage ? { hostBase: `/${source}` } : {}),
    redirects,
    languages,
    ...(hasOwnIds && { headingIds: { isUnknown: true } }),
  };
}

/** The folders of languages in a folder of pages (`content/en`), whose addresses begin with the language. */
function contentSections(
  { folders }: Evidence,
  section: Section,
  source: string,
  others: readonly string[],
): Section[] {
  if (source === "" || !folders.has(`${section.root}/${source}`)) return [section];
  const main = { ...section, root: `${section.root}/${source}` };
  const translated = others
    .filter((code) => folders.has(`${section.root}/${code}`))
    .map((code) => ({ code, folder: `${section.root}/${code}`, routeBase: `/${code}${section.routeBase}` }));
  return [main, ...languageSections(translated, main), section];
}

function hasPages(pages: readonly PageOutline[], folder: string): boolean {
  return pages.some(({ path }) => isBelow(path, folder));
}

const PAGE_CODE = /^page\.[jt]sx?$/;

/** The addresses of routes that show whatever lies below: `app/docs/[[...mdxPath]]/page.jsx` is `/docs`. */
export function catchAllBases({ paths }: Pick<Evidence, "paths">, folder: string): string[] {
  const found = paths.flatMap((path) => {
    const route = isBelow(path, folder) ? catchAllRoute(path) : null;
    return route === null ? [] : [routeOfFolders(route)];
  });
  return [...new Set(found)];
}

/** Those that show the pages of the site: a route that makes a page map of other files, such as those of another repository, does not. */
async function contentBases(evidence: Evidence, folder: string): Promise<string[]> {
  const routes = evidence.paths.filter((path) => isBelow(path, folder) && catchAllRoute(path) !== null);
  const others = (await evidence.reader.readMany(routes.slice(0, MAX_SOURCES)))
    .filter(({ text }) => text.includes("convertToPageMap") && !text.includes("importPage"))
    .map(({ path }) => path);
  return catchAllBases({ paths: routes.filter((path) => !others.includes(path)) }, folder);
}

/** What stands between `app` and a folder that takes all that follows. */
function catchAllRoute(path: string): string | null {
  const parts = path.split("/");
  const app = parts.indexOf("app");
  const last = parts.at(-2) ?? "";
  const isCatchAll = PAGE_CODE.test(parts.at(-1) ?? "") && last.startsWith("[") && last.includes("...");
  return app < 0 || !isCatchAll ? null : parts.slice(app + 1, -2).join("/");
}

/** Folders in brackets are groups, and those that stand for a language are left out of addresses of the source. */
function routeOfFolders(folders: string): string {
  return basePath(
    folders
      .split("/")
      .filter((part) => !/^\(.*\)$|^\[.*\]$|^@/.test(part))
      .join("/"),
  );
}

/** Of the app router only `page` files have an address: that of their folder. */
function appAddress(path: string): string | null {
  if (!/(^|\/)page\.mdx?$/.test(path) || /(^|\/)_/.test(path)) return null;
  return routeOfFolders(stemOf(path).replace(/(^|\/)page$/, ""));
}

const FUMADOCS_SOURCE = /(^|\/)source(\.config)?(\/index)?\.[cm]?[jt]sx?$/;
const DEFINITIONS = new Set(["defineDocs", "defineCollections", "loader", "defineI18n", "openapiSource"]);
const TITLE_OF_SCHEMA = /\btitle:\s?z\./;
const OPTIONAL = /\.(?:optional|nullish|default|catch)\(/;
const MAX_SOURCES = 20;
const MAX_CALLS = 200;

export function isFumadocsSource(path: string): boolean {
  return FUMADOCS_SOURCE.test(path);
}

/** Reads a Fumadocs site: its folders of pages (`defineDocs`), the addresses they are shown at (`loader`), and its languages. */
export async function readFumadocsSite(evidence: Evidence, config: string): Promise<Generator | null> {
  const folder = projectFolder(config);
  const wanted = evidence.paths.filter(
    (path) => isBelow(path, folder) && (isFumadocsSource(path) || /(^|\/)i18n\.ts$/.test(path)),
  );
  const texts = await readModuleTexts(evidence.reader, wanted.slice(0, MAX_SOURCES), evidence.files);
  const calls = wanted
    .flatMap((path) => readCalls(path, texts.get(path) ?? "", DEFINITIONS, texts).calls)
    .slice(0, MAX_CALLS);
  const of = (name: string) => calls.filter((call) => call.name === name).flatMap(({ values }) => values[0] ?? []);
  const docs = of("defineDocs").flatMap((node) => {
    const dir = propertyOf(node, "dir");
    return dir === undefined ? ["content/docs"] : textsOf(dir);
  });
  const folders = [...docs, ...of("defineCollections").flatMap((node) => textsOf(propertyOf(node, "dir")))];
  const roots = [...new Set(folders)].flatMap((dir) => {
    const root = folderAt(folder, dir);
    return root !== null && evidence.folders.has(root) ? [root] : [];
  });
  if (roots.length === 0) return null;
  // Options stand behind the source where that is given first.
  const loaders = calls.flatMap(({ name, values }) => (name === "loader" ? values : []));
  const bases = loaders.flatMap((node) => textOf(propertyOf(node, "baseUrl")) ?? []).map(basePath);
  const [i18n] = of("defineI18n");
  const source = textOf(propertyOf(i18n, "defaultLanguage"));
  const others = textsOf(propertyOf(i18n, "languages")).filter((code) => code !== source);
  const languages = source === null ? [] : [source, ...others];
  const suffixes =
    languages.length > 1
      ? new Map(languages.map((code, index) => [code.toLowerCase(), index === 0 ? "" : `/${code}`]))
      : undefined;
  const next = evidence.paths.find((path) => NEXT_CONFIG.test(path) && folderOf(path) === folder);
  // Code may give any address below its base to any page.
  const isOpen = loaders.some(
    (node) => propertyOf(node, "slugs") !== undefined || propertyOf(node, "url") !== undefined,
  );
  // Pages of an API that no file holds.
  const described = calls.filter(({ name }) => name === "openapiSource");
  const placesOfApi = described.map(({ values }) => routeOfFolders(textOf(propertyOf(values[1], "baseDir")) ?? ""));
  const generatedRoutes = [...(isOpen ? bases : []), ...bases.flatMap((base) => placesOfApi.map((one) => base + one))];
  const hasOwnIds = wanted.some((path) => (texts.get(path) ?? "").includes("remarkHeadingOptions"));
  const facts = {
    languages,
    hasOptionalTitles: wanted.some((path) => isTitleOptional(texts.get(path) ?? "")),
    ...(hasOwnIds && { headingIds: { isUnknown: true } }),
  };
  const redirects = next === undefined ? [] : (await readNextConfig(evidence, next)).redirects;
  const sections = (fallback: string) =>
    roots.map(
      (root, index): Section => ({
        root,
        routeBase: baseOf(root, bases, index) ?? fallback,
        suffixes,
        ...leftOut(of("defineDocs"), folder, root),
      }),
    );
  const plain = bases.length > 0 ? [sections("")] : ["/docs", ""].map(sections);
  if (textOf(propertyOf(i18n, "parser")) !== "dir" || source === null)
    return { dialect: "fumadocs", config, layouts: plain, redirects, generatedRoutes, ...facts };
  const hidden = textOf(propertyOf(i18n, "hideLocale")) ?? "never";
  const layouts = plain.map((own) => own.flatMap((section) => byLanguage(section, languages, hidden, evidence)));
  // An address without a language may lead to the one that its reader prefers.
  const open = plain.flat().map(({ routeBase }) => ({ from: `${routeBase}/:path*` }));
  return { dialect: "fumadocs", config, layouts, redirects: [...redirects, ...open], ...facts };
}

/** Whether a schema of front matter of the site's own says that a page may lack its title. */
function isTitleOptional(text: string): boolean {
  return text.split("\n").some((line) => {
    const at = line.search(TITLE_OF_SCHEMA);
    return at >= 0 && OPTIONAL.test(line.slice(at).split(",", 1)[0] ?? "");
  });
}

/** What the configuration does not take of a folder of pages: `docs: { files: ["**\/*.mdx", "!drafts/**"] }`. */
function leftOut(docs: readonly Node[], folder: string, root: string): Pick<Section, "isLeftOut"> {
  const own = docs.filter((node) => folderAt(folder, textOf(propertyOf(node, "dir")) ?? "content/docs") === root);
  const [only, ...others] = own.map((node) => textsOf(propertyOf(propertyOf(node, "docs"), "files")));
  if (only === undefined || only.length === 0 || others.length > 0) return {};
  const matches = (patterns: readonly string[]) =>
    matchesPlaces(patterns.map((pattern) => pattern.replace(/^\.\//, "")));
  const isTaken = matches(only.filter((pattern) => !pattern.startsWith("!")));
  const isRefused = matches(only.flatMap((pattern) => (pattern.startsWith("!") ? pattern.slice(1) : [])));
  return { isLeftOut: (path) => !isTaken(path) || isRefused(path) };
}

/** The folders of languages in a folder of pages, whose addresses begin with the language unless that is hidden. */
function byLanguage(
  section: Section,
  [source = "", ...others]: readonly string[],
  hidden: string,
  { folders }: Evidence,
): Section[] {
  const { suffixes: _, isLeftOut: __, ...own } = section;
  const rootOf = (code: string) => `${section.root}/${code}`;
  const baseOf = (code: string) =>
    hidden === "always" || (hidden === "default-locale" && code === source)
      ? section.routeBase
      : `/${code}${section.routeBase}`;
  if (!folders.has(rootOf(source))) return [section];
  const translated = others
    .filter((code) => folders.has(rootOf(code)))
    .map((code) => ({ code, folder: rootOf(code), routeBase: baseOf(code) }));
  const main = { ...own, root: rootOf(source), routeBase: baseOf(source) };
  // What lies in no folder of a language is of the source.
  return [main, ...languageSections(translated, main), { ...own, routeBase: main.routeBase }];
}

const CODE_FOLDERS = new Set(["src", "lib", "app", "source", "utils"]);

/** The folder of the project that a file of its code lies in. */
export function projectFolder(path: string): string {
  const parts = folderOf(path).split("/");
  const at = parts.findIndex((part) => CODE_FOLDERS.has(part));
  return (at < 0 ? parts : parts.slice(0, at)).join("/");
}

/** Folders and addresses are matched by name, else by their order. */
function baseOf(root: string, bases: readonly string[], index: number): string | undefined {
  const name = `/${root.split("/").at(-1)}`;
  return bases.find((base) => base.endsWith(name)) ?? bases[index] ?? bases[0];
}
