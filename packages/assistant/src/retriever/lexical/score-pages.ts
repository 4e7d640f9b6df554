import type { LexicalIndex } from "./lexical-index.ts";
import { CHUNK_FIELDS, PAGE_FIELDS, type Parameters } from "./parameters.ts";
import type { Postings } from "./postings.ts";
import { type QueryWord, rarityOf } from "./read-query.ts";

/** Scores of a query by page and by chunk; 0 where nothing of it stands. */
export type Scores = { pages: Float64Array; chunks: Float64Array };

const SHARED_FIELDS = ["title", "path", "keywords"] as const;

/**
 * Scores pages for a query, whole and by their best chunks: BM25+ per field, summed, times the share of the query that is
 * covered, times a little for every page that links there.
 */
export function scorePages(
  index: LexicalIndex,
  scorer: Scorer,
  words: readonly QueryWord[],
  allowed?: Uint8Array,
): Scores {
  const { pagePostings, chunkPostings, pageOfChunk, firstChunks, pages } = index;
  const { parameters, pageDampers, chunkDampers } = scorer;
  const count = pages.length;
  const whole = new Float64Array(count);
  const wholeCovered = new Float64Array(count);
  const shared = new Float64Array(count);
  const sharedCovered = new Float64Array(count);
  const sharedBy = new Int32Array(count).fill(-1);
  const wholeBy = new Int32Array(count).fill(-1);
  const chunks = new Float64Array(pageOfChunk.length);
  const chunksCovered = new Float64Array(pageOfChunk.length);
  const chunkBy = new Int32Array(pageOfChunk.length).fill(-1);
  let total = 0;
  for (const [number, word] of words.entries()) {
    const worth = word.rarity * word.weight;
    total += worth;
    for (const { id, weight } of word.terms) {
      const scale = weight * word.weight;
      const pageScales = fieldScales(pagePostings, id, scale, scorer.pageWeights);
      const sharedScales = scorer.sharedWeights.map((share, field) => share * idfOf(pagePostings, id, field) * scale);
      forEachEntry(pagePostings, id, (page, at) => {
        let score = 0;
        let share = 0;
        for (let field = 0; field < PAGE_FIELDS.length; field += 1) {
          const times = pagePostings.counts[at + field] ?? 0;
          if (times === 0) continue;
          const damped = saturate(times, pageDampers[page * PAGE_FIELDS.length + field] ?? 1, parameters);
          score += (pageScales[field] ?? 0) * damped;
          share += (sharedScales[field] ?? 0) * damped;
        }
        whole[page] = (whole[page] ?? 0) + score;
        if (wholeBy[page] !== number) wholeCovered[page] = (wholeCovered[page] ?? 0) + worth * weight;
        wholeBy[page] = number;
        if (share === 0) return;
        shared[page] = (shared[page] ?? 0) + share;
        if (sharedBy[page] !== number) sharedCovered[page] = (sharedCovered[page] ?? 0) + worth * weight;
        sharedBy[page] = number;
      });
      const chunkScales = fieldScales(chunkPostings, id, scale, scorer.chunkWeights);
      forEachEntry(chunkPostings, id, (chunk, at) => {
        let score = 0;
        for (let field = 0; field < CHUNK_FIELDS.length; field += 1) {
          const times = chunkPostings.counts[at + field] ?? 0;
          if (times === 0) continue;
          score +=
            (chunkScales[field] ?? 0) *
            saturate(times, chunkDampers[chunk * CHUNK_FIELDS.length + field] ?? 1, parameters);
        }
        chunks[chunk] = (chunks[chunk] ?? 0) + score;
        if (chunkBy[chunk] === number || sharedBy[pageOfChunk[chunk] ?? 0] === number) return;
        chunkBy[chunk] = number;
        chunksCovered[chunk] = (chunksCovered[chunk] ?? 0) + worth * weight;
      });
    }
  }
  const best = new Float64Array(count);
  let maxBest = 0;
  let maxWhole = 0;
  for (let page = 0; page < count; page += 1) {
    if (wholeCovered[page] === 0) continue;
    if (allowed && allowed[page] === 0) {
      whole[page] = 0;
      continue;
    }
    let first = 0;
    let second = 0;
    for (let chunk = firstChunks[page] ?? 0; chunk < (firstChunks[page + 1] ?? 0); chunk += 1) {
      const covered = ((sharedCovered[page] ?? 0) + (chunksCovered[chunk] ?? 0)) / total;
      const score = ((shared[page] ?? 0) + (chunks[chunk] ?? 0)) * covered ** parameters.coverage;
      chunks[chunk] = score;
      if (score > first) {
        second = first;
        first = score;
      } else if (score > second) second = score;
    }
    best[page] = first + parameters.secondChunk * second;
    whole[page] = (whole[page] ?? 0) * ((wholeCovered[page] ?? 0) / total) ** parameters.coverage;
    maxBest = Math.max(maxBest, best[page] ?? 0);
    maxWhole = Math.max(maxWhole, whole[page] ?? 0);
  }
  for (let page = 0; page < count; page += 1) {
    const score = (best[page] ?? 0) / (maxBest || 1) + (parameters.wholePage * (whole[page] ?? 0)) / (maxWhole || 1);
    whole[page] = score * (1 + parameters.inLinks * Math.log2(1 + (index.inLinks[page] ?? 0)));
  }
  return { pages: whole, chunks };
}

/** What scoring needs of an index and its parameters, worked out once. */
export type Scorer = {
  parameters: Parameters;
  pageWeights: number[];
  sharedWeights: number[];
  chunkWeights: number[];
  pageDampers: Float32Array;
  chunkDampers: Float32Array;
};

export function createScorer(index: LexicalIndex, parameters: Parameters): Scorer {
  const sharedOf = (name: string) => SHARED_FIELDS.find((shared) => shared === name);
  return {
    parameters,
    pageWeights: PAGE_FIELDS.map((name) => parameters.page[name].weight),
    sharedWeights: PAGE_FIELDS.map((name) => {
      const shared = sharedOf(name);
      return shared === undefined ? 0 : parameters.chunkShares[shared];
    }),
    chunkWeights: CHUNK_FIELDS.map((name) => parameters.chunk[name].weight),
    pageDampers: dampersOf(
      index.pagePostings,
      PAGE_FIELDS.map((name) => parameters.page[name].lengthDamping),
      parameters,
    ),
    chunkDampers: dampersOf(
      index.chunkPostings,
      CHUNK_FIELDS.map((name) => parameters.chunk[name].lengthDamping),
      parameters,
    ),
  };
}

function dampersOf({ lengths, fields }: Postings, dampings: number[], { saturation }: Parameters): Float32Array {
  const documents = lengths.length / fields;
  const averages = dampings.map((_, field) => {
    let sum = 0;
    for (let at = field; at < lengths.length; at += fields) sum += lengths[at] ?? 0;
    return sum / documents || 1;
  });
  return Float32Array.from(lengths, (length, at) => {
    const damping = dampings[at % fields] ?? 0;
    return saturation * (1 - damping + (damping * length) / (averages[at % fields] ?? 1));
  });
}

function saturate(times: number, damper: number, { saturation, presence }: Parameters): number {
  return presence + (times * (saturation + 1)) / (times + damper);
}

function idfOf({ frequencies, fields, lengths }: Postings, term: number, field: number): number {
  return rarityOf(frequencies[term * fields + field] ?? 0, lengths.length / fields);
}

function fieldScales(postings: Postings, term: number, scale: number, weights: number[]): number[] {
  return weights.map((weight, field) => weight * idfOf(postings, term, field) * scale);
}

function forEachEntry(postings: Postings, term: number, take: (document: number, at: number) => void): void {
  const { starts, documents, fields } = postings;
  const end = starts[term + 1] ?? 0;
  for (let entry = starts[term] ?? 0; entry < end; entry += 1) take(documents[entry] ?? 0, entry * fields);
}
