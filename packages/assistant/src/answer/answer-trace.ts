/** A passage that the model was given. */
export type TracedPassage = {
  /** What the answer cites it by. */
  number: number;
  /** Place in `steps` of the one that brought it; null for what the question itself found. */
  step: number | null;
  path: string;
  title: string;
  heading: string | null;
  url: string;
  /** Of its page, as a share of the best page of that search; null for a page that was read as a whole. */
  score: number | null;
  /** The beginning of it. */
  excerpt: string;
};

/** What the model did besides writing, and when: in milliseconds from the question. */
export type TracedStep = { type: "search"; query: string; atMs: number } | { type: "read"; path: string; atMs: number };

/** How an answer came about, for those who run the site. It is no part of the answer's stream. */
export type AnswerTrace = {
  /** How many pages were asked for, and which of them might answer. */
  pageCount: number;
  filter: Record<string, string | string[]> | null;
  /** How many pieces of code and selections came with the question. */
  contextCount: number;
  passages: TracedPassage[];
  steps: TracedStep[];
};
