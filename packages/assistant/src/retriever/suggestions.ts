import { createTimeSlices } from "@docsteward/platform/time-slices";
import { editDistance } from "@docsteward/text/lexical/edit-distance";
import { isContentWord } from "@docsteward/text/lexical/stop-words";
import { forEachPlacedWord, tokenize } from "@docsteward/text/lexical/tokenize";
import type { IndexedPage } from "../page/indexed-page.ts";
import type { TextRange } from "./highlights.ts";
import { createEditionFilter, createPageFilter, proximityBoost } from "./page-filter.ts";
import type { ReadablePages, Suggestion, SuggestQuery } from "./retriever.ts";
import { replaceSynonyms, type Synonyms } from "./synonyms.ts";

/** The names of a site's pages and headings, ready to be looked up by how they begin. */
export type Suggester = {
  /** Best first. */
  suggest(query: SuggestQuery): Suggestion[];
  /** About how much memory it holds. */
  readonly sizeBytes: number;
};

const MAX_CHARACTERS = 200;
const MAX_WORDS = 8;
const MAX_HEADINGS = 300;
/** Of one page: its headings must not fill the list. */
const MAX_OF_PAGE = 3;

const BEGUN_WEIGHT = 0.85;
const CORRECTED_WEIGHT = 0.55;
const CORRECTED_BEGUN_WEIGHT = 0.45;
const SYNONYM_WEIGHT = 0.8;
/** A name that says nothing else is rather meant than a long one. */
const COVERAGE_WEIGHT = 0.5;
const FIRST_WORD_BONUS = 0.3;
const TITLE_BONUS = 0.3;
/** Of a page's path, which most readers don't know. */
const PATH_WEIGHT = 0.7;

type Name = { page: number; heading: Suggestion["heading"]; words: number[]; isPath: boolean };

/** Reads the names of pages, in slices of time. */
export async function createSuggester(pages: readonly IndexedPage[], synonyms: Synonyms): Promise<Suggester> {
  const pause = createTimeSlices();
  const ids = new Map<string, number>();
  const postings: number[][] = [];
  const names: Name[] = [];
  const idOf = (word: string) => {
    const known = ids.get(word);
    if (known !== undefined) return known;
    postings.push([]);
    ids.set(word, ids.size);
    return ids.size - 1;
  };
  for (const [number, page] of pages.entries()) {
    for (const { text, ...name } of namesOf(page)) {
      const words = wordsOf(text).map(idOf);
      for (const word of new Set(words)) postings[word]?.push(names.length);
      names.push({ ...name, page: number, words });
    }
    await pause();
  }
  const words = [...ids.keys()];
  const letters = Uint32Array.from(words, lettersOf);
  const postingCount = postings.reduce((sum, { length }) => sum + length, 0);
  const index: NameIndex = { pages, names, words, letters, postings };
  return {
    suggest: (query) => suggest(index, query, synonyms),
    sizeBytes: names.length * 200 + words.length * 200 + postingCount * 16,
  };
}

type NameIndex = {
  pages: readonly IndexedPage[];
  names: readonly Name[];
  words: readonly string[];
  /** Which letters each word has, a bit each. */
  letters: Uint32Array;
  /** The names that each word is in. */
  postings: readonly (readonly number[])[];
};

/** What a page is called: its title, the last part of its path, and its headings. */
function namesOf({ title, path, chunks }: IndexedPage) {
  const headings = new Map<string, { text: string; anchor: string | null }>();
  for (const { headings: trail, anchor } of chunks) {
    const text = trail.at(-1);
    if (text === undefined || text === title || headings.size === MAX_HEADINGS) continue;
    headings.set(`${anchor} ${text}`, { text, anchor });
  }
  return [
    { text: title, heading: null, isPath: false },
    { text: path.slice(path.lastIndexOf("/") + 1), heading: null, isPath: true },
    ...[...headings.values()].map((heading) => ({ text: heading.text, heading, isPath: false })),
  ];
}

function wordsOf(text: string): string[] {
  const words: string[] = [];
  tokenize(text.slice(0, MAX_CHARACTERS), (word, isCompound) => {
    if (!isCompound || /^\d/.test(word)) words.push(word);
  });
  return words;
}

function suggest(index: NameIndex, query: SuggestQuery, synonyms: Synonyms): Suggestion[] {
  const typed = wordsOf(query.text).slice(-MAX_WORDS);
  if (typed.length === 0) return [];
  const isAllowed = allowedPages(index.pages, query);
  const scores = new Map<number, number>();
  for (const { words, weight } of [
    { words: typed, weight: 1 },
    ...replaceSynonyms(synonyms, typed).map((words) => ({ words, weight: SYNONYM_WEIGHT })),
  ]) {
    for (const [name, score] of scoreNames(index, words, isAllowed))
      scores.set(name, Math.max(scores.get(name) ?? 0, score * weight));
  }
  return bestOf(index, scores, query).map(({ name }) => toSuggestion(index, name, typed));
}

/** 1 for each page that may be suggested. */
function allowedPages(pages: readonly IndexedPage[], query: SuggestQuery): Uint8Array {
  const readable: ReadablePages["pages"] = query.readable?.pages ?? pages;
  const passes = query.filter && createPageFilter(query.filter, readable);
  const isMeant = createEditionFilter(query, readable);
  return Uint8Array.from(pages, (page, number) =>
    query.readable?.mask[number] !== 0 && passes?.(page) !== false && isMeant?.(page) !== false ? 1 : 0,
  );
}

/** The names that have the most of the words, each word by itself or as a beginning. Stop words need not be there. */
function scoreNames(index: NameIndex, words: readonly string[], isAllowed: Uint8Array): Map<number, number> {
  const sums = new Float32Array(index.names.length);
  const matched = new Uint8Array(index.names.length);
  const telling = words.filter(isContentWord);
  let most = 0;
  for (const word of telling.length > 0 ? telling : words) {
    const best = matchWord(index, word, isAllowed);
    for (const [name, weight] of best) {
      sums[name] = (sums[name] ?? 0) + weight;
      matched[name] = (matched[name] ?? 0) + 1;
      most = Math.max(most, matched[name] ?? 0);
    }
  }
  const scores = new Map<number, number>();
  for (const [number, { words: own, heading, isPath }] of index.names.entries()) {
    if (most === 0 || matched[number] !== most) continue;
    const coverage = COVERAGE_WEIGHT * Math.min(1, most / own.length);
    const first = index.words[own[0] ?? -1] ?? "";
    const begins = first.startsWith(words[0] ?? "") ? FIRST_WORD_BONUS : 0;
    const score = (sums[number] ?? 0) / most + coverage + begins + (heading === null ? TITLE_BONUS : 0);
    scores.set(number, isPath ? score * PATH_WEIGHT : score);
  }
  return scores;
}

/** The names that a word stands for or begins a word of, with the best weight of each; with typing mistakes where there are none. */
function matchWord(index: NameIndex, word: string, isAllowed: Uint8Array): Map<number, number> {
  const best = new Map<number, number>();
  const note = (at: number, weight: number) => {
    for (const name of index.postings[at] ?? []) {
      // What only others may read must make no difference, also to whether there is a match.
      if (isAllowed[index.names[name]?.page ?? 0] === 1) best.set(name, Math.max(best.get(name) ?? 0, weight));
    }
  };
  for (const [at, own] of index.words.entries())
    if (own.startsWith(word)) note(at, own.length === word.length ? 1 : BEGUN_WEIGHT);
  const allowed = allowedEdits(word);
  if (best.size > 0 || allowed === 0) return best;
  const letters = lettersOf(word);
  for (const [at, own] of index.words.entries()) {
    if (own.length < word.length - allowed || bitsOf(letters & ~(index.letters[at] ?? 0)) > allowed) continue;
    const edits = editsToBeginning(word, own, allowed);
    if (edits > allowed) continue;
    const isWhole = Math.abs(own.length - word.length) <= allowed;
    note(at, (isWhole ? CORRECTED_WEIGHT : CORRECTED_BEGUN_WEIGHT) / edits);
  }
  return best;
}

/** Numbers are codes: another one is another code. */
function allowedEdits(word: string): number {
  if (word.length < 4 || /\d/.test(word)) return 0;
  return word.length < 8 ? 1 : 2;
}

/** How many letters a word differs in from the nearest beginning of another. */
function editsToBeginning(word: string, other: string, most: number): number {
  let fewest = most + 1;
  const longest = Math.min(other.length, word.length + most);
  for (let length = Math.max(1, word.length - most); length <= longest; length += 1)
    fewest = Math.min(fewest, editDistance(word, other.slice(0, length), most));
  return fewest;
}

function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters >>> 0;
}

function bitsOf(number: number): number {
  let count = 0;
  for (let bits = number; bits !== 0; bits &= bits - 1) count += 1;
  return count;
}

/** The best names, a page at most so many times, and once by its title or path. */
function bestOf({ names, pages }: NameIndex, scores: ReadonlyMap<number, number>, query: SuggestQuery) {
  const near = query.currentPath
    ? proximityBoost(query.readable?.pages ?? pages, { currentPath: query.currentPath })
    : () => 1;
  const ranked = [...scores].flatMap(([number, score]) => {
    const name = names[number];
    const page = name && pages[name.page];
    return name && page ? [{ name, page, score: score * page.boost * near(page) }] : [];
  });
  ranked.sort(
    (a, b) => b.score - a.score || a.page.path.length - b.page.path.length || (a.page.path < b.page.path ? -1 : 1),
  );
  const taken = new Map<number, number>();
  const named = new Set<number>();
  return ranked
    .filter(({ name: { page, heading } }) => {
      const count = taken.get(page) ?? 0;
      if (count === MAX_OF_PAGE || (heading === null && named.has(page))) return false;
      taken.set(page, count + 1);
      if (heading === null) named.add(page);
      return true;
    })
    .slice(0, query.limit);
}

function toSuggestion({ pages }: NameIndex, { page: number, heading }: Name, typed: readonly string[]): Suggestion {
  const page = pages[number] as IndexedPage;
  return { page, heading, highlights: highlightBeginnings(heading?.text ?? page.title, typed) };
}

/** What of a name was typed: the beginnings of its words, and words with a mistake as a whole. */
function highlightBeginnings(name: string, typed: readonly string[]): TextRange[] {
  const ranges: TextRange[] = [];
  forEachPlacedWord(name.slice(0, MAX_CHARACTERS), (raw, start, end) => {
    const word = raw.toLowerCase();
    const begun = Math.max(0, ...typed.filter((one) => word.startsWith(one)).map(({ length }) => length));
    const isMeant = begun === 0 && wordsOf(raw).some((part) => typed.some((one) => isSimilar(one, part)));
    const length = isMeant ? end - start : begun;
    const last = ranges.at(-1);
    if (length === 0) return;
    if (last && start < last.end) last.end = Math.min(end, start + length);
    else ranges.push({ start, end: Math.min(end, start + length) });
  });
  return ranges;
}

function isSimilar(typed: string, word: string): boolean {
  const allowed = allowedEdits(typed);
  return word.startsWith(typed) || (allowed > 0 && editsToBeginning(typed, word, allowed) <= allowed);
}
