import type { ServiceContext } from "../context.ts";
import { presentWebhook, type WebhookSummary } from "./present.ts";

/** The project's webhooks, oldest first. */
export async function listWebhooks({ db, project }: ServiceContext): Promise<WebhookSummary[]> {
  const rows = await db.webhookEndpoint.findMany({ where: { projectId: project.id }, orderBy: { id: "asc" } });
  return rows.map(presentWebhook);
}
