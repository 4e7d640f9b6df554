import { isNavigationFile, isPageFile } from "@docsteward/contract/docs-files";
import { type Procedure, requestAll, stringsOf } from "../procedure.ts";
import { below, commonFolder, folderOf } from "./paths.ts";

/** What is known of a documentation site. Kept up to date while pages are made, moved and deleted. */
export type Site = {
  pages: string[];
  navigation: string[];
  /** The folder that the site's pages live in, `""` or e.g. `docs`: where a new page goes. */
  root: string;
  /** Folders that `/` at the beginning of a link may mean, likeliest first. */
  roots: string[];
  /** There are more pages than `pages` holds. */
  isCut: boolean;
};

/** Pages that speak of a repository and not of its product. */
const REPOSITORY_PAGE = /(?:^|\/)(?:readme|contributing|changelog|license|security|code_of_conduct|support)\.mdx?$/i;

/** Names of folders that site generators keep pages in. */
const CONTENT_FOLDER = /(?:^|\/)(?:docs?|documentation|pages|content|src\/content\/docs)$/;

/** Looks which pages and navigation files there are. */
export function* openSite(): Procedure<Site> {
  const [pages, json, yaml] = yield* requestAll(
    ["**/*.{md,mdx}", "**/*.json", "**/*.{yml,yaml}"].map((pattern) => ({ tool: "glob", input: { pattern } })),
    "Listing the pages and navigation files.",
  );
  const paths = stringsOf(pages ?? {}, "paths").filter(isPageFile);
  const navigation = [json, yaml].flatMap((reply) => stringsOf(reply ?? {}, "paths")).filter(isNavigationFile);
  const root = findRoot(paths, navigation);
  const folders = [...new Set(paths.flatMap(foldersAbove))].filter((folder) => CONTENT_FOLDER.test(folder));
  return { pages: paths, navigation, root, roots: [...new Set([root, "", ...folders])], isCut: pages?.isCut === true };
}

function findRoot(pages: readonly string[], navigation: readonly string[]): string {
  const mintlify = navigation
    .filter((path) => /(?:^|\/)(?:docs|mint)\.json$/.test(path))
    .sort((a, b) => a.split("/").length - b.split("/").length)[0];
  if (mintlify !== undefined) return folderOf(mintlify);
  const content = pages.filter((path) => !REPOSITORY_PAGE.test(path));
  const common = commonFolder(content.length > 0 ? content : pages);
  const most = content.length * 0.6;
  const holdsMost = (folder: string) => content.filter((path) => below(folder, path) !== undefined).length >= most;
  const named = content.flatMap(foldersAbove).find((folder) => CONTENT_FOLDER.test(folder) && holdsMost(folder));
  return common === "" ? (named ?? "") : common;
}

/** `a/b/c.md` lies in `a` and in `a/b`. */
function foldersAbove(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"));
}
