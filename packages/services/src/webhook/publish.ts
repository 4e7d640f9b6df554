import { AppError } from "@docsteward/contract/error";
import { WEBHOOK_PING, type WebhookEvent } from "@docsteward/contract/webhook-event";
import type { Transaction } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import { newId } from "@docsteward/platform/id";
import type { ProjectContext, Services } from "../context.ts";
import { requireWebhook } from "./endpoints.ts";

type Announcer = Pick<Services, "queue" | "clock">;

/**
 * Sends an event to the project's webhooks that want it. Written with the fact itself: when `tx` commits the event will be
 * delivered, and when it does not nobody hears of it.
 */
export async function publishEvent(
  services: Announcer,
  tx: Transaction,
  { projectId, event }: { projectId: string; event: WebhookEvent },
): Promise<void> {
  const endpoints = await findEndpoints(tx, projectId, event.type);
  for (const { id } of endpoints) await addDelivery(services, tx, { endpointId: id, event });
}

/** Puts one event on its way to one endpoint. @returns the `webhook-id` */
async function addDelivery(
  { queue, clock }: Announcer,
  tx: Transaction,
  { endpointId, event }: { endpointId: string; event: WebhookEvent | { type: typeof WEBHOOK_PING; data: object } },
): Promise<string> {
  const id = newId("msg");
  const createdAt = clock.now();
  const body = JSON.stringify({ type: event.type, timestamp: createdAt.toISOString(), data: event.data });
  await tx.webhookDelivery.create({
    data: { id, endpointId, type: event.type, body, nextTryAt: createdAt, createdAt },
  });
  await queue.webhook.enqueue(tx, { deliveryId: id, due: createdAt });
  return id;
}

async function findEndpoints(tx: Transaction, projectId: string, type: string): Promise<{ id: string }[]> {
  return tx.webhookEndpoint.findMany({
    where: { projectId, pausedAt: null, OR: [{ events: { isEmpty: true } }, { events: { has: type } }] },
    select: { id: true },
  });
}

/** Sends an event that means nothing, to try an endpoint out; also one that is paused. @throws AppError `not_found` */
export async function pingWebhook(ctx: ProjectContext, { id }: { id: string }): Promise<{ deliveryId: string }> {
  return withTransaction(ctx.db, async (tx) => {
    await requireWebhook(ctx, tx, id);
    const event = { type: WEBHOOK_PING, data: { projectId: ctx.project.id, webhookId: id } } as const;
    return { deliveryId: await addDelivery(ctx, tx, { endpointId: id, event }) };
  });
}

/**
 * Sends a delivery again, as it was and under the same `webhook-id`, with all its tries ahead. One that is still on its way is
 * tried at once.
 *
 * @throws AppError `not_found`, `conflict` when the webhook is paused
 */
export async function redeliverWebhook(ctx: ProjectContext, { deliveryId }: { deliveryId: string }): Promise<void> {
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

const OVERDUE_MS = 15 * 60 * 1_000;
const MAX_AT_ONCE = 100;

/** Puts deliveries back on the queue that are long overdue, because their entry there was given up. @returns how many */
export async function requeueOverdueDeliveries({ db, queue, clock }: Services): Promise<number> {
  const now = clock.now();
  const before = new Date(now.getTime() - OVERDUE_MS);
  return withTransaction(db, async (tx) => {
    const overdue = await tx.webhookDelivery.findMany({
      where: { state: "pending", nextTryAt: { lt: before } },
      orderBy: { nextTryAt: "asc" },
      take: MAX_AT_ONCE,
      select: { id: true },
    });
    for (const { id } of overdue) {
      await tx.webhookDelivery.update({ where: { id }, data: { nextTryAt: now } });
      await queue.webhook.enqueue(tx, { deliveryId: id, due: now });
    }
    return overdue.length;
  });
}
