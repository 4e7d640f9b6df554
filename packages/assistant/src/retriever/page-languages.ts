import { STOP_WORDS } from "@docsteward/text/lexical/stop-words";
import { stemEnglish, tokenize } from "@docsteward/text/lexical/tokenize";
import type { IndexedPage } from "../page/indexed-page.ts";
import { isEnglishPage } from "./lexical/analyze-page.ts";
import type { LexicalIndex } from "./lexical/lexical-index.ts";
import { isInLanguage } from "./page-filter.ts";
import type { Language } from "./retriever.ts";

const MAX_CHARACTERS = 2_000;
const MAX_TOKENS = 60;
/** Pages that have to hold a word before it tells a language for certain. */
const ENOUGH_PAGES = 3;
/** How much more must speak for a language than for any other one. */
const MIN_LEAD = 1;
const MIN_SHARE = 0.55;
const SAMPLE_PAGES = 12;

/**
 * Makes the function that tells in which of a site's languages a text is. The site's own pages are the evidence: a word of the text
 * speaks for the languages whose pages use it. So it knows every language that the site has, and no other one.
 *
 * @returns a function that returns undefined where the text does not tell, or the site has one language alone
 */
export function createLanguageReader(index: LexicalIndex): (text: string) => Language | undefined {
  const languages = [...new Set(index.pages.map(({ language }) => language))];
  if (languages.length < 2) return () => undefined;
  const numbers = new Map(languages.map((language, number) => [language, number]));
  const numberOfPage = Uint16Array.from(index.pages, ({ language }) => numbers.get(language) ?? 0);
  const sizes = new Float64Array(languages.length);
  for (const number of numberOfPage) sizes[number] = (sizes[number] ?? 0) + 1;
  const english = languages.findIndex((language) => isInEnglish(index.pages, language));
  return (text) => {
    const votes = new Float64Array(languages.length);
    for (const word of wordsOf(text)) {
      // The index holds no English stop words.
      if (STOP_WORDS.has(word)) votes[english] = (votes[english] ?? 0) + 1;
      else addVotes(votes, shareByLanguage(index, word, numberOfPage, sizes));
    }
    const order = [...votes.keys()].sort((a, b) => (votes[b] ?? 0) - (votes[a] ?? 0));
    const [first = 0, second = 0] = order.map((number) => votes[number] ?? 0);
    const all = votes.reduce((sum, vote) => sum + vote, 0);
    const isClear = first - second >= MIN_LEAD || (second === 0 && first > 0);
    return isClear && first / all >= MIN_SHARE ? languages[order[0] ?? 0] : undefined;
  };
}

/** Whether pages of a language are English: by its name, else by what most of some of them say. */
function isInEnglish(pages: readonly IndexedPage[], language: Language): boolean {
  if (language !== null) return /^en\b/i.test(language);
  const own = pages.filter((page) => page.language === null).slice(0, SAMPLE_PAGES);
  return own.filter((page) => isEnglishPage(page)).length > own.length / 2;
}

function wordsOf(text: string): Set<string> {
  const words = new Set<string>();
  tokenize(text.slice(0, MAX_CHARACTERS), (word, isCompound) => {
    if (!isCompound && words.size < MAX_TOKENS && /\p{L}/u.test(word)) words.add(word);
  });
  return words;
}

function addVotes(votes: Float64Array, shares: Float64Array | null): void {
  for (const [number, share] of shares?.entries() ?? []) votes[number] = (votes[number] ?? 0) + share;
}

/** How the use of a word divides among languages, each by its share of pages with it; null for a word that no page has. */
function shareByLanguage(
  { vocabulary, pagePostings: { starts, documents } }: LexicalIndex,
  word: string,
  numberOfPage: Uint16Array,
  sizes: Float64Array,
): Float64Array | null {
  const shares = new Float64Array(sizes.length);
  let pages = 0;
  for (const form of new Set([word, stemEnglish(word)])) {
    const term = vocabulary.find(form);
    if (term === undefined) continue;
    for (let at = starts[term] ?? 0; at < (starts[term + 1] ?? 0); at += 1) {
      const number = numberOfPage[documents[at] ?? 0] ?? 0;
      shares[number] = (shares[number] ?? 0) + 1 / (sizes[number] ?? 1);
      pages += 1;
    }
  }
  if (pages === 0) return null;
  const sum = shares.reduce((sum, share) => sum + share, 0);
  const weight = Math.min(1, pages / ENOUGH_PAGES) / sum;
  return shares.map((share) => share * weight);
}

/**
 * Makes the choice of one page of each translation group: in the first of the wanted languages that the group has, else in the
 * source language.
 *
 * @param wanted best first
 */
export function chooseEditions(
  pages: readonly IndexedPage[],
  scores: Float64Array,
  wanted: readonly Language[],
): Float64Array {
  const chosen = new Map<string, { page: number; rank: number; score: number }>();
  for (const [number, page] of pages.entries()) {
    const score = scores[number] ?? 0;
    const key = groupOf(page);
    const best = chosen.get(key);
    const rank = rankOf(page, wanted);
    const isBetter = best === undefined || rank < best.rank || (rank === best.rank && score > (scores[best.page] ?? 0));
    // The group is as relevant as its best page; a page that may not answer at all stands for no group.
    if (isBetter && score > 0) chosen.set(key, { page: number, rank, score: Math.max(score, best?.score ?? 0) });
    else if (best !== undefined) best.score = Math.max(best.score, score);
  }
  const left = new Float64Array(scores.length);
  for (const { page, score } of chosen.values()) left[page] = score;
  return left;
}

/** Versions of a page are other pages: which of them may answer is decided elsewhere. */
function groupOf({ file, original, version }: IndexedPage): string {
  return `${original ?? file}\n${version ?? ""}`;
}

function rankOf({ language, original }: IndexedPage, wanted: readonly Language[]): number {
  const place = wanted.findIndex((one) => isSameLanguage(language, one));
  if (place >= 0) return place;
  return original === undefined || language === null ? wanted.length : wanted.length + 1;
}

/** `pt` serves who wants `pt-BR`, and the other way round. */
export function isSameLanguage(own: Language, wanted: Language): boolean {
  if (own === null || wanted === null) return own === wanted;
  return isInLanguage(own, wanted) || isInLanguage(wanted, own);
}
