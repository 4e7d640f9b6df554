import type { IndexedPage } from "../page/indexed-page.ts";
import { normalPath, pageNear } from "./near-pages.ts";
import type { SearchQuery } from "./retriever.ts";

/**
 * Makes the test of which pages are of a version that the reader may mean: the one that the site shows first, the one that the
 * filter names, or that of the page being read.
 *
 * @returns undefined when there is but one
 */
export function passesEdition(
  { filter, currentPath }: Pick<SearchQuery, "filter" | "currentPath">,
  pages: readonly IndexedPage[],
): ((page: IndexedPage) => boolean) | undefined {
  if (filter?.version !== undefined || !pages.some(({ isAside }) => isAside)) return undefined;
  const current = currentPath === undefined ? undefined : pageNear(pages, normalPath(currentPath));
  return ({ isAside, version }) => !isAside || (current?.isAside === true && version === current.version);
}
