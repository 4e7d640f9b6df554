import type { SearchFilter } from "@docsteward/contract/site-search";
import { pathOf } from "@docsteward/docs/page/page";
import { normalRoute } from "@docsteward/docs/site/page-routes";
import type { IndexedPage } from "../page/indexed-page.ts";
import type { SearchQuery } from "./retriever.ts";

/**
 * Makes the test of which pages may answer.
 *
 * Pages that no folder or front matter gives a language are in the site's own: they pass when it has none marked as the wanted one.
 */
export function createPageFilter(filter: SearchFilter, pages: readonly IndexedPage[]): (page: IndexedPage) => boolean {
  const { version, language, tag, groups, path } = filter;
  const isWanted = (page: IndexedPage) => language === undefined || isInLanguage(page.language, language);
  const isMarked = pages.some((page) => page.language !== null && isWanted(page));
  const root = path === undefined ? undefined : normalRoute(path);
  return (page) =>
    (version === undefined || page.version === null || sameVersion(page.version, version)) &&
    (isWanted(page) || (page.language === null && !isMarked)) &&
    (tag === undefined || page.tags.some((own) => same(own, tag))) &&
    (groups === undefined || page.groups.some((own) => groups.some((group) => same(own, group)))) &&
    (root === undefined || root === "/" || page.path === root || page.path.startsWith(`${root}/`));
}

/** `en` is also in `en-US`. */
export function isInLanguage(own: string | null, wanted: string): boolean {
  if (own === null) return false;
  const [ownTag, wantedTag] = [own, wanted].map((tag) => tag.toLowerCase().replace("_", "-"));
  return ownTag === wantedTag || (ownTag?.startsWith(`${wantedTag}-`) ?? false);
}

/** `v2` is `2`. */
function sameVersion(own: string, wanted: string): boolean {
  const plain = (version: string) => version.toLowerCase().replace(/^v(?=\d)/, "");
  return plain(own) === plain(wanted);
}

function same(own: string, wanted: string): boolean {
  return own.toLowerCase() === wanted.toLowerCase();
}

/**
 * Makes the test of which pages are of a version that the reader may mean: the one that the site shows first, the one that the
 * filter names, or that of the page being read.
 *
 * @returns undefined when there is but one
 */
export function createEditionFilter(
  { filter, currentPath }: Pick<SearchQuery, "filter" | "currentPath">,
  pages: readonly IndexedPage[],
): ((page: IndexedPage) => boolean) | undefined {
  if (filter?.version !== undefined || !pages.some(({ isAside }) => isAside)) return undefined;
  const current = currentPath === undefined ? undefined : pageNear(pages, normalPath(currentPath));
  return ({ isAside, version }) => !isAside || (current?.isAside === true && version === current.version);
}

/** A reader of one edition can use another one's page, but wants its own. */
const OTHER_LANGUAGE = 0.5;
const OTHER_VERSION = 0.7;
const SAME_PAGE = 1.1;
const SAME_FOLDER = 1.05;

/**
 * Makes the weight of pages for a reader of `currentPath`: near pages and those of its version count for more, and those of its
 * language where none of the query's own decides.
 */
export function proximityBoost(
  pages: readonly IndexedPage[],
  { currentPath, languages }: { currentPath: string; languages?: SearchQuery["languages"] },
): (page: IndexedPage) => number {
  const path = normalPath(currentPath);
  const current = pageNear(pages, path);
  // Without a language or a version is an edition too: the site's own language, its latest version.
  const isForeign = (page: IndexedPage) => {
    if (!current || languages !== undefined || page.language === current.language) return false;
    return page.language === null || current.language === null || !isInLanguage(page.language, current.language);
  };
  const isOther = ({ version }: IndexedPage) =>
    current !== undefined && version !== null && !sameVersion(version, current.version ?? "");
  return (page) => {
    const edition = (isForeign(page) ? OTHER_LANGUAGE : 1) * (isOther(page) ? OTHER_VERSION : 1);
    return edition * (page.path === path ? SAME_PAGE : folderOf(page.path) === folderOf(path) ? SAME_FOLDER : 1);
  };
}

/** The pages that stand near a path: itself, those beside it, those below and above it. */
export function nearPages(pages: readonly IndexedPage[], currentPath: string, limit: number): IndexedPage[] {
  const path = normalPath(currentPath);
  const distance = (page: IndexedPage) => {
    if (page.path === path) return 0;
    if (page.path.startsWith(`${path}/`) || path.startsWith(`${page.path}/`)) return 2;
    return folderOf(page.path) === folderOf(path) ? 1 : Number.POSITIVE_INFINITY;
  };
  return pages
    .map((page) => ({ page, far: distance(page) }))
    .filter(({ far }) => Number.isFinite(far))
    .sort((a, b) => a.far - b.far)
    .slice(0, limit)
    .map(({ page }) => page);
}

/** The page at a path, else the one that shares most of its folders: an address that is gone still tells the edition. */
function pageNear(pages: readonly IndexedPage[], path: string): IndexedPage | undefined {
  const parts = path.split("/");
  let best: { page: IndexedPage; shared: number } | undefined;
  for (const page of pages) {
    if (page.path === path) return page;
    const differs = page.path.split("/").findIndex((part, at) => part !== parts[at]);
    const shared = differs < 0 ? page.path.split("/").length : differs;
    if (shared > Math.max(best?.shared ?? 1, 1)) best = { page, shared };
  }
  return best?.page;
}

/** A path as pages have it, of whatever a browser's address holds. */
export function normalPath(path: string): string {
  return normalRoute(pathOf(path.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "")));
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}
