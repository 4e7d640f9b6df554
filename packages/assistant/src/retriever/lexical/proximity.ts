import type { AnalyzedChunk } from "./analyze-page.ts";
import type { LexicalQuery } from "./query.ts";
import type { Scorer } from "./score-terms.ts";

/** How far apart the words of a pair may stand: one word in between. */
const REACH = 2;

type Proximity = {
  /** How closely a chunk keeps to the query, beyond which of its words it has: 1 and more. */
  of(chunk: AnalyzedChunk): number;
};

/** Measures chunks against a query. One at a time: it borrows the scorer's table of words. */
export function withProximity<T>(query: LexicalQuery, scorer: Scorer, run: (proximity: Proximity) => T): T {
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
