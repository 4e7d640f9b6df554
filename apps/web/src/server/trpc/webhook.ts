import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from "@docsteward/services/webhook/endpoints";
import { listDeliveries } from "@docsteward/services/webhook/list-deliveries";
import { pingWebhook, redeliverWebhook } from "@docsteward/services/webhook/publish";
import { z } from "zod";
import { adminProcedure, router, viewerProcedure } from "./init.ts";
import { toPlain } from "./to-plain.ts";

const WebhookId = z.object({ id: z.string().max(100) });
const Events = z.array(z.string().max(100)).max(50);
const PAGE = 25;

/** Where the project's events are sent to, and what became of them. */
export const webhookRouter = router({
  list: viewerProcedure.query(async ({ ctx }) => toPlain(await listWebhooks(ctx.site))),

  create: adminProcedure
    .input(z.object({ url: z.string().max(3_000), events: Events }))
    .mutation(async ({ ctx, input: { url, events } }) => toPlain(await createWebhook(ctx.site, { url, events }))),

  update: adminProcedure
    .input(
      WebhookId.extend({
        url: z.string().max(3_000).optional(),
        events: Events.optional(),
        isPaused: z.boolean().optional(),
      }),
    )
    .mutation(async ({ ctx, input: { org: _, domain: __, ...change } }) =>
      toPlain(await updateWebhook(ctx.site, change)),
    ),

  rotateSecret: adminProcedure
    .input(WebhookId)
    .mutation(async ({ ctx, input: { id } }) => toPlain(await rotateWebhookSecret(ctx.site, { id }))),

  delete: adminProcedure.input(WebhookId).mutation(({ ctx, input: { id } }) => deleteWebhook(ctx.site, { id })),

  ping: adminProcedure.input(WebhookId).mutation(({ ctx, input: { id } }) => pingWebhook(ctx.site, { id })),

  /** The log of one endpoint; `next` names the page behind. */
  deliveries: viewerProcedure
    .input(
      WebhookId.extend({
        state: z.enum(["pending", "delivered", "failed"]).optional(),
        type: z.string().max(100).optional(),
        cursor: z.string().max(100).nullish(),
      }),
    )
    .query(async ({ ctx, input: { id: webhookId, state, type, cursor } }) => {
      const filter = { webhookId, state, type, beforeId: cursor ?? undefined };
      const found = await listDeliveries(ctx.site, { ...filter, limit: PAGE + 1 });
      const deliveries = found.slice(0, PAGE);
      return toPlain({ deliveries, next: found.length > PAGE ? (deliveries.at(-1)?.id ?? null) : null });
    }),

  redeliver: adminProcedure
    .input(z.object({ deliveryId: z.string().max(100) }))
    .mutation(({ ctx, input: { deliveryId } }) => redeliverWebhook(ctx.site, { deliveryId })),
});
