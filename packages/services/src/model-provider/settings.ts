import {
  isHostedProvider,
  type ModelProviderName,
  type ModelSettings,
  namesOfModels,
} from "@docsteward/contract/model-settings";
import type { ModelProvider } from "@docsteward/db/client";
import type { ProjectContext, SystemContext } from "../context.ts";
import { type Secrets, unseal } from "../secret/seal.ts";

type ModelSettingsOwner = { project: { id: string; organizationId: string } };

/**
 * The models that a project has for itself: its own, else its organization's. Remembered for some seconds, like the keys.
 *
 * @returns null when the installation's are used
 */
export async function findModelSettings(
  ctx: Pick<SystemContext, "db" | "memory" | keyof Secrets>,
  { project: { id, organizationId } }: ModelSettingsOwner,
): Promise<ModelSettings | null> {
  const { settings } = await ctx.memory.recall(`models:${id}`, async () => {
    const rows = await ctx.db.modelProvider.findMany({
      where: { organizationId, ownerId: { in: [id, organizationId] } },
    });
    const row = rows.find(({ ownerId }) => ownerId === id) ?? rows[0];
    return { settings: row ? toModelSettings(ctx, row) : null };
  });
  return settings;
}

/** The names that a job of the project may ask for, and the one it gets unless it does. */
export async function listModelNames(
  ctx: Pick<ProjectContext, "db" | "memory" | keyof Secrets | "models" | "project">,
): Promise<{ defaultName: string; names: readonly string[] }> {
  const settings = await findModelSettings(ctx, ctx);
  if (settings === null) return ctx.models;
  const names = namesOfModels(settings);
  return { defaultName: names[0], names };
}

/** What a provider's key is sealed for: it opens for the same owner alone. */
export const providerKeyPurpose = (ownerId: string) => ({ name: "provider-key", rowId: ownerId }) as const;

/** The provider of a row, which holds only names that were checked. */
export function toProviderName(stored: string): ModelProviderName {
  if (isHostedProvider(stored) || stored === "anthropic") return stored;
  return "openai-compatible";
}

/** A stored provider with its decrypted key, ready for calls. */
export function toModelSettings(secrets: Secrets, row: ModelProvider): ModelSettings {
  const { ownerId, provider, baseUrl, modelId, opusModelId, fallbackModelId: fallback } = row;
  const apiKey = row.apiKey === null ? null : unseal(secrets, providerKeyPurpose(ownerId), row.apiKey);
  if (isHostedProvider(provider)) return { provider, baseUrl, apiKey: apiKey ?? "", model: modelId, fallback };
  if (provider !== "anthropic")
    return { provider: "openai-compatible", baseUrl: baseUrl ?? "", apiKey, model: modelId, fallback };
  const [sonnet, opus] = [modelId, opusModelId ?? modelId];
  return { provider: "anthropic", baseUrl, apiKey: apiKey ?? "", sonnet, opus, fallback };
}
