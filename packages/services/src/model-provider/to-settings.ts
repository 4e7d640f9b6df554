import type { ModelSettings } from "@docsteward/contract/model-settings";
import type { ModelProvider } from "@docsteward/db/client";
import type { Services } from "../context.ts";
import { unseal } from "../secret/seal.ts";

/** What a provider's key is sealed for: it opens for the same owner alone. */
export const providerKeyPurpose = (ownerId: string) => ({ name: "provider-key", rowId: ownerId }) as const;

/** A stored provider as it is called, with its key in clear. */
export function toModelSettings({ keySecret }: Pick<Services, "keySecret">, row: ModelProvider): ModelSettings {
  const { ownerId, provider, baseUrl, modelId, opusModelId } = row;
  const apiKey = row.apiKey === null ? null : unseal(keySecret, providerKeyPurpose(ownerId), row.apiKey);
  if (provider !== "anthropic")
    return { provider: "openai-compatible", baseUrl: baseUrl ?? "", apiKey, model: modelId };
  return { provider: "anthropic", baseUrl, apiKey: apiKey ?? "", sonnet: modelId, opus: opusModelId ?? modelId };
}
