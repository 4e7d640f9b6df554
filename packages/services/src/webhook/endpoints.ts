import { AppError } from "@docsteward/contract/error";
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from "@docsteward/contract/webhook-event";
import type { Transaction, WebhookEndpoint } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import { newId } from "@docsteward/platform/id";
import { type AuditEntry, recordAudit } from "../audit/record.ts";
import type { ProjectContext, Services } from "../context.ts";
import { requireExternalUrl } from "../external-url.ts";
import { makeSecret } from "./secret.ts";

type CreateWebhookInput = {
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
  ctx: ProjectContext,
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
function requireEvents(events: string[]): WebhookEventType[] {
  const isEvent = (event: string): event is WebhookEventType => WEBHOOK_EVENT_TYPES.includes(event as WebhookEventType);
  const unknown = events.find((event) => !isEvent(event));
  if (unknown === undefined) return [...new Set(events.filter(isEvent))];
  const message = `Event "${unknown}" not found. Use one of: ${WEBHOOK_EVENT_TYPES.join(", ")}.`;
  throw new AppError("invalid_request", message, { details: [{ path: "events", message }] });
}

type UpdateWebhookInput = {
  id: string;
  url?: string;
  events?: string[];
  /** True stops deliveries until it is set to false: what happens meanwhile is not sent. */
  isPaused?: boolean;
};

/**
 * Changes an endpoint, pauses it or lets it go on. Only what is given changes.
 *
 * @throws AppError `not_found`, `invalid_request`
 */
export async function updateWebhook(ctx: ProjectContext, input: UpdateWebhookInput): Promise<WebhookSummary> {
  const { id, isPaused } = input;
  const url = input.url === undefined ? undefined : requireEndpointUrl(ctx, input.url);
  const events = input.events === undefined ? undefined : requireEvents(input.events);
  return withTransaction(ctx.db, async (tx) => {
    const before = await requireWebhook(ctx, tx, id);
    const data = { url, events, ...(isPaused === undefined ? {} : isPaused ? paused(ctx, before) : RESUMED) };
    const endpoint = await tx.webhookEndpoint.update({ where: { id, projectId: ctx.project.id }, data });
    const details = { url: endpoint.url, events: endpoint.events, state: presentWebhook(endpoint).state };
    await auditWebhook(ctx, tx, { action: "webhook.updated", id, details });
    return presentWebhook(endpoint);
  });
}

const RESUMED = { pausedAt: null, pausedReason: null, failingSince: null };

function paused({ clock }: ProjectContext, { pausedAt, pausedReason }: WebhookEndpoint) {
  return pausedAt === null ? { pausedAt: clock.now(), pausedReason: "Paused manually." } : { pausedAt, pausedReason };
}

/** Deletes an endpoint with its delivery log. What is on its way is not sent any more. @throws AppError `not_found` */
export async function deleteWebhook(ctx: ProjectContext, { id }: { id: string }): Promise<void> {
  await withTransaction(ctx.db, async (tx) => {
    const { url } = await requireWebhook(ctx, tx, id);
    await tx.webhookEndpoint.delete({ where: { id, projectId: ctx.project.id } });
    await auditWebhook(ctx, tx, { action: "webhook.deleted", id, details: { url } });
  });
}

/** The project's webhooks, oldest first. */
export async function listWebhooks({ db, project }: ProjectContext): Promise<WebhookSummary[]> {
  const rows = await db.webhookEndpoint.findMany({ where: { projectId: project.id }, orderBy: { id: "asc" } });
  return rows.map(presentWebhook);
}

const OVERLAP_MS = 24 * 60 * 60 * 1_000;

/**
 * Gives an endpoint a new secret, which is returned here and nowhere else. For 24 hours deliveries carry the signatures of both,
 * so that the receiver can change over at its leisure.
 *
 * @throws AppError `not_found`
 */
export async function rotateWebhookSecret(
  ctx: ProjectContext,
  { id }: { id: string },
): Promise<{ secret: string; oldSecretEnds: Date }> {
  const { secret, sealed } = makeSecret(ctx, id);
  const oldSecretEnds = new Date(ctx.clock.now().getTime() + OVERLAP_MS);
  await withTransaction(ctx.db, async (tx) => {
    const { secret: oldSecret } = await requireWebhook(ctx, tx, id);
    const data = { secret: sealed, oldSecret, oldSecretEnds };
    await tx.webhookEndpoint.update({ where: { id, projectId: ctx.project.id }, data });
    await auditWebhook(ctx, tx, { action: "webhook.secret_rotated", id });
  });
  return { secret, oldSecretEnds };
}

/** An endpoint as lists show it; its secret is not in it. */
type WebhookSummary = {
  id: string;
  url: string;
  /** Empty is all events. */
  events: string[];
  state: "active" | "failing" | "paused";
  pausedReason: string | null;
  failingSince: Date | null;
  createdAt: Date;
};

function presentWebhook(endpoint: WebhookEndpoint): WebhookSummary {
  const { id, url, events, pausedAt, pausedReason, failingSince, createdAt } = endpoint;
  const state = pausedAt !== null ? "paused" : failingSince !== null ? "failing" : "active";
  return { id, url, events, state, pausedReason, failingSince, createdAt };
}

/** @throws AppError `not_found` when the project has no such webhook */
export async function requireWebhook(
  { project }: ProjectContext,
  db: Pick<Transaction, "webhookEndpoint">,
  id: string,
): Promise<WebhookEndpoint> {
  const endpoint = await db.webhookEndpoint.findUnique({ where: { id, projectId: project.id } });
  if (!endpoint) throw new AppError("not_found", "Webhook not found.");
  return endpoint;
}

/** Writes who changed an endpoint, in the transaction of the change. */
async function auditWebhook(
  { project, actor, clock }: ProjectContext,
  tx: Transaction,
  { action, id, details = {} }: { action: AuditEntry["action"]; id: string; details?: AuditEntry["details"] },
): Promise<void> {
  const { organizationId, id: projectId } = project;
  await recordAudit(tx, { organizationId, projectId, actor, action, targetId: id, details, at: clock.now() });
}

/**
 * @returns the address as it will be used
 * @throws AppError `invalid_request` when it can never be delivered to. What its name stands for is looked at by each delivery
 */
function requireEndpointUrl({ webhooks }: Pick<Services, "webhooks">, text: string): string {
  return requireExternalUrl({
    text,
    subject: "A webhook's URL",
    example: "https://example.com/hooks",
    withoutPassword: "webhook deliveries are signed instead",
    networks: webhooks.allowedNetworks,
    variable: "WEBHOOK_ALLOWED_NETWORKS",
    path: "url",
  });
}
