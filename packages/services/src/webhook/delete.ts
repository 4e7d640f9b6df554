import { withTransaction } from "@docsteward/db/with-transaction";
import type { ServiceContext } from "../context.ts";
import { auditWebhook } from "./audit.ts";
import { requireWebhook } from "./require.ts";

/** Deletes an endpoint with its delivery log. What is on its way is not sent any more. @throws AppError `not_found` */
export async function deleteWebhook(ctx: ServiceContext, { id }: { id: string }): Promise<void> {
  await withTransaction(ctx.db, async (tx) => {
    const { url } = await requireWebhook(ctx, tx, id);
    await tx.webhookEndpoint.delete({ where: { id, projectId: ctx.project.id } });
    await auditWebhook(ctx, tx, { action: "webhook.deleted", id, details: { url } });
  });
}
