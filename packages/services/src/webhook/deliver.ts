import { WEBHOOK_PING } from "@docsteward/contract/webhook-event";
import type { WebhookDelivery, WebhookEndpoint } from "@docsteward/db/client";
import type { WebhookTask } from "@docsteward/db/webhook-queue";
import { newId } from "@docsteward/platform/id";
import { recordAudit } from "../audit/record.ts";
import { inTransaction, type SystemContext } from "../context.ts";
import { stripNul } from "../database.ts";
import { findTarget } from "./endpoints.ts";
import { type AttemptOutcome, type PostSignedOptions, postSigned } from "./post-signed.ts";

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
  return postSigned(ctx, { id, ...findTarget(ctx, endpoint), body, ...options });
}

type Failed = AttemptOutcome & { error: string };

const PAUSE_AFTER_MS = 5 * 24 * 60 * 60 * 1_000;
const GONE = 410;

/**
 * Logs a try and decides what follows: the end, the next try, or, when the endpoint answers 410 or has failed for 5 days without
 * a success between, its pause.
 */
async function recordAttempt(
  ctx: SystemContext,
  { delivery, outcome }: { delivery: WebhookDelivery; outcome: AttemptOutcome },
): Promise<void> {
  const { error } = outcome;
  await inTransaction(ctx, async (ctx) => {
    const attemptCount = await countAttempt(ctx, delivery);
    if (attemptCount === null) return;
    await logTry(ctx, { deliveryId: delivery.id, outcome });
    if (error === null) return endWell(ctx, { delivery, at: outcome.at });
    // It may have been resumed, paused or reached by another delivery while this one was on its way.
    const endpoint = await lockEndpoint(ctx, { id: delivery.endpointId });
    await goOn(ctx, { id: delivery.id, endpoint, outcome: { ...outcome, error }, attemptCount });
  });
}

/** @returns how many attempts there have been; null when another worker has settled this one */
async function countAttempt({ db }: SystemContext, { id, nextAttemptAt }: WebhookDelivery): Promise<number | null> {
  const [row] = await db.webhookDelivery.updateManyAndReturn({
    where: { id, state: "pending", nextAttemptAt },
    data: { attemptCount: { increment: 1 } },
    select: { attemptCount: true },
  });
  return row?.attemptCount ?? null;
}

async function logTry(
  { db }: SystemContext,
  { deliveryId, outcome }: { deliveryId: string; outcome: AttemptOutcome },
): Promise<void> {
  const { at, durationMs, answer, error } = outcome;
  const status = answer?.status ?? null;
  const response = answer && stripNul(answer.text);
  await db.webhookAttempt.create({ data: { id: newId("try"), deliveryId, at, durationMs, status, response, error } });
}

async function lockEndpoint({ db }: SystemContext, { id }: { id: string }): Promise<WebhookEndpoint> {
  await db.$queryRaw`SELECT 1 FROM "WebhookEndpoint" WHERE id = ${id} FOR UPDATE`;
  return db.webhookEndpoint.findUniqueOrThrow({ where: { id } });
}

async function endWell(
  { db }: SystemContext,
  { delivery: { id, endpointId }, at }: { delivery: WebhookDelivery; at: Date },
): Promise<void> {
  await db.webhookDelivery.update({ where: { id }, data: { state: "delivered", endedAt: at, nextAttemptAt: null } });
  await db.webhookEndpoint.updateMany({ where: { id: endpointId }, data: { failingSince: null } });
}

async function goOn(
  ctx: SystemContext,
  {
    id,
    endpoint,
    outcome,
    attemptCount,
  }: { id: string; endpoint: WebhookEndpoint; outcome: Failed; attemptCount: number },
): Promise<void> {
  const isPaused = endpoint.pausedAt !== null || (await noteFailure(ctx, { endpoint, outcome }));
  const nextAttemptAt = isPaused
    ? null
    : planNextAttempt(attemptCount, outcome.at, outcome.answer?.headers["retry-after"]);
  const end = nextAttemptAt === null ? { state: "failed" as const, endedAt: outcome.at } : {};
  await ctx.db.webhookDelivery.update({ where: { id }, data: { ...end, nextAttemptAt } });
  if (nextAttemptAt !== null) await ctx.queue.webhook.enqueue(ctx.db, { deliveryId: id, due: nextAttemptAt });
}

/** @returns whether the endpoint is paused now */
async function noteFailure(
  ctx: SystemContext,
  { endpoint, outcome }: { endpoint: WebhookEndpoint; outcome: Failed },
): Promise<boolean> {
  const { id, projectId, failingSince } = endpoint;
  const { at } = outcome;
  const pausedReason = reasonToPause(failingSince ?? at, outcome);
  const pause = pausedReason === null ? {} : { pausedAt: at, pausedReason };
  const { project } = await ctx.db.webhookEndpoint.update({
    where: { id },
    data: { failingSince: failingSince ?? at, ...pause },
    select: { project: { select: { organizationId: true } } },
  });
  if (pausedReason === null) return false;
  const { organizationId } = project;
  const entry = { action: "webhook.paused", targetId: id, details: { reason: pausedReason } } as const;
  await recordAudit({ ...ctx, actor: { kind: "service" } }, { organizationId, projectId, ...entry });
  ctx.log.warn({ webhookId: id, projectId, reason: pausedReason }, "webhook paused");
  return true;
}

function reasonToPause(failingSince: Date, { at, answer, error }: Failed): string | null {
  if (answer?.status === GONE) return "The endpoint returned 410 (Gone).";
  return at.getTime() - failingSince.getTime() < PAUSE_AFTER_MS ? null : `Deliveries failed for 5 days. ${error}`;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The delays before the second attempt, the third, and so on: eight attempts within a day and a half. */
export const RETRY_DELAYS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR] as const;

const JITTER = 0.1;
const MAX_ASKED_MS = 24 * HOUR;

/**
 * The time of the next attempt; null after the eighth.
 *
 * @param attemptCount the attempts so far
 * @param retryAfter the endpoint's `Retry-After`, in seconds or as a date: never sooner than that, within a day
 */
function planNextAttempt(attemptCount: number, now: Date, retryAfter?: string): Date | null {
  const delayMs = RETRY_DELAYS_MS[attemptCount - 1];
  if (delayMs === undefined) return null;
  // Spread, so that an endpoint that recovers does not get all deliveries at the same time.
  const spreadMs = delayMs * (1 + JITTER * Math.random());
  return new Date(now.getTime() + Math.max(spreadMs, askedDelayMs(retryAfter, now)));
}

function askedDelayMs(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * SECOND : Date.parse(retryAfter) - now.getTime();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_ASKED_MS) : 0;
}
