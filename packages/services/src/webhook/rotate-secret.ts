import type { ServiceContext } from "../context.ts";
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
  const { secret: oldSecret } = await requireWebhook(ctx, ctx.db, id);
  const { secret, sealed } = makeSecret(ctx, id);
  const oldSecretEnds = new Date(ctx.clock.now().getTime() + OVERLAP_MS);
  await ctx.db.webhookEndpoint.update({
    where: { id, projectId: ctx.project.id },
    data: { secret: sealed, oldSecret, oldSecretEnds },
  });
  return { secret, oldSecretEnds };
}
