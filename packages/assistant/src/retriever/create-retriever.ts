import type { Chunk, IndexedPage } from "../page/indexed-page.ts";
import { indexWords, type LexicalIndex } from "./lexical/lexical-index.ts";
import { PARAMETERS, type Parameters } from "./lexical/parameters.ts";
import { readQuery } from "./lexical/read-query.ts";
import { createScorer, type Scores, scorePages } from "./lexical/score-pages.ts";
import { sizeOfIndex } from "./lexical/size-of-index.ts";
import { passesFilter } from "./passes-filter.ts";
import type { Hit, Retriever, SearchQuery } from "./retriever.ts";

export type RetrieverOptions = {
  /** Another state of the same site: what has not changed is not read again. */
  earlier?: Retriever;
  parameters?: Parameters;
};

const MAX_PASSAGES = 3;
const indexes = new WeakMap<Retriever, LexicalIndex>();

/** Makes pages searchable. Pages that `earlier` holds as the same objects cost next to nothing. */
export function createRetriever(pages: Iterable<IndexedPage>, options: RetrieverOptions = {}): Retriever {
  const index = indexWords([...pages], options.earlier && indexes.get(options.earlier));
  const scorer = createScorer(index, options.parameters ?? PARAMETERS);
  const byPath = new Map(index.pages.map((page) => [page.path, page]));
  const retriever: Retriever = {
    async search(query) {
      const words = readQuery(index, query.text);
      if (words.length === 0) return [];
      const passes = query.filter && passesFilter(query.filter, index.pages);
      const allowed = passes && Uint8Array.from(index.pages, (page) => (passes(page) ? 1 : 0));
      return toHits(index, scorePages(index, scorer, words, allowed), query);
    },
    pageAt: (path) => byPath.get(path),
    pages: () => index.pages,
    sizeBytes: sizeOfIndex(index),
  };
  indexes.set(retriever, index);
  return retriever;
}

function toHits(index: LexicalIndex, scores: Scores, { limit }: SearchQuery): Hit[] {
  const found = [...scores.pages.keys()].filter((page) => (scores.pages[page] ?? 0) > 0);
  found.sort((a, b) => (scores.pages[b] ?? 0) - (scores.pages[a] ?? 0) || a - b);
  return found.slice(0, limit).flatMap((number) => {
    const page = index.pages[number];
    return page ? [{ page, score: scores.pages[number] ?? 0, passages: passagesOf(index, number, page, scores) }] : [];
  });
}

function passagesOf({ firstChunks }: LexicalIndex, number: number, page: IndexedPage, scores: Scores) {
  const first = firstChunks[number] ?? 0;
  const passages = page.chunks.map((chunk: Chunk, at) => ({ chunk, score: scores.chunks[first + at] ?? 0 }));
  return passages.sort((a, b) => b.score - a.score || a.chunk.seq - b.chunk.seq).slice(0, MAX_PASSAGES);
}
