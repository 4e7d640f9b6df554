const STOP_WORDS = new Set(
  "a an and are as at be by can do does for from how i if in is it me my not of on or our should that the there this to use using was we what when where which who why will with you your".split(
    " ",
  ),
);

/** The terms of a text: words without plural s, and names both whole and by their parts (`getUserId`, `max_age`, `--dry-run`). */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const [word] of text.matchAll(/[\p{L}\p{N}]+(?:[_-][\p{L}\p{N}]+)*/gu)) {
    const parts = partsOf(word);
    if (parts.length > 1) terms.push(word.replace(/[_-]/g, "").toLowerCase());
    for (const part of parts) terms.push(stem(part.toLowerCase()));
  }
  return terms;
}

function partsOf(word: string): string[] {
  if (/^[\p{Ll}\p{N}]+$/u.test(word)) return [word];
  return word
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(/[ _-]/);
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

/** Whether two words differ by one letter more, less or other, or by two swapped. */
export function isOneEditAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const tails = (fromA: number, fromB: number) => a.slice(at + fromA) === b.slice(at + fromB);
  return tails(1, 1) || tails(1, 0) || tails(0, 1) || (a[at] === b[at + 1] && a[at + 1] === b[at] && tails(2, 2));
}
