import type { SearchFilter } from "@docsteward/contract/search-filter";

export type ConversationTurn = { role: "user" | "assistant"; text: string };

/** What the reader has before their eyes: code, or a piece of text that they selected. */
export type ContextItem = { type: "code" | "textSelection"; value: string; path?: string };

/** A question with all that came with it. */
export type AnswerRequest = {
  question: string;
  /** The turns before it, oldest first. */
  history: readonly ConversationTurn[];
  /** System messages of the caller, who is whoever holds the public key. */
  notes: readonly string[];
  context: readonly ContextItem[];
  currentPath?: string;
  filter?: SearchFilter;
  /** How many pages are retrieved. */
  pageCount: number;
  /** Ends the model's call. */
  signal: AbortSignal;
};
