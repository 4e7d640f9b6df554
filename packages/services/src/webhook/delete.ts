import type { ServiceContext } from "../context.ts";
import { requireWebhook } from "./require.ts";

/** Deletes an endpoint with its delivery log. What is on its way is not sent any more. @throws AppError `not_found` */
export async function deleteWebhook(ctx: ServiceContext, { id }: { id: string }): Promise<void> {
  await requireWebhook(ctx, ctx.db, id);
  await ctx.db.webhookEndpoint.deleteMany({ where: { id, projectId: ctx.project.id } });
}
