import { AppError } from "@docsteward/contract/error";
import { MODEL_PROVIDERS, needsBaseUrl } from "@docsteward/contract/model-settings";
import { isJsonObject, readVertexAccount } from "@docsteward/contract/vertex-account";
import type { ModelProvider } from "@docsteward/db/client";
import { z } from "zod";
import type { OwnerContext, SystemContext } from "../context.ts";
import { requireExternalUrl } from "../external-url.ts";
import { type Secrets, unseal } from "../secret/seal.ts";
import { providerKeyPurpose } from "./settings.ts";

const MAX_TEXT = 200;
const KEY_BOUNDS = "A key has at most 1000 characters and no spaces. Check that you copied the whole key.";
const MAX_ACCOUNT = 10_000;
const ACCOUNT_BOUNDS =
  "This isn't the key of a service account. Paste the whole JSON file with project_id, client_email, private_key and private_key_id.";
const PLAIN_KEY = /^[\x21-\x7e]{1,1000}$/;

const bounds = (subject: string) => `${subject} must be 1 to ${MAX_TEXT} characters on one line.`;
const [MODEL_BOUNDS, OPUS_BOUNDS] = [bounds("The name of the model"), bounds("The name of the opus model")];
const FALLBACK_BOUNDS = `The name of the fallback model must be at most ${MAX_TEXT} characters on one line.`;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const isOneLine = (text: string) => !/[\u0000-\u001f]/.test(text);

/** Whose models they are: the project's alone, or those of its whole organization. */
export const ModelOwner = z.object({ owner: z.enum(["project", "organization"]) });
/** The entity that model settings belong to. */
export type ModelOwner = z.infer<typeof ModelOwner>["owner"];

/** Input of `setModelProvider`, from the models page. */
export type SetModelProvider = z.input<typeof SetModelProvider>;
/** Input of `setModelProvider`. */
export const SetModelProvider = ModelOwner.extend({
  provider: z.enum(MODEL_PROVIDERS),
  /** Of a server or gateway of the user's; the provider's without one. */
  baseUrl: z.string().trim().max(3_000).nullish(),
  /** What jobs and answers use: at Anthropic, what goes by the name `sonnet`. */
  modelId: z.string().trim().min(1, MODEL_BOUNDS).max(MAX_TEXT, MODEL_BOUNDS).refine(isOneLine, MODEL_BOUNDS),
  /** At Anthropic, what goes by the name `opus`. */
  opusModelId: z.string().trim().max(MAX_TEXT, OPUS_BOUNDS).refine(isOneLine, OPUS_BOUNDS).nullish(),
  /** What jobs turn to while theirs is overloaded: another model of the same provider. */
  fallbackModelId: z
    .string()
    .trim()
    .max(MAX_TEXT, FALLBACK_BOUNDS)
    .refine(isOneLine, FALLBACK_BOUNDS)
    .nullish()
    .transform((id) => id || null),
  /** Left out, the stored one stays. Null for a server that wants none. At Vertex AI also a service account's key as JSON. */
  apiKey: z.string().trim().min(1, KEY_BOUNDS).max(MAX_ACCOUNT, KEY_BOUNDS).nullish(),
})
  .refine(({ provider, apiKey }) => apiKey == null || isAccount(provider, apiKey) || PLAIN_KEY.test(apiKey), {
    path: ["apiKey"],
    error: KEY_BOUNDS,
  })
  .refine(({ provider, apiKey }) => apiKey == null || !isAccount(provider, apiKey) || readVertexAccount(apiKey), {
    path: ["apiKey"],
    error: ACCOUNT_BOUNDS,
  })
  .refine(({ provider, baseUrl }) => !needsBaseUrl(provider) || baseUrl, {
    path: ["baseUrl"],
    error: "The model server's URL is missing. Enter one, such as https://models.example.com/v1.",
  })
  .refine(({ provider, opusModelId }) => provider !== "anthropic" || opusModelId, {
    path: ["opusModelId"],
    error: OPUS_BOUNDS,
  });

function isAccount(provider: string, apiKey: string): boolean {
  return provider === "vertex" && isJsonObject(apiKey);
}

type CheckedProvider = {
  provider: SetModelProvider["provider"];
  baseUrl: string | null;
  modelId: string;
  opusModelId: string | null;
  fallbackModelId: string | null;
};

/** Checks the address of a provider against the installation's networks. @throws AppError `invalid_request` naming the field */
export function requireProvider(
  { modelAllowedNetworks }: Pick<SystemContext, "modelAllowedNetworks">,
  { provider, baseUrl, modelId, opusModelId, fallbackModelId }: SetModelProvider,
): CheckedProvider {
  return {
    provider,
    baseUrl: baseUrl ? requireBaseUrl(baseUrl, modelAllowedNetworks) : null,
    modelId,
    opusModelId: provider === "anthropic" ? (opusModelId ?? null) : null,
    fallbackModelId: fallbackModelId ?? null,
  };
}

function requireBaseUrl(url: string, networks: readonly string[]): string {
  return requireExternalUrl({
    text: url,
    subject: "The address of the model server",
    example: "https://models.example.com/v1",
    withoutPassword: "enter the key in its own field",
    networks,
    variable: "MODEL_ALLOWED_NETWORKS",
    path: "baseUrl",
  });
}

/**
 * The key that a change of a provider leaves it with. The stored one stays only where it is: it is not shown, so it must not be sent
 * anywhere else either.
 *
 * @throws AppError `invalid_request` when a key is needed and none was given
 */
export function chooseKey(
  secrets: Secrets,
  { before, after, input }: { before: ModelProvider | null; after: CheckedProvider; input: SetModelProvider },
): string | null {
  if (input.apiKey) return toStoredKey(input.apiKey);
  const isOptional = after.provider === "openai-compatible";
  if (input.apiKey === null && isOptional) return null;
  const isSamePlace = before !== null && before.provider === after.provider && before.baseUrl === after.baseUrl;
  if (isSamePlace && before.apiKey !== null) return unseal(secrets, providerKeyPurpose(before.ownerId), before.apiKey);
  if (isOptional && (before === null || before.apiKey === null)) return null;
  const message =
    before?.apiKey == null
      ? "The API key is missing. Enter one."
      : "Enter the API key again: the stored key belongs to another provider or address.";
  throw new AppError("invalid_request", message, { details: [{ path: "apiKey", message }] });
}

/** Of a service account's file, what a call needs. */
function toStoredKey(apiKey: string): string {
  const account = readVertexAccount(apiKey);
  return account === null ? apiKey : JSON.stringify(account);
}

/** The end of a key, by which people know it again. */
export function lastFourOf(apiKey: string): string {
  return (readVertexAccount(apiKey)?.private_key_id ?? apiKey).slice(-4);
}

/** The id that a provider of the project, or of its organization, is stored under. @throws AppError `invalid_request` outside of a project */
export function ownerIdOf({ organization, project }: OwnerContext, owner: ModelOwner): string {
  if (owner === "organization") return organization.id;
  if (project === undefined)
    throw new AppError("invalid_request", "No project is named. Name the project in `domain`.");
  return project.id;
}
