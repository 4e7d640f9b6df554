import { type LexicalIndex, rarityOf } from "./lexical-index.ts";
import { CHUNK_FIELDS, PAGE_FIELDS, type Parameters } from "./parameters.ts";
import type { Postings } from "./postings.ts";

/** What scoring needs of an index, worked out once for all queries. */
export type Scorer = {
  parameters: Parameters;
  page: FieldScorer;
  chunk: FieldScorer;
  /** Weights of the page's fields in each of its chunks. */
  sharedWeights: number[];
  /** The idf of every term, by number. */
  rarities: Float32Array;
  /** Room for the number of the query's word that a term stands for; -1 between queries. */
  wordOfTerm: Int16Array;
};

export type FieldScorer = {
  weights: number[];
  /** By document and field, how much its length slows the growth of a score. */
  dampers: Float32Array;
};

export function createScorer(index: LexicalIndex, parameters: Parameters): Scorer {
  const { pagePostings, chunkPostings } = index;
  const shares: Partial<Record<string, number>> = parameters.chunkShares;
  const documents = chunkPostings.lengths.length / chunkPostings.fields;
  const rarities = Float32Array.from({ length: chunkPostings.starts.length - 1 }, (_, term) => {
    const standing = (chunkPostings.starts[term + 1] ?? 0) - (chunkPostings.starts[term] ?? 0);
    return rarityOf(standing, documents);
  });
  return {
    parameters,
    page: fieldScorer(
      pagePostings,
      PAGE_FIELDS.map((name) => parameters.page[name]),
      parameters,
    ),
    chunk: fieldScorer(
      chunkPostings,
      CHUNK_FIELDS.map((name) => parameters.chunk[name]),
      parameters,
    ),
    sharedWeights: PAGE_FIELDS.map((name) => shares[name] ?? 0),
    rarities,
    wordOfTerm: new Int16Array(rarities.length).fill(-1),
  };
}

function fieldScorer(
  { lengths, fields }: Postings,
  own: { weight: number; lengthDamping: number }[],
  { saturation }: Parameters,
): FieldScorer {
  const sums = new Float64Array(fields);
  for (let at = 0; at < lengths.length; at += 1) sums[at % fields] = (sums[at % fields] ?? 0) + (lengths[at] ?? 0);
  const dampers = Float32Array.from(lengths, (length, at) => {
    const field = at % fields;
    const damping = own[field]?.lengthDamping ?? 0;
    const average = (sums[field] ?? 0) / (lengths.length / fields) || 1;
    return saturation * (1 - damping + (damping * length) / average);
  });
  return { weights: own.map(({ weight }) => weight), dampers };
}
