import type { SourceData, SuggestionsData } from "@docsteward/contract/ui-chunk";
import type { IndexedPage } from "../page/indexed-page.ts";
import { pageUrl } from "../page/page-address.ts";
import type { AnswerSite } from "./answer.ts";

type Suggestion = SuggestionsData["suggestions"][number];

const MAX = 3;
const MAX_CHARACTERS = 120;

/**
 * What a reader may ask next: the sections behind those that an answer cites, in turn of its pages, then the pages that these link
 * to. The texts are names that the pages give themselves, so they are in the pages' language, and every one of them has an answer.
 */
export function suggestNext(site: AnswerSite, cited: readonly SourceData[]): Suggestion[] {
  const pages = cited.flatMap((source) => {
    const page = site.retriever.pageAt(source.path);
    return page ? [{ page, urls: new Set(source.sections.map(({ url }) => url)) }] : [];
  });
  const bySection = pages.map(({ page, urls }) => sectionsBehind(site, page, urls));
  const inTurn = [0, 1, 2].flatMap((place) => bySection.flatMap((sections) => sections[place] ?? []));
  const known = new Set(pages.map(({ page }) => page.file));
  const linked = pages
    .flatMap(({ page }) => page.links)
    .flatMap(({ file }) => {
      if (known.has(file)) return [];
      known.add(file);
      return site.retriever.pageOfFile(file) ?? [];
    });
  const next = linked.map((page) => ({ text: page.title, url: pageUrl(site.url, { path: page.path, anchor: null }) }));
  return [...inTurn, ...next].filter(({ text }) => text.length <= MAX_CHARACTERS).slice(0, MAX);
}

/** The sections of a page that are not cited, those behind the first cited one first. */
function sectionsBehind(site: AnswerSite, page: IndexedPage, cited: ReadonlySet<string>): Suggestion[] {
  const sections = new Map<string, string>();
  let firstCited = -1;
  for (const { anchor, headings } of page.chunks) {
    const url = pageUrl(site.url, { path: page.path, anchor });
    if (cited.has(url) && firstCited < 0) firstCited = sections.size;
    const heading = headings.at(-1);
    if (anchor !== null && heading !== undefined && heading !== "" && !cited.has(url)) sections.set(url, heading);
  }
  const all = [...sections].map(([url, heading]) => ({ text: nameOf(heading, page.title), url }));
  const from = Math.max(0, firstCited);
  return [...all.slice(from), ...all.slice(0, from)];
}

function nameOf(heading: string, title: string): string {
  return heading.endsWith("?") || heading === title ? heading : `${title}: ${heading}`;
}
