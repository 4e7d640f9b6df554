import type { WebhookEndpoint } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { ServiceContext } from "../context.ts";
import { auditWebhook } from "./audit.ts";
import { requireEvents } from "./create.ts";
import { requireEndpointUrl } from "./endpoint-policy.ts";
import { presentWebhook, type WebhookSummary } from "./present.ts";
import { requireWebhook } from "./require.ts";

export type UpdateWebhookInput = {
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
export async function updateWebhook(ctx: ServiceContext, input: UpdateWebhookInput): Promise<WebhookSummary> {
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

function paused({ clock }: ServiceContext, { pausedAt, pausedReason }: WebhookEndpoint) {
  return pausedAt === null ? { pausedAt: clock.now(), pausedReason: "Paused manually." } : { pausedAt, pausedReason };
}
