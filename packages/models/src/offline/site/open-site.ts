import { isNavigationFile, isPageFile } from "@docsteward/contract/docs-files";
import { type Procedure, requestAll } from "../procedure.ts";
import { stringsOf } from "../tools/read-reply.ts";
import { commonFolder, folderOf } from "./paths.ts";

/** What is known of a documentation site. Kept up to date while pages are made, moved and deleted. */
export type Site = {
  pages: string[];
  navigation: string[];
  /** The folder that `/` means in a link: `""` or e.g. `docs`. */
  root: string;
  /** There are more pages than `pages` holds. */
  isCut: boolean;
};

/** Pages at the top of a repository that speak of the repository and not of the product. */
const REPOSITORY_PAGE = /^(?:readme|contributing|changelog|license|security|code_of_conduct|support)\.mdx?$/i;

/** Looks which pages and navigation files there are. */
export function* openSite(): Procedure<Site> {
  const [pages, json, yaml] = yield* requestAll(
    ["**/*.{md,mdx}", "**/*.json", "**/*.{yml,yaml}"].map((pattern) => ({ tool: "glob", input: { pattern } })),
    "Looking at which pages and navigation files there are.",
  );
  const paths = stringsOf(pages ?? {}, "paths").filter(isPageFile);
  const navigation = [json, yaml].flatMap((reply) => stringsOf(reply ?? {}, "paths")).filter(isNavigationFile);
  return { pages: paths, navigation, root: findRoot(paths, navigation), isCut: pages?.isCut === true };
}

function findRoot(pages: readonly string[], navigation: readonly string[]): string {
  const named = (names: RegExp) =>
    navigation.filter((path) => names.test(path)).sort((a, b) => a.split("/").length - b.split("/").length)[0];
  const mintlify = named(/(?:^|\/)(?:docs|mint)\.json$/);
  if (mintlify !== undefined) return folderOf(mintlify);
  const content = pages.filter((path) => !REPOSITORY_PAGE.test(path));
  return commonFolder(content);
}
