/** On the first and the last chunk of an answer. */
export type UiMetadata = {
  /** Sent back as `threadId`, it puts the next question into the same thread. */
  threadId: string;
};

/** A page that an answer cites. */
export type SourceData = {
  /** The answer's text cites it as `[1]`; it is the `sourceId`, too. Pages are numbered in the order of their citations. */
  number: number;
  /** Path of the page on the site, e.g. `/guide/ssr`. */
  path: string;
  title: string;
  /** Heading of the section that was cited first; null when it is above the first heading. */
  heading: string | null;
  url: string;
  /** When the page was last changed, as an ISO 8601 timestamp; null when unknown. */
  updatedAt: string | null;
  /** Every section of the page that the answer cites. */
  sections: { heading: string | null; url: string }[];
};

/** What the answer is about to do, for those who show it. `title` is that of the page which is read. */
export type ActivityData =
  | { type: "think" }
  | { type: "search"; query: string }
  | { type: "read"; path: string; title?: string };

/** How an answer can end. */
export const OUTCOMES = ["answered", "partly_answered", "unanswered", "off_topic", "asked_back"] as const;

/** How the answer ended. */
export type OutcomeData = {
  /** `off_topic`: not about the documentation, or abuse. `asked_back`: the assistant asks what the reader means. */
  category: (typeof OUTCOMES)[number];
  /** Where a person helps, where the project names that and the question was not answered: an address of a page or of mail. */
  contact?: string;
};

/** What the reader may ask next, from the pages that the answer cites. Each text is a question to send. */
export type SuggestionsData = { suggestions: { text: string; url: string }[] };

/** The data chunks of an answer, by the name behind `data-`. */
export type UiData = {
  source: SourceData;
  activity: ActivityData;
  suggestions: SuggestionsData;
  outcome: OutcomeData;
};

/**
 * One chunk of an answer, from the model to the wire: a subset of the chunks of the chat client library, generation 5 and later.
 *
 * An answer is `start` with the message's id, one text in many deltas, each source when it is first cited (`data-source` has what
 * `source-url` has no room for, again when another section of the page is cited), what to ask next, the outcome, then `finish`. After `start`, a failure is an `error` chunk with a sentence for
 * people, and the last one.
 */
export type UiChunk =
  | { type: "start"; messageId: string; messageMetadata: UiMetadata }
  | { type: "text-start"; id: string }
  | { type: "text-delta"; id: string; delta: string }
  | { type: "text-end"; id: string }
  | { type: "source-url"; sourceId: string; url: string; title: string }
  | { type: "data-source"; id: string; data: SourceData }
  | { type: "data-activity"; data: ActivityData; transient: true }
  | { type: "data-suggestions"; data: SuggestionsData }
  | { type: "data-outcome"; data: OutcomeData }
  | { type: "finish"; messageMetadata: UiMetadata }
  | { type: "error"; errorText: string };
