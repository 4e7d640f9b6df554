import { AppError } from "@docsteward/contract/error";
import type { Services } from "../context.ts";

/**
 * The upper size of a prompt is configuration. Everything else is checked by its schema, `Prompt`.
 *
 * @param path its path in the caller's body
 * @throws AppError `invalid_request` when the prompt is too long
 */
export function requireShort({ limits }: Pick<Services, "limits">, prompt: string, path = "prompt"): string {
  const max = limits.promptCharacters;
  if (prompt.length <= max) return prompt;
  const fault = `The prompt can have at most ${max} characters. This one has ${prompt.length}.`;
  throw new AppError("invalid_request", fault, { details: [{ path, message: fault }] });
}

/** One message of a version 1 request body. */
export type PromptMessage = { role: "user" | "system" | "assistant"; content: string };

/**
 * Brings what a caller asks into the messages that a job begins with.
 *
 * @throws AppError `invalid_request` when one of them is too long, or when the last one, system messages aside, is not the
 *   user's
 */
export function requireMessages(
  services: Pick<Services, "limits">,
  prompt: string | readonly PromptMessage[],
): PromptMessage[] {
  if (typeof prompt === "string") return [{ role: "user", content: requireShort(services, prompt) }];
  const messages = prompt.map(({ role, content }, index) => {
    return { role, content: requireShort(services, content, `messages.${index}.content`) };
  });
  if (messages.findLast(({ role }) => role !== "system")?.role === "user") return messages;
  const sentence = "The last message must have the role `user`: it is the instruction for the agent.";
  throw new AppError("invalid_request", sentence, { details: [{ path: "messages", message: sentence }] });
}

/** What the user asked first: titles and branches are named after it. */
export function firstPrompt(messages: readonly PromptMessage[]): string {
  return messages.find(({ role }) => role === "user")?.content ?? "";
}
