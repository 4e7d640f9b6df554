import { withTransaction } from "@docsteward/db/with-transaction";
import { recordAudit } from "../audit/record.ts";
import type { ServiceContext } from "../context.ts";
import { insertKey } from "../key/insert.ts";
import { requireAllowance } from "../key/require-allowance.ts";

export type PlaygroundKey = { token: string; keyId: string; expiresAt: string };

const LIFETIME_MS = 3_600_000;

/**
 * Makes an assistant key that the dashboard's own page calls the public interface with, for an hour.
 *
 * No website is listed on it, so that browsers let only the service's own pages use it. It counts like every key.
 *
 * @throws AppError `rate_limited` when enough keys were made in the last hour
 */
export async function createPlaygroundKey(ctx: ServiceContext): Promise<PlaygroundKey> {
  const { db, project, actor, clock } = ctx;
  const { id: projectId, organizationId } = project;
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  return withTransaction(db, async (tx) => {
    await requireAllowance(tx, ctx, organizationId);
    const { token, row } = await insertKey(tx, ctx, {
      organizationId,
      projectId,
      kind: "assistant",
      name: actor.kind === "user" ? `Playground of ${actor.name}`.slice(0, 100) : "Playground",
      isPlayground: true,
      createdById: actor.kind === "user" ? actor.userId : null,
      createdAt: now,
      expiresAt,
    });
    const details = { name: row.name, kind: "assistant", expiresAt: expiresAt.toISOString() };
    await recordAudit(tx, {
      organizationId,
      projectId,
      actor,
      action: "key.created",
      targetId: row.id,
      details,
      at: now,
    });
    return { token, keyId: row.id, expiresAt: expiresAt.toISOString() };
  });
}
