import { Id } from "@docsteward/contract/input-schema";
import { z } from "zod";
import { recordAudit } from "../audit/record.ts";
import { afterCommit, inTransaction, type ProjectContext } from "../context.ts";
import { type KeySummary, presentKey, requireKey } from "./key.ts";

/** Input of `revokeKey`: the id of the key. */
export type RevokeKey = z.infer<typeof RevokeKey>;
/** Names a key of the project. */
export const RevokeKey = z.object({ id: Id });

/**
 * Ends a key. This process refuses it from now on, every other one as soon as the database notifies it, and within 5 seconds in
 * any case. Revoking twice keeps the first time.
 *
 * @throws AppError `not_found` when no such key opens the project
 */
export async function revokeKey(ctx: ProjectContext, { id }: RevokeKey): Promise<KeySummary> {
  const { id: organizationId } = ctx.organization;
  const now = ctx.clock.now();
  return inTransaction(ctx, async (within) => {
    await requireKey(within, { id });
    const { count } = await within.db.apiKey.updateMany({
      where: { id, organizationId, revokedAt: null },
      data: { revokedAt: now },
    });
    const key = await requireKey(within, { id });
    const { projectId, name } = key;
    const change = { organizationId, projectId, action: "key.revoked", targetId: id, details: { name } } as const;
    if (count > 0) await recordAudit(within, change);
    afterCommit(within, () => ctx.memory.forget());
    return presentKey(key, now);
  });
}
