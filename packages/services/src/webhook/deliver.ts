import { WEBHOOK_PING } from "@docsteward/contract/webhook-event";
import type { WebhookDelivery, WebhookEndpoint } from "@docsteward/db/client";
import type { WebhookTask } from "@docsteward/db/webhook-queue";
import {
  AddressRefusedError,
  createNetworkPolicy,
  type GuardedPost,
  postGuarded,
} from "@docsteward/platform/guarded-http";
import { Webhook } from "standardwebhooks";
import type { SystemContext } from "../context.ts";
import { type AttemptOutcome, recordAttempt } from "./outcome.ts";
import { listSigningSecrets } from "./secret.ts";

/** Tests set the bounds of an attempt. */
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
  ctx: SystemContext,
  { deliveryId, due, ...options }: WebhookTask & DeliverOptions,
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
  { delivery, timeoutMs = TIMEOUT_MS, resolve }: DeliverOptions & { delivery: Delivery },
): Promise<AttemptOutcome> {
  const at = ctx.clock.now();
  const startedMs = performance.now();
  const ended = () => ({ at, durationMs: Math.round(performance.now() - startedMs) });
  const url = new URL(delivery.endpoint.url);
  try {
    const answer = await postGuarded({
      url,
      headers: headersOf(ctx, { delivery, at }),
      body: delivery.body,
      timeoutMs,
      maxTextBytes: MAX_RESPONSE_BYTES,
      isAllowed: createAddressPolicy(ctx, { url }),
      resolve,
    });
    return { ...ended(), answer, error: explainStatus(answer.status) };
  } catch (error) {
    return { ...ended(), answer: null, error: explainFailure(error, timeoutMs) };
  }
}

function headersOf(ctx: SystemContext, { delivery, at }: { delivery: Delivery; at: Date }): Record<string, string> {
  const { id, body, endpoint } = delivery;
  const signatures = listSigningSecrets(ctx, endpoint).map((secret) => new Webhook(secret).sign(id, at, body));
  return {
    "content-type": "application/json",
    "user-agent": "Docsteward-Webhooks/1",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": signatures.join(" "),
  };
}

const BY_CODE: Record<string, string> = {
  ECONNREFUSED: "The endpoint refused the connection.",
  ECONNRESET: "The endpoint closed the connection.",
  EPIPE: "The endpoint closed the connection.",
  ENOTFOUND: "The endpoint's host name can't be resolved.",
  EAI_AGAIN: "The endpoint's host name can't be resolved right now.",
  EHOSTUNREACH: "The endpoint is unreachable.",
  ENETUNREACH: "The endpoint is unreachable.",
  CERT_HAS_EXPIRED: "The endpoint's certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The endpoint's certificate is self-signed.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The endpoint's certificate is for another host name.",
};

/** Says in a sentence why no answer came. */
function explainFailure(error: unknown, timeoutMs: number): string {
  if (error instanceof AddressRefusedError)
    return `${error.message} To allow a private network, add it to WEBHOOK_ALLOWED_NETWORKS.`;
  const { name, code, message } = error as Error & { code?: string };
  if (name === "TimeoutError") return `The endpoint did not answer within ${timeoutMs / 1_000} seconds.`;
  return BY_CODE[code ?? ""] ?? `The endpoint could not be reached: ${code ?? message}.`;
}

/** Says in a sentence what is wrong with an answer; null when it is a yes. */
function explainStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) {
    return `The endpoint returned ${status}. Redirects aren't followed: set the target URL instead.`;
  }
  return `The endpoint returned ${status}.`;
}

/** Which addresses the endpoints of this installation may have, over the protocol of `url`. */
function createAddressPolicy({ webhooks }: SystemContext, { url }: { url: URL }): (address: string) => boolean {
  const isAllowed = createNetworkPolicy(webhooks.allowedNetworks);
  return (address) => isAllowed(address, url);
}
