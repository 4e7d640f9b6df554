import {
  CreateWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  UpdateWebhook,
  updateWebhook,
  WebhookId,
} from "@docsteward/services/webhook/endpoints";
import { ListDeliveries, listDeliveries } from "@docsteward/services/webhook/list-deliveries";
import { DeliveryId, pingWebhook, redeliverWebhook } from "@docsteward/services/webhook/publish";
import { adminProcedure, router, viewerProcedure } from "./init.ts";
import { toPlain } from "./to-plain.ts";

const PAGE = 25;

/** Where the project's events are sent to, and what became of them. */
export const webhookRouter = router({
  list: viewerProcedure.query(async ({ ctx }) => toPlain(await listWebhooks(ctx.project))),

  create: adminProcedure
    .input(CreateWebhook)
    .mutation(async ({ ctx, input }) => toPlain(await createWebhook(ctx.project, input))),

  update: adminProcedure
    .input(UpdateWebhook)
    .mutation(async ({ ctx, input }) => toPlain(await updateWebhook(ctx.project, input))),

  rotateSecret: adminProcedure
    .input(WebhookId)
    .mutation(async ({ ctx, input }) => toPlain(await rotateWebhookSecret(ctx.project, input))),

  delete: adminProcedure.input(WebhookId).mutation(({ ctx, input }) => deleteWebhook(ctx.project, input)),

  ping: adminProcedure.input(WebhookId).mutation(({ ctx, input }) => pingWebhook(ctx.project, input)),

  /** The log of one endpoint; `next` names the page behind. */
  deliveries: viewerProcedure.input(ListDeliveries.omit({ limit: true })).query(async ({ ctx, input }) => {
    const found = await listDeliveries(ctx.project, { ...input, limit: PAGE + 1 });
    const deliveries = found.slice(0, PAGE);
    return toPlain({ deliveries, next: found.length > PAGE ? (deliveries.at(-1)?.id ?? null) : null });
  }),

  redeliver: adminProcedure.input(DeliveryId).mutation(({ ctx, input }) => redeliverWebhook(ctx.project, input)),
});
