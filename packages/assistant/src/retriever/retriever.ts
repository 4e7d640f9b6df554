import type { SearchFilter } from "@docsteward/contract/site-search";
import type { Chunk, IndexedPage } from "../page/indexed-page.ts";
import type { Highlighter, TextRange } from "./highlights.ts";

/** A language as pages name it; null for the site's own where nothing names that. */
export type Language = string | null;

/** A search in a site's index. */
export type SearchQuery = {
  /** The question in the reader's words; anything at all, also nothing. */
  text: string;
  /** How many pages at most. */
  limit: number;
  filter?: SearchFilter;
  /** Only pages of this section of the site: see `Facets`. */
  section?: string;
  /** Path on the site of the page that the reader sees: near pages and those of its version and language come first. */
  currentPath?: string;
  /**
   * The reader's languages, best first. With them, also with none, one page of each translation group answers: in the first of
   * these languages that the group has, else in the source language.
   */
  languages?: readonly Language[];
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
  /** Comparable among the pages of one query alone. */
  score: number;
  /** Whether no other page has a better score by words alone. */
  isFirstByWords: boolean;
  passages: {
    chunk: Chunk;
    score: number;
    /** How near it is to the query in meaning, up to 1, which is comparable between queries; null without an embedder. */
    nearness: number | null;
  }[];
};

/** A value that pages have, and how many. */
export type FacetValue = { value: string; count: number };

/** By what found pages differ. */
export type Facets = Record<"version" | "language" | "section", FacetValue[]>;

/** What a reader has typed so far. */
export type SuggestQuery = Pick<SearchQuery, "text" | "limit" | "filter" | "currentPath" | "readable">;

/** A page, or a heading of one, whose name begins with what was typed. */
export type Suggestion = {
  page: IndexedPage;
  /** Null for the page itself. */
  heading: { text: string; anchor: string | null } | null;
  /** What of its name was typed: of the heading's, else of the page's title. */
  highlights: TextRange[];
};

/** A site that can be searched, in memory. It never changes: a new state of the site is another one. */
export type Retriever = {
  /** Best first, one entry a page. */
  search(query: SearchQuery): Promise<Hit[]>;
  /** Counts the pages that have words of a query, whatever its limit. */
  facets(query: SearchQuery): Facets;
  /** Makes what finds a query's words in texts. */
  highlighter(query: Pick<SearchQuery, "text" | "readable">): Highlighter;
  /** Pages and headings that begin with what was typed, best first. The first call reads all names. */
  suggest(query: SuggestQuery): Promise<Suggestion[]>;
  pageAt(path: string): IndexedPage | undefined;
  pageOfFile(file: string): IndexedPage | undefined;
  /** In which of the site's languages a text is; undefined where that is unclear, or the site has one language alone. */
  languageOf(text: string): Language | undefined;
  pages(): Iterable<IndexedPage>;
  /** About how much memory it holds. */
  readonly sizeBytes: number;
};
