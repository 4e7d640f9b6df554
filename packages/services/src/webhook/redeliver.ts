import { AppError } from "@docsteward/contract/error";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { ServiceContext } from "../context.ts";

/**
 * Sends a delivery again, as it was and under the same `webhook-id`, with all its tries ahead. One that is still on its way is
 * tried at once.
 *
 * @throws AppError `not_found`, `conflict` when the webhook is paused
 */
export async function redeliverWebhook(ctx: ServiceContext, { deliveryId }: { deliveryId: string }): Promise<void> {
  const where = { id: deliveryId, endpoint: { projectId: ctx.project.id } };
  await withTransaction(ctx.db, async (tx) => {
    const delivery = await tx.webhookDelivery.findUnique({ where, include: { endpoint: true } });
    if (!delivery) throw new AppError("not_found", "Delivery not found.");
    if (delivery.endpoint.pausedAt !== null) {
      throw new AppError("conflict", "This delivery's webhook is paused. Resume it, then send again.");
    }
    const due = ctx.clock.now();
    const data = { state: "pending", tries: 0, nextTryAt: due, endedAt: null } as const;
    await tx.webhookDelivery.update({ where, data });
    await ctx.queue.webhook.enqueue(tx, { deliveryId, due });
  });
}
