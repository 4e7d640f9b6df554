import { contentWords } from "@docsteward/text/lexical/stop-words";
import { stemEnglish, tokenize } from "@docsteward/text/lexical/tokenize";

/** Words that ask for the contrary of each other, as stems. */
const OPPOSITES = [
  ["creat", "delet"],
  ["creat", "remov"],
  ["add", "delet"],
  ["add", "remov"],
  ["new", "delet"],
  ["new", "remov"],
  ["enabl", "disabl"],
  ["start", "stop"],
  ["instal", "uninstal"],
  ["import", "export"],
  ["upload", "download"],
  ["upgrad", "downgrad"],
  ["encrypt", "decrypt"],
] as const;

/** Of the words of both: from here on two questions ask the same, when one says nothing that the other does not. */
const SAME_WORDS = 0.55;
/** From here on they do when they also mean nearly the same and have more than one word in common. */
const SOME_WORDS = 0.4;
const NEAR_MEANING = 0.8;
/** From here on their words do not matter. */
const SAME_MEANING = 0.92;

/**
 * How alike two questions are, for those that ask the same; 0 for all others.
 *
 * In doubt they are two: a gap too many is seen and closed, one that is hidden in another is not found. So questions that name
 * different codes, ask for contraries, or have another word in the one place where they differ are never the same, however near
 * all else is: "on Windows" and "on Linux" mean nearly the same to an embedder.
 */
export function questionSimilarity(a: QuestionFeatures, b: QuestionFeatures): number {
  if (a.plain === b.plain) return 3;
  if (a.codes.size > 0 && b.codes.size > 0 && a.codes.isDisjointFrom(b.codes)) return 0;
  if (areAntonyms(a, b)) return 0;
  const shared = a.words.intersection(b.words).size;
  const [onlyA, onlyB] = [a.words.size - shared, b.words.size - shared];
  if (onlyA === 1 && onlyB === 1) return 0;
  const all = a.words.size + b.words.size;
  const words = all === 0 ? 0 : (2 * shared) / all;
  const meaning = dot(a.meaning, b.meaning);
  const isSame =
    (words >= SAME_WORDS && (onlyA === 0 || onlyB === 0)) ||
    (words >= SOME_WORDS && shared > 1 && meaning >= NEAR_MEANING) ||
    (meaning >= SAME_MEANING && all > 0);
  return isSame ? words + Math.max(0, meaning) : 0;
}

function areAntonyms({ words: a }: QuestionFeatures, { words: b }: QuestionFeatures): boolean {
  return OPPOSITES.some(([one, other]) => (a.has(one) && b.has(other)) || (a.has(other) && b.has(one)));
}

function dot(a: Float32Array | null, b: Float32Array | null): number {
  if (a === null || b === null || a.length !== b.length) return 0;
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

/** What of a question decides whether another one asks the same. */
export type QuestionFeatures = {
  /** The question in small letters and single blanks, for those without a telling word. */
  plain: string;
  /** Stems of the words that say what it is about. */
  words: ReadonlySet<string>;
  /** Names that must not be mixed up: error codes, versions, options, identifiers. */
  codes: ReadonlySet<string>;
  /** What it means, of length 1; null where that is not known. */
  meaning: Float32Array | null;
};

const MAX_CHARACTERS = 2_000;

/** @param vector of the question; one of zeros, or none, says that the embedder knows nothing of it */
export function questionFeatures(question: string, vector: Float32Array | null): QuestionFeatures {
  const text = question.slice(0, MAX_CHARACTERS);
  const words = new Set<string>();
  const codes = new Set<string>();
  for (const word of contentWords(text)) {
    tokenize(word, (part, isCompound) => {
      if (isCompound || /\d/.test(part)) codes.add(part);
      if (!isCompound) words.add(stemEnglish(part));
    });
  }
  return { plain: text.toLowerCase().replace(/\s+/g, " ").trim(), words, codes, meaning: toUnit(vector) };
}

function toUnit(vector: Float32Array | null): Float32Array | null {
  const length = vector === null ? 0 : Math.hypot(...vector);
  return vector === null || length === 0 ? null : vector.map((value) => value / length);
}
