import { idf } from "@docsteward/text/lexical/bm25";
import { editDistance } from "@docsteward/text/lexical/edit-distance";
import { splitName } from "@docsteward/text/lexical/tokenize";
import type { DocsReader } from "../docs-reader.ts";
import { mayHold, type Needle, toNeedle, triplesOf } from "./triples.ts";

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
  let words: Set<string> | undefined;
  const meant = query.flatMap(({ term, weight }, index) => {
    if (first.counts[index] || term.length < 5) return [{ term, weight }];
    words ??= new Set(first.names.flatMap(wordsOf));
    const close = [...words].filter((word) => editDistance(term, word, 1) === 1).sort();
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
  names: Names[];
  pages: ScannedPage[];
  /** Characters of all pages. */
  length: number;
};

async function scan(reader: DocsReader, paths: readonly string[], query: readonly QueryTerm[]): Promise<Scan> {
  scans += 1;
  const found: Scan = { counts: query.map(() => 0), names: [], pages: [], length: 0 };
  const needles = query.map(({ term }) => toNeedle(needleOf(term)));
  const add = (path: string, text: SearchText) => {
    const frequencies = countTerms(text, needles);
    found.names.push(text.names);
    found.length += text.body.length;
    if (frequencies === null) return;
    for (const [index, frequency] of frequencies.entries())
      if (frequency >= 1) found.counts[index] = (found.counts[index] ?? 0) + 1;
    found.pages.push({ path, length: text.body.length, frequencies });
  };
  const missing = paths.filter((path) => {
    const known = recall(path, reader.identify?.(path));
    if (known !== undefined) add(path, known);
    return known === undefined;
  });
  for (let from = 0; from < missing.length; from += BATCH) {
    for (const { path, text } of await reader.readMany(missing.slice(from, from + BATCH))) {
      const readText = toSearchText(path, text);
      remember(readText, path, reader.identify?.(path));
      add(path, readText);
    }
  }
  return found;
}

/** Path, title and headings of a page as they are written, and their terms, once these were needed. */
type Names = { text: string; words?: readonly string[] };

/** A page in lower case, as terms are looked for in it. */
type SearchText = Record<"path" | "title" | "heading" | "body", string> & {
  names: Names;
  /** Which triples of letters the body has, as bits; kept with texts that are searched again. */
  triples?: Uint32Array;
};

/**
 * The files among `paths` that may hold a text in ASCII, in whatever case: pages that hold it, and what this process has not read.
 * Takes some 20 ms for 12,000 pages, of which it remembers the texts.
 *
 * @returns null where they are more than `max`
 */
export function filesHolding(
  { identify }: Pick<DocsReader, "identify">,
  paths: readonly string[],
  { text, max }: { text: string; max: number },
): string[] | null {
  scans += 1;
  const needle = toNeedle(text.toLowerCase());
  const found: string[] = [];
  for (const path of paths) {
    const page = recall(path, identify?.(path));
    if (page !== undefined && !(mayHold(page, needle) && page.body.includes(needle.text))) continue;
    if (found.length === max) return null;
    found.push(path);
  }
  return found;
}

function wordsOf(names: Names): readonly string[] {
  names.words ??= [...new Set(termsOf(names.text))];
  return names.words;
}

function toSearchText(path: string, text: string): SearchText {
  const [title = "", ...headings] = text.match(/^(?:title:|#{1,6} ).{1,200}$/gm) ?? [];
  const heading = headings.join("\n");
  return {
    path: path.toLowerCase(),
    title: title.toLowerCase(),
    heading: heading.toLowerCase(),
    body: text.toLowerCase(),
    // One string of its own: parts of a text would keep all of it.
    names: { text: [path, title, heading].join("\n") },
  };
}

/** Of all sites together: some 100 to 200 MB. */
const MAX_CHARACTERS = 96_000_000;

/** What this process has read, by the name of the text and the path; what was used last at the end. A job searches one site often. */
const known = new Map<string, { text: SearchText; scan: number }>();
let characters = 0;
let scans = 0;

function recall(path: string, name: string | undefined): SearchText | undefined {
  if (name === undefined) return undefined;
  const key = `${name} ${path}`;
  const found = known.get(key);
  if (found === undefined) return undefined;
  known.delete(key);
  known.set(key, { text: found.text, scan: scans });
  return found.text;
}

/** A text takes the place of older ones, but of none of the same scan: a site that is larger than the bound would leave nothing to the next. */
function remember(text: SearchText, path: string, name: string | undefined): void {
  if (name === undefined) return;
  const key = `${name} ${path}`;
  text.triples = triplesOf(text.body);
  const size = sizeOf(text);
  for (const [oldest, of] of known) {
    if (characters + size <= MAX_CHARACTERS || of.scan === scans) break;
    known.delete(oldest);
    characters -= sizeOf(of.text);
  }
  if (characters + size > MAX_CHARACTERS || known.has(key)) return;
  known.set(key, { text, scan: scans });
  characters += size;
}

/** Names are written twice, and once more by their terms. */
const sizeOf = ({ body, names, triples }: SearchText) =>
  body.length + 4 * names.text.length + (triples?.byteLength ?? 0);

function needleOf(term: string): string {
  // "policies" has the term "policy".
  return term.length > 3 ? term.replace(/y$/, "") : term;
}

/** How often a page has each term; null when it has none. */
function countTerms(page: SearchText, needles: readonly Needle[]): Float32Array | null {
  const { path, title, heading, body } = page;
  const frequencies = new Float32Array(needles.length);
  let isFound = false;
  for (const [index, one] of needles.entries()) {
    const needle = one.text;
    const inBody = mayHold(page, one) ? occurrences(body, needle) : 0;
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

/**
 * Few words, since a search of the agent is short. Measured on 554 questions about four sites: with the stop words, stems and tokens of
 * the assistant, fewer right pages are among the first five.
 */
const STOP_WORDS = new Set(
  "a an and are as at be by can do does for from how i if in into is it its me my not of on or our should so that the there this to use using was we were what when where which who why will with you your".split(
    " ",
  ),
);

/** What is done to a page, and names of pages in general. Beside other terms they say little of which page is meant. */
const TASK_WORDS = new Set(
  "add added adding better broken change changed clarify clean cleanup condense confusing consistent consistently correct correctly delete describe detail doc docs documentation example expand explain extend fix fixed fixing grammar guide heading improve improved inconsistency information instruction invalid link md mdx mention minor missing more new note outdated page paragraph readme refer remove removed rename replace review section sentence small some suggestion text typo typos update updated updating wording write wrong".split(
    " ",
  ),
);

/** A term of a query, and how much it counts: at most 1. */
type QueryTerm = { term: string; weight: number };

/** The terms of a text: words without plural s, and names both whole and by their parts (`getUserId`, `max_age`, `--dry-run`). */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const [word] of text.matchAll(/[\p{L}\p{N}]+(?:[_-][\p{L}\p{N}]+)*/gu)) {
    const parts = /^[\p{Ll}\p{N}]+$/u.test(word) ? [word] : splitName(word);
    if (parts.length > 1) terms.push(word.replace(/[_-]/g, "").toLowerCase());
    for (const part of parts) terms.push(stem(part.toLowerCase()));
  }
  return terms;
}

/** `DOCS-123: ` before a request names no page. */
const ISSUE_KEY = /^\[?[A-Z]{2,12}-\d{1,7}\]?:? ?/;
/** Each is looked for in every page. */
const MAX_TERMS = 32;
const TASK_WEIGHT = 0.25;
/** The first line says what the rest explains. */
const REST_WEIGHT = 0.5;

/** The terms of a query, without words that say nothing unless there are no others. */
export function queryTerms(query: string): QueryTerm[] {
  const text = query.trim().replace(ISSUE_KEY, "").slice(0, 1_000);
  const end = text.indexOf("\n");
  const weights = new Map<string, number>();
  const add = (part: string, weight: number) => {
    for (const term of termsOf(part)) {
      const own = TASK_WORDS.has(term) ? weight * TASK_WEIGHT : weight;
      if (!weights.has(term)) weights.set(term, own);
    }
  };
  add(end < 0 ? text : text.slice(0, end), 1);
  if (end >= 0) add(text.slice(end), REST_WEIGHT);
  const all = [...weights].map(([term, weight]) => ({ term, weight }));
  const telling = all.filter(({ term }) => !STOP_WORDS.has(term));
  return (telling.length > 0 ? telling : all).slice(0, MAX_TERMS);
}

/** A term that says less tells of no page. */
const TELLING = 0.5;

/** How little a query says: 1 where none of its terms tells of a page, and less with each that does. */
export function vagueness(terms: readonly QueryTerm[]): number {
  return 1 / (1 + terms.filter(({ weight }) => weight >= TELLING).length);
}

const FILE_NAME = /[\p{L}\p{N}_./-]+/gu;
const MAX_FILE_NAMES = 10;

/** Names of pages in a query, in lower case: `guides/install.mdx`. */
export function fileNamesIn(query: string): string[] {
  const words = [...query.slice(0, 1_000).matchAll(FILE_NAME)].map(([word]) =>
    word.replace(/^\.?\//, "").toLowerCase(),
  );
  return words.filter((word) => word.endsWith(".md") || word.endsWith(".mdx")).slice(0, MAX_FILE_NAMES);
}

function stem(word: string): string {
  if (word.length < 4) return word;
  if (word === "indices" || word === "appendices") return word.replace(/ices$/, word === "indices" ? "ex" : "ix");
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}
