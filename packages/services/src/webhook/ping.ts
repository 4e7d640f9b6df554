import { WEBHOOK_PING } from "@docsteward/contract/webhook-event";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { ServiceContext } from "../context.ts";
import { addDelivery } from "./announce.ts";
import { requireWebhook } from "./require.ts";

/** Sends an event that means nothing, to try an endpoint out; also one that is paused. @throws AppError `not_found` */
export async function pingWebhook(ctx: ServiceContext, { id }: { id: string }): Promise<{ deliveryId: string }> {
  return withTransaction(ctx.db, async (tx) => {
    await requireWebhook(ctx, tx, id);
    const event = { type: WEBHOOK_PING, data: { projectId: ctx.project.id, webhookId: id } } as const;
    return { deliveryId: await addDelivery(ctx, tx, { endpointId: id, event }) };
  });
}
