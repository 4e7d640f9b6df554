import type { AnswerData, AnswerMetadata } from "@docsteward/services/thread/answer-stream";
import type { UIMessage } from "ai";

/** A message of the playground's conversation, with what an answer's stream carries besides its text. */
export type PlaygroundMessage = UIMessage<AnswerMetadata, AnswerData>;
export type Activity = AnswerData["activity"];
export type Source = AnswerData["source"];

/** The words of a message. */
export function textOf({ parts }: PlaygroundMessage): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}

/** The sources of an answer, as far as they have come. */
export function sourcesOf({ parts }: PlaygroundMessage): Source[] {
  return parts.flatMap((part) => (part.type === "data-source" ? [part.data] : []));
}

/** How an answer ended; null while it is written. */
export function outcomeOf({ parts }: PlaygroundMessage): AnswerData["outcome"]["category"] | null {
  return parts.find((part) => part.type === "data-outcome")?.data.category ?? null;
}
