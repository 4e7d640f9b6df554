import { isPageFile } from "@docsteward/contract/docs-files";
import type { DocsReader } from "./docs-reader.ts";
import { excerptOf } from "./search/excerpt.ts";
import { createPageIndex, type PageIndex, updatePageIndex } from "./search/page-index.ts";
import { closeTerms, queryTerms, termsOf } from "./search/terms.ts";

export type SearchResult = {
  path: string;
  title: string;
  /** Heading of the best passage; the title where it stands above the first heading. */
  heading: string;
  excerpt: string;
  score: number;
};

const NAMED_BY_TITLE = 1.5;
const K1 = 1.2;
const B = 0.7;

/** One index a reader, for as long as the reader lives. */
const indexes = new WeakMap<DocsReader, PageIndex>();

/**
 * Finds the pages that speak of a query, best first, one passage a page: BM25 over passages, with more weight on headings,
 * titles and paths. Knows camelCase and snake_case names by their parts, the beginning of words, and one wrong letter.
 *
 * Always answers from the pages as they are now; a second search on the same reader indexes only what has changed.
 */
export async function searchPages(reader: DocsReader, query: string, limit = 10): Promise<SearchResult[]> {
  const index = indexes.get(reader) ?? createPageIndex();
  indexes.set(reader, index);
  updatePageIndex(index, await reader.readMany((await reader.paths()).filter(isPageFile)));
  const terms = queryTerms(query);
  const best = bestPassages(index, scorePassages(index, terms), terms);
  return best.slice(0, limit).flatMap(({ id, score }) => {
    const passage = index.passages[id];
    if (!passage) return [];
    const { path, title, heading, text } = passage;
    return [{ path, title, heading, excerpt: excerptOf(text, terms), score: Math.round(score * 100) / 100 }];
  });
}

type Scores = Map<number, { sum: number; matched: number }>;

function scorePassages(index: PageIndex, terms: string[]): Scores {
  const scores: Scores = new Map();
  const lengths = index.passages.flatMap((passage) => passage?.length ?? []);
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(lengths.length, 1);
  for (const term of terms) {
    const best = new Map<number, number>();
    for (const { term: close, weight } of closeTerms(term, index.postings)) {
      const counts = index.postings.get(close) ?? new Map<number, number>();
      const idf = Math.log(1 + (index.passages.length - counts.size + 0.5) / (counts.size + 0.5));
      for (const [id, count] of counts) {
        const length = index.passages[id]?.length ?? average;
        const score = (idf * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / average));
        best.set(id, Math.max(best.get(id) ?? 0, weight * score));
      }
    }
    for (const [id, score] of best) {
      const { sum, matched } = scores.get(id) ?? { sum: 0, matched: 0 };
      scores.set(id, { sum: sum + score, matched: matched + 1 });
    }
  }
  return scores;
}

/** The best passage of each page, best page first. A passage that has more of the terms counts for more than their sum. */
function bestPassages(index: PageIndex, scores: Scores, terms: string[]): { id: number; score: number }[] {
  const pages = new Map<string, { id: number; score: number }>();
  for (const [id, { sum, matched }] of scores) {
    const passage = index.passages[id];
    if (!passage) continue;
    const score = sum * (0.4 + (0.6 * matched) / terms.length) * (isNamed(passage.title, terms) ? NAMED_BY_TITLE : 1);
    if (score > (pages.get(passage.path)?.score ?? 0)) pages.set(passage.path, { id, score });
  }
  return [...pages].sort(([a, x], [b, y]) => y.score - x.score || (a < b ? -1 : 1)).map(([, best]) => best);
}

function isNamed(title: string, terms: string[]): boolean {
  const words = new Set(termsOf(title));
  return terms.every((term) => words.has(term));
}
