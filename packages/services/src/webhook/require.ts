import { AppError } from "@docsteward/contract/error";
import type { Transaction, WebhookEndpoint } from "@docsteward/db/client";
import type { ServiceContext } from "../context.ts";

/** @throws AppError `not_found` when the project has no such webhook */
export async function requireWebhook(
  { project }: ServiceContext,
  db: Pick<Transaction, "webhookEndpoint">,
  id: string,
): Promise<WebhookEndpoint> {
  const endpoint = await db.webhookEndpoint.findUnique({ where: { id, projectId: project.id } });
  if (!endpoint) throw new AppError("not_found", "Webhook not found.");
  return endpoint;
}
