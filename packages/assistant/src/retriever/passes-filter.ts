import type { SearchFilter } from "@docsteward/contract/search-filter";
import { normalRoute } from "@docsteward/docs/site/page-routes";
import type { IndexedPage } from "../page/indexed-page.ts";

/**
 * Makes the test of which pages may answer.
 *
 * Pages that no folder or front matter gives a language are in the site's own: they pass when it has none marked as the wanted one.
 */
export function passesFilter(filter: SearchFilter, pages: readonly IndexedPage[]): (page: IndexedPage) => boolean {
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
export function sameVersion(own: string, wanted: string): boolean {
  const plain = (version: string) => version.toLowerCase().replace(/^v(?=\d)/, "");
  return plain(own) === plain(wanted);
}

function same(own: string, wanted: string): boolean {
  return own.toLowerCase() === wanted.toLowerCase();
}
