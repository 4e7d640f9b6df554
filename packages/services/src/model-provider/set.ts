import { withTransaction } from "@docsteward/db/with-transaction";
import { recordAudit } from "../audit/record.ts";
import type { ServiceContext } from "../context.ts";
import { seal } from "../secret/seal.ts";
import { chooseKey } from "./choose-key.ts";
import { type ModelOwner, ownerIdOf } from "./owner.ts";
import { type ModelProviderSummary, presentModelProvider } from "./present.ts";
import { type ProviderInput, requireProvider } from "./require-provider.ts";
import { providerKeyPurpose } from "./to-settings.ts";

export type SetModelProviderInput = ProviderInput & { owner: ModelOwner };

/**
 * Gives a project, or its whole organization, models of its own. Jobs that begin and questions that are asked from now on use them;
 * jobs at work keep theirs until their next message. The key is stored encrypted and is never shown again.
 *
 * @throws AppError `invalid_request` naming the field that cannot be
 */
export async function setModelProvider(
  ctx: ServiceContext,
  input: SetModelProviderInput,
): Promise<ModelProviderSummary> {
  const { organizationId, id } = ctx.project;
  const ownerId = ownerIdOf(ctx, input.owner);
  const after = requireProvider(ctx, input);
  const row = await withTransaction(ctx.db, async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Organization" WHERE id = ${organizationId} FOR UPDATE`;
    const before = await tx.modelProvider.findUnique({ where: { ownerId, organizationId } });
    const key = chooseKey(ctx, { before, after, input });
    const data = {
      ...after,
      apiKey: key === null ? null : seal(ctx.keySecret, providerKeyPurpose(ownerId), key),
      last4: key === null ? null : key.slice(-4),
      updatedAt: ctx.clock.now(),
    };
    await recordAudit(tx, {
      organizationId,
      projectId: input.owner === "project" ? id : null,
      actor: ctx.actor,
      action: "models.set",
      targetId: ownerId,
      details: { ...after, isKeyNew: String(input.apiKey != null) },
      at: data.updatedAt,
    });
    return tx.modelProvider.upsert({
      where: { ownerId, organizationId },
      create: { ownerId, organizationId, ...data },
      update: data,
    });
  });
  ctx.memory.forget();
  return presentModelProvider(row);
}
