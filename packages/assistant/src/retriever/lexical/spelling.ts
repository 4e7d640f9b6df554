import { editDistance } from "@docsteward/text/lexical/edit-distance";
import { stemEnglish } from "@docsteward/text/lexical/tokenize";
import { documentsWith, type LexicalIndex, type ReaderIndex } from "./lexical-index.ts";

/** A term of the index that stands for a word of a query; a weight of 1 is the word itself. */
export type WeightedTerm = { id: number; weight: number };

type Terms = WeightedTerm[];

/** A query full of unknown words is no question about this site; the rest of them is let be. */
const MAX_GUESSES = 8;
const MAX_TERMS = 3;
const CORRECTED_WEIGHT = 0.7;
const BEGUN_WEIGHT = 0.6;
const SHORTEST_PART = 3;
/** A mistake may stand before an ending that the index does not keep: `confgiuration` for `configur`. */
const SHORTEST_STEM = 5;
const LONGEST_ENDING = 6;
const BEFORE_ENDING = 0.5;

/** Makes a guesser for one query: what words may be meant by one that the index does not know, best first. */
export function createSpellingCorrector(reading: ReaderIndex): (word: string) => Terms[] {
  let left = MAX_GUESSES;
  return (word) => {
    if (left === 0 || /\d/.test(word)) return [];
    left -= 1;
    const parts = partsOf(reading, word);
    if (parts) return parts;
    const guessed = guessWhole(reading, word);
    return guessed.length > 0 ? [guessed] : [];
  };
}

/** Two words that were written as one: `filewatcher`. */
function partsOf({ index, countOf }: ReaderIndex, word: string): Terms[] | null {
  let best: { parts: Terms[]; documents: number } | null = null;
  for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at += 1) {
    const parts = [word.slice(0, at), word.slice(at)].map((part) => {
      const ids = [index.vocabulary.find(part), index.vocabulary.find(stemEnglish(part))];
      return ids.find((id) => id !== undefined && countOf(id) > 0);
    });
    const documents = Math.min(...parts.map((id) => (id === undefined ? 0 : countOf(id))));
    if (documents > (best?.documents ?? 1))
      best = {
        parts: parts.flatMap((id) => (id === undefined ? [] : [[{ id, weight: CORRECTED_WEIGHT }]])),
        documents,
      };
  }
  return best?.parts ?? null;
}

/** Terms that begin with the word or are most of it, and those with a letter or two more, less or other. */
function guessWhole({ index, countOf }: ReaderIndex, word: string): Terms {
  const { ids, letters, lengths } = liveTerms(index);
  const stem = stemEnglish(word);
  const allowed = word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
  const own = lettersOf(word);
  const found: { id: number; weight: number; edits: number; documents: number }[] = [];
  const editsTo = (term: string) => {
    const whole = Math.min(editDistance(word, term, allowed), editDistance(stem, term, allowed));
    const isInflected = term.length >= SHORTEST_STEM && word.length - term.length <= LONGEST_ENDING;
    if (whole <= allowed || !isInflected) return whole;
    return BEFORE_ENDING + editDistance(word.slice(0, term.length), term, 1);
  };
  const note = (id: number, edits: number, weight: number) => {
    const documents = countOf(id);
    if (documents > 0) found.push({ id, edits, weight, documents });
  };
  for (let at = 0; at < ids.length; at += 1) {
    const others = letters[at] ?? 0;
    const id = ids[at] ?? 0;
    if ((own & ~others) === 0 || (others & ~own) === 0) {
      const term = index.vocabulary.termAt(id);
      if (isBegun(word, term)) {
        note(id, 0, BEGUN_WEIGHT);
        continue;
      }
    }
    const longer = (lengths[at] ?? 0) - word.length;
    if (allowed === 0 || longer > allowed || -longer > LONGEST_ENDING) continue;
    if (bitsOf(others & ~own) > allowed) continue;
    const edits = editsTo(index.vocabulary.termAt(id));
    if (edits <= allowed) note(id, edits, CORRECTED_WEIGHT);
  }
  const fewest = found.reduce((least, { edits }) => Math.min(least, edits), allowed);
  return found
    .filter(({ edits }) => edits === fewest)
    .sort((a, b) => b.documents - a.documents || a.id - b.id)
    .slice(0, MAX_TERMS)
    .map(({ id, weight }) => ({ id, weight }));
}

/** Whether a word is the beginning of a term, or an inflected form of it in any language. */
function isBegun(word: string, term: string): boolean {
  if (term.length >= word.length) return term.length <= word.length + 8 && term.startsWith(word);
  return term.length >= Math.max(4, word.length - 3) && word.startsWith(term);
}

type LiveTerms = { ids: Uint32Array; letters: Uint32Array; lengths: Uint8Array };
const known = new WeakMap<LexicalIndex, LiveTerms>();

/** The terms that stand on some page, each with its letters. */
function liveTerms(index: LexicalIndex): LiveTerms {
  const made = known.get(index);
  if (made) return made;
  const all = index.pagePostings.starts.length - 1;
  const ids = Uint32Array.from({ length: all }, (_, id) => id).filter((id) => documentsWith(index, id) > 0);
  const termAt = index.vocabulary.termAt;
  const lengths = Uint8Array.from(ids, (id) => termAt(id).length);
  const live = { ids, letters: ids.map((id) => lettersOf(termAt(id))), lengths };
  known.set(index, live);
  return live;
}

/** Which letters a word has, a bit each. An edit changes at most two of the bits. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

function bitsOf(number: number): number {
  let count = 0;
  for (let bits = number; bits !== 0; bits &= bits - 1) count += 1;
  return count;
}
