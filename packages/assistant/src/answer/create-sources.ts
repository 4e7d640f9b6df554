import type { Chunk, IndexedPage } from "../page/indexed-page.ts";
import { withoutPunctuation } from "./links/read-url.ts";

/** A passage that an answer may draw on, by the number it is cited with. */
export type Source = { number: number; page: IndexedPage; chunk: Chunk };

/** What was retrieved for one answer: all that it may cite. */
export type Sources = {
  /** Gives a passage its number, the same one each time. */
  add(page: IndexedPage, chunk: Chunk): Source;
  get(number: number): Source | undefined;
  /** The passage under this heading of the page, or the first one of the page without such a heading. */
  find(page: IndexedPage, anchor: string | null): Source | undefined;
  all(): readonly Source[];
  /** The pages of the passages, in the order they were found. */
  pages(): readonly IndexedPage[];
  /** Whether an address stands in one of the passages, word for word. */
  quotes(address: string): boolean;
  /** Whether an address of this origin stands in one of the passages. */
  namesOrigin(origin: string): boolean;
};

const ADDRESS = /(?:[a-z][a-z0-9+.-]*:\/\/|www\.|mailto:)[^\s<>"'`|\\]+/gi;
/** A mail address as it stands in text: readers of Markdown make a link of it. */
const MAIL = /[A-Za-z0-9.+_-]+@[A-Za-z0-9._-]*[A-Za-z]/g;
/** Where a link or an image leads, from `](` to the bracket that closes it, and the values of attributes. */
const DESTINATION = /\]\(\s*<?([^\s<>)]+)|(?:href|src)=\{?["']([^"']+)["']/g;

/** Begins an empty list of sources. A passage that is added again keeps its number. */
export function createSources(): Sources {
  const all: Source[] = [];
  const byPassage = new Map<string, Source>();
  const pages = new Set<IndexedPage>();
  const addresses = new Set<string>();
  const origins = new Set<string>();

  // Most answers hold no address outside the site: passages are read for theirs when one does.
  const unread: string[] = [];
  const readAll = () => {
    for (const text of unread.splice(0)) readAddresses(text);
  };
  const readAddresses = (text: string) => {
    for (const [found] of text.matchAll(ADDRESS)) {
      const address = withoutPunctuation(found);
      addresses.add(/^www\./i.test(address) ? `https://${address}` : address);
      if (URL.canParse(address)) origins.add(new URL(address).origin);
    }
    for (const [address] of text.matchAll(MAIL)) addresses.add(`mailto:${address}`);
    for (const [, inLink, inAttribute] of text.matchAll(DESTINATION)) addresses.add(inLink ?? inAttribute ?? "");
  };

  return {
    add(page, chunk) {
      const key = `${page.file}\n${chunk.seq}`;
      const known = byPassage.get(key);
      if (known) return known;
      const source = { number: all.length + 1, page, chunk };
      all.push(source);
      byPassage.set(key, source);
      pages.add(page);
      unread.push(chunk.text);
      return source;
    },
    get: (number) => all[number - 1],
    find(page, anchor) {
      const ofPage = all.filter((source) => source.page.file === page.file);
      return ofPage.find(({ chunk }) => chunk.anchor === anchor) ?? ofPage[0];
    },
    all: () => all,
    pages: () => [...pages],
    quotes(address) {
      readAll();
      return addresses.has(address);
    },
    namesOrigin(origin) {
      readAll();
      return origins.has(origin);
    },
  };
}
