import { AppError } from "@docsteward/contract/error";
import type { ModelProvider } from "@docsteward/db/client";
import { z } from "zod";
import type { ProjectContext, SystemContext } from "../context.ts";
import { requireExternalUrl } from "../external-url.ts";
import { unseal } from "../secret/seal.ts";
import { providerKeyPurpose } from "./settings.ts";

const MAX_TEXT = 200;
const KEY_BOUNDS = "A key has at most 1000 characters and no spaces. Check that you copied the whole key.";

function text(subject: string) {
  const bounds = `${subject} must be 1 to ${MAX_TEXT} characters on one line.`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  return z
    .string(bounds)
    .trim()
    .min(1, bounds)
    .max(MAX_TEXT, bounds)
    .regex(/^[^\u0000-\u001f]*$/, bounds);
}

/** Whose models they are: the project's alone, or those of its whole organization. */
export const ModelOwner = z.object({ owner: z.enum(["project", "organization"]) });
export type ModelOwner = z.infer<typeof ModelOwner>["owner"];

const shared = ModelOwner.extend({
  /** What jobs and answers use: at Anthropic, what goes by the name `sonnet`. */
  modelId: text("The name of the model"),
  /** Left out, the stored one stays. Null for a server that wants none. */
  apiKey: z
    .string()
    .max(1_000, KEY_BOUNDS)
    .trim()
    .regex(/^[\x21-\x7e]*$/, KEY_BOUNDS)
    .nullish(),
});
const BaseUrl = z
  .string()
  .max(3_000)
  .nullish()
  .transform((url) => url?.trim() || null);

export type SetModelProvider = z.infer<typeof SetModelProvider>;
export const SetModelProvider = z.discriminatedUnion("provider", [
  shared.extend({
    provider: z.literal("anthropic"),
    /** Of a gateway of one's own; Anthropic's own without one. */
    baseUrl: BaseUrl,
    /** What goes by the name `opus`. */
    opusModelId: text("The name of the opus model"),
  }),
  shared.extend({
    provider: z.literal("openai-compatible"),
    baseUrl: BaseUrl.refine((url) => url !== null, {
      error: "The model server's URL is missing. Enter one, such as https://models.example.com/v1.",
    }),
    opusModelId: z
      .unknown()
      .optional()
      .transform(() => null),
  }),
]);

type CheckedProvider = Pick<SetModelProvider, "provider" | "baseUrl" | "modelId" | "opusModelId">;

/** Checks the address of a provider against the installation's networks. @throws AppError `invalid_request` naming the field */
export function requireProvider(
  { modelAllowedNetworks }: Pick<SystemContext, "modelAllowedNetworks">,
  { provider, baseUrl, modelId, opusModelId }: SetModelProvider,
): CheckedProvider {
  return { provider, baseUrl: baseUrl && requireBaseUrl(baseUrl, modelAllowedNetworks), modelId, opusModelId };
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
  { keySecret }: Pick<SystemContext, "keySecret">,
  { before, after, input }: { before: ModelProvider | null; after: CheckedProvider; input: SetModelProvider },
): string | null {
  if (input.apiKey) return input.apiKey;
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

/** The id that a provider of the project, or of its organization, is stored under. */
export function ownerIdOf({ project }: Pick<ProjectContext, "project">, owner: ModelOwner): string {
  return owner === "project" ? project.id : project.organizationId;
}
