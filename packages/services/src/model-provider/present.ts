import type { ModelProvider } from "@docsteward/db/client";
import type { ProviderInput } from "./require-provider.ts";

/** A provider as settings show it; of its key only the end. */
export type ModelProviderSummary = {
  provider: ProviderInput["provider"];
  baseUrl: string | null;
  modelId: string;
  opusModelId: string | null;
  /** `…wxyz`; null when there is no key. */
  keyHint: string | null;
  updatedAt: Date;
};

/** A provider as settings show it: of its key the last 4 characters alone. */
export function presentModelProvider(row: ModelProvider): ModelProviderSummary {
  const { baseUrl, modelId, opusModelId, last4, updatedAt } = row;
  const provider = row.provider === "anthropic" ? "anthropic" : "openai-compatible";
  return { provider, baseUrl, modelId, opusModelId, keyHint: last4 && `…${last4}`, updatedAt };
}
