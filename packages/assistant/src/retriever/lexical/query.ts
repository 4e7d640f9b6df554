import { idf } from "@docsteward/text/lexical/bm25";
import { isContentWord } from "@docsteward/text/lexical/stop-words";
import { stemEnglish, tokenize } from "@docsteward/text/lexical/tokenize";
import { findSynonyms, NO_SYNONYMS, type Synonyms } from "../synonyms.ts";
import type { ReaderIndex } from "./lexical-index.ts";
import { createSpellingCorrector, type WeightedTerm } from "./spelling.ts";

/** Longer questions are cut: no reader writes one, and one question must not cost minutes of work. */
const MAX_CHARACTERS = 8_000;
/** Of a longer query only the rarest words count. */
const MAX_WORDS = 48;
const MAX_CONTEXT_CHARACTERS = 8_000;
const MAX_CONTEXT_WORDS = 24;
const CONTEXT_WEIGHT = 0.3;
/** Of `web socket` for pages that write `websocket`. */
const JOINED_WEIGHT = 0.5;
/** Of another word for the same, and of each word of a longer term for it. */
const SYNONYM_WEIGHT = 0.8;
const SYNONYM_PHRASE_WEIGHT = 0.4;

type Spoken = { word: string; isCompound: boolean };

/**
 * Reads a query: its words by the terms of the index, and what stands side by side. A word that the index does not know is
 * taken for a misspelt, shortened or joined one that it does: of pages that the reader may read alone. Context and synonyms add words of less weight.
 */
export function parseQuery(
  reading: ReaderIndex,
  { text, context = [], synonyms = NO_SYNONYMS }: { text: string; context?: readonly string[]; synonyms?: Synonyms },
): LexicalQuery {
  const spoken = tokenizeQuery(text.slice(0, MAX_CHARACTERS));
  const telling = spoken.filter(({ word, isCompound }) => isCompound || isContentWord(word));
  const alternatives = readAlternatives(synonyms, spoken);
  const reader = createWordReader(reading, alternatives.byWord);
  const sequence = reader.read(telling, 1, true);
  if (reader.words.size === 0) reader.read(spoken, 1, false);
  if (alternatives.single.length > 0) addBeside(reading, reader.words, alternatives.single, 1);
  if (alternatives.longer.length > 0) addBeside(reading, reader.words, alternatives.longer, SYNONYM_PHRASE_WEIGHT);
  const share = Math.floor(MAX_CONTEXT_CHARACTERS / Math.max(context.length, 1));
  const aside = context.flatMap((part) => tokenizeQuery(part.slice(0, share)));
  if (aside.length > 0) addBeside(reading, reader.words, aside, CONTEXT_WEIGHT);
  const words = [...reader.words.values()]
    .sort((a, b) => b.termIdf * b.weight - a.termIdf * a.weight)
    .slice(0, MAX_WORDS);
  const numbers = new Map(words.map((word, number) => [word, number]));
  return { words, pairs: pairsOf(sequence.map((word) => (word && numbers.get(word)) ?? -1)) };
}

function tokenizeQuery(text: string): Spoken[] {
  const spoken: Spoken[] = [];
  tokenize(text, (word, isCompound) => spoken.push({ word, isCompound }));
  return spoken;
}

type Alternatives = {
  /** Other words for a word. */
  byWord: ReadonlyMap<string, readonly string[]>;
  /** Words for a term of several words. */
  single: Spoken[];
  /** The words of other terms of several words. */
  longer: Spoken[];
};

/** What the terms of a query are also called. */
function readAlternatives(synonyms: Synonyms, spoken: readonly Spoken[]): Alternatives {
  const words = spoken.flatMap(({ word, isCompound }) => (isCompound ? [] : [word]));
  const byWord = new Map<string, string[]>();
  const single: Spoken[] = [];
  const longer: Spoken[] = [];
  for (const { from, to, others } of findSynonyms(synonyms, words)) {
    const word = words[from] ?? "";
    for (const other of others) {
      const [first, ...rest] = other;
      if (first === undefined) continue;
      const isWord = rest.length === 0;
      if (isWord && to - from === 1) byWord.set(word, [...(byWord.get(word) ?? []), first]);
      else (isWord ? single : longer).push(...other.map((word) => ({ word, isCompound: false })));
    }
  }
  return { byWord, single, longer };
}

const NO_ALTERNATIVES: Alternatives["byWord"] = new Map();

/** Collects words by the terms that stand for them, so that no inflection counts twice. */
function createWordReader(reading: ReaderIndex, alternatives = NO_ALTERNATIVES) {
  const words = new Map<number, QueryTerm>();
  const guess = createSpellingCorrector(reading);
  const note = (terms: QueryTerm["terms"], weight: number): QueryTerm | null => {
    const key = terms.at(-1)?.id;
    if (key === undefined) return null;
    const known = words.get(key);
    if (known) return known;
    const documents = terms.reduce((sum, { id }) => sum + reading.countOf(id), 0);
    const word = { terms, termIdf: idf(documents, reading.index.pageOfChunk.length), weight };
    words.set(key, word);
    return word;
  };
  const read = (spoken: readonly Spoken[], weight: number, guesses: boolean) => {
    const sequence: (QueryTerm | null)[] = [];
    const said = new Set(spoken.map(({ word }) => word));
    for (const [at, { word, isCompound }] of spoken.entries()) {
      const own = knownTerms(reading, word, isCompound);
      const others = isCompound ? [] : otherTerms(reading, alternatives.get(word) ?? [], own);
      const known = own.length > 0 ? own : others;
      const guessed = known.length === 0 && guesses && !isCompound ? guess(word) : [known];
      for (const terms of guessed) {
        const found = note(terms, weight);
        if (found && own.length > 0) addNew(found.terms, others);
        if (!isCompound) sequence.push(found);
        const next = spoken[at + 1];
        if (found && next && !isCompound && !next.isCompound && !said.has(word + next.word))
          found.terms.push(...joinedTerms(reading, word, found, next.word));
      }
    }
    return sequence;
  };
  return { words, read };
}

/** The terms that a word is, inflected or not. */
function knownTerms({ index, countOf }: ReaderIndex, word: string, isCompound: boolean): QueryTerm["terms"] {
  const forms = isCompound ? [word] : new Set([word, stemEnglish(word)]);
  return [...forms].flatMap((form) => {
    const id = index.vocabulary.find(form);
    return id === undefined || countOf(id) === 0 ? [] : [{ id, weight: 1 }];
  });
}

/** The terms of other words for a word. */
function otherTerms(reading: ReaderIndex, words: readonly string[], own: QueryTerm["terms"]): QueryTerm["terms"] {
  const others: QueryTerm["terms"] = [];
  for (const word of words) addNew(others, knownTerms(reading, word, false));
  return others
    .filter(({ id }) => own.every((term) => term.id !== id))
    .map(({ id }) => ({ id, weight: SYNONYM_WEIGHT }));
}

function addNew(terms: QueryTerm["terms"], more: QueryTerm["terms"]): void {
  for (const term of more) if (terms.every(({ id }) => id !== term.id)) terms.push(term);
}

/**
 * The two words written as one, where the site rather does so (`web socket`). An identifier of the two is found by its parts,
 * which stand wherever it does.
 */
function joinedTerms(reading: ReaderIndex, first: string, found: QueryTerm, next: string): QueryTerm["terms"] {
  const isRarer = (id: number, terms: QueryTerm["terms"]) =>
    terms.every((term) => reading.countOf(term.id) < reading.countOf(id));
  const [own, other] = [found.terms, knownTerms(reading, next, false)];
  return knownTerms(reading, first + next, false)
    .filter(({ id }) => !own.some((term) => term.id === id) && (isRarer(id, own) || isRarer(id, other)))
    .map(({ id }) => ({ id, weight: JOINED_WEIGHT }));
}

/** Puts the rarest words beside the question to its own, for less. */
function addBeside(
  reading: ReaderIndex,
  words: Map<number, QueryTerm>,
  spoken: readonly Spoken[],
  weight: number,
): void {
  const isAlone = words.size === 0;
  const beside = createWordReader(reading);
  beside.read(
    spoken.filter(({ word, isCompound }) => isCompound || isContentWord(word)),
    isAlone ? 1 : weight,
    false,
  );
  const rarest = [...beside.words].sort(([, a], [, b]) => b.termIdf - a.termIdf).slice(0, MAX_CONTEXT_WORDS);
  for (const [key, word] of rarest) {
    const own = words.get(key);
    if (own) own.weight += weight;
    else words.set(key, word);
  }
}

function pairsOf(sequence: readonly number[]): [number, number][] {
  const pairs = new Map<string, [number, number]>();
  for (const [at, second] of sequence.entries()) {
    const first = sequence[at - 1] ?? -1;
    if (first >= 0 && second >= 0 && first !== second) pairs.set(`${first} ${second}`, [first, second]);
  }
  return [...pairs.values()];
}

/** One word of a query: the terms of the index that stand for it. */
export type QueryTerm = {
  /** Spellings, inflections and corrections of it; a weight of 1 is the word itself. */
  terms: WeightedTerm[];
  /** Its idf: how rare it is on the site. */
  termIdf: number;
  /** What it counts for beside the other words. */
  weight: number;
};

/** A query as an index understands it. */
export type LexicalQuery = {
  words: QueryTerm[];
  /** Words that stand side by side, by their number. */
  pairs: [number, number][];
};
