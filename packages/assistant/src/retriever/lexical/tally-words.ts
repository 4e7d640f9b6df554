import { type LexicalIndex, rarityOf } from "./lexical-index.ts";
import type { Parameters } from "./parameters.ts";
import type { Postings } from "./postings.ts";
import type { QueryWord } from "./query-word.ts";
import type { FieldScorer, Scorer } from "./scorer.ts";

/** What the words of a query add up to in each document, and how much of the query that covers. */
export type Tally = { sums: Float64Array; covered: Float64Array };

export type WordTally = {
  pages: Tally;
  /** Of fields of the page that count in each of its chunks. */
  shared: Tally;
  /** Of the chunk alone; what `shared` covers is not counted again. */
  chunks: Tally;
  /** What a document with all the words covers. */
  whole: number;
};

/** Adds up BM25+ of every word, field by field. */
export function tallyWords(index: LexicalIndex, scorer: Scorer, words: readonly QueryWord[]): WordTally {
  const { pagePostings, chunkPostings, pageOfChunk } = index;
  const { parameters } = scorer;
  const pages = createCounter(index.pages.length);
  const shared = createCounter(index.pages.length);
  const chunks = createCounter(pageOfChunk.length);
  const onlyShared = { weights: scorer.sharedWeights, dampers: scorer.page.dampers };
  let whole = 0;
  for (const [number, word] of words.entries()) {
    const worth = word.rarity * word.weight;
    const inPages = rarityByField(pagePostings, word);
    const inChunks = rarityByField(chunkPostings, word);
    whole += worth;
    for (const { id, weight } of word.terms) {
      const scale = weight * word.weight;
      const covers = worth * weight;
      forEachScore(pagePostings, id, { ...scorer.page, rarities: inPages }, parameters, (page, score) =>
        pages.add(page, number, score * scale, covers),
      );
      forEachScore(pagePostings, id, { ...onlyShared, rarities: inPages }, parameters, (page, score) =>
        shared.add(page, number, score * scale, covers),
      );
      forEachScore(chunkPostings, id, { ...scorer.chunk, rarities: inChunks }, parameters, (chunk, score) => {
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
function rarityByField({ frequencies, fields, lengths }: Postings, { terms }: QueryWord): number[] {
  return Array.from({ length: fields }, (_, field) => {
    const standing = terms.reduce((sum, { id }) => sum + (frequencies[id * fields + field] ?? 0), 0);
    return rarityOf(standing, lengths.length / fields);
  });
}

type FieldScales = FieldScorer & { rarities: number[] };

/** Takes the score of each document in which a term stands in a field that counts. */
function forEachScore(
  { starts, documents, counts, fields }: Postings,
  term: number,
  { weights, dampers, rarities }: FieldScales,
  { saturation, presence }: Parameters,
  take: (document: number, score: number) => void,
): void {
  const scales = weights.map((weight, field) => weight * (rarities[field] ?? 0));
  const end = starts[term + 1] ?? 0;
  for (let entry = starts[term] ?? 0; entry < end; entry += 1) {
    const document = documents[entry] ?? 0;
    let score = 0;
    for (let field = 0; field < fields; field += 1) {
      const times = counts[entry * fields + field] ?? 0;
      const scale = scales[field] ?? 0;
      if (times === 0 || scale === 0) continue;
      const damper = dampers[document * fields + field] ?? 1;
      score += scale * (presence + (times * (saturation + 1)) / (times + damper));
    }
    if (score > 0) take(document, score);
  }
}
