import type { IndexedPage } from "../page/indexed-page.ts";
import type { LexicalIndex } from "../retriever/lexical/lexical-index.ts";
import type { WordQuery } from "../retriever/lexical/query-word.ts";
import type { Scores } from "../retriever/lexical/score-pages.ts";
import type { Embedder } from "./embedder.ts";
import { fuseScores } from "./fuse-scores.ts";
import { collectNames, createNaming } from "./page-names.ts";
import { scoreMeaning } from "./score-meaning.ts";
import { decodeVectors, type PackedVectors } from "./vector-bytes.ts";

/** What a site's passages mean, as one embedder sees it. */
export type SiteMeaning = {
  embedder: Embedder;
  /** Of each page the packed vectors of its passages, in their order. Pages without answer by their words. */
  vectors: ReadonlyMap<IndexedPage, Uint8Array>;
};

type Question = { text: string; words: WordQuery["words"]; allowed?: Uint8Array };

export type Ranker = {
  /** Joins the scores by words with what names say, and with meaning where the question's is known. */
  rank(scores: Scores, question: Question): Promise<void>;
  /** About how much memory it holds. */
  readonly sizeBytes: number;
};

/** Longer questions are cut: what they are about stands at their beginning. */
const MAX_CHARACTERS = 4_000;
/** What stands out in meaning among the passages of a page, beside their words. */
const CHUNK_SHARE = 0.3;

/** Prepares what speaks for pages besides their words. Vectors are compared as they are packed: nothing is copied. */
export function createRanker(index: LexicalIndex, meaning?: SiteMeaning): Ranker {
  const packed = index.pages.map((page) => unpack(meaning?.vectors.get(page), page));
  const names = collectNames(index);
  return {
    async rank(scores, { text, words, allowed }) {
      const query = (await meaning?.embedder.embedQuery(text.slice(0, MAX_CHARACTERS))) ?? new Float32Array();
      const length = Math.hypot(...query);
      const isComparable = (page: PackedVectors | null) => length > 0 && page?.dimensions === query.length;
      const known = packed.map((page, number) => (isComparable(page) && allowed?.[number] !== 0 ? page : null));
      const trust = known.some((page) => page !== null) ? Math.min(1, length) : 0;
      const nearness = scoreMeaning(query, known, index.firstChunks);
      const naming = createNaming(index, words);
      const evidence = names.map((own, page) => ({
        words: scores.pages[page] ?? 0,
        meaning: nearness.pages[page] ?? Number.NaN,
        passages: Math.max(1, (index.firstChunks[page + 1] ?? 0) - (index.firstChunks[page] ?? 0)),
        naming: naming(own),
      }));
      scores.pages.set(fuseScores(evidence, trust));
      joinChunks(scores.chunks, nearness.chunks, trust);
    },
    sizeBytes: sizeOf(packed) + names.reduce((sum, { links }) => sum + 64 + links.length * 96, 0),
  };
}

/** Which passages of a page are shown is told by words and meaning together. */
function joinChunks(chunks: Float64Array, meaning: Float32Array, trust: number): void {
  const best = chunks.reduce((most, score) => Math.max(most, score), 0) || 1;
  for (const [at, near] of meaning.entries())
    if (near > 0) chunks[at] = (chunks[at] ?? 0) + best * CHUNK_SHARE * trust * near;
}

/** A page whose vectors are not those of its passages is found by its words. */
function unpack(bytes: Uint8Array | undefined, { chunks }: IndexedPage): PackedVectors | null {
  if (bytes === undefined || bytes.length === 0 || bytes.length % chunks.length !== 0) return null;
  return decodeVectors(bytes, chunks.length);
}

function sizeOf(packed: readonly (PackedVectors | null)[]): number {
  return packed.reduce((sum, page) => sum + (page === null ? 0 : page.values.length + page.scales.length * 4 + 300), 0);
}
