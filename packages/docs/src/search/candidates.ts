import { idf } from "@docsteward/text/lexical/bm25";
import { editDistance } from "@docsteward/text/lexical/edit-distance";
import type { DocsReader } from "../docs-reader.ts";
import { type QueryTerm, termsOf } from "./terms.ts";

/** A page and how well it matches as a whole. */
export type Candidate = { path: string; score: number };

export type Candidates = {
  /** The terms looked for: those of the query, or what they probably mean where no page has them. */
  terms: QueryTerm[];
  /** The idf of each term, times its weight. */
  termIdf: Map<string, number>;
  /** All pages that have a term, best first. */
  pages: Candidate[];
};

const BATCH = 500;
const MAX_COUNT = 12;
const MAX_MEANINGS = 3;
/** What one occurrence counts, by its place. Inside another word it may be part of a name (`token` in `adminToken`) or mean nothing. */
const WEIGHT = { body: 1, inside: 0.3, heading: 2, title: 5, path: 4 };
const K1 = 1.5;
const B = 0.5;
/** Share of its score that a page keeps which has none of the rest. */
const UNMATCHED = 0.7;

/**
 * Scores every page by the words in its text: BM25 over whole pages, with more weight on paths, titles and headings. Reading is
 * nearly all it costs, so that a site of 20,000 pages neither fills the memory nor holds up the process.
 */
export async function findCandidates(
  reader: DocsReader,
  paths: readonly string[],
  query: readonly QueryTerm[],
  fileNames: readonly string[] = [],
): Promise<Candidates> {
  const first = await scan(reader, paths, query);
  const meant = query.flatMap(({ term, weight }, index) => {
    if (first.counts[index] || term.length < 5) return [{ term, weight }];
    const close = [...first.words].filter((word) => editDistance(term, word, 1) === 1).sort();
    return close.length > 0 ? close.slice(0, MAX_MEANINGS).map((word) => ({ term: word, weight })) : [{ term, weight }];
  });
  const terms = [...new Map(meant.map((one) => [one.term, one])).values()];
  const isSame = terms.every(({ term }) => query.some((one) => one.term === term));
  const { counts, pages, length } = isSame ? first : await scan(reader, paths, terms);
  const termIdfs = terms.map(({ weight }, index) => weight * idf(counts[index] ?? 0, paths.length));
  const average = length / Math.max(paths.length, 1);
  const whole = termIdfs.reduce((sum, termIdf) => sum + termIdf, 0) * (K1 + 1);
  const scored = pages.map(({ path, length: own, frequencies }) => {
    const bonus = isNamed(path, fileNames) ? whole : 0;
    return { path, score: bonus + scoreOf(frequencies, own / Math.max(average, 1), termIdfs) };
  });
  return {
    terms,
    termIdf: new Map(terms.map(({ term }, index) => [term, termIdfs[index] ?? 0])),
    pages: scored.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1)),
  };
}

/** Whether a query names a page by its file, perhaps with folders: nothing says more. */
function isNamed(path: string, fileNames: readonly string[]): boolean {
  const lower = path.toLowerCase();
  return fileNames.some((name) => lower === name || lower.endsWith(`/${name}`));
}

type ScannedPage = { path: string; length: number; frequencies: Float32Array };
type Scan = {
  /** Pages that have each term, in the order of the terms. */
  counts: number[];
  /** Words of paths, titles and headings. */
  words: Set<string>;
  pages: ScannedPage[];
  /** Characters of all pages. */
  length: number;
};

async function scan(reader: DocsReader, paths: readonly string[], query: readonly QueryTerm[]): Promise<Scan> {
  const found: Scan = { counts: query.map(() => 0), words: new Set(), pages: [], length: 0 };
  const needles = query.map(({ term }) => needleOf(term));
  for (let from = 0; from < paths.length; from += BATCH) {
    for (const { path, text } of await reader.readMany(paths.slice(from, from + BATCH))) {
      const [title, ...headings] = text.match(/^(?:title:|#{1,6} ).{1,200}$/gm) ?? [];
      const names = { path, title: title ?? "", heading: headings.join("\n") };
      for (const word of termsOf(`${path}\n${names.title}\n${names.heading}`)) found.words.add(word);
      const frequencies = countTerms({ ...names, body: text }, needles);
      found.length += text.length;
      if (frequencies === null) continue;
      for (const [index, frequency] of frequencies.entries())
        if (frequency >= 1) found.counts[index] = (found.counts[index] ?? 0) + 1;
      found.pages.push({ path, length: text.length, frequencies });
    }
  }
  return found;
}

function needleOf(term: string): string {
  // "policies" has the term "policy".
  return term.length > 3 ? term.replace(/y$/, "") : term;
}

type Fields = Record<"path" | "title" | "heading" | "body", string>;

/** How often a page has each term; null when it has none. */
function countTerms(fields: Fields, needles: readonly string[]): Float32Array | null {
  const body = fields.body.toLowerCase();
  const path = fields.path.toLowerCase();
  const title = fields.title.toLowerCase();
  const heading = fields.heading.toLowerCase();
  const frequencies = new Float32Array(needles.length);
  let isFound = false;
  for (const [index, needle] of needles.entries()) {
    const inBody = occurrences(body, needle);
    let frequency = Math.min(inBody, MAX_COUNT);
    if (path.includes(needle)) frequency += WEIGHT.path * Math.min(occurrences(path, needle), 1);
    // Title and headings are part of the text.
    if (inBody > 0) {
      if (title.includes(needle)) frequency += WEIGHT.title * Math.min(occurrences(title, needle), 1);
      frequency += WEIGHT.heading * Math.min(occurrences(heading, needle), 3);
    }
    if (frequency === 0) continue;
    frequencies[index] = frequency;
    isFound = true;
  }
  return isFound ? frequencies : null;
}

function occurrences(text: string, needle: string): number {
  let count = 0;
  for (let at = text.indexOf(needle); at >= 0 && count < MAX_COUNT; at = text.indexOf(needle, at + needle.length))
    count += at === 0 || !isLetter(text.charCodeAt(at - 1)) ? WEIGHT.body : WEIGHT.inside;
  return count;
}

/** Whether a character of a text in lower case can be part of a word. All beyond ASCII can. */
function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 127;
}

function scoreOf(frequencies: Float32Array, length: number, termIdfs: readonly number[]): number {
  const damper = K1 * (1 - B + B * length);
  let sum = 0;
  let matched = 0;
  let all = 0;
  for (let index = 0; index < termIdfs.length; index += 1) {
    const frequency = frequencies[index] ?? 0;
    const termIdf = termIdfs[index] ?? 0;
    all += termIdf;
    if (frequency === 0) continue;
    if (frequency >= 1) matched += termIdf;
    sum += (termIdf * frequency * (K1 + 1)) / (frequency + damper);
  }
  return sum * (UNMATCHED + (1 - UNMATCHED) * (all === 0 ? 0 : matched / all));
}
