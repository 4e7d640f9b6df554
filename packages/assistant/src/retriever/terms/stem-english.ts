import { stemmer } from "stemmer";

const MAX_KNOWN = 100_000;
const known = new Map<string, string>();

/** The stem of an English word in lower case (Porter 1980); anything else is returned as it is. */
export function stemEnglish(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  const stem = known.get(word) ?? stemmer(word);
  if (known.size < MAX_KNOWN) known.set(word, stem);
  return stem;
}
