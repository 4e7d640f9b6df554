import type { CorpusPage } from "./corpus.ts";

export type AskOptions = { limit: number; currentPath?: string };

/** A search engine that holds the pages of one corpus. */
export type SearchSystem = {
  /** Paths of pages as the corpus names them, best first. */
  search(query: string, options: AskOptions): Promise<string[]> | string[];
  close?(): Promise<void>;
};

export type CreateSystem = (pages: CorpusPage[], given: Given) => Promise<SearchSystem> | SearchSystem;

/** What the benchmark sets up for the systems that need it. */
export type Given = {
  /** Address of a running PostgreSQL. */
  databaseUrl: string;
  /** A folder to write to. */
  folder: string;
};
