import type { AnalyzedChunk } from "./analyze-page.ts";
import type { LexicalIndex } from "./lexical-index.ts";
import type { LexicalQuery } from "./query.ts";
import { type Scorer, scoreTerms } from "./score-terms.ts";

/** Scores of a query by page and by chunk; 0 where nothing of it stands. */
export type Scores = { pages: Float64Array; chunks: Float64Array };

/** How many of the best pages are looked at closely. */
const CANDIDATES = 40;
/** And how many chunks of each. */
const CHUNKS_OF_CANDIDATE = 4;

/**
 * Scores pages for the words of a query: as a whole, and by their best chunks, those of the best pages also by how closely
 * they keep to the query's order and headings; times a little for every page that links there.
 *
 * @param allowed 1 for each page that may answer
 */
export function scorePages(index: LexicalIndex, scorer: Scorer, query: LexicalQuery, allowed?: Uint8Array): Scores {
  const { parameters } = scorer;
  const { firstChunks, inLinks } = index;
  const tally = scoreTerms(index, scorer, query.words);
  const pages = new Float64Array(index.pages.length);
  const chunks = tally.chunks.sums;
  const wholes = new Float64Array(pages.length);
  const cover = (covered: number) => (covered / tally.whole) ** parameters.coverage;
  const add = (page: number) => {
    const best = bestOf(chunks, firstChunks[page] ?? 0, firstChunks[page + 1] ?? 0, parameters.secondChunk);
    const links = 1 + parameters.inLinks * Math.log2(1 + (inLinks[page] ?? 0));
    pages[page] = (best + parameters.wholePage * (wholes[page] ?? 0)) * links;
  };
  for (let page = 0; page < pages.length; page += 1) {
    const covered = tally.pages.covered[page] ?? 0;
    const isIn = covered > 0 && allowed?.[page] !== 0;
    const shared = tally.shared.sums[page] ?? 0;
    const sharedCovered = tally.shared.covered[page] ?? 0;
    const sharedScore = isIn && shared > 0 ? shared * cover(sharedCovered) : 0;
    for (let chunk = firstChunks[page] ?? 0; chunk < (firstChunks[page + 1] ?? 0); chunk += 1) {
      const own = chunks[chunk] ?? 0;
      if (own === 0) chunks[chunk] = sharedScore;
      else chunks[chunk] = isIn ? (shared + own) * cover(sharedCovered + (tally.chunks.covered[chunk] ?? 0)) : 0;
    }
    if (!isIn) continue;
    wholes[page] = (tally.pages.sums[page] ?? 0) * cover(covered);
    add(page);
  }
  withProximity(query, scorer, (proximity) => {
    for (const page of topK(pages, CANDIDATES)) {
      const first = firstChunks[page] ?? 0;
      for (const chunk of bestChunks(chunks, first, firstChunks[page + 1] ?? 0)) {
        const analyzed = index.analyzed[page]?.chunks[chunk - first];
        if (analyzed) chunks[chunk] = (chunks[chunk] ?? 0) * proximity.of(analyzed);
      }
      add(page);
    }
  });
  return { pages, chunks };
}

/** The best of a page's chunks, and a share of the second best. */
function bestOf(chunks: Float64Array, from: number, to: number, secondShare: number): number {
  let first = 0;
  let second = 0;
  for (let chunk = from; chunk < to; chunk += 1) {
    const score = chunks[chunk] ?? 0;
    if (score > first) {
      second = first;
      first = score;
    } else if (score > second) second = score;
  }
  return first + secondShare * second;
}

function bestChunks(chunks: Float64Array, from: number, to: number): number[] {
  return topK(chunks.subarray(from, to), CHUNKS_OF_CANDIDATE).map((chunk) => from + chunk);
}

/** Numbers of the best scores, best first; none that is 0. */
export function topK(scores: Float64Array, limit: number): number[] {
  const best: number[] = [];
  for (let at = 0; at < scores.length; at += 1) {
    const score = scores[at] ?? 0;
    if (score <= 0 || (best.length === limit && score <= (scores[best[limit - 1] ?? 0] ?? 0))) continue;
    let place = best.length;
    while (place > 0 && (scores[best[place - 1] ?? 0] ?? 0) < score) place -= 1;
    best.splice(place, 0, at);
    if (best.length > limit) best.pop();
  }
  return best;
}

/** How far apart the words of a pair may stand: one word in between. */
const REACH = 2;

type Proximity = {
  /** How closely a chunk keeps to the query, beyond which of its words it has: 1 and more. */
  of(chunk: AnalyzedChunk): number;
};

/** Measures chunks against a query. One at a time: it borrows the scorer's table of words. */
function withProximity<T>(query: LexicalQuery, scorer: Scorer, run: (proximity: Proximity) => T): T {
  const { wordOfTerm, parameters, termIdfs } = scorer;
  const ids = query.words.flatMap(({ terms }) => terms.map(({ id }) => id));
  for (const [number, { terms }] of query.words.entries()) for (const { id } of terms) wordOfTerm[id] = number;
  const pairShare = createPairShare(query, wordOfTerm);
  const headingShare = createHeadingShare(query, wordOfTerm, termIdfs);
  try {
    return run({
      of: ({ headings, nearest, body }) =>
        1 + parameters.pairs * pairShare(body) + parameters.heading * headingShare(headings, nearest),
    });
  } finally {
    for (const id of ids) wordOfTerm[id] = -1;
  }
}

/** Of the words that stand side by side in the query, the share that does so in a text too. */
function createPairShare({ words, pairs }: LexicalQuery, wordOfTerm: Int16Array): (body: Uint32Array) => number {
  const worths = new Float64Array(words.length ** 2);
  let all = 0;
  for (const [first, second] of pairs) {
    const worth = Math.min(words[first]?.termIdf ?? 0, words[second]?.termIdf ?? 0);
    worths[first * words.length + second] = worth;
    all += worth;
  }
  return (body) => {
    if (all === 0) return 0;
    const found = new Set<number>();
    let sum = 0;
    for (let at = 0; at < body.length; at += 1) {
      const first = wordOfTerm[body[at] ?? 0] ?? -1;
      if (first < 0) continue;
      for (let step = 1; step <= REACH && at + step < body.length; step += 1) {
        const second = wordOfTerm[body[at + step] ?? 0] ?? -1;
        const pair = first * words.length + second;
        if (second < 0 || worths[pair] === 0 || found.has(pair)) continue;
        found.add(pair);
        sum += worths[pair] ?? 0;
      }
    }
    return sum / all;
  };
}

/** Near 1 when the query says a heading and little else. */
function createHeadingShare({ words }: LexicalQuery, wordOfTerm: Int16Array, termIdfs: Float32Array) {
  const all = words.reduce((sum, { termIdf }) => sum + termIdf, 0);
  return (headings: Uint32Array, nearest: number): number => {
    let said = 0;
    let heading = 0;
    for (let at = nearest; at < headings.length; at += 1) {
      const term = headings[at] ?? 0;
      const termIdf = termIdfs[term] ?? 0;
      heading += termIdf;
      if ((wordOfTerm[term] ?? -1) >= 0 && headings.indexOf(term, nearest) === at) said += termIdf;
    }
    return heading === 0 || all === 0 ? 0 : (said / heading) * Math.min(said / all, 1);
  };
}
