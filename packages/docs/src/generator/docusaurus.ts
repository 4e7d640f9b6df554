import type { Node } from "jsonc-parser";
import { propertiesOf, propertyOf, textOf } from "../navigation/read-json.ts";
import { readModule, readModuleTexts } from "../navigation/read-module.ts";
import { likelyLayouts } from "../site/find-layout.ts";
import { matchesPlaces } from "../site/path-patterns.ts";
import { isBelow, stemOf } from "../site/posix.ts";
import { type DocusaurusVersions, readDocusaurusVersions, versionsOf } from "../site/read-docusaurus-versions.ts";
import type { Redirect, Section } from "../site/site.ts";
import {
  basePath,
  type Evidence,
  folderAt,
  folderOf,
  foldersBelow,
  type Generator,
  readRedirects,
  textsOf,
} from "./generator.ts";

/** Of Docusaurus 1. */
export const OLD_DOCUSAURUS_CONFIG = /(^|\/)siteConfig\.js$/;
export const DOCUSAURUS_CONFIG = /(^|\/)docusaurus\.config\.[cm]?[jt]s$/;

/** Docs, posts and pages of the preset or of plugins, and the options of each. */
type Plugin = { kind: "docs" | "blog" | "pages" | "redirects"; id: string; options: Node | undefined };

const KINDS = { docs: "docs", blog: "blog", pages: "pages" } as const;
const PLUGIN = /^(?:@docusaurus\/)?plugin-(content-(?:docs|blog|pages)|client-redirects)$/;

/** Reads the folders of a Docusaurus site and their addresses: of docs, posts, pages, versions and translations. */
export async function readDocusaurusSite(evidence: Evidence, config: string): Promise<Generator> {
  const texts = await readModuleTexts(evidence.reader, [config], evidence.files);
  const text = texts.get(config) ?? "";
  const { root } = readModule(config, text, texts);
  const site = await toGenerator(evidence, { config, folder: folderOf(config), root });
  const routes = await routesOfPlugins(evidence, config, text);
  const isRewritten = /\bpreprocessor\b/.test(text);
  return { ...site, redirects: [...(site.redirects ?? []), ...routes], ...(isRewritten && { isRewritten }) };
}

const OWN_FILE = /["'`](\.{1,2}\/[^"'`\n]{1,200})["'`]/g;
const CODE_ENDINGS = ["", ".js", ".ts", ".cjs", ".mjs", ".mts", "/index.js", "/index.ts", "/index.cjs", "/index.mjs"];
const CODE = /\.[cm]?[jt]s$/;
const MAX_PLUGINS = 20;
const ROUTE = /\bpath:\s?["'`](?=\/)/g;
const MAX_ROUTE = 200;

/** The addresses that plugins of the site's own give to pages of code (`addRoute`), in the files that its configuration names. */
async function routesOfPlugins({ reader, files }: Evidence, config: string, text: string): Promise<Redirect[]> {
  const named = [...text.matchAll(OWN_FILE)].flatMap(([, path = ""]) => folderAt(folderOf(config), path) ?? []);
  const code = named.flatMap(
    (stem) => CODE_ENDINGS.map((ending) => stem + ending).find((file) => CODE.test(file) && files.has(file)) ?? [],
  );
  const own = await reader.readMany([...new Set(code)].slice(0, MAX_PLUGINS));
  const makers = own.filter((file) => file.text.includes("addRoute"));
  return makers.flatMap((file) =>
    [...file.text.matchAll(ROUTE)].map(({ 0: { length }, index }) => {
      const [from = ""] = file.text.slice(index + length, index + length + MAX_ROUTE).split(/["'`]/, 1);
      return { from };
    }),
  );
}

/** The folder above those of translations and frozen versions; null for a path that lies in none. */
function folderAbove(path: string): string | null {
  const parts = path.split("/");
  const isMark = (part: string, at: number) =>
    part === "versioned_docs" || (part === "i18n" && parts[at + 2] === "docusaurus-plugin-content-docs");
  const at = parts.findIndex((part, index) => index < parts.length - 1 && isMark(part, index));
  return at < 0 ? null : parts.slice(0, at).join("/");
}

/** Reads as much without a configuration: from the folders of versions and translations, which are always called the same. */
export function guessDocusaurusSite(evidence: Evidence): Promise<Generator> {
  const above = evidence.paths.map(folderAbove).find((folder) => folder !== null);
  return toGenerator(evidence, { config: "", folder: above ?? "", root: null });
}

/** Reads the address of a site of Docusaurus 1, whose folders are guessed; addresses may name the language of the source. */
export async function readOldDocusaurusSite(evidence: Evidence, config: string): Promise<Generator> {
  const texts = await readModuleTexts(evidence.reader, [config], evidence.files);
  const { root } = readModule(config, texts.get(config) ?? "", texts);
  const option = (name: string) => textOf(propertyOf(root ?? undefined, name));
  const site = await toGenerator(evidence, { config: "", folder: folderOf(config), root: null });
  const docs = basePath(option("docsUrl") ?? "docs");
  return { ...site, hostBase: basePath(option("baseUrl") ?? ""), redirects: [{ from: `${docs}/en/*` }] };
}

type Configured = { config: string; folder: string; root: Node | null };

async function toGenerator(evidence: Evidence, { config, folder, root }: Configured): Promise<Generator> {
  const plugins = root ? pluginsOf(root) : [];
  const main = await mainDocs(evidence, folder, plugins);
  const rest = await otherSections(evidence, folder, plugins);
  const i18n = propertyOf(root ?? undefined, "i18n");
  const source = textOf(propertyOf(i18n, "defaultLocale")) ?? "en";
  const slash = propertyOf(root ?? undefined, "trailingSlash");
  const languages = [source, ...textsOf(propertyOf(i18n, "locales")).filter((code) => code !== source)];
  const hostBase = basePath(textOf(propertyOf(root ?? undefined, "baseUrl")) ?? "");
  const redirects = plugins.filter(({ kind }) => kind === "redirects");
  return {
    dialect: "docusaurus",
    config,
    layouts: main.map((sections) => [
      ...sections,
      ...rest,
      ...translations(evidence, folder, [...sections, ...rest], source),
    ]),
    hostBase,
    ...(slash?.type === "boolean" ? { hasSlash: slash.value === true } : {}),
    languages,
    redirects: redirects.flatMap(({ options }) => readRedirects(propertyOf(options, "redirects"))),
    generatedRoutes: [
      ...madeByPlugins(root, folder, main.flat()),
      ...listsOfBlogs(plugins),
      ...listsAtTop(plugins),
      ...(hasSearchPage(root) ? ["/search", ...languages.map((code) => `/${code}/search`)] : []),
    ],
  };
}

const MAX_NODES = 5_000;
/** What plugins that write pages of an API call the folder that they write into. */
const OUTPUT = new Set(["outputDir", "outDir", "out"]);

/** The addresses of folders below the docs that plugins write before the build, as those for OpenAPI and TypeDoc do. */
function madeByPlugins(config: Node | null, folder: string, docs: readonly Section[]): string[] {
  const plugins = propertyOf(config ?? undefined, "plugins")?.children ?? [];
  const named = plugins.flatMap(usualOutput);
  const stack = [...plugins];
  for (let node = stack.pop(), left = MAX_NODES; node !== undefined && left > 0; node = stack.pop(), left -= 1) {
    for (const [name, value] of propertiesOf(node)) if (OUTPUT.has(name)) named.push(...textsOf(value));
    for (const child of node.children ?? []) stack.push(child);
  }
  return named.flatMap((out) =>
    docs.flatMap(({ root, routeBase }) => {
      const places = [folderAt(folder, out), folderAt(root, out)];
      const place = places.find((one) => one !== null && one !== root && isBelow(one, root));
      return place === undefined || place === null ? [] : [routeBase + place.slice(root.length)];
    }),
  );
}

/** The folders that plugins write into where their options do not name one as the others do. */
function usualOutput(plugin: Node): string[] {
  const [first, options] = plugin.type === "array" ? (plugin.children ?? []) : [plugin];
  const name = textOf(first) ?? "";
  if (name === "docusaurus-plugin-typedoc") return propertyOf(options, "out") ? [] : ["docs/api"];
  if (!GRAPHQL.has(name)) return [];
  const [folder, base] = ["rootPath", "baseURL"].map((key) => textOf(propertyOf(options, key)));
  return [`${folder ?? "docs"}/${base ?? "schema"}`];
}

const GRAPHQL: ReadonlySet<string> = new Set([
  "@graphql-markdown/docusaurus",
  "@edno/docusaurus2-graphql-doc-generator",
]);

/** The lists by tag, author and date of docs and posts that have the addresses at the top of the site. */
function listsAtTop(plugins: readonly Plugin[]): string[] {
  return plugins.flatMap((plugin) => {
    const { kind, options } = plugin;
    const base = textOf(propertyOf(options, "routeBasePath"));
    if (isOff(plugin) || base === null || basePath(base) !== "") return [];
    return kind === "blog" ? ["/tags", "/authors", "/archive"] : kind === "docs" ? ["/tags"] : [];
  });
}

/** What the options of a blog call its lists of posts. */
const LISTS = ["archiveBasePath", "tagsBasePath", "authorsBasePath"];

/** The addresses of lists of posts that options give a name of their own. */
function listsOfBlogs(plugins: readonly Plugin[]): string[] {
  return plugins.flatMap(({ kind, options }) => {
    const base = basePath(textOf(propertyOf(options, "routeBasePath")) ?? "blog");
    const named = kind === "blog" ? LISTS.flatMap((name) => textOf(propertyOf(options, name)) ?? []) : [];
    return named.map((name) => base + basePath(name));
  });
}

/** Whether the site has a page that shows what was found: that of Algolia, or of a plugin for search. */
function hasSearchPage(config: Node | null): boolean {
  const named = ["plugins", "themes"].flatMap((name) => propertyOf(config ?? undefined, name)?.children ?? []);
  const names = named.map((one) => textOf(one.type === "array" ? one.children?.[0] : one) ?? "");
  const algolia = propertyOf(propertyOf(config ?? undefined, "themeConfig"), "algolia");
  return algolia !== undefined || names.some((name) => name.includes("search"));
}

function pluginsOf(config: Node): Plugin[] {
  const plugins: Plugin[] = [];
  for (const preset of propertyOf(config, "presets")?.children ?? []) {
    const [, options] = preset.children ?? [];
    for (const [name, value] of propertiesOf(options)) {
      const kind = KINDS[name as keyof typeof KINDS];
      if (kind) plugins.push({ kind, id: "default", options: value });
    }
    if (!propertyOf(options, "docs")) plugins.push({ kind: "docs", id: "default", options: undefined });
    if (!propertyOf(options, "blog")) plugins.push({ kind: "blog", id: "default", options: undefined });
  }
  for (const plugin of propertyOf(config, "plugins")?.children ?? []) {
    const [name, options] = plugin.type === "array" ? (plugin.children ?? []) : [plugin, undefined];
    const kind = PLUGIN.exec(textOf(name) ?? "")?.[1]
      ?.replace("content-", "")
      .replace("client-", "");
    const id = textOf(propertyOf(options, "id")) ?? "default";
    if (kind) plugins.push({ kind: kind as Plugin["kind"], id, options });
  }
  return plugins;
}

const isOff = ({ options }: Plugin) => options?.type === "boolean";

/** The main docs: where the configuration tells of them, one list; else likely ones, which the site's links have to tell apart. */
async function mainDocs(evidence: Evidence, folder: string, plugins: readonly Plugin[]): Promise<Section[][]> {
  const own = plugins.filter(({ kind, id }) => kind === "docs" && id === "default");
  // A preset may be turned off, and the plugin be named in its place.
  const docs = own.find((plugin) => !isOff(plugin)) ?? own[0];
  const others = plugins.some((plugin) => plugin.kind === "docs" && plugin !== docs);
  if (docs && isOff(docs) && others) return [[]];
  const versions = await readDocusaurusVersions(evidence.reader, evidence.paths);
  const named = docs && docs.options?.type !== "null" ? docsPlace(docs.options, folder) : null;
  const layouts =
    named !== null && (evidence.folders.has(named.root) || named.isSet)
      ? [[{ root: named.root, routeBase: named.routeBase, ...leftOut(docs?.options) }]]
      : likelyLayouts(evidence.pages, "docusaurus", null);
  const likely = versions.length > 0 ? versions : [null];
  return layouts.flatMap(([first = { root: "", routeBase: "" }]) =>
    likely.map((one) => withVersions(first, one, "versioned_docs")),
  );
}

function docsPlace(options: Node | undefined, folder: string) {
  const [path, base] = ["path", "routeBasePath"].map((name) => propertyOf(options, name));
  if ((path && textOf(path) === null) || (base && textOf(base) === null)) return null;
  const root = folderAt(folder, textOf(path) ?? "docs");
  return root === null ? null : { root, routeBase: basePath(textOf(base) ?? "docs"), isSet: path !== undefined };
}

/** What options repeat of the plugin's own: pieces, which are read where they are taken in, and code. */
const PIECES = new Set(["**/_*.{js,jsx,ts,tsx,md,mdx}", "**/_*/**", "**/*.test.{js,jsx,ts,tsx}", "**/__tests__/**"]);

/** What the options of a plugin leave out of its folder. */
function leftOut(options: Node | undefined): Pick<Section, "isLeftOut"> {
  const patterns = textsOf(propertyOf(options, "exclude")).filter((pattern) => !PIECES.has(pattern));
  if (patterns.length === 0) return {};
  return { isLeftOut: matchesPlaces(patterns) };
}

/** Frozen versions lie beside the docs of the version that is being written, which gives way to the newest of them. */
function withVersions(docs: Section, versions: DocusaurusVersions | null, name: string): Section[] {
  if (versions === null) return [docs];
  const isAside = (place: string | null) => place !== "";
  const frozen = [...versions.places].map(
    ([version, place]): Section => ({
      root: `${versions.folder === "" ? "" : `${versions.folder}/`}${name}/version-${version}`,
      routeBase: docs.routeBase + place,
      version,
      originalRoot: docs.root,
      isAside: isAside(place),
      ...(docs.isLeftOut ? { isLeftOut: docs.isLeftOut } : {}),
    }),
  );
  const { current } = versions;
  const now: Section =
    current === null
      ? { ...docs, isAside: true, isUnreleased: true, addressOf: () => null }
      : { ...docs, routeBase: docs.routeBase + current, isAside: isAside(current) };
  return [now, ...frozen];
}

async function otherSections(evidence: Evidence, folder: string, plugins: readonly Plugin[]): Promise<Section[]> {
  const sections: Section[] = [];
  for (const plugin of plugins) {
    const { kind, id, options } = plugin;
    if (isOff(plugin) || (kind === "docs" && id === "default") || kind === "redirects") continue;
    const [path, base] = ["path", "routeBasePath"].map((name) => textOf(propertyOf(options, name)));
    const standard = { docs: "docs", blog: "blog", pages: "src/pages" }[kind];
    const root = folderAt(folder, path ?? standard);
    if (root === null || !evidence.folders.has(root)) continue;
    const routeBase = basePath(base ?? (kind === "pages" ? "" : standard));
    const section: Section = { root, routeBase, ...leftOut(options) };
    if (kind === "blog") sections.push({ ...section, isBlog: true, addressOf: postAddress });
    else if (kind === "pages") sections.push(section);
    else {
      const [list] = await evidence.reader.readMany([folderAt(folder, `${id}_versions.json`) ?? ""]);
      sections.push(...withVersions(section, versionsOf(folder, list, options), `${id}_versioned_docs`));
    }
  }
  const pages = folderAt(folder, "src/pages");
  const hasPages = pages !== null && !sections.some(({ root }) => root === pages);
  return hasPages ? [...sections, { root: pages, routeBase: "" }] : sections;
}

const DATE = /(?:^|\/)(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)[-/]?/;

/** Posts are found by date and name, unless they say otherwise. */
function postAddress(path: string, data: Record<string, unknown>): string {
  const stem = stemOf(path).replace(/\/index$/, "");
  if (typeof data.slug === "string" && data.slug !== "") return data.slug.startsWith("/") ? data.slug : `/${data.slug}`;
  const date = DATE.exec(stem);
  if (date === null) return stem;
  const [mark, year, month, day] = date;
  return `${stem.slice(0, date.index)}/${year}/${month}/${day}/${stem.slice(date.index + mark.length)}`;
}

/** `i18n/fr/docusaurus-plugin-content-docs/version-2/a.md` is the French page `a.md` of version 2. */
function translations(evidence: Evidence, folder: string, sections: readonly Section[], source: string): Section[] {
  const i18n = folderAt(folder, "i18n");
  if (i18n === null) return [];
  return foldersBelow(evidence, i18n)
    .filter((language) => language !== source)
    .flatMap((language) =>
      sections.flatMap((section): Section[] => {
        const place = translationFolder(section, folder);
        const root = place === null ? null : folderAt(i18n, language, place);
        if (root === null || !evidence.folders.has(root)) return [];
        const routeBase = `/${language}${section.routeBase}`;
        // What translates nothing is no page.
        const addressOf: Section["addressOf"] = (path, data) =>
          hasOriginal(evidence, section, path) ? section.addressOf?.(path, data) : null;
        return [{ ...section, root, routeBase, language, originalRoot: section.root, addressOf }];
      }),
    );
}

function hasOriginal({ files }: Evidence, { root }: Section, path: string): boolean {
  const stem = stemOf(root === "" ? path : `${root}/${path}`);
  return files.has(`${stem}.md`) || files.has(`${stem}.mdx`);
}

function translationFolder({ root, version, isBlog }: Section, folder: string): string | null {
  const rel = folder === "" ? root : root.slice(folder.length + 1);
  if (isBlog) return "docusaurus-plugin-content-blog";
  if (rel === "src/pages") return "docusaurus-plugin-content-pages";
  const id = /^([^/]+)_versioned_docs\//.exec(rel)?.[1] ?? null;
  const plugin = `docusaurus-plugin-content-docs${id === null ? "" : `-${id}`}`;
  return `${plugin}/${version === undefined ? "current" : `version-${version}`}`;
}
