import type { IndexedPage } from "../page/indexed-page.ts";
import { countFacets, isInSection } from "./facets.ts";
import { createHighlighter } from "./highlights.ts";
import { buildLexicalIndex, type LexicalIndex, sizeOfIndex, toReaderIndex } from "./lexical/lexical-index.ts";
import { PARAMETERS, type Parameters } from "./lexical/parameters.ts";
import { parseQuery } from "./lexical/query.ts";
import { type Scores, scorePages, topK } from "./lexical/score-pages.ts";
import { createScorer } from "./lexical/score-terms.ts";
import { createEditionFilter, createPageFilter, nearPages, normalPath, proximityBoost } from "./page-filter.ts";
import { chooseEditions, createLanguageReader } from "./page-languages.ts";
import { createRanker, type SiteMeaning } from "./ranker.ts";
import type { Hit, Retriever, SearchQuery } from "./retriever.ts";
import { createSuggester, type Suggester } from "./suggestions.ts";
import { createSynonyms } from "./synonyms.ts";

/** Options of a retriever; tests and benchmarks vary them. */
export type RetrieverOptions = {
  /** Another state of the same site: what has not changed is not read again. */
  earlier?: Retriever;
  /** Words of pages as they were packed when these were indexed: of other pages they are found here. */
  words?: ReadonlyMap<IndexedPage, Uint8Array>;
  /** Other numbers for the scorer, to try them out. */
  parameters?: Parameters;
  /** What the pages mean. Without it they are found by their words alone. */
  meaning?: SiteMeaning;
  /** Groups of terms that mean the same. */
  synonyms?: readonly (readonly string[])[];
};

const MAX_PASSAGES = 3;
const indexes = new WeakMap<Retriever, LexicalIndex>();

/**
 * Makes pages searchable.
 *
 * @param pages those that `earlier` holds as the same objects cost next to nothing
 */
export async function createRetriever(
  pages: Iterable<IndexedPage>,
  options: RetrieverOptions = {},
): Promise<Retriever> {
  const earlier = options.earlier && indexes.get(options.earlier);
  const index = await buildLexicalIndex([...pages], { earlier, packed: options.words });
  const scorer = createScorer(index, options.parameters ?? PARAMETERS);
  const ranker = createRanker(index, options.meaning);
  const languageOf = createLanguageReader(index);
  const synonyms = createSynonyms(options.synonyms ?? []);
  const parse = ({ text, context, readable }: Pick<SearchQuery, "text" | "context" | "readable">) =>
    parseQuery(toReaderIndex(index, readable?.mask), { text, context, synonyms });
  const indexBytes = sizeOfIndex(index) + scorer.sizeBytes + ranker.sizeBytes;
  let suggester: Promise<Suggester> | undefined;
  let suggesterBytes = 0;
  const byPath = new Map(index.pages.map((page) => [page.path, page]));
  const byFile = new Map(index.pages.map((page) => [page.file, page]));
  const retriever: Retriever = {
    async search(query) {
      const { pages, mask: readable } = query.readable ?? { pages: index.pages };
      const passes = testOf(query, pages);
      const wordQuery = parse(query);
      const allowed = passes
        ? Uint8Array.from(index.pages, (page, number) => (readable?.[number] !== 0 && passes(page) ? 1 : 0))
        : readable;
      const scores = scorePages(index, scorer, wordQuery, allowed);
      const byWords = topK(scores.pages, 1)[0];
      const nearness = await ranker.rank(scores, { text: query.text, words: wordQuery.words, allowed, readable });
      weighPages(index.pages, scores, currentBoost(pages, query));
      if (query.languages) scores.pages.set(chooseEditions(index.pages, scores.pages, query.languages));
      const hits = toHits(index, { scores, nearness, byWords }, query.limit);
      // Whether a page that the reader may not read holds a word must make no difference.
      if (hits.length > 0 || (wordQuery.words.length > 0 && readable === undefined)) return hits;
      return nearHits(passes ? pages.filter(passes) : pages, query);
    },
    facets: (query) => countFacets(index, parse(query), query),
    highlighter: (query) => createHighlighter(index, parse(query)),
    async suggest(query) {
      suggester ??= createSuggester(index.pages, synonyms);
      const { suggest, sizeBytes } = await suggester;
      suggesterBytes = sizeBytes;
      return suggest(query);
    },
    pageAt: (path) => byPath.get(normalPath(path)),
    pageOfFile: (file) => byFile.get(file),
    languageOf,
    pages: () => index.pages,
    get sizeBytes() {
      return indexBytes + suggesterBytes;
    },
  };
  indexes.set(retriever, index);
  return retriever;
}

/** Which pages may answer; undefined when all may. */
function testOf(query: SearchQuery, pages: readonly IndexedPage[]): ((page: IndexedPage) => boolean) | undefined {
  const passes = query.filter && createPageFilter(query.filter, pages);
  const isMeant = createEditionFilter(query, pages);
  const { section } = query;
  if (!passes && !isMeant && section === undefined) return undefined;
  return (page) => passes?.(page) !== false && isMeant?.(page) !== false && isInSection(page, section);
}

/** Puts the weight that a page gives itself to its score, and that of standing near the reader. */
function weighPages(pages: readonly IndexedPage[], scores: Scores, near: (page: IndexedPage) => number): void {
  for (const [number, page] of pages.entries())
    scores.pages[number] = (scores.pages[number] ?? 0) * page.boost * near(page);
}

function currentBoost(pages: readonly IndexedPage[], query: SearchQuery): (page: IndexedPage) => number {
  const { currentPath, languages } = query;
  return currentPath ? proximityBoost(pages, { currentPath, languages }) : () => 1;
}

type Ranked = { scores: Scores; nearness: Float32Array; byWords: number | undefined };

function toHits(index: LexicalIndex, ranked: Ranked, limit: number): Hit[] {
  const { scores, byWords } = ranked;
  return topK(scores.pages, limit).flatMap((number) => {
    const page = index.pages[number];
    if (page === undefined) return [];
    const score = scores.pages[number] ?? 0;
    return [{ page, score, isFirstByWords: number === byWords, passages: passagesOf(index, number, page, ranked) }];
  });
}

function passagesOf(
  { firstChunks }: LexicalIndex,
  number: number,
  page: IndexedPage,
  { scores, nearness }: Ranked,
): Hit["passages"] {
  const first = firstChunks[number] ?? 0;
  return page.chunks
    .map((chunk, at) => ({ chunk, score: scores.chunks[first + at] ?? 0, nearness: toKnown(nearness[first + at]) }))
    .sort((a, b) => b.score - a.score || a.chunk.seq - b.chunk.seq)
    .filter(({ score }, at) => score > 0 || at === 0)
    .slice(0, MAX_PASSAGES);
}

function toKnown(nearness: number | undefined): number | null {
  return nearness === undefined || Number.isNaN(nearness) ? null : nearness;
}

/** Where nothing is asked that the site knows, the pages around the reader are the best guess. */
function nearHits(pages: readonly IndexedPage[], { currentPath, limit }: SearchQuery): Hit[] {
  if (!currentPath) return [];
  return nearPages(pages, currentPath, limit).map((page) => ({
    page,
    score: 0,
    isFirstByWords: false,
    passages: page.chunks.slice(0, 1).map((chunk) => ({ chunk, score: 0, nearness: null })),
  }));
}
