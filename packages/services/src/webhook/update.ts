import type { ServiceContext } from "../context.ts";
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

const PAUSED_BY_HAND = "It was paused by hand.";

/**
 * Changes an endpoint, pauses it or lets it go on. Only what is given changes.
 *
 * @throws AppError `not_found`, `invalid_request`
 */
export async function updateWebhook(ctx: ServiceContext, input: UpdateWebhookInput): Promise<WebhookSummary> {
  const { id, isPaused } = input;
  const endpoint = await requireWebhook(ctx, ctx.db, id);
  const resumed = { pausedAt: null, pausedReason: null, failingSince: null };
  const paused = endpoint.pausedAt === null ? { pausedAt: ctx.clock.now(), pausedReason: PAUSED_BY_HAND } : {};
  const data = {
    ...(input.url === undefined ? {} : { url: requireEndpointUrl(ctx, input.url) }),
    ...(input.events === undefined ? {} : { events: requireEvents(input.events) }),
    ...(isPaused === undefined ? {} : isPaused ? paused : resumed),
  };
  return presentWebhook(await ctx.db.webhookEndpoint.update({ where: { id, projectId: ctx.project.id }, data }));
}
