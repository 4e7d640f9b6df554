import type { WebhookDeliveryState } from "@docsteward/db/client";
import type { ServiceContext } from "../context.ts";
import { requireWebhook } from "./require.ts";

export type DeliverySummary = {
  id: string;
  type: string;
  state: WebhookDeliveryState;
  body: string;
  createdAt: Date;
  nextTryAt: Date | null;
  /** Oldest first. */
  attempts: { at: Date; durationMs: number; status: number | null; response: string | null; error: string | null }[];
};

/** The delivery log of an endpoint, newest first. @throws AppError `not_found` */
export async function listDeliveries(
  ctx: ServiceContext,
  { webhookId, limit = 20 }: { webhookId: string; limit?: number },
): Promise<DeliverySummary[]> {
  await requireWebhook(ctx, ctx.db, webhookId);
  const rows = await ctx.db.webhookDelivery.findMany({
    where: { endpointId: webhookId, endpoint: { projectId: ctx.project.id } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
    include: { attempts: { orderBy: [{ at: "asc" }, { id: "asc" }] } },
  });
  return rows.map(({ id, type, state, body, createdAt, nextTryAt, attempts }) => ({
    ...{ id, type, state, body, createdAt, nextTryAt },
    attempts: attempts.map(({ at, durationMs, status, response, error }) => ({
      at,
      durationMs,
      status,
      response,
      error,
    })),
  }));
}
