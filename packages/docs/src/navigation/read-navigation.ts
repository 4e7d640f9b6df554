import { isMenuFile, isTocTreeFile } from "@docsteward/contract/docs-files";
import { readRedirects } from "../generator/generator.ts";
import { readTocTrees, type TocTreeItem } from "../page/read-toctrees.ts";
import { folderOf, isBelow, joinPath } from "../site/posix.ts";
import { hasFileAt } from "../site/repository-files.ts";
import type { Navigation, NavigationEntry, Site } from "../site/site.ts";
import type { NavigationContext, NavigationProblem } from "./navigation-context.ts";
import { categoryAddresses, readDocusaurus, readDocusaurusCategory } from "./read-docusaurus.ts";
import { readFumadocs, unshownMeta } from "./read-fumadocs.ts";
import { readHugoMenus } from "./read-hugo-menus.ts";
import { type JsonFile, propertyOf, readJsonFile } from "./read-json.ts";
import { readMintlify } from "./read-mintlify.ts";
import { MKDOCS_FOLDER, readMkdocs, readMkdocsFolder } from "./read-mkdocs.ts";
import { type ModuleTexts, readModule } from "./read-module.ts";
import { readNextra, readNextraGlobal } from "./read-nextra.ts";
import { mayChangePageMap, readPageMaps } from "./read-page-maps.ts";
import { SUMMARY } from "./read-parts.ts";
import { readStarlight } from "./read-starlight.ts";
import { readSummary } from "./read-summary.ts";
import { readMyst, readToc } from "./read-toc.ts";
import { tocTreeEntries } from "./read-toctree.ts";
import { readVitepress } from "./read-vitepress.ts";
import { readYaml, type YamlFile } from "./read-yaml.ts";

/** So many entries a site may have: each is looked up among the pages, by every check and every reader. */
const MAX_ENTRIES = 100_000;

type Ground = NavigationContext &
  Pick<Site, "otherFiles" | "dialect" | "config" | "sections"> & {
    /** Texts of navigation that is code, and of what it imports. */
    modules: ModuleTexts;
    /** Texts that navigation files take in by reference. */
    parts: ReadonlyMap<string, string>;
  };
type JsonReader = (path: string, file: JsonFile, ground: Ground) => NavigationEntry[];
type YamlReader = (path: string, file: YamlFile, ground: Ground) => NavigationEntry[];

const JSON_READERS: [RegExp, JsonReader][] = [
  [/^(docs|mint)\.json$/, readMintlify],
  [/^_meta\.json$/, readNextra],
  [/^meta\.json$/, readFumadocs],
  [/sidebars\.json$/, readDocusaurus],
  [/^_category_\.json$/, readDocusaurusCategory],
];
const YAML_READERS: [RegExp, YamlReader][] = [
  [/^(mkdocs|properdocs)\.ya?ml$/, readMkdocs],
  [MKDOCS_FOLDER, readMkdocsFolder],
  [/^_?toc\.ya?ml$/, readToc],
  [/^myst\.yml$/, readMyst],
];

const MODULE_READERS: [RegExp, JsonReader][] = [
  [/sidebars\.[cm]?[jt]s$/, readDocusaurus],
  [/^_meta\.[jt]sx?$/, readNextra],
  [/^_meta\.global\.[jt]sx?$/, readNextraGlobal],
  [/^(config|index)\.m?[jt]s$/, readVitepress],
];

/** Navigation that is code: read as data as far as it goes, never run. */
export const NAVIGATION_CODE =
  /(^|\/)(sidebars\.[cm]?[jt]s|_meta\.(global\.)?[jt]sx?|\.vitepress\/config(\/index)?\.m?[jt]s|theme\.config\.[jt]sx?)$/;

const isAmongPages = (path: string, { sections }: Ground) => sections.some(({ root }) => isBelow(path, root));

/** Whether code of its name, which does not take it in, lies beside a `_meta.json`: Nextra 3 reads that, and no more JSON. */
function hasCodeBeside(path: string, { otherFiles, modules }: Ground): boolean {
  const names = ["js", "ts", "jsx", "tsx"].map((ending) => path.replace(/json$/, ending));
  return names.some((name) => otherFiles.has(name) && modules.get(name)?.includes("_meta.json") !== true);
}

/** What Docusaurus calls its navigation; a site that went over to another generator may still have it. */
const SIDEBARS = /^sidebars\.(?:json|[cm]?[jt]s)$/;

/** Whether a file is called like the navigation of another generator, among pages of one that does not read it. */
function isOfAnother(path: string, name: string, ground: Ground): boolean {
  if (name === "_meta.json" && ground.dialect === "fumadocs") return true;
  if (SIDEBARS.test(name)) return ground.dialect !== "docusaurus" && ground.dialect !== "plain";
  const owner = /^(?:docs|mint)\.json$/.test(name) ? "mintlify" : name === "meta.json" ? "fumadocs" : null;
  return owner !== null && ![owner, "plain"].includes(ground.dialect) && isAmongPages(path, ground);
}

const MAX_GROUPS = 12;
const MAX_NAME = 200;

/**
 * Reads every navigation file of a site.
 *
 * @param files with the text of all of them; those that are code may be missing, and are named in `unread` then
 */
export function readNavigation(
  files: { path: string; text: string }[],
  ground: Ground,
): { navigation: Navigation; redirects: Site["redirects"] } {
  const entries: NavigationEntry[] = [];
  const problems: NavigationProblem[] = [];
  const redirects: Site["redirects"] = [];
  const add = (path: string, own: readonly NavigationEntry[]) => {
    if (entries.length + own.length > MAX_ENTRIES) {
      const message = `${path} is not read: the navigation has more than ${MAX_ENTRIES.toLocaleString("en")} entries. Shorten it.`;
      problems.push({ path, line: 1, message });
      return;
    }
    for (const entry of own) entries.push(withShortNames(entry));
  };
  const isLiterate = files.some(({ path, text }) => path === ground.config && /\bliterate-nav\b/.test(text));
  for (const path of [...ground.parts.keys()].sort(byPath))
    if (isSummary(path, { ...ground, isLiterate })) add(path, readSummary(path, ground.parts.get(path) ?? "", ground));
  if (ground.dialect === "hugo") add(ground.config, readHugoMenus(filesWithMenus(ground), ground));
  if (ground.dialect === "sphinx") add(ground.config, tocTreeEntries(documentsOf(ground), ground));
  for (const [path, text] of ground.dialect === "nextra" ? ground.parts : [])
    if (mayChangePageMap(path)) add(path, readPageMaps(path, text, ground));
  const unshown = ground.dialect === "fumadocs" ? unshownMeta(files) : new Set();
  for (const source of [...files].sort(byDepth)) {
    const { path, text } = source;
    if (unshown.has(path)) continue;
    const name = path.slice(path.lastIndexOf("/") + 1);
    const json = JSON_READERS.find(([pattern]) => pattern.test(name))?.[1];
    const yaml = YAML_READERS.find(([pattern]) => pattern.test(name))?.[1];
    // Nextra reads those that lie among its pages.
    if (ground.dialect === "nextra" && /^_meta\.(?:json|[jt]sx?)$/.test(name) && !isAmongPages(path, ground)) continue;
    if (name === "_meta.json" && hasCodeBeside(path, ground)) continue;
    if (isOfAnother(path, name, ground)) continue;
    if (NAVIGATION_CODE.test(path) || (ground.dialect === "starlight" && path === ground.config)) {
      const module = readModule(path, text, ground.modules);
      add(path, readEntriesOfModule(path, module, ground));
      if (ground.dialect === "docusaurus")
        for (const one of servedByCategories(path, module, ground)) redirects.push({ from: one });
      continue;
    }
    // These names are of other programs, too.
    if (MKDOCS_FOLDER.test(path) && (ground.dialect !== "mkdocs" || !isBelow(path, ground.root))) continue;
    const isYaml = /\.ya?ml$|^\.pages$/.test(name);
    const file = isYaml ? readYaml(path, text) : readJsonFile(source);
    if (file.problem) problems.push(file.problem);
    else if (isYaml) add(path, yaml?.(path, file as YamlFile, ground) ?? []);
    else if (json === readDocusaurus && !isUsed(path)) continue;
    else {
      const own = json?.(path, file as JsonFile, ground) ?? [];
      add(path, json === readDocusaurus ? ofThisSite(path, own, ground) : withoutMade(own));
      if (ground.dialect === "docusaurus")
        for (const one of servedByCategories(path, file as JsonFile, ground)) redirects.push({ from: one });
      if (json === readMintlify)
        for (const one of readRedirects(propertyOf((file as JsonFile).root ?? undefined, "redirects")))
          redirects.push(one);
    }
  }
  for (const [path, text] of ground.dialect === "mkdocs" ? ground.parts : []) {
    const problem = /\.ya?ml$/i.test(path) ? readYaml(path, text).problem : null;
    if (problem) problems.push(problem);
  }
  const read = new Set(entries.map(({ file }) => file));
  const unread = [...ground.otherFiles].filter((path) => NAVIGATION_CODE.test(path) && !read.has(path)).sort();
  return { navigation: { entries, problems, unread }, redirects };
}

function filesWithMenus({ parts, config }: Ground): { path: string; text: string }[] {
  const own = [...parts].filter(([path]) => path === config || isMenuFile(path));
  return own.map(([path, text]) => ({ path, text }));
}

/** The documents of a Sphinx site that list others, those nearest to its root first. */
function documentsOf({ pages, parts, root }: Ground): [string, readonly TocTreeItem[]][] {
  const lists = [...pages].flatMap(([path, { tocTrees }]): [string, TocTreeItem[]][] =>
    tocTrees.length > 0 && isBelow(path, root) ? [[path, tocTrees]] : [],
  );
  const others = [...parts].filter(([path]) => isTocTreeFile(path));
  const all = [...lists, ...others.map(([path, text]) => [path, readTocTrees(text, false)] as const)];
  return all.map(([path, items]): [string, readonly TocTreeItem[]] => [path, items]).sort(([a], [b]) => byPath(a, b));
}

/** Names are kept with every entry below them, and written down with each: many deep ones would fill the memory. */
function withShortNames(entry: NavigationEntry): NavigationEntry {
  const { groups, version, language } = entry;
  return {
    ...entry,
    ...(groups && { groups: groups.slice(0, MAX_GROUPS).map(shorten) }),
    ...(version !== undefined && { version: shorten(version) }),
    ...(language !== undefined && { language: shorten(language) }),
  };
}

const shorten = (name: string) => name.slice(0, MAX_NAME);

/** Sidebars of a version lie in a folder of one name; those of another are not kept. */
function isUsed(path: string): boolean {
  return !/-sidebars\.json$/.test(path) || /(^|\/)(\w+_)?versioned_sidebars\/[^/]+$/.test(path);
}

/** Indexes that a Docusaurus build makes of categories, of the docs of any version. */
function servedByCategories(path: string, file: JsonFile, { sections }: Ground): string[] {
  if (!/sidebars|_category_/.test(path)) return [];
  const bases = new Set(sections.filter(({ isBlog }) => !isBlog).map(({ routeBase }) => routeBase));
  return categoryAddresses(file).flatMap((slug) => [...bases].map((base) => `${base}/${slug}`));
}

function readEntriesOfModule(path: string, file: JsonFile, ground: Ground): NavigationEntry[] {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (ground.dialect === "starlight" && path === ground.config) return readStarlight(path, file, ground);
  const read = MODULE_READERS.find(([pattern]) => pattern.test(name))?.[1];
  return file.root && read ? ofThisSite(path, read(path, file, ground), ground) : [];
}

/** More than are lost by mistake. */
const MIN_MADE = 20;

/** Where most pages of a navigation are not there, a step before the build makes them: what is missing is not known. */
function withoutMade(entries: NavigationEntry[]): NavigationEntry[] {
  const listed = entries.filter(({ target }) => target === "page");
  const lost = listed.filter(({ path }) => path === null).length;
  if (lost < MIN_MADE || lost * 2 <= listed.length) return entries;
  return entries.map((entry) =>
    entry.target === "page" && entry.path === null ? { ...entry, target: "generated" } : entry,
  );
}

/** Where most of a file's entries lead nowhere, it is another site's or too clever to be read: then none counts. */
function ofThisSite(path: string, entries: NavigationEntry[], ground: Ground): NavigationEntry[] {
  const found = entries.filter((entry) => entry.path !== null).length;
  const isCode = (ref: string) => hasFileAt(ground, joinPath(folderOf(path), ref) ?? "");
  const lost = entries.filter((entry) => entry.target === "page" && !entry.path && !isCode(entry.ref)).length;
  // Those of the site's own configuration are told together (`shared-cause`), so that a change to one that is right is seen.
  return lost > found && !(path === ground.config && found > 0 && lost >= MIN_MADE) ? [] : entries;
}

const BESIDE = /(^|\/)(tests?|__tests__|fixtures?|examples?|templates?|node_modules)\//;

/**
 * The table of contents of a book: beside its pages, in GitBook also those of other books of the repository, and in MkDocs
 * those of its folders where a plugin reads them.
 */
function isSummary(path: string, { dialect, root, isLiterate }: Ground & { isLiterate: boolean }): boolean {
  const isBook = dialect === "mdbook" || dialect === "gitbook" || (dialect === "mkdocs" && isLiterate);
  if (!SUMMARY.test(path) || !isBook) return false;
  if (path === (root === "" ? "SUMMARY.md" : `${root}/SUMMARY.md`)) return true;
  return dialect !== "mdbook" && isBelow(path, root) && !BESIDE.test(path);
}

const byPath = (a: string, b: string) => byDepth({ path: a }, { path: b });

function byDepth(a: { path: string }, b: { path: string }): number {
  return a.path.split("/").length - b.path.split("/").length || (a.path < b.path ? -1 : 1);
}
