import type { WEBHOOK_PING, WebhookEvent } from "@docsteward/contract/webhook-event";
import type { Transaction } from "@docsteward/db/client";
import { newId } from "@docsteward/platform/id";
import type { Services } from "../context.ts";

type Announcer = Pick<Services, "queue" | "clock">;

/**
 * Sends an event to the project's webhooks that want it. Written with the fact itself: when `tx` commits the event will be
 * delivered, and when it does not nobody hears of it.
 */
export async function announce(
  services: Announcer,
  tx: Transaction,
  { projectId, event }: { projectId: string; event: WebhookEvent },
): Promise<void> {
  const endpoints = await findEndpoints(tx, projectId, event.type);
  for (const { id } of endpoints) await addDelivery(services, tx, { endpointId: id, event });
}

/** Puts one event on its way to one endpoint. @returns the `webhook-id` */
export async function addDelivery(
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
