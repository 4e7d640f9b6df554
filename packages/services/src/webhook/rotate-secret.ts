import { withTransaction } from "@docsteward/db/with-transaction";
import type { ServiceContext } from "../context.ts";
import { auditWebhook } from "./audit.ts";
import { requireWebhook } from "./require.ts";
import { makeSecret } from "./secret.ts";

const OVERLAP_MS = 24 * 60 * 60 * 1_000;

/**
 * Gives an endpoint a new secret, which is returned here and nowhere else. For 24 hours deliveries carry the signatures of both,
 * so that the receiver can change over at its leisure.
 *
 * @throws AppError `not_found`
 */
export async function rotateWebhookSecret(
  ctx: ServiceContext,
  { id }: { id: string },
): Promise<{ secret: string; oldSecretEnds: Date }> {
  const { secret, sealed } = makeSecret(ctx, id);
  const oldSecretEnds = new Date(ctx.clock.now().getTime() + OVERLAP_MS);
  await withTransaction(ctx.db, async (tx) => {
    const { secret: oldSecret } = await requireWebhook(ctx, tx, id);
    const data = { secret: sealed, oldSecret, oldSecretEnds };
    await tx.webhookEndpoint.update({ where: { id, projectId: ctx.project.id }, data });
    await auditWebhook(ctx, tx, { action: "webhook.secret_rotated", id });
  });
  return { secret, oldSecretEnds };
}
