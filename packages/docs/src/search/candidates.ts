import { isPageFile } from "@docsteward/contract/docs-files";
import { idf } from "@docsteward/text/lexical/bm25";
import { editDistance } from "@docsteward/text/lexical/edit-distance";
import type { DocsReader } from "../docs-reader.ts";
import { termsOf } from "./terms.ts";

type Candidate = { path: string; text: string; score: number };

type Candidates = {
  /** The terms looked for: those of the query, or what they probably mean where no page has them. */
  terms: string[];
  /** The idf of each term. */
  rarity: Map<string, number>;
  pages: Candidate[];
};

const BATCH = 500;
const MAX_CANDIDATES = 80;
const MAX_COUNT = 8;
const NAMED = 4;
const MAX_MEANINGS = 3;

/**
 * Picks the pages worth a closer look, by the words in their text alone: reading is all it costs, so that a site of 20,000
 * pages neither fills the memory nor holds up the process.
 */
export async function findCandidates(reader: DocsReader, query: string[]): Promise<Candidates> {
  const paths = (await reader.paths()).filter(isPageFile);
  const first = await scan(reader, paths, query);
  const meant = query.flatMap((term) => {
    if (first.counts.get(term) || term.length < 5) return [term];
    const close = [...first.words].filter((word) => editDistance(term, word, 1) === 1).sort();
    return close.length > 0 ? close.slice(0, MAX_MEANINGS) : [term];
  });
  const terms = [...new Set(meant)];
  const isSame = terms.every((term) => query.includes(term));
  const { counts, pages } = isSame ? first : await scan(reader, paths, terms);
  return { terms, rarity: new Map(terms.map((term) => [term, idf(counts.get(term) ?? 0, paths.length)])), pages };
}

type Scan = { counts: Map<string, number>; words: Set<string>; pages: Candidate[] };

async function scan(reader: DocsReader, paths: string[], terms: string[]): Promise<Scan> {
  const found: Scan = { counts: new Map(), words: new Set(), pages: [] };
  for (let from = 0; from < paths.length; from += BATCH) {
    for (const { path, text } of await reader.readMany(paths.slice(from, from + BATCH))) {
      const names = namesIn(path, text);
      for (const word of termsOf(names)) found.words.add(word);
      const score = scoreOf(text.toLowerCase(), names.toLowerCase(), terms, found.counts);
      if (score > 0) found.pages.push({ path, text, score });
    }
    found.pages.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
    found.pages.length = Math.min(found.pages.length, MAX_CANDIDATES);
  }
  return found;
}

/** What a page is called: its path, title and headings. */
function namesIn(path: string, text: string): string {
  return [path, ...(text.match(/^(?:title:|#{1,6} ).{1,200}$/gm) ?? [])].join("\n");
}

function scoreOf(text: string, names: string, terms: string[], counts: Map<string, number>): number {
  let score = 0;
  for (const term of terms) {
    // "policies" has the term "policy".
    const needle = term.length > 3 ? term.replace(/y$/, "") : term;
    const count = occurrences(text, needle);
    const isNamed = names.includes(needle);
    if (count > 0 || isNamed) counts.set(term, (counts.get(term) ?? 0) + 1);
    score += (count > 0 ? NAMED : 0) + count / MAX_COUNT + (isNamed ? NAMED : 0);
  }
  return score;
}

function occurrences(text: string, needle: string): number {
  let count = 0;
  for (let at = text.indexOf(needle); at >= 0 && count < MAX_COUNT; at = text.indexOf(needle, at + needle.length))
    count++;
  return count;
}
