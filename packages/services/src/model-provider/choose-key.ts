import { AppError } from "@docsteward/contract/error";
import type { ModelProvider } from "@docsteward/db/client";
import type { Services } from "../context.ts";
import { unseal } from "../secret/seal.ts";
import type { ProviderInput, RequiredProvider } from "./require-provider.ts";
import { providerKeyPurpose } from "./to-settings.ts";

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
