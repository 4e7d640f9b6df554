import type { SearchFilter } from "@docsteward/contract/site-search";
import type { Chunk, IndexedPage } from "../page/indexed-page.ts";

/** What is asked of a site's index. */
export type SearchQuery = {
  /** The question in the reader's words; anything at all, also nothing. */
  text: string;
  /** How many pages at most. */
  limit: number;
  filter?: SearchFilter;
  /** Path on the site of the page that the reader sees: near pages and those of its version and language come first. */
  currentPath?: string;
  /** Code and selections beside the question. They sharpen the query, and count for less than its words. */
  context?: string[];
  /** What the reader may read, when that is not every page. Made by `restrictRetriever`. */
  readable?: ReadablePages;
};

/** The pages of a site that one reader may read. */
export type ReadablePages = {
  pages: readonly IndexedPage[];
  /** 1 for each page of the site that is among them, in the order of `Retriever.pages`. */
  mask: Uint8Array;
};

/** A page that was found, with the passages of it that answer best, best first and at least one. */
export type Hit = {
  page: IndexedPage;
  score: number;
  passages: { chunk: Chunk; score: number }[];
};

/** A site that can be searched, in memory. It never changes: a new state of the site is another one. */
export type Retriever = {
  /** Best first, one entry a page. */
  search(query: SearchQuery): Promise<Hit[]>;
  pageAt(path: string): IndexedPage | undefined;
  pageOfFile(file: string): IndexedPage | undefined;
  pages(): Iterable<IndexedPage>;
  /** About how much memory it holds. */
  readonly sizeBytes: number;
};
