import type { SearchFilter } from "@docsteward/contract/site-search";
import type { OutcomeData, SourceData } from "@docsteward/contract/ui-chunk";
import type { ModelUsage } from "@docsteward/platform/money";
import type { Retriever } from "../retriever/retriever.ts";

/** What is known of an answer, growing while it is given. Whole once its chunks have ended, whichever way. */
export type AnswerRecord = {
  /** What was searched for: the question, with what it leaned on. */
  searchedFor: string;
  text: string;
  category: OutcomeData["category"] | null;
  /** The pages that the answer cites, in the order of the citations. */
  sources: SourceData[];
  /** All its model calls together. */
  use: ModelUsage;
  retrievalMs: number | null;
  /** From the start to the first words. */
  firstTextMs: number | null;
  trace: AnswerTrace;
};

/** One earlier message of the conversation. */
export type ConversationTurn = { role: "user" | "assistant"; text: string };

/** What the reader has before their eyes: code, or a piece of text that they selected. */
export type ContextItem = { type: "code" | "textSelection"; value: string; path?: string };

/** A question with all that came with it. */
export type AnswerRequest = {
  question: string;
  /** The turns before it, oldest first. */
  history: readonly ConversationTurn[];
  /** System messages of the caller. Anyone with the public key can send them. */
  notes: readonly string[];
  context: readonly ContextItem[];
  currentPath?: string;
  filter?: SearchFilter;
  /** Languages that the reader's browser asks for, best first. */
  languages?: readonly string[];
  /** What the answer before cited, for a follow-up about it. */
  cited?: readonly { path: string; anchor: string | null }[];
  /** How many pages are retrieved. */
  pageCount: number;
  /** Ends the model's call. */
  signal: AbortSignal;
};

/** The site that an answer is given from, at one commit. */
export type AnswerSite = {
  retriever: Retriever;
  name: string;
  /** Where its readers find it, without a slash at the end; null lets links be paths, such as `/guide/ssr`. */
  url: string | null;
  /** Where a person answers what the pages do not: an address of a page or `mailto:`; null without. */
  contact?: string | null;
  /** Whether an answer ends with what the reader may ask next. By default it does. */
  hasSuggestions?: boolean;
  /** When the page of a file was last changed; null when that is not known. */
  changedAt(file: string): Date | null;
};

/** A passage that the model was given. */
type TracedPassage = {
  /** What the model calls it. */
  number: number;
  /** The number of its page in the answer; null when the answer does not cite it. */
  cited: number | null;
  /** Place in `steps` of the one that brought it; null for what the question itself found. */
  step: number | null;
  path: string;
  title: string;
  heading: string | null;
  url: string;
  /** How near it is to what was searched for in meaning, up to 1, comparable between questions; null where unknown. */
  nearness: number | null;
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
