import { WEBHOOK_PING } from "@docsteward/contract/webhook-event";
import type { WebhookDelivery, WebhookEndpoint } from "@docsteward/db/client";
import type { WebhookTask } from "@docsteward/db/webhook-queue";
import type { SystemContext } from "../context.ts";
import { type AttemptOutcome, recordAttempt } from "./outcome.ts";
import { type PostSignedOptions, postSigned } from "./post-signed.ts";
import { listSigningSecrets } from "./secret.ts";

type Delivery = WebhookDelivery & { endpoint: WebhookEndpoint };

/**
 * Makes one try to deliver an event, logs it, and sees to the next one.
 *
 * A delivery counts when the endpoint answers 2xx within 5 seconds. Nothing but a ping goes to an endpoint that is paused. A
 * worker that is lost between sending and logging makes the next one send again, under the same `webhook-id`.
 */
export async function deliverWebhook(
  ctx: SystemContext,
  { deliveryId, due, ...options }: WebhookTask & PostSignedOptions,
): Promise<void> {
  const delivery = await ctx.db.webhookDelivery.findUnique({
    where: { id: deliveryId },
    include: { endpoint: true },
  });
  if (delivery?.state !== "pending" || delivery.nextAttemptAt?.getTime() !== due.getTime()) return;
  const isHeld = delivery.endpoint.pausedAt !== null && delivery.type !== WEBHOOK_PING;
  const outcome = isHeld ? held(ctx) : await send(ctx, { ...options, delivery });
  await recordAttempt(ctx, { delivery, outcome });
}

function held({ clock }: SystemContext): AttemptOutcome {
  return { at: clock.now(), durationMs: 0, answer: null, error: "Nothing was sent: the webhook is paused." };
}

async function send(
  ctx: SystemContext,
  { delivery, ...options }: PostSignedOptions & { delivery: Delivery },
): Promise<AttemptOutcome> {
  const { id, body, endpoint } = delivery;
  const secrets = listSigningSecrets(ctx, endpoint);
  return postSigned(ctx, { id, url: endpoint.url, body, secrets, ...options });
}
