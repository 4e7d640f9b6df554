import type { IndexedPage } from "../page/indexed-page.ts";
import type { ReadablePages, Retriever } from "./retriever.ts";

/** Who reads a site whose pages are restricted to groups. */
export type Reader = {
  /** The groups that the reader is proven to be in, in lower case. */
  groups: ReadonlySet<string>;
  /** Whether the navigation's groups restrict pages whose front matter names none. */
  isByNavigation: boolean;
};

/** The groups that a page is restricted to: none is everyone, null is no one. */
export function groupsNeeded(
  { readers, groups }: IndexedPage,
  { isByNavigation }: Pick<Reader, "isByNavigation">,
): string[] | null {
  // Rows of earlier versions don't say: the next index run writes them again.
  if (readers === null || readers === undefined) return null;
  return readers.length === 0 && isByNavigation ? groups : readers;
}

/** Whether a reader may read a page: it is restricted to no group, or to one of theirs. */
export function mayRead(page: IndexedPage, reader: Reader): boolean {
  const needed = groupsNeeded(page, reader);
  if (needed === null) return false;
  return needed.length === 0 || needed.some((group) => reader.groups.has(group.toLowerCase()));
}

/** The same site for one reader: pages that they may not read are neither found nor there. */
export function restrictRetriever(retriever: Retriever, reader: Reader): Retriever {
  const readable = findReadable(retriever, reader);
  const ifReadable = (page: IndexedPage | undefined) => (page && mayRead(page, reader) ? page : undefined);
  return {
    search: (query) => retriever.search({ ...query, readable }),
    facets: (query) => retriever.facets({ ...query, readable }),
    suggest: (query) => retriever.suggest({ ...query, readable }),
    highlighter: (query) => retriever.highlighter({ ...query, readable }),
    pageAt: (path) => ifReadable(retriever.pageAt(path)),
    pageOfFile: (file) => ifReadable(retriever.pageOfFile(file)),
    // Only tells which language a question is in, so that the search can prefer it.
    languageOf: (text) => retriever.languageOf(text),
    pages: () => readable.pages,
    get sizeBytes() {
      return retriever.sizeBytes;
    },
  };
}

/** Sets of groups whose pages are remembered for a site. */
const MAX_SETS = 64;
const known = new WeakMap<Retriever, Map<string, ReadablePages>>();

function findReadable(retriever: Retriever, reader: Reader): ReadablePages {
  const sets = known.get(retriever) ?? new Map<string, ReadablePages>();
  known.set(retriever, sets);
  const name = JSON.stringify([reader.isByNavigation, [...reader.groups].sort()]);
  const found = sets.get(name) ?? readPages([...retriever.pages()], reader);
  sets.delete(name);
  sets.set(name, found);
  if (sets.size > MAX_SETS) sets.delete(sets.keys().next().value ?? "");
  return found;
}

function readPages(pages: readonly IndexedPage[], reader: Reader): ReadablePages {
  const mask = Uint8Array.from(pages, (page) => (mayRead(page, reader) ? 1 : 0));
  return { pages: pages.filter((_, number) => mask[number] === 1), mask };
}
