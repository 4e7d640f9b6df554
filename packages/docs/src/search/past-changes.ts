import { idf } from "@docsteward/text/lexical/bm25";
import { folderOf } from "../site/posix.ts";
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
const WEIGHT = { often: 0.05, lately: 0.35, latelyIfVague: 1.6, bestMessage: 0.9, folderLately: 0.42 };

type Signs = { often: number; lately: number; bestMessage: number };

/** What {@link likelyPages} calls a folder, as no page is called. */
export const folderKey = (path: string) => `${folderOf(path)}/`;

/**
 * Says which pages a request is probably about by what people did before: pages that were changed with messages of the same words,
 * often, or lately. Work on a folder goes on with its other pages, also with those that were never changed.
 *
 * @param past newest first
 * @returns for each page, and each folder by its {@link folderKey}, what it adds to scores, as a share of the best score
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
  const folders = new Map<string, number>();
  let commits = 0;
  for (const [at, { paths }] of past.entries()) {
    if (paths.length === 0 || paths.length > MAX_PAGES) continue;
    const words = messages[at] ?? new Set();
    const shared = weights.reduce((sum, { term, weight }) => sum + (words.has(term) ? weight : 0), 0);
    const likeness = whole === 0 ? 0 : shared / whole / (1 + Math.log1p(words.size) / LONG_MESSAGE);
    const message = likeness / Math.sqrt(paths.length);
    for (const path of paths) {
      const known = pages.get(path) ?? { often: 0, lately: lateness(at), bestMessage: 0 };
      known.often += 1 / (1 + Math.log(paths.length));
      known.bestMessage = Math.max(known.bestMessage, message);
      pages.set(path, known);
      const folder = folderKey(path);
      if (!folders.has(folder)) folders.set(folder, WEIGHT.folderLately * lateness(commits));
    }
    commits += 1;
  }
  const lately = WEIGHT.lately + WEIGHT.latelyIfVague * vagueness(terms);
  const add = (signs: Signs) =>
    WEIGHT.often * Math.log1p(signs.often) + lately * signs.lately + WEIGHT.bestMessage * signs.bestMessage;
  return new Map([...[...pages].map(([path, signs]) => [path, add(signs)] as const), ...folders]);
}

const lateness = (at: number) => 1 / (1 + at / HALF_LIFE);
