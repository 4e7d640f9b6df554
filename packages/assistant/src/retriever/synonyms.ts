import { stemEnglish, tokenize } from "@docsteward/text/lexical/tokenize";

/** Terms of a project that mean the same, ready to be found in queries. */
export type Synonyms = {
  /** By the first word of a term: the whole term, and the other terms of its group. */
  byFirstWord: ReadonlyMap<string, readonly Term[]>;
};

type Term = { words: readonly string[]; others: readonly (readonly string[])[] };

export const NO_SYNONYMS: Synonyms = { byFirstWord: new Map() };

/** @param groups terms that mean the same, as people write them */
export function createSynonyms(groups: readonly (readonly string[])[]): Synonyms {
  const byFirstWord = new Map<string, Term[]>();
  for (const group of groups) {
    const terms = group.map(wordsOfTerm).filter(({ length }) => length > 0);
    for (const words of terms) {
      const first = stemEnglish(words[0] ?? "");
      const others = terms.filter((other) => other !== words);
      byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), { words, others }]);
    }
  }
  return { byFirstWord };
}

function wordsOfTerm(term: string): string[] {
  const words: string[] = [];
  tokenize(term, (word, isCompound) => {
    // A version number is one word.
    if (!isCompound || /^\d/.test(word)) words.push(word);
  });
  return words;
}

/** A longer query is looked through up to here. */
const MAX_QUERY_WORDS = 100;
/** Of one query. */
const MAX_FOUND = 8;

/** A term in a query: the words from `from` until before `to`, and what else they are called. */
type FoundTerm = { from: number; to: number; others: readonly (readonly string[])[] };

/** Finds the terms of a query, the longest at each place, in any inflection. */
export function findSynonyms({ byFirstWord }: Synonyms, words: readonly string[]): FoundTerm[] {
  const found: FoundTerm[] = [];
  if (byFirstWord.size === 0) return found;
  const stems = words.slice(0, MAX_QUERY_WORDS).map(stemEnglish);
  for (let at = 0; at < stems.length && found.length < MAX_FOUND; at += 1) {
    let best: FoundTerm | null = null;
    for (const { words: term, others } of byFirstWord.get(stems[at] ?? "") ?? []) {
      const to = at + term.length;
      const isHere = to > (best?.to ?? at) && term.every((word, place) => stems[at + place] === stemEnglish(word));
      if (isHere) best = { from: at, to, others };
    }
    if (best === null) continue;
    found.push(best);
    at = best.to - 1;
  }
  return found;
}

/** More ways to say a query are left out. */
const MAX_QUERIES = 6;

/** The query with one of its terms said another way, for each such way. */
export function replaceSynonyms(synonyms: Synonyms, words: readonly string[]): string[][] {
  return findSynonyms(synonyms, words)
    .flatMap(({ from, to, others }) => others.map((other) => [...words.slice(0, from), ...other, ...words.slice(to)]))
    .slice(0, MAX_QUERIES);
}
