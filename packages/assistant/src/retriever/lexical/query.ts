import { idf } from "@docsteward/text/lexical/bm25";
import { isContentWord } from "@docsteward/text/lexical/stop-words";
import { stemEnglish, tokenize } from "@docsteward/text/lexical/tokenize";
import { documentsWith, type LexicalIndex } from "./lexical-index.ts";
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

type Spoken = { word: string; isCompound: boolean };

/**
 * Reads a query: its words by the terms of the index, and what stands side by side. A word that the index does not know is
 * taken for a misspelt, shortened or joined one that it does. Context adds words of less weight.
 */
export function parseQuery(index: LexicalIndex, text: string, context: readonly string[] = []): LexicalQuery {
  const spoken = tokenizeQuery(text.slice(0, MAX_CHARACTERS));
  const telling = spoken.filter(({ word, isCompound }) => isCompound || isContentWord(word));
  const reader = createWordReader(index);
  const sequence = reader.read(telling, 1, true);
  if (reader.words.size === 0) reader.read(spoken, 1, false);
  const share = Math.floor(MAX_CONTEXT_CHARACTERS / Math.max(context.length, 1));
  const aside = context.flatMap((part) => tokenizeQuery(part.slice(0, share)));
  if (aside.length > 0) addContext(index, reader.words, aside);
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

/** Collects words by the terms that stand for them, so that no inflection counts twice. */
function createWordReader(index: LexicalIndex) {
  const words = new Map<number, QueryTerm>();
  const guess = createSpellingCorrector(index);
  const note = (terms: QueryTerm["terms"], weight: number): QueryTerm | null => {
    const key = terms.at(-1)?.id;
    if (key === undefined) return null;
    const known = words.get(key);
    if (known) return known;
    const documents = terms.reduce((sum, { id }) => sum + documentsWith(index, id), 0);
    const word = { terms, termIdf: idf(documents, index.pageOfChunk.length), weight };
    words.set(key, word);
    return word;
  };
  const read = (spoken: readonly Spoken[], weight: number, guesses: boolean) => {
    const sequence: (QueryTerm | null)[] = [];
    const said = new Set(spoken.map(({ word }) => word));
    for (const [at, { word, isCompound }] of spoken.entries()) {
      const known = knownTerms(index, word, isCompound);
      const guessed = known.length === 0 && guesses && !isCompound ? guess(word) : [known];
      for (const terms of guessed) {
        const found = note(terms, weight);
        if (!isCompound) sequence.push(found);
        const next = spoken[at + 1];
        if (found && next && !isCompound && !next.isCompound && !said.has(word + next.word))
          found.terms.push(...joinedTerms(index, word, found, next.word));
      }
    }
    return sequence;
  };
  return { words, read };
}

/** The terms that a word is, inflected or not. */
function knownTerms(index: LexicalIndex, word: string, isCompound: boolean): QueryTerm["terms"] {
  const forms = isCompound ? [word] : new Set([word, stemEnglish(word)]);
  return [...forms].flatMap((form) => {
    const id = index.vocabulary.find(form);
    return id === undefined || documentsWith(index, id) === 0 ? [] : [{ id, weight: 1 }];
  });
}

/**
 * The two words written as one, where the site rather does so (`web socket`). An identifier of the two is found by its parts,
 * which stand wherever it does.
 */
function joinedTerms(index: LexicalIndex, first: string, found: QueryTerm, next: string): QueryTerm["terms"] {
  const isRarer = (id: number, terms: QueryTerm["terms"]) =>
    terms.every((term) => documentsWith(index, term.id) < documentsWith(index, id));
  const [own, other] = [found.terms, knownTerms(index, next, false)];
  return knownTerms(index, first + next, false)
    .filter(({ id }) => !own.some((term) => term.id === id) && (isRarer(id, own) || isRarer(id, other)))
    .map(({ id }) => ({ id, weight: JOINED_WEIGHT }));
}

/** Puts the rarest words beside the question to its own, for less. */
function addContext(index: LexicalIndex, words: Map<number, QueryTerm>, spoken: readonly Spoken[]): void {
  const isAlone = words.size === 0;
  const beside = createWordReader(index);
  beside.read(
    spoken.filter(({ word, isCompound }) => isCompound || isContentWord(word)),
    isAlone ? 1 : CONTEXT_WEIGHT,
    false,
  );
  const rarest = [...beside.words].sort(([, a], [, b]) => b.termIdf - a.termIdf).slice(0, MAX_CONTEXT_WORDS);
  for (const [key, word] of rarest) {
    const own = words.get(key);
    if (own) own.weight += CONTEXT_WEIGHT;
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
