import { WEBHOOK_PING } from "@docsteward/contract/webhook-event";
import type { WebhookDelivery, WebhookEndpoint } from "@docsteward/db/client";
import type { WebhookTask } from "@docsteward/db/webhook-queue";
import { type GuardedPost, postGuarded } from "@docsteward/platform/post-guarded";
import { Webhook } from "standardwebhooks";
import type { Services } from "../context.ts";
import { createAddressPolicy } from "./endpoint-policy.ts";
import { explainFailure, explainStatus } from "./explain-failure.ts";
import { type Outcome, recordOutcome } from "./record-outcome.ts";
import { openSecrets } from "./secret.ts";

export type DeliverOptions = { timeoutMs?: number; resolve?: GuardedPost["resolve"] };

type Delivery = WebhookDelivery & { endpoint: WebhookEndpoint };

const TIMEOUT_MS = 5_000;
const MAX_RESPONSE_BYTES = 1_000;

/**
 * Makes one try to deliver an event, logs it, and sees to the next one.
 *
 * A delivery counts when the endpoint answers 2xx within 5 seconds. Nothing but a ping goes to an endpoint that is paused. A
 * worker that is lost between sending and logging makes the next one send again, under the same `webhook-id`.
 */
export async function deliverWebhook(
  services: Services,
  { deliveryId, due }: WebhookTask,
  options: DeliverOptions = {},
): Promise<void> {
  const delivery = await services.db.webhookDelivery.findUnique({
    where: { id: deliveryId },
    include: { endpoint: true },
  });
  if (delivery?.state !== "pending" || delivery.nextTryAt?.getTime() !== due.getTime()) return;
  const isHeld = delivery.endpoint.pausedAt !== null && delivery.type !== WEBHOOK_PING;
  const outcome = isHeld ? held(services) : await send(services, delivery, options);
  await recordOutcome(services, delivery, outcome);
}

function held({ clock }: Services): Outcome {
  return { at: clock.now(), durationMs: 0, answer: null, error: "Nothing was sent: the webhook is paused." };
}

async function send(services: Services, delivery: Delivery, options: DeliverOptions): Promise<Outcome> {
  const { timeoutMs = TIMEOUT_MS, resolve } = options;
  const at = services.clock.now();
  const startedMs = performance.now();
  const ended = () => ({ at, durationMs: Math.round(performance.now() - startedMs) });
  const url = new URL(delivery.endpoint.url);
  try {
    const answer = await postGuarded({
      url,
      headers: headersOf(services, delivery, at),
      body: delivery.body,
      timeoutMs,
      maxTextBytes: MAX_RESPONSE_BYTES,
      isAllowed: createAddressPolicy(services, url),
      resolve,
    });
    return { ...ended(), answer, error: explainStatus(answer.status) };
  } catch (error) {
    return { ...ended(), answer: null, error: explainFailure(error, timeoutMs) };
  }
}

function headersOf(services: Services, { id, body, endpoint }: Delivery, at: Date): Record<string, string> {
  const signatures = openSecrets(services, endpoint).map((secret) => new Webhook(secret).sign(id, at, body));
  return {
    "content-type": "application/json",
    "user-agent": "Docsteward-Webhooks/1",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": signatures.join(" "),
  };
}
