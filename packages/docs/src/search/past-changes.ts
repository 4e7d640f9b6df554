import { idf } from "@docsteward/text/lexical/bm25";
import { queryTerms, termsOf, vagueness } from "./candidates.ts";

/** An earlier commit: its message, and the pages that it changed. */
export type PastChange = { message: string; paths: readonly string[] };

const MAX_MESSAGE = 300;
/** A commit of more pages, such as a rename of a product, says little of any of them. */
const MAX_PAGES = 20;
/** The words of a long message say less each. */
const LONG_MESSAGE = 4;
/** After so many commits, half is left of what a change says by being late. */
const HALF_LIFE = 5;
/**
 * What each sign adds, as a share of the best score of a search. A request of few words is likelier to go on with what was changed
 * last. Tuned on public repositories.
 */
const WEIGHT = { often: 0.11, lately: 0.5, latelyIfVague: 0.66, bestMessage: 0.19, allMessages: 0.36 };

/** However often a page was changed, no more than this. */
const MAX_SHARE = 1.5;

type Signs = { often: number; lately: number; bestMessage: number; allMessages: number };

/**
 * Says which pages a request is probably about by what people did before: pages that were changed with messages of the same words,
 * often, or lately.
 *
 * @param past newest first
 * @returns for each page what it adds to its score, as a share of the best score
 */
export function likelyPages(query: string, past: readonly PastChange[]): Map<string, number> {
  const terms = queryTerms(query);
  const messages = past.map(({ message }) => new Set(termsOf(message.slice(0, MAX_MESSAGE))));
  const weights = terms.map(({ term, weight }) => {
    const found = messages.filter((words) => words.has(term)).length;
    return { term, weight: weight * idf(found, past.length) };
  });
  const whole = weights.reduce((sum, { weight }) => sum + weight, 0);
  const pages = new Map<string, Signs>();
  for (const [at, { paths }] of past.entries()) {
    if (paths.length === 0 || paths.length > MAX_PAGES) continue;
    const words = messages[at] ?? new Set();
    const shared = weights.reduce((sum, { term, weight }) => sum + (words.has(term) ? weight : 0), 0);
    const likeness = whole === 0 ? 0 : shared / whole / (1 + Math.log1p(words.size) / LONG_MESSAGE);
    const message = likeness / Math.sqrt(paths.length);
    for (const path of paths) {
      const known = pages.get(path) ?? { often: 0, lately: 1 / (1 + at / HALF_LIFE), bestMessage: 0, allMessages: 0 };
      known.often += 1 / (1 + Math.log(paths.length));
      known.bestMessage = Math.max(known.bestMessage, message);
      known.allMessages += message;
      pages.set(path, known);
    }
  }
  const vague = vagueness(terms);
  return new Map([...pages].map(([path, signs]) => [path, add(signs, vague)]));
}

function add({ often, lately, bestMessage, allMessages }: Signs, vague: number): number {
  const share =
    WEIGHT.often * Math.log1p(often) +
    (WEIGHT.lately + WEIGHT.latelyIfVague * vague) * lately +
    WEIGHT.bestMessage * bestMessage +
    WEIGHT.allMessages * Math.log1p(allMessages);
  return Math.min(share, MAX_SHARE);
}
