import type { WebhookDeliveryState } from "@docsteward/db/client";
import type { ProjectContext } from "../context.ts";
import { requireWebhook } from "./endpoints.ts";

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

export type ListDeliveriesInput = {
  webhookId: string;
  /** Only those that stand like this, or that tell of this. */
  state?: WebhookDeliveryState;
  type?: string;
  /** The last id of the page before; none for the first page. */
  beforeId?: string;
  limit?: number;
};

/** The delivery log of an endpoint, newest first, a page at a time. @throws AppError `not_found` */
export async function listDeliveries(ctx: ProjectContext, input: ListDeliveriesInput): Promise<DeliverySummary[]> {
  const { webhookId, state, type, beforeId, limit = 20 } = input;
  await requireWebhook(ctx, ctx.db, webhookId);
  const ofEndpoint = { endpointId: webhookId, endpoint: { projectId: ctx.project.id } };
  const last = beforeId ? await ctx.db.webhookDelivery.findUnique({ where: { id: beforeId, ...ofEndpoint } }) : null;
  const before = last && {
    OR: [{ createdAt: { lt: last.createdAt } }, { createdAt: last.createdAt, id: { lt: last.id } }],
  };
  const rows = await ctx.db.webhookDelivery.findMany({
    where: { ...ofEndpoint, state, type, ...before },
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
