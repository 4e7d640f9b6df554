import { withTransaction } from "@docsteward/db/with-transaction";
import { recordAudit } from "../audit/record.ts";
import type { ServiceContext } from "../context.ts";
import { type ModelOwner, ownerIdOf } from "./owner.ts";

/** Forgets the models that a project or its organization has for itself, and their key. Those of the level above are used again. */
export async function clearModelProvider(ctx: ServiceContext, { owner }: { owner: ModelOwner }): Promise<void> {
  const { organizationId, id } = ctx.project;
  const ownerId = ownerIdOf(ctx, owner);
  await withTransaction(ctx.db, async (tx) => {
    const { count } = await tx.modelProvider.deleteMany({ where: { ownerId, organizationId } });
    if (count === 0) return;
    await recordAudit(tx, {
      organizationId,
      projectId: owner === "project" ? id : null,
      actor: ctx.actor,
      action: "models.cleared",
      targetId: ownerId,
      details: {},
      at: ctx.clock.now(),
    });
  });
  ctx.memory.forget();
}
