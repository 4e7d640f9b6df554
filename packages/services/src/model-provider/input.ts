import { AppError } from "@docsteward/contract/error";
import type { ModelProvider } from "@docsteward/db/client";
import type { ProjectContext, Services } from "../context.ts";
import { requireExternalUrl } from "../external-url.ts";
import { unseal } from "../secret/seal.ts";
import { providerKeyPurpose } from "./settings.ts";

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

type RequiredProvider = {
  provider: ProviderInput["provider"];
  baseUrl: string | null;
  modelId: string;
  opusModelId: string | null;
};

const MAX_TEXT = 200;
const MAX_KEY = 1_000;

/** @throws AppError `invalid_request` naming the field that cannot be */
export function requireProviderInput(
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
  return requireExternalUrl({
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

/**
 * The key that a change of a provider leaves it with. The stored one stays only where it is: it is not shown, so it must not be sent
 * anywhere else either.
 *
 * @throws AppError `invalid_request` when a key is needed and none was given
 */
export function chooseKey(
  { keySecret }: Pick<Services, "keySecret">,
  { before, after, input }: { before: ModelProvider | null; after: RequiredProvider; input: ProviderInput },
): string | null {
  const given = input.apiKey?.trim();
  if (given) return given;
  const isOptional = after.provider === "openai-compatible";
  if (input.apiKey === null && isOptional) return null;
  const isSamePlace = before !== null && before.provider === after.provider && before.baseUrl === after.baseUrl;
  if (isSamePlace && before.apiKey !== null)
    return unseal(keySecret, providerKeyPurpose(before.ownerId), before.apiKey);
  if (isOptional && (before === null || before.apiKey === null)) return null;
  const message =
    before?.apiKey == null
      ? "The API key is missing. Enter one."
      : "Enter the API key again: the stored key belongs to another provider or address.";
  throw new AppError("invalid_request", message, { details: [{ path: "apiKey", message }] });
}

/** Whose models they are: the project's alone, or those of its whole organization. */
export type ModelOwner = "project" | "organization";

/** The id that a provider of the project, or of its organization, is stored under. */
export function ownerIdOf({ project }: Pick<ProjectContext, "project">, owner: ModelOwner): string {
  return owner === "project" ? project.id : project.organizationId;
}
