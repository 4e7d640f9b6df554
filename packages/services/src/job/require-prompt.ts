import { AppError } from "@docsteward/contract/error";
import { Prompt } from "@docsteward/contract/job";
import type { Services } from "../context.ts";

/**
 * @param path where in the caller's body it stands
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
