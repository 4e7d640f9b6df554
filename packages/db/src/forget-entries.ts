import type { Transaction } from "./client.ts";
import { GITHUB } from "./github-queue.ts";
import { WEBHOOK } from "./webhook-queue.ts";

type Writer = Pick<Transaction, "$executeRaw">;

/**
 * Removes the entries about a project's rows, which must still exist, with what their last attempts ended with. One that a worker holds
 * ends with its work. Events of GitHub name no project: of them, only what went wrong is removed.
 */
export async function forgetEntries(tx: Writer, { projectId }: { projectId: string }): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM pgboss.job entry WHERE state <> 'active' AND (
      ${projectId} IN (data->>'projectId', data->>'automationId')
      OR EXISTS (
        SELECT 1 FROM "Job" job
        WHERE job.id IN (data->>'jobId', data->>'answersOfJob') AND job."projectId" = ${projectId})
      OR EXISTS (
        SELECT 1 FROM "Automation" automation
        WHERE automation.id = data->>'automationId' AND automation."projectId" = ${projectId})
      OR EXISTS (
        SELECT 1 FROM "AutomationReport" report
        WHERE report.id = data->>'reportId' AND report."projectId" = ${projectId})
      OR (name = ${WEBHOOK} AND EXISTS (
        SELECT 1 FROM "WebhookDelivery" delivery JOIN "WebhookEndpoint" endpoint ON endpoint.id = delivery."endpointId"
        WHERE delivery.id = data->>'deliveryId' AND endpoint."projectId" = ${projectId})))`;
  await tx.$executeRaw`
    UPDATE pgboss.job SET output = NULL WHERE name = ${GITHUB} AND data ? 'deliveryId' AND output IS NOT NULL`;
}

/** Removes what an entry's last attempt ended with, where it repeats one of these texts. The log has it. */
export async function forgetInOutputs(tx: Writer, texts: readonly string[]): Promise<void> {
  // As a text is inside of JSON.
  const escaped = texts.filter((text) => text !== "").map((text) => JSON.stringify(text).slice(1, -1));
  if (escaped.length === 0) return;
  await tx.$executeRaw`
    UPDATE pgboss.job SET output = NULL WHERE output IS NOT NULL
      AND EXISTS (SELECT 1 FROM unnest(${escaped}::text[]) given (quote) WHERE position(quote IN output::text) > 0)`;
}
