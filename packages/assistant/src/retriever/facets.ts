import type { SearchFilter } from "@docsteward/contract/site-search";
import type { IndexedPage } from "../page/indexed-page.ts";
import type { LexicalIndex } from "./lexical/lexical-index.ts";
import type { LexicalQuery } from "./lexical/query.ts";
import { createEditionFilter, createPageFilter } from "./page-filter.ts";
import type { Facets, FacetValue, SearchQuery } from "./retriever.ts";

/** More values are left out, those of the fewest pages first. */
const MAX_VALUES = 50;

/**
 * Counts the pages that have a word of the query, by version, language and section. What narrows a facet doesn't narrow its own
 * counts, so that a reader sees the other choices.
 */
export function countFacets(index: LexicalIndex, words: LexicalQuery, query: FacetQuery): Facets {
  const { filter = {}, section, readable } = query;
  const { version, language, ...rest } = filter;
  const pages = readable?.pages ?? index.pages;
  const matches = pagesWith(index, words, readable?.mask);
  const isMeant = createEditionFilter(query, pages) ?? (() => true);
  const passing = (filter: SearchFilter, section?: string) => {
    const passes = createPageFilter(filter, pages);
    return matches.filter((page) => passes(page) && isInSection(page, section));
  };
  return {
    version: countValues(passing({ ...rest, language }, section), (page) => page.version),
    language: countValues(passing({ ...rest, version }, section).filter(isMeant), (page) => page.language),
    section: countValues(passing(filter).filter(isMeant), sectionOf),
  };
}

type FacetQuery = Pick<SearchQuery, "filter" | "section" | "currentPath" | "readable">;

/** The pages that have one of the query's words at least, in any of their fields. */
function pagesWith({ pagePostings, pages }: LexicalIndex, { words }: LexicalQuery, mask?: Uint8Array) {
  const { starts, documents } = pagePostings;
  const isFound = new Uint8Array(pages.length);
  for (const { id } of words.flatMap(({ terms }) => terms)) {
    for (let entry = starts[id] ?? 0; entry < (starts[id + 1] ?? 0); entry += 1) isFound[documents[entry] ?? 0] = 1;
  }
  return pages.filter((_, number) => isFound[number] === 1 && mask?.[number] !== 0);
}

function countValues(pages: readonly IndexedPage[], valueIn: (page: IndexedPage) => string | null): FacetValue[] {
  const counts = new Map<string, number>();
  for (const page of pages) {
    const value = valueIn(page);
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, MAX_VALUES);
}

/** Whether a page is in a section; every page is in none. */
export function isInSection(page: IndexedPage, section: string | undefined): boolean {
  return section === undefined || sectionOf(page)?.toLowerCase() === section.toLowerCase();
}

/** The part of the site that a page is in: its first navigation group, else its first folder below the version and language. */
export function sectionOf({ groups, readers, path, version, language }: IndexedPage): string | null {
  // Groups of readers are no part of the navigation.
  const group = groups.find((name) => !readers?.includes(name));
  if (group !== undefined) return group;
  const folders = path.split("/").slice(1, -1);
  return folders.find((folder) => folder !== version && folder !== language) ?? null;
}
