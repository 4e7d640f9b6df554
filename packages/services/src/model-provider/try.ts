import type { TriedModel } from "@docsteward/assistant/answer/try-model";
import type { ServiceContext } from "../context.ts";
import { outsideCalls } from "../limit/slots.ts";
import { seal } from "../secret/seal.ts";
import { chooseKey } from "./choose-key.ts";
import { ownerIdOf } from "./owner.ts";
import { requireProvider } from "./require-provider.ts";
import type { SetModelProviderInput } from "./set.ts";
import { providerKeyPurpose, toModelSettings } from "./to-settings.ts";

/**
 * Makes one small call to each model of a provider, stored or not yet, and says what came of it. Nothing is stored.
 *
 * @throws AppError `invalid_request` as when it is set, `rate_limited` while too many tests run
 */
export async function tryModelProvider(ctx: ServiceContext, input: SetModelProviderInput): Promise<TriedModel[]> {
  const { organizationId } = ctx.project;
  const ownerId = ownerIdOf(ctx, input.owner);
  const after = requireProvider(ctx, input);
  const before = await ctx.db.modelProvider.findUnique({ where: { ownerId, organizationId } });
  const key = chooseKey(ctx, { before, after, input });
  const apiKey = key === null ? null : seal(ctx.keySecret, providerKeyPurpose(ownerId), key);
  const row = { ...after, ownerId, organizationId, apiKey, last4: null, updatedAt: ctx.clock.now() };
  const settings = toModelSettings(ctx, row);
  return outsideCalls.hold(organizationId, "model tests", () => ctx.assistant.tryModels(settings));
}
