import { AppError } from "@docsteward/contract/error";
import type { Services } from "../context.ts";
import { requireOutsideUrl } from "../outside-url.ts";

/** A provider as people set it. */
export type ProviderInput = {
  provider: "anthropic" | "openai-compatible";
  /** Of a server or gateway of one's own; Anthropic's own without one. */
  baseUrl?: string | null;
  /** What jobs and answers use: at Anthropic, what goes by the name `sonnet`. */
  modelId: string;
  /** At Anthropic, what goes by the name `opus`. */
  opusModelId?: string | null;
  /** Left out, the stored one stays. Null for a server that wants none. */
  apiKey?: string | null;
};

export type RequiredProvider = {
  provider: ProviderInput["provider"];
  baseUrl: string | null;
  modelId: string;
  opusModelId: string | null;
};

const MAX_TEXT = 200;
const MAX_KEY = 1_000;

/** @throws AppError `invalid_request` naming the field that cannot be */
export function requireProvider(
  { modelAllowedNetworks }: Pick<Services, "modelAllowedNetworks">,
  input: ProviderInput,
): RequiredProvider {
  const { provider } = input;
  const baseUrl = input.baseUrl?.trim() || null;
  if (provider === "openai-compatible" && baseUrl === null) {
    throw refusal("baseUrl", "The model server's URL is missing. Enter one, such as https://models.example.com/v1.");
  }
  const modelId = requireText(input.modelId, "modelId", "The name of the model");
  const opusModelId =
    provider === "anthropic" ? requireText(input.opusModelId ?? "", "opusModelId", "The name of the opus model") : null;
  requireKeyText(input.apiKey);
  return { provider, baseUrl: baseUrl && requireBaseUrl(baseUrl, modelAllowedNetworks), modelId, opusModelId };
}

function requireBaseUrl(text: string, networks: readonly string[]): string {
  return requireOutsideUrl({
    text,
    subject: "The address of the model server",
    example: "https://models.example.com/v1",
    withoutPassword: "enter the key in its own field",
    networks,
    variable: "MODEL_ALLOWED_NETWORKS",
    path: "baseUrl",
  });
}

function requireText(text: string, path: string, subject: string): string {
  const value = text.trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (value !== "" && value.length <= MAX_TEXT && !/[\u0000-\u001f]/.test(value)) return value;
  throw refusal(path, `${subject} must be 1 to ${MAX_TEXT} characters on one line.`);
}

function requireKeyText(apiKey: string | null | undefined): void {
  if (apiKey == null || (/^[\x21-\x7e]+$/.test(apiKey.trim()) && apiKey.length <= MAX_KEY)) return;
  throw refusal(
    "apiKey",
    `A key has at most ${MAX_KEY} characters and no spaces. Check that you copied the whole key.`,
  );
}

function refusal(path: string, message: string): AppError {
  return new AppError("invalid_request", message, { details: [{ path, message }] });
}
