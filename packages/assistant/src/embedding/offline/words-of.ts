import { fold } from "../../retriever/terms/fold.ts";

const RUN = /[\p{L}\p{M}]+|\p{N}+/gu;

/** The words of a text in lower case, without accents: an identifier by its parts, numbers apart from letters. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [run] of fold(text).matchAll(RUN)) {
    if (/^(?:[A-Z]?[a-z]+|[A-Z]+)$/.test(run)) words.push(run.toLowerCase());
    else
      for (const part of run
        .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
        .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
        .split(" "))
        words.push(part.toLowerCase());
  }
  return words;
}
