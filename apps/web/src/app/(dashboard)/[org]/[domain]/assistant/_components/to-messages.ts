import type { ThreadDetails } from "@docsteward/services/thread/get";
import type { PlaygroundMessage } from "./playground-message.ts";

/**
 * A stored thread as a chat client holds it. The answer that is still being written is left out: the client takes up its stream,
 * which begins with its first word.
 */
export function toMessages({ threadId, turns }: ThreadDetails): PlaygroundMessage[] {
  return turns.flatMap((turn): PlaygroundMessage[] => {
    const { messageId, question, answer, sources, category, status } = turn;
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
        ...(category === null ? [] : [{ type: "data-outcome" as const, data: { category } }]),
      ],
    };
    return [asked, answered];
  });
}

/** Whether the newest answer of a thread is still being written. */
export function isBeingAnswered(thread: ThreadDetails | null): boolean {
  return thread?.turns.at(-1)?.status === "running";
}
