import type { Node } from "yaml";
import { folderOf, isBelow, joinPath } from "../site/posix.ts";
import { namesInLanguage } from "../site/sections.ts";
import type { NavigationEntry, Site } from "../site/site.ts";
import type { NavigationContext } from "./navigation-context.ts";
import { itemsOf, pairOf, pairsOf, readYaml, scalarOf, type YamlFile } from "./read-yaml.ts";

type Ground = NavigationContext & Pick<Site, "sections"> & { parts?: ReadonlyMap<string, string> };

/** A `mkdocs.yml` may name another one that it builds on, and that one a third. */
export const MAX_INHERITED = 5;

/** The file that a configuration of MkDocs builds on (`INHERIT: ../base.yml`); null when it names none. */
export function inheritedFile(path: string, { root }: Pick<YamlFile, "root">): string | null {
  const parent = scalarOf(pairOf(root, "INHERIT"));
  return parent === null || !/\.ya?ml$/i.test(parent) ? null : joinPath(folderOf(path), parent);
}

/** A configuration and those that it builds on, the nearest first: of a list, such as `nav`, the nearest one counts. */
function withInherited(path: string, file: YamlFile, parts: Ground["parts"]): [path: string, file: YamlFile][] {
  const files: [string, YamlFile][] = [[path, file]];
  for (let from = inheritedFile(path, file); from !== null && files.length < MAX_INHERITED; ) {
    const text = parts?.get(from);
    if (text === undefined) break;
    const parent = readYaml(from, text);
    files.push([from, parent]);
    from = inheritedFile(from, parent);
  }
  return files;
}

/**
 * Reads `nav` of a `mkdocs.yml`, or of the file that it inherits it from. Only entries that end in `.md` name a page; the rest is
 * links and folders of plugins. Names count from the folder of pages of the site, wherever they stand.
 */
export function readMkdocs(path: string, file: YamlFile, ground: Ground): NavigationEntry[] {
  const files = withInherited(path, file, ground.parts);
  const nearest = (name: string) => files.find(([, { root: one }]) => pairOf(one, name) !== undefined);
  const docsDir = scalarOf(pairOf(nearest("docs_dir")?.[1].root, "docs_dir"));
  const root = joinPath(folderOf(path), docsDir ?? "docs") ?? "";
  // Where each language has a folder, names count from that of the source.
  const main = ground.sections.find((section) => section.routeBase === "" && isBelow(section.root, root));
  const roots = main === undefined ? [root] : [main.root, root];
  // What `nav` was called once.
  const name = nearest("nav") ? "nav" : "pages";
  const [from, holder] = nearest(name) ?? [path, file];
  const entries = entriesOf(pairOf(holder.root, name), { from, file: holder, roots, ground });
  const [pluginsFrom, pluginsFile] = nearest("plugins") ?? [path, file];
  const ofLanguages = entriesOfLanguages({ from: pluginsFrom, file: pluginsFile, roots, ground }, root);
  const all = ofLanguages.length === 0 ? entries : [...entries, ...ofLanguages];
  if (!files.some(([, one]) => makesPages(one))) return all;
  return all.map((entry) =>
    entry.target === "page" && entry.path === null ? { ...entry, target: "generated" } : entry,
  );
}

/** Where a list of pages stands, and the folders that its names count from. */
type Place = { from: string; file: YamlFile; roots: readonly string[]; ground: Ground; language?: string };

function entriesOf(nav: Node | undefined, place: Place): NavigationEntry[] {
  const entries: NavigationEntry[] = [];
  const walk = (node: Node, title: string | null, groups: readonly string[]) => {
    const ref = scalarOf(node);
    if (ref !== null) entries.push({ ...entryFor(place, place.file.lineAt(node), ref, title), groups });
    for (const item of itemsOf(node)) walk(item, null, title === null ? groups : [...groups, title]);
    for (const [name, value] of pairsOf(node)) walk(value, name, groups);
  };
  for (const item of itemsOf(nav)) walk(item, null, []);
  return entries;
}

/**
 * The navigation that the plugin i18n has for a language among its options. Names count from the folder of the language, else from
 * that of the source, whose pages stand in for those that are not translated; or they are of files with the language in their name.
 */
function entriesOfLanguages(place: Place, root: string): NavigationEntry[] {
  const plugins = pairOf(place.file.root, "plugins");
  const options = [plugins, ...itemsOf(plugins)].flatMap((one) => pairOf(one, "i18n") ?? []);
  return options
    .flatMap((node) => itemsOf(pairOf(node, "languages")))
    .flatMap((one) => {
      const language = scalarOf(pairOf(one, "locale"));
      const own = language === null ? null : joinPath(root, language);
      if (language === null || own === null) return [];
      return entriesOf(pairOf(one, "nav"), { ...place, roots: [own, ...place.roots], language });
    });
}

/** Files of a folder of MkDocs that list what lies in it, for the plugins awesome-pages and awesome-nav. */
export const MKDOCS_FOLDER = /(^|\/)\.(?:pages|nav\.ya?ml)$/;

/** Reads `nav` of such a file: pages and folders beside it, `...` for the rest, and patterns. */
export function readMkdocsFolder(path: string, file: YamlFile, ground: NavigationContext): NavigationEntry[] {
  const folder = folderOf(path);
  const entries: NavigationEntry[] = [];
  const walk = (node: Node, title: string | null, groups: readonly string[]) => {
    const ref = scalarOf(node);
    if (ref !== null)
      entries.push({ file: path, line: file.lineAt(node), ref, title, groups, ...folderTarget(ref, folder, ground) });
    for (const item of itemsOf(node)) walk(item, null, title === null ? groups : [...groups, title]);
    for (const [name, value] of pairsOf(node)) walk(value, name, groups);
  };
  const own = pairsOf(file.root);
  const nav = own.find(([key]) => key === "nav")?.[1] ?? own.find(([key]) => key === "arrange")?.[1];
  for (const item of itemsOf(nav)) walk(item, null, []);
  return entries;
}

function folderTarget(
  ref: string,
  folder: string,
  ground: NavigationContext,
): Pick<NavigationEntry, "target" | "path"> & { ref?: string } {
  // What follows the dots says how the rest is shown.
  if (ref.startsWith("...")) return { ref: "...", target: "generated", path: null };
  if (/[*?[]/.test(ref)) return { target: "generated", path: null };
  // What begins with a slash is an address, and none of a file.
  const path = /^[a-z][a-z0-9+.-]*:|^\//i.test(ref) ? null : joinPath(folder, ref);
  if (path === null) return { target: "external", path: null };
  if (ground.folders.has(path)) return { target: "folder", path };
  return /\.mdx?$/.test(ref) || !ref.includes(".")
    ? { target: "page", path: ground.pages.has(path) ? path : null }
    : { target: "external", path: null };
}

/** Plugins that write pages while a site is built: which, only they know. */
const PAGE_MAKERS = new Set(["gen-files", "api-autonav", "mkdoxy", "autoapi", "mkdocs-autoapi", "exec", "multirepo"]);

function makesPages(file: YamlFile): boolean {
  const plugins = pairsOf(file.root).find(([key]) => key === "plugins")?.[1];
  const names = itemsOf(plugins).flatMap((item) => [scalarOf(item), ...pairsOf(item).map(([name]) => name)]);
  return [...names, ...pairsOf(plugins).map(([name]) => name)].some((name) => name !== null && PAGE_MAKERS.has(name));
}

function entryFor(
  { from, roots, ground, language }: Place,
  line: number,
  ref: string,
  title: string | null,
): NavigationEntry {
  const isPage = /\.mdx?$/.test(ref) && !/^[a-z][a-z0-9+.-]*:|\*/i.test(ref);
  // MkDocs on Windows writes and takes them.
  const name = ref.replaceAll("\\", "/");
  const reader = language === undefined ? from : `index.${language}.md`;
  const paths = (isPage ? roots : []).flatMap((root) => {
    const path = joinPath(root, name);
    const inLanguage = path === null ? [] : namesInLanguage(ground, path, reader);
    return language === undefined ? [path, ...inLanguage] : [...inLanguage, path];
  });
  const page = paths.find((path) => path !== null && ground.pages.has(path)) ?? null;
  const entry = { file: from, line, ref, title: title || null, path: page };
  return { ...entry, target: isPage ? "page" : "external", ...(language === undefined ? {} : { language }) };
}
