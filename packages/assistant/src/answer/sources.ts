import type { Chunk, IndexedPage } from "../page/indexed-page.ts";
import { withoutPunctuation } from "./links/autolinks.ts";

/** A passage that an answer may draw on, by the number that the model cites it with. Readers see numbers of pages. */
export type Source = {
  number: number;
  page: IndexedPage;
  chunk: Chunk;
  /** Pages that say the same, such as those of other versions. */
  copies: readonly IndexedPage[];
};

/** What was retrieved for one answer: all that it may cite. */
export type Sources = {
  /**
   * Gives a passage its number, the same one each time.
   *
   * @param passage a chunk of the page, or `span` neighbours as one
   */
  add(page: IndexedPage, passage: Chunk & { span?: number }, copies?: readonly IndexedPage[]): Source;
  /** The passage that a chunk was given in already. */
  holding(page: IndexedPage, chunk: Chunk): Source | undefined;
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
    for (const found of addressesIn(text)) {
      const address = withoutPunctuation(found);
      addresses.add(/^www\./i.test(address) ? `https://${address}` : address);
      if (URL.canParse(address)) origins.add(new URL(address).origin);
    }
    for (const address of mailsIn(text)) addresses.add(`mailto:${address}`);
    for (const [, inLink, inAttribute] of text.matchAll(DESTINATION)) addresses.add(inLink ?? inAttribute ?? "");
  };

  return {
    add(page, { span = 1, ...chunk }, copies = []) {
      const keys = Array.from({ length: span }, (_, at) => keyOf(page, chunk.seq + at));
      const known = keys.map((key) => byPassage.get(key));
      if (known[0] !== undefined && !known.includes(undefined)) return known[0];
      const source = { number: all.length + 1, page, chunk, copies };
      all.push(source);
      for (const key of keys) if (!byPassage.has(key)) byPassage.set(key, source);
      pages.add(page);
      unread.push(chunk.text);
      return source;
    },
    holding: (page, chunk) => byPassage.get(keyOf(page, chunk.seq)),
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

const keyOf = ({ file }: IndexedPage, seq: number) => `${file}\n${seq}`;

const ADDRESS_START = /:\/\/|www\.|mailto:/gi;
const ADDRESS_BODY = /[^\s<>"'`|\\]+/y;
/** No scheme is longer. */
const MAX_SCHEME = 32;

/** The addresses of a text as they stand there. Each begins behind the one before it. */
function addressesIn(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (const { 0: mark, index } of text.matchAll(ADDRESS_START)) {
    if (index < from) continue;
    const start = mark === "://" ? startOfScheme(text, index, from) : index;
    ADDRESS_BODY.lastIndex = index + mark.length;
    const body = start === null ? null : ADDRESS_BODY.exec(text);
    if (start === null || body === null) continue;
    from = ADDRESS_BODY.lastIndex;
    found.push(text.slice(start, from));
  }
  return found;
}

/** Where the letters before `://` begin; null when there are none. */
function startOfScheme(text: string, end: number, from: number): number | null {
  let start: number | null = null;
  for (let at = end - 1; at >= Math.max(from, end - MAX_SCHEME); at -= 1) {
    if (/[a-z]/i.test(text[at] ?? "")) start = at;
    else if (!/[0-9+.-]/.test(text[at] ?? "")) break;
  }
  return start;
}

const MAIL_HOST = /[A-Za-z0-9._-]*[A-Za-z]/y;
const MAX_MAIL_NAME = 320;

/** Mail addresses as they stand in text: readers of Markdown make links of them. */
function mailsIn(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    let start = at;
    while (start > Math.max(from, at - MAX_MAIL_NAME) && /[A-Za-z0-9.+_-]/.test(text[start - 1] ?? "")) start -= 1;
    MAIL_HOST.lastIndex = at + 1;
    if (start === at || !MAIL_HOST.test(text)) continue;
    from = MAIL_HOST.lastIndex;
    found.push(text.slice(start, from));
  }
  return found;
}
