import { withTransaction } from "@docsteward/db/with-transaction";
import type { Actor } from "../actor.ts";
import { recordAudit } from "../audit/record.ts";
import type { Services } from "../context.ts";
import { type KeySelector, type KeySummary, presentKey, requireKey } from "./key.ts";

/**
 * Ends a key. This process refuses it at once, every other one as soon as the database has told it, and within 5 seconds in any
 * case. Revoking twice keeps the first time.
 *
 * @throws AppError `not_found` when the organization has no such key
 */
export async function revokeKey(
  { db, clock, memory }: Services,
  input: KeySelector & { actor?: Actor },
): Promise<KeySummary> {
  const { id, organizationId, actor = { kind: "operator" } } = input;
  const now = clock.now();
  const key = await withTransaction(db, async (tx) => {
    await requireKey(tx, input);
    const { count } = await tx.apiKey.updateMany({
      where: { id, organizationId, revokedAt: null },
      data: { revokedAt: now },
    });
    const row = await requireKey(tx, input);
    const { projectId, name } = row;
    const entry = { organizationId, projectId, actor, action: "key.revoked", targetId: id, details: { name } } as const;
    if (count > 0) await recordAudit(tx, { ...entry, at: now });
    return row;
  });
  memory.forget();
  return presentKey(key, now);
}
