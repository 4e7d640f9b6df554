import type { AnswerChunk, AnswerData, AnswerMetadata } from "@docsteward/assistant/answer/answer-chunk";
import type { Leavable } from "./begin-at-once.ts";

export type { AnswerChunk, AnswerData, AnswerMetadata };

/** An answer whose first part is there, so that the head of the response can be written. */
export type AnswerStream = {
  threadId: string;
  /** The answer's id, for feedback; the `start` chunk carries it, too. */
  messageId: string;
  /**
   * Begins with `start` and ends with `finish` or `error`. It never throws: what fails on the way is its `error` chunk. Read
   * only as fast as it is pulled; leaving it ends the model's call.
   */
  chunks: Leavable<AnswerChunk>;
};
