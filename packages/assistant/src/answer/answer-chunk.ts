import type { UIMessageChunk } from "ai";

/** On the first and on the last chunk of every answer. */
export type AnswerMetadata = {
  /** What to send back as `threadId`, so that the next question joins the same thread. */
  threadId: string;
};

/** What a `source-url` chunk has no room for. Comes right behind it, with the source's id. */
export type SourceData = {
  /** The answer's text cites it as `[1]`; it is the `sourceId`, too. */
  number: number;
  /** Path of the page on the site, e.g. `/guide/ssr`. */
  path: string;
  title: string;
  /** Heading of the passage; null when it stands above the first one. */
  heading: string | null;
  url: string;
  /** When the page was last changed, as an ISO 8601 timestamp; null when that is not known. */
  updatedAt: string | null;
};

/** What the answer is about to do, for those who show it. Sent as a transient part. */
export type ActivityData = { type: "think" } | { type: "search"; query: string } | { type: "read"; path: string };

/** How the answer ended. Comes before the last chunk. */
export type OutcomeData = { category: "answered" | "unanswered" };

/** The data parts of an answer: `data-source`, `data-activity`, `data-outcome`. */
export type AnswerData = { source: SourceData; activity: ActivityData; outcome: OutcomeData };

/**
 * One piece of an answer, in the chunks of ai@7: `start` with the message's id, one text part in many deltas, each source when
 * it is first cited, then `finish`. After `start` a failure is an `error` chunk with a sentence for people, and the last one.
 */
export type AnswerChunk = UIMessageChunk<AnswerMetadata, AnswerData>;
