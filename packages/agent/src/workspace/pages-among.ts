import { isPageFile } from "@docsteward/contract/docs-files";

const known = new WeakMap<readonly string[], readonly string[]>();

/** The pages of a list of files. Jobs on a site share the list while no file comes or goes, and each name is looked at once. */
export function pagesAmong(paths: readonly string[]): readonly string[] {
  const last = known.get(paths);
  if (last) return last;
  const pages = paths.filter(isPageFile);
  known.set(paths, pages);
  return pages;
}
