import type { Node } from "yaml";
import { inheritedFile, MAX_INHERITED } from "../navigation/read-mkdocs.ts";
import { itemsOf, pairOf, pairsOf, readYaml, scalarOf } from "../navigation/read-yaml.ts";
import { matchesPaths, matchesPlaces } from "../site/path-patterns.ts";
import { isBelow, stemOf } from "../site/posix.ts";
import { createIgnoreMatcher } from "../site/read-settings.ts";
import type { HeadingIds, Redirect, Section } from "../site/site.ts";
import {
  basePath,
  type Evidence,
  folderAt,
  folderOf,
  foldersBelow,
  type Generator,
  languageSections,
  pathOfUrl,
} from "./generator.ts";
import { routesInCode } from "./routes-in-code.ts";

/** A `mkdocs.yml` with those that it inherits from: the nearest value of a key counts. */
type Settings = { get(name: string): Node | undefined };

/** Reads a MkDocs site: the folder of its pages, its languages and its redirects. */
export async function readMkdocsSite(evidence: Evidence, config: string): Promise<Generator | null> {
  if (await isTranslation(evidence, config)) return null;
  const settings = await readMkdocsSettings(evidence.reader, config);
  const root = folderAt(folderOf(config), scalarOf(settings.get("docs_dir")) ?? "docs") ?? "";
  const plugins = pluginsOf(settings.get("plugins"));
  const theme = scalarOf(pairOf(settings.get("theme"), "custom_dir"));
  const themeFolder = theme === null ? null : folderAt(folderOf(config), theme);
  const { languages, sections } = languagesOf(evidence, root, plugins.get("i18n"));
  const redirects = pairsOf(pairOf(plugins.get("redirects"), "redirect_maps")).map(([from, value]): Redirect => {
    const route = `/${stemOf(from)}`.replace(/\/(?:index|README)$/, "") || "/";
    const to = scalarOf(value);
    if (to === null) return { from: route };
    return { from: route, to: /^[a-z][a-z0-9+.-]*:/i.test(to) ? to : `/${to}` };
  });
  const patterns = (name: string) => {
    const text = scalarOf(settings.get(name));
    return text === null ? undefined : createIgnoreMatcher(text);
  };
  const isExcluded = patterns("exclude_docs");
  const isOfPlugin = leftOutByPlugin(plugins.get("exclude"));
  const isLeftOut =
    isExcluded && isOfPlugin ? (path: string) => isExcluded(path) || isOfPlugin(path) : (isExcluded ?? isOfPlugin);
  const scripts = pairOf(plugins.get("gen-files") ?? undefined, "scripts");
  const hooks = [...itemsOf(settings.get("hooks")).flatMap((item) => scalarOf(item) ?? []), ...simpleHooks(plugins)];
  const code = await readCode(evidence, config, {
    hooks,
    scripts: itemsOf(scripts).flatMap((item) => scalarOf(item) ?? []),
  });
  const blogs = blogFolders(plugins);
  const isPost = (path: string) => blogs.some((folder) => isBelow(path, folder));
  // A draft is shown to those who write it alone.
  const [isNotInNav, isDraft] = [patterns("not_in_nav"), patterns("draft_docs")];
  const isUnlisted = (path: string) => isPost(path) || isNotInNav?.(path) === true || isDraft?.(path) === true;
  const marked = sections.map((section) => ({
    ...section,
    ...(isLeftOut ? { isLeftOut } : {}),
    isUnlisted,
  }));
  return {
    dialect: "mkdocs",
    config,
    layouts: [[...marked, ...(await includedSections(evidence, config, settings.get("nav")))]],
    languages,
    redirects,
    generatedRoutes: [
      ...ALWAYS_MADE,
      ...otherLanguages(evidence, config),
      ...(themeName(settings) === "material" ? ["/assets/images/favicon.png"] : []),
      ...madeByPlugins(plugins),
      ...madeByBlogs(evidence, root, plugins),
      ...code.flatMap(({ text, isScript }) => (isScript || MAKES_FILES.test(text) ? routesInCode(text, root) : [])),
    ],
    headingIds: headingIdsOf(settings.get("markdown_extensions")),
    findsByName: FIND_BY_NAME.some((name) => plugins.has(name)),
    isRewritten: code.some(({ text, isScript }) => !isScript && ON_MARKDOWN.test(text)),
    hostBase: pathOfUrl(scalarOf(settings.get("site_url")) ?? ""),
    ...(themeFolder === null ? {} : { themeFolder }),
  };
}

/** Plugins that look a page or picture up by its name, wherever it lies. */
const FIND_BY_NAME = ["autolinks", "ezlinks", "roamlinks", "obsidian-bridge"];

/** What the options of the extension `toc` say of ids. */
function headingIdsOf(extensions: Node | undefined): HeadingIds {
  const known = pluginsOf(extensions);
  const toc = known.get("toc") ?? known.get("markdown.extensions.toc");
  const separator = scalarOf(pairOf(toc ?? undefined, "separator"));
  const slugify = pairOf(toc ?? undefined, "slugify");
  const ids: HeadingIds = separator === null ? {} : { separator };
  if (slugify === undefined) return ids;
  const tag = slugify.tag ?? "";
  const isKnown = tag.includes("pymdownx.slugs.") || tag.includes("toc.slugify");
  if (!isKnown) return { isUnknown: true };
  return { separator: "-", ...ids, keepsCase: true };
}

/** What each build writes beside the pages. */
const ALWAYS_MADE = ["/sitemap.xml", "/search/search_index.json"];
/** What the plugin `rss` writes. */
const FEEDS = ["rss", "json"].flatMap((kind) =>
  ["created", "updated"].map((when) => `/feed_${kind}_${when}.${kind === "rss" ? "xml" : "json"}`),
);
/** The pages of Backstage, below which it shows the docs of each of its components. */
const OF_BACKSTAGE = ["/catalog", "/docs", "/create", "/api-docs", "/explore", "/tech-radar"];
/** Plugins that write pages or files, with the option that names their place, and the place without it. */
const WRITERS: Readonly<Record<string, { option: string; place: string }>> = {
  "api-autonav": { option: "api_root_uri", place: "reference" },
  autoapi: { option: "autoapi_root", place: "autoapi" },
  "mkdocs-autoapi": { option: "autoapi_root", place: "autoapi" },
  coverage: { option: "page_path", place: "coverage" },
  "with-pdf": { option: "output_path", place: "pdf/document.pdf" },
  "pdf-export": { option: "combined_output_path", place: "pdf" },
};

function madeByPlugins(plugins: ReadonlyMap<string, Node | null>): string[] {
  return [...plugins].flatMap(([name, options]) => {
    if (name === "rss") return FEEDS;
    if (name === "techdocs-core") return OF_BACKSTAGE;
    if (name === "llmstxt") return ["/llms.txt", "/llms-full.txt"];
    const writer = WRITERS[name];
    return writer === undefined ? [] : basePath(scalarOf(pairOf(options ?? undefined, writer.option)) ?? writer.place);
  });
}

function themeName(settings: Settings): string | null {
  const theme = settings.get("theme");
  return scalarOf(theme) ?? scalarOf(pairOf(theme, "name"));
}

const MAX_GLOBS = 200;

/** What the plugin `exclude` takes out by its globs, of which a star stands for folders too. */
function leftOutByPlugin(options: Node | null | undefined): Section["isLeftOut"] {
  const named = pairOf(options ?? undefined, "glob");
  const globs = [scalarOf(named), ...itemsOf(named).map(scalarOf)].filter((glob) => glob !== null).slice(0, MAX_GLOBS);
  if (globs.length === 0) return undefined;
  return matchesPaths(
    globs.flatMap((pattern) => [
      { pattern, isAnywhere: !pattern.includes("/") },
      ...(pattern.endsWith("/*") ? [{ pattern: `${pattern}*/**`, isAnywhere: false }] : []),
    ]),
  );
}

const MAX_HOOKS = 20;
const ON_MARKDOWN = /\bon_page_(?:markdown|read_source)\b/;
/** Code of a hook that adds pages to a site. */
const MAKES_FILES = /\bon_files\b|\bFile(?:\.generated)?\(|\bshutil\.|\bwrite_(?:text|bytes)\(|\bopen\(/;

/** The files of functions that the plugin `mkdocs-simple-hooks` calls: `docs.hooks:copy_readme`. */
function simpleHooks(plugins: ReadonlyMap<string, Node | null>): string[] {
  const called = pairsOf(pairOf(plugins.get("mkdocs-simple-hooks") ?? undefined, "hooks"));
  return called.flatMap(([, value]) => {
    const [module = ""] = (scalarOf(value) ?? "").split(":", 1);
    return module === "" ? [] : `${module.replaceAll(".", "/")}.py`;
  });
}

/** The code of a site: hooks, and scripts that `gen-files` runs to write pages. */
async function readCode(
  { reader }: Evidence,
  config: string,
  { hooks, scripts }: Record<"hooks" | "scripts", readonly string[]>,
): Promise<{ text: string; isScript: boolean }[]> {
  const placesOf = (names: readonly string[]) =>
    [...new Set(names)].flatMap((name) => folderAt(folderOf(config), name) ?? []).slice(0, MAX_HOOKS);
  const written = placesOf(scripts);
  const files = await reader.readMany([...placesOf(hooks), ...written]);
  return files.map(({ path, text }) => ({ text, isScript: written.includes(path) }));
}

/** The folders of posts, which a plugin for blogs lists. */
function blogFolders(plugins: ReadonlyMap<string, Node | null>): string[] {
  return [...plugins].flatMap(([name, options]) => {
    if (!name.includes("blog")) return [];
    const named = ["dirs", "blog_dir", "posts_dir", "post_dir"].flatMap((key) => {
      const value = pairOf(options ?? undefined, key);
      return [scalarOf(value), ...itemsOf(value).map(scalarOf)];
    });
    const folders = named.flatMap((folder) => folder?.replace(/^\.?\/|\/$/g, "") || []);
    return folders.length === 0 ? ["blog"] : folders;
  });
}

/** Lists that the blog of Material makes of its posts. */
const LISTS = ["archive", "category", "author", "page"];

/** The addresses below which the blog of Material shows posts and lists: those of posts begin with their day, unless a form is set. */
function madeByBlogs({ pages }: Evidence, root: string, plugins: ReadonlyMap<string, Node | null>): string[] {
  return [...plugins].flatMap(([name, options]) => {
    if (name !== "blog" && name !== "material/blog") return [];
    const of = (key: string) => pairOf(options ?? undefined, key);
    const base = basePath(scalarOf(of("blog_dir")) ?? "blog");
    if (of("post_url_format") !== undefined || of("post_url_date_format") !== undefined) return [base];
    const days = pages.flatMap(({ path, data }) => (isBelow(path, root) ? dayOf(data.date) : []));
    return [...LISTS, ...new Set(days)].map((part) => `${base}/${part}`);
  });
}

/** The day of a post as its address has it; a post may name several, of which that of its making counts. */
function dayOf(date: unknown): string[] {
  const given = typeof date === "object" && date !== null && "created" in date ? date.created : date;
  const text = given instanceof Date ? given.toISOString() : typeof given === "string" ? given : "";
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? [];
  return year === undefined ? [] : [`${year}/${month}/${day}`];
}

const MAX_INCLUDED = 200;
const INCLUDE = /^(?:[!*]include\s+)?(\S+(?:mkdocs|properdocs)\.ya?ml)$/;

/** The sites that a navigation takes in by `!include ./api/mkdocs.yml`: each is shown below the name that it gives itself. */
async function includedSections(evidence: Evidence, config: string, nav: Node | undefined): Promise<Section[]> {
  const sections: Section[] = [];
  const named = includedConfigs(nav, folderOf(config)).flatMap((path) =>
    path.includes("*") ? evidence.paths.filter(matchesPlaces([path])) : path,
  );
  for (const path of named.slice(0, MAX_INCLUDED)) {
    if (!evidence.files.has(path)) continue;
    const settings = await readMkdocsSettings(evidence.reader, path);
    const root = folderAt(folderOf(path), scalarOf(settings.get("docs_dir")) ?? "docs");
    const name = scalarOf(settings.get("site_name"));
    if (root !== null && name !== null && evidence.folders.has(root))
      sections.push({ root, routeBase: basePath(name.toLowerCase().replace(/\s+/g, "-")) });
  }
  return sections;
}

function includedConfigs(nav: Node | undefined, folder: string): string[] {
  const found: string[] = [];
  const stack = nav === undefined ? [] : [nav];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const path = folderAt(folder, INCLUDE.exec(scalarOf(node) ?? "")?.[1] ?? "");
    if (path !== null && path !== folder) found.push(path);
    for (const item of itemsOf(node)) stack.push(item);
    for (const [, value] of pairsOf(node)) stack.push(value);
  }
  return found;
}

export async function readMkdocsSettings(reader: Evidence["reader"], config: string): Promise<Settings> {
  const files: Node[] = [];
  let path: string | null = config;
  for (let count = 0; path !== null && count < MAX_INHERITED; count += 1) {
    const [file] = await reader.readMany([path]);
    const root: Node | null = file ? readYaml(path, file.text).root : null;
    if (root) files.push(root);
    path = inheritedFile(path, { root });
  }
  return { get: (name) => files.map((file) => pairOf(file, name)).find((value) => value !== undefined) };
}

/** Plugins by name, with the options of each. They are a list of names and maps, or a map. */
function pluginsOf(node: Node | undefined): Map<string, Node | null> {
  const plugins = new Map<string, Node | null>();
  for (const item of itemsOf(node)) {
    const name = scalarOf(item);
    if (name !== null) plugins.set(name, null);
    for (const [key, value] of pairsOf(item)) plugins.set(key, value);
  }
  for (const [key, value] of pairsOf(node)) plugins.set(key, value);
  return plugins;
}

/** Whether a configuration is that of a translation, which takes all it does not say from that of the source: `../en/mkdocs.yml`. */
async function isTranslation({ reader, files }: Evidence, config: string): Promise<boolean> {
  const [file] = await reader.readMany([config]);
  const source = file ? inheritedFile(config, readYaml(config, file.text)) : null;
  if (source === null || !files.has(source)) return false;
  const [own = "", other = ""] = [config, source].map((path) => folderOf(path).split("/").at(-1));
  const isBeside = folderOf(folderOf(config)) === folderOf(folderOf(source));
  return isBeside && own !== other && LANGUAGE.test(own) && LANGUAGE.test(other);
}

function languagesOf(evidence: Evidence, root: string, i18n: Node | null | undefined) {
  const section: Section = { root, routeBase: "" };
  const listed = i18n ? localesOf(pairOf(i18n, "languages")) : [];
  if (listed.length === 0) return siblings(evidence, root);
  const source = listed.find(({ isDefault }) => isDefault)?.code ?? listed[0]?.code ?? "en";
  const others = listed.map(({ code }) => code).filter((code) => code !== source);
  const languages = [source, ...others];
  if (scalarOf(pairOf(i18n, "docs_structure")) !== "folder") {
    const suffixes = new Map(languages.map((code) => [code.toLowerCase(), code === source ? "" : `/${code}`]));
    return { languages, sections: [{ ...section, suffixes }] };
  }
  const own = { root: folderAt(root, source) ?? root, routeBase: "" };
  const translated = others.map((code) => ({ code, folder: folderAt(root, code) ?? "", routeBase: `/${code}` }));
  return { languages, sections: [own, ...languageSections(translated, own), section] };
}

function localesOf(node: Node | undefined): { code: string; isDefault: boolean }[] {
  const listed = itemsOf(node).flatMap((item) => {
    const code = scalarOf(pairOf(item, "locale"));
    return code === null ? [] : [{ code, isDefault: isTrue(pairOf(item, "default")) }];
  });
  return [...listed, ...pairsOf(node).map(([code, value]) => ({ code, isDefault: isTrue(pairOf(value, "default")) }))];
}

const isTrue = (node: Node | undefined) => node !== undefined && "value" in node && node.value === true;

const LANGUAGE = /^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/;

/** A configuration beside another one, for a language: `mkdocs-zh.yml`, `mkdocs_de.yml`, `mkdocs.fr.yml`. */
const OF_LANGUAGE = /^mkdocs[-_.]([a-z]{2,3}(?:-[A-Za-z]{2,4})?)\.ya?ml$/;

/** The addresses of the languages that are built by configurations of their own. */
function otherLanguages({ paths }: Evidence, config: string): string[] {
  const folder = folderOf(config);
  return paths.flatMap((path) => {
    const code = folderOf(path) === folder ? OF_LANGUAGE.exec(path.slice(path.lastIndexOf("/") + 1))?.[1] : undefined;
    return code === undefined ? [] : `/${code}`;
  });
}

/** A site for each language beside the source: `docs/en/docs`, `docs/fr/docs`. */
function siblings(evidence: Evidence, root: string) {
  const section: Section = { root, routeBase: "" };
  const parts = root.split("/");
  const at = parts.findIndex((part, index) => index < parts.length - 1 && LANGUAGE.test(part));
  if (at < 0) return { languages: [], sections: [section] };
  const [above, source = "", below] = [parts.slice(0, at).join("/"), parts[at], parts.slice(at + 1).join("/")];
  const others = foldersBelow(evidence, above)
    .filter((name) => name !== source && LANGUAGE.test(name))
    .map((code) => ({ code, folder: folderAt(above, code, below) ?? "", routeBase: `/${code}` }))
    .filter(({ folder }) => evidence.folders.has(folder));
  if (others.length === 0) return { languages: [], sections: [section] };
  return {
    languages: [source, ...others.map(({ code }) => code)],
    sections: [section, ...languageSections(others, section)],
  };
}
