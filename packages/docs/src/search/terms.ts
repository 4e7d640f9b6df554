import { splitName } from "@docsteward/text/lexical/tokenize";

/**
 * Few words, since a search of the agent is short. Measured on 554 questions about four sites: with the stop words, stems and tokens of
 * the assistant, fewer right pages are among the first five.
 */
const STOP_WORDS = new Set(
  "a an and are as at be by can do does for from how i if in into is it its me my not of on or our should so that the there this to use using was we were what when where which who why will with you your".split(
    " ",
  ),
);

/** What is done to a page, and names of pages in general. Beside other terms they say little of which page is meant. */
const TASK_WORDS = new Set(
  "add adding added change changed clarify correct delete describe doc docs documentation explain example fix fixed fixing grammar guide improve improved link md mdx mention minor missing more new note page readme remove removed rename replace section small some text typo typos update updated updating wording write wrong".split(
    " ",
  ),
);

/** A term of a query, and how much it counts: at most 1. */
export type QueryTerm = { term: string; weight: number };

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
const TASK_WEIGHT = 0.25;
/** The first line says what the rest explains. */
const REST_WEIGHT = 0.5;

/** The terms of a query, without words that say nothing unless there are no others. */
export function queryTerms(query: string): QueryTerm[] {
  const text = query.trim().slice(0, 1_000);
  const end = text.indexOf("\n");
  const weights = new Map<string, number>();
  const add = (part: string, weight: number) => {
    for (const term of termsOf(part)) {
      const own = TASK_WORDS.has(term) ? weight * TASK_WEIGHT : weight;
      if (!weights.has(term)) weights.set(term, own);
    }
  };
  add(end < 0 ? text : text.slice(0, end), 1);
  if (end >= 0) add(text.slice(end), REST_WEIGHT);
  const all = [...weights].map(([term, weight]) => ({ term, weight }));
  const telling = all.filter(({ term }) => !STOP_WORDS.has(term));
  return (telling.length > 0 ? telling : all).slice(0, MAX_TERMS);
}

const FILE_NAME = /[\p{L}\p{N}_./-]+/gu;
const MAX_FILE_NAMES = 10;

/** Names of pages in a query, in lower case: `guides/install.mdx`. */
export function fileNamesIn(query: string): string[] {
  const words = [...query.slice(0, 1_000).matchAll(FILE_NAME)].map(([word]) =>
    word.replace(/^\.?\//, "").toLowerCase(),
  );
  return words.filter((word) => word.endsWith(".md") || word.endsWith(".mdx")).slice(0, MAX_FILE_NAMES);
}

function stem(word: string): string {
  if (word.length < 4) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}
