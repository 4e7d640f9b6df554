import type { ConversationTurn } from "@docsteward/assistant/answer/answer";
import { AppError } from "@docsteward/contract/error";
import type { ProjectContext } from "../context.ts";

/** A message as either version of the API takes it. */
export type ReceivedMessage = {
  role: "system" | "user" | "assistant" | "data";
  content?: string | null;
  parts?: readonly { type: string; text?: unknown }[] | null;
};

type Conversation = {
  question: string;
  /** The turns before the question, oldest first. */
  history: ConversationTurn[];
  /** System messages of the caller. */
  notes: string[];
};

/**
 * Takes a chat client's messages apart: the newest message of a person is the question. Only texts of people and of the
 * assistant count; tool calls, files, reasoning and data are left aside.
 *
 * @throws AppError `invalid_request` when there is no question, or more than the limits allow
 */
export function parseConversation(ctx: ProjectContext, messages: readonly ReceivedMessage[]): Conversation {
  const { limits } = ctx;
  if (messages.length > limits.messages) {
    throw refusal("messages", `A question can have at most ${limits.messages} messages. Remove the oldest.`);
  }
  const texts = messages.map((message) => ({ role: message.role, text: textOf(message) }));
  const at = texts.findLastIndex(({ role, text }) => role === "user" && text !== "");
  const question = texts[at]?.text;
  if (question === undefined)
    throw refusal("messages", "The messages contain no question. The last message must have the role `user`.");
  if (question.length > limits.promptCharacters) {
    throw refusal("messages", `The question is too long. Use at most ${limits.promptCharacters} characters.`);
  }
  return {
    question,
    history: texts
      .slice(0, at)
      .flatMap(({ role, text }) => (role === "user" || role === "assistant" ? [{ role, text }] : []))
      .filter(({ text }) => text !== ""),
    notes: texts.filter(({ role, text }) => role === "system" && text !== "").map(({ text }) => text),
  };
}

/** @throws AppError `invalid_request` when there are more items, or longer ones, than the limits allow */
export function requireContextItems({ limits }: ProjectContext, context: readonly { value: string }[]): void {
  if (context.length > limits.contextItems) {
    throw refusal("context", `A question can have at most ${limits.contextItems} context items.`);
  }
  const long = context.findIndex(({ value }) => value.length > limits.contextCharacters);
  if (long >= 0) {
    throw refusal(
      `context.${long}.value`,
      `A context item is too long. Use at most ${limits.contextCharacters} characters.`,
    );
  }
}

function textOf({ content, parts }: ReceivedMessage): string {
  if (content?.trim()) return content.trim();
  const texts = (parts ?? []).flatMap(({ type, text }) => (type === "text" && typeof text === "string" ? [text] : []));
  return texts.join("\n").trim();
}

function refusal(path: string, sentence: string): AppError {
  return new AppError("invalid_request", sentence, { details: [{ path, message: sentence }] });
}
