import type { DocsReader } from "../docs-reader.ts";
import { propertyOf, readJsonFile, textOf } from "../navigation/read-json.ts";
import { mkdocsRoot } from "../navigation/read-mkdocs.ts";
import { readModule } from "../navigation/read-module.ts";
import { readYaml } from "../navigation/read-yaml.ts";
import type { PageOutline } from "../page/read-outline.ts";
import { folderOf, isBelow, joinPath } from "./posix.ts";
import type { Dialect } from "./site.ts";

type DetectedDialect = {
  dialect: Dialect;
  /** Folder of the pages where the dialect says it; null when it has to be found. */
  root: string | null;
};

type Evidence = {
  /** All paths that can be seen. */
  paths: string[];
  navigationFiles: { path: string; text: string }[];
  pages: PageOutline[];
};

/** Tells which site generator a repository is written for: by its navigation and configuration files, else by its front matter. */
export function detectDialect({ paths, navigationFiles, pages }: Evidence): DetectedDialect {
  const files = [...navigationFiles].sort((a, b) => depth(a.path) - depth(b.path) || (a.path < b.path ? -1 : 1));
  const mintlify = files.find((file) => /(^|\/)(docs|mint)\.json$/.test(file.path) && hasNavigation(file));
  if (mintlify) return { dialect: "mintlify", root: folderOf(mintlify.path) };
  const mkdocs = files.find((file) => /(^|\/)mkdocs\.ya?ml$/.test(file.path));
  if (mkdocs) return { dialect: "mkdocs", root: mkdocsRoot(mkdocs.path, readYaml(mkdocs.path, mkdocs.text)) };
  const sees = (pattern: RegExp) => paths.find((path) => pattern.test(path));
  const vitepress = sees(/(^|\/)\.vitepress\//);
  if (vitepress !== undefined)
    return { dialect: "vitepress", root: vitepress.split(".vitepress")[0]?.replace(/\/$/, "") ?? "" };
  if (sees(/(^|\/)(docusaurus\.config\.[cm]?[jt]s|[^/]*sidebars\.(json|[cm]?[jt]s)|_category_\.(json|ya?ml))$/))
    return { dialect: "docusaurus", root: null };
  if (sees(/(^|\/)_meta\.(global\.)?(json|[jt]sx?)$/)) return { dialect: "nextra", root: null };
  const fumadocs = files.find((file) => /(^|\/)meta\.json$/.test(file.path) && hasPages(file));
  if (fumadocs) return { dialect: "fumadocs", root: folderOf(fumadocs.path) };
  if (pages.some(({ data }) => "sidebar_position" in data || "sidebar_label" in data))
    return { dialect: "docusaurus", root: null };
  const home = pages.find(({ data }) => data.layout === "home" && typeof data.hero === "object");
  return home ? { dialect: "vitepress", root: folderOf(home.path) } : { dialect: "plain", root: null };
}

function hasNavigation(file: { path: string; text: string }): boolean {
  const { root } = readJsonFile(file);
  // A file broken by an edit still belongs to the site it steered.
  return root === null ? file.text.includes('"navigation"') : propertyOf(root, "navigation") !== undefined;
}

function hasPages(file: { path: string; text: string }): boolean {
  const { root } = readJsonFile(file);
  return root === null ? file.text.includes('"pages"') : propertyOf(root, "pages")?.type === "array";
}

function depth(path: string): number {
  return path.split("/").length;
}

const CONFIG = /^(?:.+\/)?\.vitepress\/config(?:\/index)?\.m?[jt]s$/;

/** The folder of a VitePress site's pages: the one that holds `.vitepress`, or the `srcDir` of its configuration below that. */
export async function findVitepressRoot(reader: DocsReader, paths: Iterable<string>, folder: string): Promise<string> {
  const config = [...paths].find((path) => CONFIG.test(path) && isBelow(path, folder));
  const [file] = config === undefined ? [] : await reader.readMany([config]);
  const srcDir = file ? textOf(propertyOf(readModule(file.path, file.text).root ?? undefined, "srcDir")) : null;
  return joinPath(folder, srcDir ?? "") ?? folder;
}
