import type { AutomationRun } from "@docsteward/contract/automation-operations";
import { AppError } from "@docsteward/contract/error";
import { newId } from "@docsteward/platform/id";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { inProject, inTransaction, type ProjectContext, type SystemContext } from "../context.ts";
import { stripNul } from "../database.ts";
import { unseal } from "../secret/seal.ts";
import { webhookSecretPurpose } from "../webhook/endpoints.ts";
import { type AutomationKey, definitionOf, lockAutomations, presentRun, requireAutomation } from "./automation.ts";
import { decideRun } from "./decide.ts";
import { addRun } from "./due.ts";

/** Runs an automation now. @throws AppError `not_found` */
export async function runAutomation(ctx: ProjectContext, key: AutomationKey): Promise<AutomationRun> {
  const row = await requireAutomation(ctx, key);
  const added = { trigger: "manual", key: `manual:${newId("run")}`, at: ctx.clock.now() } as const;
  const { id: runId } = await inTransaction(ctx, (ctx) => addRun(ctx, row, added));
  const decided = await decideRun(ctx, { runId });
  // A worker may have been quicker.
  return decided ?? presentRun(await ctx.db.automationRun.findUniqueOrThrow({ where: { id: runId } }));
}

/** The same, for callers that expect a job. @throws AppError `not_found`, `conflict` with the reason when nothing is done */
export async function triggerAutomation(
  ctx: ProjectContext,
  key: AutomationKey,
): Promise<{ schemaId: string; instanceId: string; jobId: string }> {
  const { id: schemaId } = await requireAutomation(ctx, key);
  const { id: instanceId, jobId, reason } = await runAutomation(ctx, key);
  if (jobId === null) throw new AppError("conflict", reason ?? "The automation does nothing now.");
  return { schemaId, instanceId, jobId };
}

const MAX_BODY_CHARACTERS = 20_000;
/** Requests to one automation that may wait together. */
const MAX_WAITING = 100;

type WebhookCall = AutomationKey & {
  projectId: string;
  /** `webhook-id`, `webhook-timestamp` and `webhook-signature`, as Standard Webhooks has them. */
  headers: Record<string, string>;
  body(): Promise<string>;
};

/**
 * Takes a signed request to an automation's webhook. One that is sent again with the same `webhook-id` is the run of the first.
 *
 * @throws AppError `not_found` for an unknown automation, one without that trigger or secret, and a wrong signature: a stranger
 *   learns nothing
 */
export async function acceptWebhook(
  services: SystemContext,
  { projectId, automationId, headers, body }: WebhookCall,
): Promise<{ runId: string }> {
  const refusal = new AppError(
    "not_found",
    "Automation not found, or the signature is wrong. Check the URL and the secret.",
  );
  const project = await services.db.project.findUnique({
    where: { id: stripNul(projectId) },
    include: { organization: true },
  });
  if (project === null) throw refusal;
  const ctx = inProject(services, project);
  const row = await requireAutomation(ctx, { automationId: stripNul(automationId) }).catch(() => null);
  if (row === null || row.webhookSecret === null || definitionOf(row).on.webhook === undefined) throw refusal;
  const text = await body();
  try {
    new Webhook(unseal(ctx, webhookSecretPurpose(row.id), row.webhookSecret)).verify(text, headers);
  } catch (error) {
    if (error instanceof WebhookVerificationError || error instanceof SyntaxError) throw refusal;
    throw error;
  }
  const id = headers["webhook-id"] ?? "";
  const data = { body: stripNul(text).toWellFormed().slice(0, MAX_BODY_CHARACTERS) };
  const run = { trigger: "webhook", key: `webhook:${id.slice(0, 200)}`, at: ctx.clock.now(), data } as const;
  const { id: runId } = await inTransaction(ctx, async (ctx) => {
    await lockAutomations(ctx);
    const added = await addRun(ctx, row, run);
    const waiting = { automationId: row.id, trigger: "webhook", state: "waiting" } as const;
    if (added.isNew && (await ctx.db.automationRun.count({ where: waiting })) > MAX_WAITING) {
      const sentence = `${MAX_WAITING} requests to this automation wait already. Try again later.`;
      throw new AppError("rate_limited", sentence, { retryAfterSeconds: 60 });
    }
    return added;
  });
  return { runId };
}
