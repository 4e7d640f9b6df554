import type { UiData, UiMetadata } from "@docsteward/contract/ui-chunk";
import type { ThreadDetails } from "@docsteward/services/thread/get";
import type { UIMessage } from "ai";

/** A message of the playground's conversation, with what an answer's stream carries besides its text. */
export type PlaygroundMessage = UIMessage<UiMetadata, UiData>;
export type Activity = UiData["activity"];
type Source = UiData["source"];

/** The words of a message. */
export function textOf({ parts }: PlaygroundMessage): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}

/** The sources of an answer, as far as they have come. */
export function sourcesOf({ parts }: PlaygroundMessage): Source[] {
  return parts.flatMap((part) => (part.type === "data-source" ? [part.data] : []));
}

/** How an answer ended; null while it is written. */
export function outcomeOf({ parts }: PlaygroundMessage): UiData["outcome"]["category"] | null {
  return parts.find((part) => part.type === "data-outcome")?.data.category ?? null;
}

/**
 * A stored thread as a chat client holds it. The answer that is still being written is left out: the client takes up its stream,
 * which begins with its first word.
 */
export function toMessages({ threadId, turns }: ThreadDetails): PlaygroundMessage[] {
  return turns.flatMap((turn): PlaygroundMessage[] => {
    const { messageId, question, answer, sources, outcome, status } = turn;
    const asked: PlaygroundMessage = {
      id: `${messageId}-question`,
      role: "user",
      parts: [{ type: "text", text: question }],
    };
    if (status === "running" || (answer === "" && sources.length === 0)) return [asked];
    const answered: PlaygroundMessage = {
      id: messageId,
      role: "assistant",
      metadata: { threadId },
      parts: [
        { type: "text", text: answer },
        ...sources.map((data) => ({ type: "data-source" as const, id: String(data.number), data })),
        ...(outcome === null ? [] : [{ type: "data-outcome" as const, data: { category: outcome } }]),
      ],
    };
    return [asked, answered];
  });
}

/** Whether the newest answer of a thread is still being written. */
export function isBeingAnswered(thread: ThreadDetails | null): boolean {
  return thread?.turns.at(-1)?.status === "running";
}

/** What a chat client's error says to people: the interface's own sentence, where it is one. */
export function formatChatError(error: Error): string {
  const { message } = error;
  try {
    const problem: unknown = JSON.parse(message);
    if (typeof problem === "object" && problem !== null && "error" in problem && typeof problem.error === "string") {
      return problem.error;
    }
  } catch {
    // Not every error is a body: the stream's own are sentences, and the browser's are its own words.
  }
  if (/failed to fetch|networkerror|load failed|network error/i.test(message)) {
    return "Can't reach the service. Check your connection and try again.";
  }
  return /^[A-Z][^<>{}]*[.!?]$/.test(message) ? message : "The service didn't respond. Try again.";
}
