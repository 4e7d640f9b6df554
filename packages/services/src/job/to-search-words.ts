const MAX_WORDS = 8;

/**
 * Turns what somebody types into the words that a job has to have, each as the beginning of a word: `docs/inst typo` finds
 * "Fix the typos in docs/install.md". Cuts words where the database does (`job_words`).
 *
 * @returns a query of PostgreSQL's text search; null when there is no word in the text
 */
export function toSearchWords(text: string): string | null {
  const words = text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.length === 0
    ? null
    : words
        .slice(0, MAX_WORDS)
        .map((word) => `'${word}':*`)
        .join(" & ");
}
