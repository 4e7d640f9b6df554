import { tellingWords } from "../answer/condense-question.ts";
import { stemEnglish } from "../retriever/terms/stem-english.ts";
import { wordsOf } from "../retriever/terms/words-of.ts";

/** What of a question decides whether another one asks the same. */
export type QuestionSketch = {
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
export function sketchQuestion(question: string, vector: Float32Array | null): QuestionSketch {
  const text = question.slice(0, MAX_CHARACTERS);
  const words = new Set<string>();
  const codes = new Set<string>();
  for (const word of tellingWords(text)) {
    wordsOf(word, (part, isWhole) => {
      if (isWhole || /\d/.test(part)) codes.add(part);
      if (!isWhole) words.add(stemEnglish(part));
    });
  }
  return { plain: text.toLowerCase().replace(/\s+/g, " ").trim(), words, codes, meaning: toUnit(vector) };
}

function toUnit(vector: Float32Array | null): Float32Array | null {
  const length = vector === null ? 0 : Math.hypot(...vector);
  return vector === null || length === 0 ? null : vector.map((value) => value / length);
}
