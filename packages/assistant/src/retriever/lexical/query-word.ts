/** One word of a query: the terms of the index that stand for it. */
export type QueryWord = {
  /** Spellings, inflections and corrections of it; a weight of 1 is the word itself. */
  terms: { id: number; weight: number }[];
  /** Its idf: how rare it is on the site. */
  rarity: number;
  /** What it counts for beside the other words. */
  weight: number;
};

/** A query as an index understands it. */
export type WordQuery = {
  words: QueryWord[];
  /** Words that stand side by side, by their number. */
  pairs: [number, number][];
};
