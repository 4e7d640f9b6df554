import { AppError } from "@docsteward/contract/error";
import { Prompt } from "@docsteward/contract/job";
import type { Services } from "../context.ts";

/**
 * @param path its path in the caller's body
 * @throws AppError `invalid_request` when the prompt is empty, too long or not text
 */
export function requirePrompt({ limits }: Pick<Services, "limits">, text: string, path = "prompt"): string {
  const parsed = Prompt.safeParse(text);
  const fault = parsed.success ? tooLong(text, limits.promptCharacters) : parsed.error.issues[0]?.message;
  if (fault === undefined) return text;
  throw new AppError("invalid_request", fault, { details: [{ path, message: fault }] });
}

function tooLong(text: string, max: number): string | undefined {
  if (text.length <= max) return undefined;
  return `The prompt can have at most ${max} characters. This one has ${text.length}.`;
}

/** One message of a version 1 request body. */
export type PromptMessage = { role: "user" | "system" | "assistant"; content: string };

/**
 * Brings what a caller asks into the messages that a job begins with.
 *
 * @throws AppError `invalid_request` when one of them is empty, too long or not text, or when the last word, system messages
 *   aside, is not the user's
 */
export function requireMessages(
  services: Pick<Services, "limits">,
  prompt: string | readonly PromptMessage[],
): PromptMessage[] {
  if (typeof prompt === "string") return [{ role: "user", content: requirePrompt(services, prompt) }];
  const messages = prompt.map(({ role, content }, index) => {
    return { role, content: requirePrompt(services, content, `messages.${index}.content`) };
  });
  if (messages.findLast(({ role }) => role !== "system")?.role === "user") return messages;
  const sentence = "The last message must have the role `user`: it is the instruction for the agent.";
  throw new AppError("invalid_request", sentence, { details: [{ path: "messages", message: sentence }] });
}

/** What the user asked first: titles and branches are named after it. */
export function firstPrompt(messages: readonly PromptMessage[]): string {
  return messages.find(({ role }) => role === "user")?.content ?? "";
}
