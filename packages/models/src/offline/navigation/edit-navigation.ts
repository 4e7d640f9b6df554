import type { Procedure } from "../procedure.ts";
import { below, folderOf, nameOf } from "../site/paths.ts";
import type { Site } from "../site/site.ts";
import { editFiles } from "../tools/edit-files.ts";
import { editJsonNavigation } from "./json-navigation.ts";
import { editMetaNavigation } from "./meta-navigation.ts";
import type { NavigationChange, NavigationDialect } from "./page-id.ts";
import { editYamlNavigation } from "./yaml-navigation.ts";

/** Navigation files that were changed, and those that could not be. */
export type NavigationEdited = { files: string[]; failed: { path: string; error: string }[] };

/** Carries a change of the pages over to the site's navigation files. A new page enters one of them, the nearest to it. */
export function* editNavigation(change: NavigationChange, site: Site): Procedure<NavigationEdited> {
  const target = change.kind === "move" ? change.to : change.page;
  const isAbove = (folder: string) => [change.page, target].some((page) => below(folder, page) !== undefined);
  const files = site.navigation
    .filter((path) => dialectOf(path) !== undefined && (!isMeta(path) || isAbove(folderOf(path))))
    .sort((a, b) => distanceRank(b, target) - distanceRank(a, target));
  const result: NavigationEdited = { files: [], failed: [] };
  const rounds = change.kind === "add" ? files.map((path) => [path]) : [files];
  for (const round of rounds) {
    const { changed, failed } = yield* editFiles(
      round,
      (path, text) => ({ splices: dialectOf(path)?.({ path, text }, change, site) ?? [] }),
      { read: "Reading the navigation.", edit: "Updating the navigation." },
    );
    result.files.push(...changed.keys());
    result.failed.push(...failed);
    if (change.kind === "add" && changed.size > 0) break;
  }
  return result;
}

const isMeta = (path: string) => /^_?meta\.json$/.test(nameOf(path));

function dialectOf(path: string): NavigationDialect | undefined {
  const name = nameOf(path);
  if (isMeta(path)) return editMetaNavigation;
  if (/^(?:docs|mint)\.json$|sidebars\.json$/.test(name)) return editJsonNavigation;
  return /^(?:mkdocs|_?toc)\.ya?ml$/.test(name) ? editYamlNavigation : undefined;
}

/** The file in the page's own folder first, then the nearest above it; frozen versions last. */
function distanceRank(file: string, page: string): number {
  const folder = folderOf(file);
  if (/^version-/.test(nameOf(file))) return -1;
  const isAbove = folder === "" || page.startsWith(`${folder}/`);
  // docs.json replaced mint.json: a site that has both is read by the first.
  return isAbove ? folder.length * 2 + (nameOf(file) === "mint.json" ? 0 : 1) : 0;
}
