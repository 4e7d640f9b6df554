import { Text } from "@docsteward/contract/input-schema";
import type { WebhookDeliveryState } from "@docsteward/db/client";
import { z } from "zod";
import type { ProjectContext } from "../context.ts";
import { requireWebhook, WebhookId } from "./endpoints.ts";

/** One delivery with its attempts, as the delivery log shows it. */
export type DeliverySummary = {
  id: string;
  type: string;
  state: WebhookDeliveryState;
  body: string;
  createdAt: Date;
  nextAttemptAt: Date | null;
  /** Oldest first. */
  attempts: { at: Date; durationMs: number; status: number | null; response: string | null; error: string | null }[];
};

type ListDeliveries = z.infer<typeof ListDeliveries>;
/** Input of `listDeliveries`: filters and a page of one endpoint's deliveries, newest first. */
export const ListDeliveries = WebhookId.extend({
  /** Only deliveries in this state, or of this event type. */
  state: z.enum(["pending", "delivered", "failed"]).optional(),
  type: Text.max(100).optional(),
  /** The id of the last delivery of the previous page; none for the first page. */
  cursor: Text.max(100).nullish(),
  limit: z.int().min(1).max(100).optional(),
});

/** The delivery log of an endpoint, newest first, one page. @throws AppError `not_found` */
export async function listDeliveries(ctx: ProjectContext, input: ListDeliveries): Promise<DeliverySummary[]> {
  const { id: endpointId, state, type, cursor, limit = 20 } = input;
  await requireWebhook(ctx, { id: endpointId });
  const ofEndpoint = { endpointId, endpoint: { projectId: ctx.project.id } };
  const last = cursor ? await ctx.db.webhookDelivery.findUnique({ where: { id: cursor, ...ofEndpoint } }) : null;
  const before = last && {
    OR: [{ createdAt: { lt: last.createdAt } }, { createdAt: last.createdAt, id: { lt: last.id } }],
  };
  const rows = await ctx.db.webhookDelivery.findMany({
    where: { ...ofEndpoint, state, type, ...before },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
    include: { attempts: { orderBy: [{ at: "asc" }, { id: "asc" }] } },
  });
  return rows.map(({ id, type, state, body, createdAt, nextAttemptAt, attempts }) => ({
    ...{ id, type, state, body, createdAt, nextAttemptAt },
    attempts: attempts.map(({ at, durationMs, status, response, error }) => ({
      at,
      durationMs,
      status,
      response,
      error,
    })),
  }));
}
