import { randomBytes } from "node:crypto";
import { AppError } from "@docsteward/contract/error";
import { Id, listOf, Text } from "@docsteward/contract/input-schema";
import { WEBHOOK_EVENT_TYPES } from "@docsteward/contract/webhook-event";
import type { WebhookEndpoint } from "@docsteward/db/client";
import { newId } from "@docsteward/platform/id";
import { z } from "zod";
import { type AuditChange, recordAudit } from "../audit/record.ts";
import { inTransaction, type ProjectContext, type SystemContext } from "../context.ts";
import { requireExternalUrl } from "../external-url.ts";
import { seal, unseal } from "../secret/seal.ts";

const MAX_EVENTS = 50;

/** The event types that an endpoint gets; none for all of them. */
const Events = listOf(
  z.enum(WEBHOOK_EVENT_TYPES, {
    error: ({ input }) =>
      `Event "${String(input).slice(0, 100)}" not found. Use one of: ${WEBHOOK_EVENT_TYPES.join(", ")}.`,
  }),
  { max: MAX_EVENTS },
).transform((events) => [...new Set(events)]);

type CreateWebhook = z.infer<typeof CreateWebhook>;
/** Input of `createWebhook`: the endpoint's URL, the event types it gets (all by default), and their form. */
export const CreateWebhook = z.object({
  url: Text.max(3_000),
  events: Events.optional(),
  format: z.enum(["standard", "slack"]).optional(),
});

const MAX_ENDPOINTS = 20;

type CreatedWebhook<Secret> = { secret: Secret; webhook: WebhookSummary };

/**
 * Makes an endpoint that the project's events are sent to from now on. Its secret is returned here and nowhere else. The URL of a
 * Slack webhook opens a channel: it is stored encrypted, and there is no other secret.
 *
 * @throws AppError `invalid_request` for a URL that nothing can be sent to, `conflict` when the project has 20 already
 */
export async function createWebhook(
  ctx: ProjectContext,
  input: CreateWebhook & { format?: "standard" },
): Promise<CreatedWebhook<string>>;
export async function createWebhook(ctx: ProjectContext, input: CreateWebhook): Promise<CreatedWebhook<string | null>>;
export async function createWebhook(
  ctx: ProjectContext,
  { url: entered, events = [], format = "standard" }: CreateWebhook,
): Promise<CreatedWebhook<string | null>> {
  const entire = requireEndpointUrl(ctx, { url: entered });
  const isSlack = format === "slack";
  const url = isSlack ? maskUrl(entire) : entire;
  const projectId = ctx.project.id;
  const id = newId("whk");
  const { secret, sealed } = isSlack
    ? { secret: null, sealed: seal(ctx.keySecret, webhookSecretPurpose(id), entire) }
    : makeSecret(ctx, { endpointId: id });
  const row = { id, projectId, url, events, format, secret: sealed, createdAt: ctx.clock.now() };
  return inTransaction(ctx, async (ctx) => {
    await requireRoom(ctx);
    const endpoint = await ctx.db.webhookEndpoint.create({ data: row });
    await auditWebhook(ctx, { action: "webhook.created", id, details: { url, events, format } });
    return { secret, webhook: presentWebhook(endpoint) };
  });
}

async function requireRoom({ db, project }: ProjectContext): Promise<void> {
  // Endpoints that are made at the same time are counted one after another.
  await db.$queryRaw`SELECT 1 FROM "Project" WHERE id = ${project.id} FOR UPDATE`;
  if ((await db.webhookEndpoint.count({ where: { projectId: project.id } })) < MAX_ENDPOINTS) return;
  throw new AppError("conflict", `This project has ${MAX_ENDPOINTS} webhooks, which is the limit. Delete one first.`);
}

/** Names an endpoint of the project. */
export type WebhookId = z.infer<typeof WebhookId>;
/** Names a webhook endpoint of the project. */
export const WebhookId = z.object({ id: Id });

/** While `isPaused` is true, events are not sent, and not kept for later either. */
type UpdateWebhook = z.infer<typeof UpdateWebhook>;
/** Input of `updateWebhook`. Omitted fields do not change. */
export const UpdateWebhook = WebhookId.extend({
  url: CreateWebhook.shape.url.optional(),
  events: Events.optional(),
  isPaused: z.boolean().optional(),
});

/**
 * Changes an endpoint, pauses it or lets it go on. Only what is given changes.
 *
 * @throws AppError `not_found`, `invalid_request`
 */
export async function updateWebhook(ctx: ProjectContext, input: UpdateWebhook): Promise<WebhookSummary> {
  const { id, events, isPaused } = input;
  const entire = input.url === undefined ? undefined : requireEndpointUrl(ctx, { url: input.url });
  return inTransaction(ctx, async (ctx) => {
    const before = await requireWebhook(ctx, { id });
    const address =
      before.format === "slack" && entire !== undefined
        ? { url: maskUrl(entire), secret: seal(ctx.keySecret, webhookSecretPurpose(id), entire) }
        : { url: entire };
    const data = { ...address, events, ...(isPaused === undefined ? {} : isPaused ? paused(ctx, before) : RESUMED) };
    const endpoint = await ctx.db.webhookEndpoint.update({ where: { id, projectId: ctx.project.id }, data });
    const details = { url: endpoint.url, events: endpoint.events, state: presentWebhook(endpoint).state };
    await auditWebhook(ctx, { action: "webhook.updated", id, details });
    return presentWebhook(endpoint);
  });
}

const RESUMED = { pausedAt: null, pausedReason: null, failingSince: null };

function paused({ clock }: ProjectContext, { pausedAt, pausedReason }: WebhookEndpoint) {
  return pausedAt === null ? { pausedAt: clock.now(), pausedReason: "Paused manually." } : { pausedAt, pausedReason };
}

/** Deletes an endpoint with its delivery log. What is on its way is not sent any more. @throws AppError `not_found` */
export async function deleteWebhook(ctx: ProjectContext, { id }: WebhookId): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const { url } = await requireWebhook(ctx, { id });
    await ctx.db.webhookEndpoint.delete({ where: { id, projectId: ctx.project.id } });
    await auditWebhook(ctx, { action: "webhook.deleted", id, details: { url } });
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
 * @throws AppError `not_found`; `conflict` for a Slack webhook, whose secret is its URL
 */
export async function rotateWebhookSecret(
  ctx: ProjectContext,
  { id }: WebhookId,
): Promise<{ secret: string; previousSecretExpiresAt: Date }> {
  const { secret, sealed } = makeSecret(ctx, { endpointId: id });
  const previousSecretExpiresAt = new Date(ctx.clock.now().getTime() + OVERLAP_MS);
  await inTransaction(ctx, async (ctx) => {
    const { secret: previousSecret, format } = await requireWebhook(ctx, { id });
    if (format === "slack") throw new AppError("conflict", "A Slack webhook has no secret. Change its URL instead.");
    const data = { secret: sealed, previousSecret, previousSecretExpiresAt };
    await ctx.db.webhookEndpoint.update({ where: { id, projectId: ctx.project.id }, data });
    await auditWebhook(ctx, { action: "webhook.secret_rotated", id });
  });
  return { secret, previousSecretExpiresAt };
}

/** An endpoint as lists show it; its secret is not in it. */
type WebhookSummary = {
  id: string;
  url: string;
  /** Empty is all events. */
  events: string[];
  format: "standard" | "slack";
  state: "active" | "failing" | "paused";
  pausedReason: string | null;
  failingSince: Date | null;
  createdAt: Date;
};

function presentWebhook(endpoint: WebhookEndpoint): WebhookSummary {
  const { id, url, events, format, pausedAt, pausedReason, failingSince, createdAt } = endpoint;
  const state = pausedAt !== null ? "paused" : failingSince !== null ? "failing" : "active";
  return {
    id,
    url,
    events,
    format: format === "slack" ? "slack" : "standard",
    state,
    pausedReason,
    failingSince,
    createdAt,
  };
}

/** @throws AppError `not_found` when the project has no such webhook */
export async function requireWebhook({ db, project }: ProjectContext, { id }: WebhookId): Promise<WebhookEndpoint> {
  const endpoint = await db.webhookEndpoint.findUnique({ where: { id, projectId: project.id } });
  if (!endpoint) throw new AppError("not_found", "Webhook not found.");
  return endpoint;
}

/** Writes who changed an endpoint, in the transaction of the change. */
async function auditWebhook(
  ctx: ProjectContext,
  { action, id, details = {} }: { action: AuditChange["action"]; id: string; details?: AuditChange["details"] },
): Promise<void> {
  const { organization, project } = ctx;
  await recordAudit(ctx, { organizationId: organization.id, projectId: project.id, action, targetId: id, details });
}

/**
 * @returns the address as it will be used
 * @throws AppError `invalid_request` when it can never be delivered to. What its name stands for is looked at by each delivery
 */
function requireEndpointUrl({ webhooks }: ProjectContext, { url }: { url: string }): string {
  return requireExternalUrl({
    text: url,
    subject: "A webhook's URL",
    example: "https://example.com/hooks",
    withoutPassword: "webhook deliveries are signed instead",
    networks: webhooks.allowedNetworks,
    variable: "WEBHOOK_ALLOWED_NETWORKS",
    path: "url",
  });
}

const SECRET_BYTES = 24;
export const webhookSecretPurpose = (rowId: string) => ({ name: "webhook-secret", rowId }) as const;

/** A new secret of an endpoint: the form that its owner sees once, and the stored form. */
export function makeSecret(
  { keySecret }: Pick<SystemContext, "keySecret">,
  { endpointId }: { endpointId: string },
): { secret: string; sealed: string } {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
  return { secret, sealed: seal(keySecret, webhookSecretPurpose(endpointId), secret) };
}

const SHOWN_END = 4;

/** A Slack webhook's URL as people may see it. */
function maskUrl(url: string): string {
  return `${new URL(url).origin}/…${url.slice(-SHOWN_END)}`;
}

/** Where deliveries go, and the secrets that they are signed with; none for Slack. */
export function findTarget(ctx: SystemContext, endpoint: WebhookEndpoint): { url: string; secrets: string[] } {
  const { id, url, format, secret } = endpoint;
  if (format === "slack") return { url: unseal(ctx, webhookSecretPurpose(id), secret), secrets: [] };
  return { url, secrets: listSigningSecrets(ctx, endpoint) };
}

/** The secrets that deliveries are signed with now: one, or two while the old one still holds. */
export function listSigningSecrets(ctx: SystemContext, endpoint: WebhookEndpoint): string[] {
  const { id, secret, previousSecret, previousSecretExpiresAt } = endpoint;
  const hasOld =
    previousSecret !== null && previousSecretExpiresAt !== null && previousSecretExpiresAt > ctx.clock.now();
  return [secret, ...(hasOld ? [previousSecret] : [])].map((sealed) => unseal(ctx, webhookSecretPurpose(id), sealed));
}
