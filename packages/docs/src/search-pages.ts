import type { DocsReader } from "./docs-reader.ts";
import { excerptOf } from "./search/excerpt.ts";
import { findCandidates } from "./search/find-candidates.ts";
import { type Passage, passagesOf } from "./search/passages-of.ts";
import { queryTerms, termsOf } from "./search/terms.ts";

export type SearchResult = {
  path: string;
  title: string;
  /** Heading of the best passage; the title where it stands above the first heading. */
  heading: string;
  excerpt: string;
  score: number;
};

const NAMED_BY_TITLE = 1.5;
const BEGINNING = 0.45;
const K1 = 1.2;
const B = 0.7;

/**
 * Finds the pages that speak of a query, best first, one passage a page: BM25 over passages, with more weight on headings,
 * titles and paths. Knows camelCase and snake_case names by their parts, the beginning of words, and one wrong letter.
 *
 * Keeps nothing: it always answers from the pages as they are now.
 */
export async function searchPages(reader: DocsReader, query: string, limit = 10): Promise<SearchResult[]> {
  const { terms, rarity, pages } = await findCandidates(reader, queryTerms(query));
  const passages = pages.flatMap(passagesOf);
  const averageLength = passages.reduce((sum, { length }) => sum + length, 0) / Math.max(passages.length, 1);
  const best = new Map<string, { passage: Passage; score: number }>();
  for (const passage of passages) {
    const score = scoreOf(passage, terms, rarity, averageLength);
    if (score > (best.get(passage.path)?.score ?? 0)) best.set(passage.path, { passage, score });
  }
  return [...best.values()]
    .sort((a, b) => b.score - a.score || (a.passage.path < b.passage.path ? -1 : 1))
    .slice(0, limit)
    .map(({ passage: { path, title, heading, text }, score }) => {
      return { path, title, heading, excerpt: excerptOf(text, terms), score: Math.round(score * 100) / 100 };
    });
}

/** A passage that has more of the terms counts for more than their sum. */
function scoreOf(
  passage: Passage,
  terms: string[],
  rarity: ReadonlyMap<string, number>,
  averageLength: number,
): number {
  let sum = 0;
  let matched = 0;
  for (const term of terms) {
    const count = passage.terms.get(term) ?? BEGINNING * countBeginnings(passage, term);
    if (count === 0) continue;
    matched++;
    const damped = count + K1 * (1 - B + (B * passage.length) / averageLength);
    sum += ((rarity.get(term) ?? 0) * count * (K1 + 1)) / damped;
  }
  const isNamed = matched > 0 && namesAll(passage.title, terms);
  return sum * (0.4 + (0.6 * matched) / Math.max(terms.length, 1)) * (isNamed ? NAMED_BY_TITLE : 1);
}

function countBeginnings({ terms }: Passage, beginning: string): number {
  if (beginning.length < 3) return 0;
  let most = 0;
  for (const [term, count] of terms) if (count > most && term.startsWith(beginning)) most = count;
  return most;
}

function namesAll(title: string, terms: string[]): boolean {
  const words = new Set(termsOf(title));
  return terms.every((term) => words.has(term));
}
