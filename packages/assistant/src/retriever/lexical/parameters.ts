/** How much a field counts, and how much its length damps it (the `b` of BM25). */
type FieldParameters = { weight: number; lengthDamping: number };

export const PAGE_FIELDS = ["title", "headings", "description", "path", "anchors", "keywords", "body"] as const;
export const CHUNK_FIELDS = ["headings", "body"] as const;

/** The numbers of the scorer. They were chosen on some sites and checked on others: docs/retrieval.md says how. */
export type Parameters = {
  /** How soon more of the same word counts for less (the `k1` of BM25). */
  saturation: number;
  /** What a word is worth for standing there at all (the `δ` of BM25+). */
  presence: number;
  /** Power of the share of the query that a page covers. */
  coverage: number;
  page: Record<(typeof PAGE_FIELDS)[number], FieldParameters>;
  chunk: Record<(typeof CHUNK_FIELDS)[number], FieldParameters>;
  /** What a page's own title, path and keywords count for in each of its chunks. */
  chunkShares: Record<"title" | "path" | "keywords", number>;
  /** Of a page's second best chunk beside its best. */
  secondChunk: number;
  /** Of the page as a whole beside its best chunks. */
  wholePage: number;
  /** What a chunk gains when all words that stand side by side in the query do so in it. */
  pairs: number;
  /** What a chunk gains when the query says its heading and nothing else. */
  heading: number;
  /** Of every doubling of the pages that link to it. */
  inLinks: number;
};

export const PARAMETERS: Parameters = {
  saturation: 1.4,
  presence: 0.25,
  coverage: 0.4,
  page: {
    title: { weight: 5, lengthDamping: 0.7 },
    headings: { weight: 3, lengthDamping: 0.7 },
    description: { weight: 2, lengthDamping: 0.7 },
    path: { weight: 1.5, lengthDamping: 0.3 },
    anchors: { weight: 3, lengthDamping: 0.5 },
    keywords: { weight: 2, lengthDamping: 0.5 },
    body: { weight: 1, lengthDamping: 0.7 },
  },
  chunk: {
    headings: { weight: 3, lengthDamping: 0.5 },
    body: { weight: 1.6, lengthDamping: 0.7 },
  },
  chunkShares: { title: 3, path: 1.5, keywords: 1 },
  secondChunk: 0.15,
  wholePage: 0.5,
  pairs: 0.4,
  heading: 0.4,
  inLinks: 0.03,
};
