import { AppError } from "@docsteward/contract/error";
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from "@docsteward/contract/webhook-event";
import type { Transaction } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import { newId } from "@docsteward/platform/id";
import type { ServiceContext } from "../context.ts";
import { auditWebhook } from "./audit.ts";
import { requireEndpointUrl } from "./endpoint-policy.ts";
import { presentWebhook, type WebhookSummary } from "./present.ts";
import { makeSecret } from "./secret.ts";

export type CreateWebhookInput = {
  url: string;
  /** All of them unless told. */
  events?: string[];
};

const MAX_ENDPOINTS = 20;

/**
 * Makes an endpoint that the project's events are sent to from now on. Its secret is returned here and nowhere else.
 *
 * @throws AppError `invalid_request` for an address or an event that cannot be, `conflict` when the project has 20 already
 */
export async function createWebhook(
  ctx: ServiceContext,
  input: CreateWebhookInput,
): Promise<{ secret: string; webhook: WebhookSummary }> {
  const url = requireEndpointUrl(ctx, input.url);
  const events = requireEvents(input.events ?? []);
  const projectId = ctx.project.id;
  const id = newId("whk");
  const { secret, sealed } = makeSecret(ctx, id);
  const row = { id, projectId, url, events, secret: sealed, createdAt: ctx.clock.now() };
  return withTransaction(ctx.db, async (tx) => {
    await requireRoom(tx, projectId);
    const endpoint = await tx.webhookEndpoint.create({ data: row });
    await auditWebhook(ctx, tx, { action: "webhook.created", id, details: { url, events } });
    return { secret, webhook: presentWebhook(endpoint) };
  });
}

async function requireRoom(tx: Transaction, projectId: string): Promise<void> {
  // Endpoints that are made at the same time are counted one after another.
  await tx.$queryRaw`SELECT 1 FROM "Project" WHERE id = ${projectId} FOR UPDATE`;
  if ((await tx.webhookEndpoint.count({ where: { projectId } })) < MAX_ENDPOINTS) return;
  throw new AppError("conflict", `This project has ${MAX_ENDPOINTS} webhooks, which is the limit. Delete one first.`);
}

/** @throws AppError `invalid_request` naming what is no event */
export function requireEvents(events: string[]): WebhookEventType[] {
  const isEvent = (event: string): event is WebhookEventType => WEBHOOK_EVENT_TYPES.includes(event as WebhookEventType);
  const unknown = events.find((event) => !isEvent(event));
  if (unknown === undefined) return [...new Set(events.filter(isEvent))];
  const message = `Event "${unknown}" not found. Use one of: ${WEBHOOK_EVENT_TYPES.join(", ")}.`;
  throw new AppError("invalid_request", message, { details: [{ path: "events", message }] });
}
