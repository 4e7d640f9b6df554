import { idf, lengthDamper, saturate } from "@docsteward/text/lexical/bm25";
import type { LexicalIndex } from "./lexical-index.ts";
import { CHUNK_FIELDS, PAGE_FIELDS, type Parameters } from "./parameters.ts";
import type { Postings } from "./postings.ts";
import type { QueryTerm } from "./query.ts";

/** What the words of a query add up to in each document, and how much of the query that covers. */
type TermScores = { sums: Float64Array; covered: Float64Array };

type WordTally = {
  pages: TermScores;
  /** Of fields of the page that count in each of its chunks. */
  shared: TermScores;
  /** Of the chunk alone; what `shared` covers is not counted again. */
  chunks: TermScores;
  /** What a document with all the words covers. */
  whole: number;
};

/** Adds up BM25+ of every word, field by field. */
export function scoreTerms(index: LexicalIndex, scorer: Scorer, words: readonly QueryTerm[]): WordTally {
  const { pagePostings, chunkPostings, pageOfChunk } = index;
  const { parameters } = scorer;
  const pages = createCounter(index.pages.length);
  const shared = createCounter(index.pages.length);
  const chunks = createCounter(pageOfChunk.length);
  const onlyShared = { weights: scorer.sharedWeights, dampers: scorer.page.dampers };
  let whole = 0;
  for (const [number, word] of words.entries()) {
    const worth = word.termIdf * word.weight;
    const inPages = rarityByField(pagePostings, word);
    const inChunks = rarityByField(chunkPostings, word);
    whole += worth;
    for (const { id, weight } of word.terms) {
      const scale = weight * word.weight;
      const covers = worth * weight;
      forEachScore(pagePostings, id, { ...scorer.page, termIdfs: inPages }, parameters, (page, score) =>
        pages.add(page, number, score * scale, covers),
      );
      forEachScore(pagePostings, id, { ...onlyShared, termIdfs: inPages }, parameters, (page, score) =>
        shared.add(page, number, score * scale, covers),
      );
      forEachScore(chunkPostings, id, { ...scorer.chunk, termIdfs: inChunks }, parameters, (chunk, score) => {
        const isCovered = shared.has(pageOfChunk[chunk] ?? 0, number);
        chunks.add(chunk, number, score * scale, isCovered ? 0 : covers);
      });
    }
  }
  return { pages, shared, chunks, whole };
}

function createCounter(documents: number) {
  const sums = new Float64Array(documents);
  const covered = new Float64Array(documents);
  const lastWord = new Int32Array(documents).fill(-1);
  return {
    sums,
    covered,
    /** Whichever of its terms stand for a word, it is covered once. */
    add(document: number, word: number, score: number, covers: number) {
      sums[document] = (sums[document] ?? 0) + score;
      if (lastWord[document] === word) return;
      lastWord[document] = word;
      covered[document] = (covered[document] ?? 0) + covers;
    },
    has: (document: number, word: number) => lastWord[document] === word,
  };
}

/** How rare a word is in each field, in all its forms together: an inflection must not be rarer than the word. */
function rarityByField({ frequencies, fields, lengths }: Postings, { terms }: QueryTerm): number[] {
  return Array.from({ length: fields }, (_, field) => {
    const standing = terms.reduce((sum, { id }) => sum + (frequencies[id * fields + field] ?? 0), 0);
    return idf(standing, lengths.length / fields);
  });
}

type FieldScales = FieldScorer & { termIdfs: number[] };

/** Takes the score of each document in which a term stands in a field that counts. */
function forEachScore(
  { starts, documents, counts, fields }: Postings,
  term: number,
  { weights, dampers, termIdfs }: FieldScales,
  { saturation, presence }: Parameters,
  take: (document: number, score: number) => void,
): void {
  const scales = weights.map((weight, field) => weight * (termIdfs[field] ?? 0));
  const end = starts[term + 1] ?? 0;
  for (let entry = starts[term] ?? 0; entry < end; entry += 1) {
    const document = documents[entry] ?? 0;
    let score = 0;
    for (let field = 0; field < fields; field += 1) {
      const times = counts[entry * fields + field] ?? 0;
      const scale = scales[field] ?? 0;
      if (times === 0 || scale === 0) continue;
      const damper = dampers[document * fields + field] ?? 1;
      score += scale * (presence + saturate(times, saturation, damper));
    }
    if (score > 0) take(document, score);
  }
}

/** What scoring needs of an index, worked out once for all queries. */
export type Scorer = {
  parameters: Parameters;
  page: FieldScorer;
  chunk: FieldScorer;
  /** Weights of the page's fields in each of its chunks. */
  sharedWeights: number[];
  /** The idf of every term, by number. */
  termIdfs: Float32Array;
  /** Room for the number of the query's word that a term stands for; -1 between queries. */
  wordOfTerm: Int16Array;
  sizeBytes: number;
};

type FieldScorer = {
  weights: number[];
  /** By document and field, how much its length slows the growth of a score. */
  dampers: Float32Array;
};

export function createScorer(index: LexicalIndex, parameters: Parameters): Scorer {
  const { pagePostings, chunkPostings } = index;
  const shares: Partial<Record<string, number>> = parameters.chunkShares;
  const documents = chunkPostings.lengths.length / chunkPostings.fields;
  const termIdfs = Float32Array.from({ length: chunkPostings.starts.length - 1 }, (_, term) => {
    const standing = (chunkPostings.starts[term + 1] ?? 0) - (chunkPostings.starts[term] ?? 0);
    return idf(standing, documents);
  });
  const page = fieldScorer(
    pagePostings,
    PAGE_FIELDS.map((name) => parameters.page[name]),
    parameters,
  );
  const chunk = fieldScorer(
    chunkPostings,
    CHUNK_FIELDS.map((name) => parameters.chunk[name]),
    parameters,
  );
  const wordOfTerm = new Int16Array(termIdfs.length).fill(-1);
  const arrays = [page.dampers, chunk.dampers, termIdfs, wordOfTerm];
  return {
    parameters,
    page,
    chunk,
    sharedWeights: PAGE_FIELDS.map((name) => shares[name] ?? 0),
    termIdfs,
    wordOfTerm,
    sizeBytes: arrays.reduce((sum, { byteLength }) => sum + byteLength, 0),
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
    return lengthDamper(length, average, { saturation, damping });
  });
  return { weights: own.map(({ weight }) => weight), dampers };
}
