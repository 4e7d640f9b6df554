import { AppError } from "@docsteward/contract/error";
import { Id } from "@docsteward/contract/input-schema";
import { WEBHOOK_PING, type WebhookEvent } from "@docsteward/contract/webhook-event";
import { newId } from "@docsteward/platform/id";
import { z } from "zod";
import { inTransaction, type ProjectContext, type ProjectWithOrganization, type SystemContext } from "../context.ts";
import { requireWebhook, type WebhookId } from "./endpoints.ts";
import { composeSlackMessage, type WebhookPing } from "./slack-message.ts";

/**
 * Sends an event to the project's webhooks that want it. Call it in the transaction of the fact: the event is delivered when that
 * commits, and not otherwise.
 */
export async function publishEvent(
  ctx: SystemContext,
  { projectId, event }: { projectId: string; event: WebhookEvent },
): Promise<void> {
  const endpoints = await ctx.db.webhookEndpoint.findMany({
    where: { projectId, pausedAt: null, OR: [{ events: { isEmpty: true } }, { events: { has: event.type } }] },
    select: { id: true, format: true },
  });
  if (endpoints.length === 0) return;
  const project = await ctx.db.project.findUniqueOrThrow({
    where: { id: projectId },
    include: { organization: true },
  });
  for (const { id, format } of endpoints) await addDelivery(ctx, { endpointId: id, format, project, event });
}

type NewDelivery = {
  endpointId: string;
  /** Of the endpoint. */
  format: string;
  project: ProjectWithOrganization;
  event: WebhookEvent | WebhookPing;
};

/** Puts one event on its way to one endpoint. @returns the `webhook-id` */
async function addDelivery(
  { db, queue, clock, baseUrl }: SystemContext,
  { endpointId, format, project, event }: NewDelivery,
): Promise<string> {
  const id = newId("msg");
  const createdAt = clock.now();
  const body = JSON.stringify(
    format === "slack"
      ? composeSlackMessage({ project, baseUrl, event })
      : { type: event.type, timestamp: createdAt.toISOString(), data: event.data },
  );
  await db.webhookDelivery.create({
    data: { id, endpointId, type: event.type, body, nextAttemptAt: createdAt, createdAt },
  });
  await queue.webhook.enqueue(db, { deliveryId: id, due: createdAt });
  return id;
}

/** Sends an event that means nothing, to try an endpoint out; also one that is paused. @throws AppError `not_found` */
export async function pingWebhook(ctx: ProjectContext, { id }: WebhookId): Promise<{ deliveryId: string }> {
  return inTransaction(ctx, async (ctx) => {
    const { format } = await requireWebhook(ctx, { id });
    const project = { ...ctx.project, organization: ctx.organization };
    const event = { type: WEBHOOK_PING, data: { projectId: ctx.project.id, webhookId: id } } as const;
    return { deliveryId: await addDelivery(ctx, { endpointId: id, format, project, event }) };
  });
}

type DeliveryId = z.infer<typeof DeliveryId>;
/** Input that names one webhook delivery (`msg_…`). */
export const DeliveryId = z.object({ deliveryId: Id });

/**
 * Sends a delivery again, unchanged and under the same `webhook-id`, with all its attempts. One that still waits is sent now.
 *
 * @throws AppError `not_found`, `conflict` when the webhook is paused
 */
export async function redeliverWebhook(ctx: ProjectContext, { deliveryId }: DeliveryId): Promise<void> {
  const where = { id: deliveryId, endpoint: { projectId: ctx.project.id } };
  await inTransaction(ctx, async ({ db, clock, queue }) => {
    const delivery = await db.webhookDelivery.findUnique({ where, include: { endpoint: true } });
    if (!delivery) throw new AppError("not_found", "Delivery not found.");
    if (delivery.endpoint.pausedAt !== null) {
      throw new AppError("conflict", "This delivery's webhook is paused. Resume it, then send again.");
    }
    const due = clock.now();
    const data = { state: "pending", attemptCount: 0, nextAttemptAt: due, endedAt: null } as const;
    await db.webhookDelivery.update({ where, data });
    await queue.webhook.enqueue(db, { deliveryId, due });
  });
}

const OVERDUE_MS = 15 * 60 * 1_000;
const MAX_AT_ONCE = 100;

/** Puts deliveries back on the queue that are long overdue, because their entry there was given up. @returns how many */
export async function requeueOverdueDeliveries(ctx: SystemContext): Promise<number> {
  const now = ctx.clock.now();
  const before = new Date(now.getTime() - OVERDUE_MS);
  return inTransaction(ctx, async ({ db, queue }) => {
    const overdue = await db.webhookDelivery.findMany({
      where: { state: "pending", nextAttemptAt: { lt: before } },
      orderBy: { nextAttemptAt: "asc" },
      take: MAX_AT_ONCE,
      select: { id: true },
    });
    for (const { id } of overdue) {
      await db.webhookDelivery.update({ where: { id }, data: { nextAttemptAt: now } });
      await queue.webhook.enqueue(db, { deliveryId: id, due: now });
    }
    return overdue.length;
  });
}
