import { splitName } from "@docsteward/text/lexical/tokenize";

/**
 * Few words, since a search of the agent is short. Measured on 554 questions about four sites: with the stop words, stems and tokens of
 * the assistant, fewer right pages are among the first five.
 */
const STOP_WORDS = new Set(
  "a an and are as at be by can do does for from how i if in is it me my not of on or our should that the there this to use using was we what when where which who why will with you your".split(
    " ",
  ),
);

/** The terms of a text: words without plural s, and names both whole and by their parts (`getUserId`, `max_age`, `--dry-run`). */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const [word] of text.matchAll(/[\p{L}\p{N}]+(?:[_-][\p{L}\p{N}]+)*/gu)) {
    const parts = /^[\p{Ll}\p{N}]+$/u.test(word) ? [word] : splitName(word);
    if (parts.length > 1) terms.push(word.replace(/[_-]/g, "").toLowerCase());
    for (const part of parts) terms.push(stem(part.toLowerCase()));
  }
  return terms;
}

/** Each is looked for in every page. */
const MAX_TERMS = 32;

/** The terms of a query, without words that say nothing unless there are no others. */
export function queryTerms(query: string): string[] {
  const terms = [...new Set(termsOf(query.slice(0, 1_000)))];
  const telling = terms.filter((term) => !STOP_WORDS.has(term));
  return (telling.length > 0 ? telling : terms).slice(0, MAX_TERMS);
}

function stem(word: string): string {
  if (word.length < 4) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}
