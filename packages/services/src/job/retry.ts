import { AppError } from "@docsteward/contract/error";
import type { AgentJob } from "@docsteward/contract/job";
import type { ServiceContext } from "../context.ts";
import { modelNamesOf } from "../model-provider/names.ts";
import { createJob } from "./create.ts";
import { requireJob } from "./require-job.ts";
import type { PromptMessage } from "./require-messages.ts";

/**
 * Starts a new job that asks what another one asked first, with the same model, on a branch of its own. Follow-ups of the old
 * one are not repeated. The old job stays as it is; the new one names it.
 *
 * @throws AppError `not_found`, `conflict` while the old one is active, and what `createJob` throws
 */
export async function retryJob(ctx: ServiceContext, input: { id: string }): Promise<AgentJob> {
  const old = await requireJob(ctx.db, { projectId: ctx.project.id, id: input.id });
  if (old.status === "active") {
    throw new AppError("conflict", "This job is still running. Cancel it or wait for it to end, then retry it.");
  }
  const messages = await ctx.db.jobMessage.findMany({ where: { jobId: old.id }, orderBy: { seq: "asc" } });
  // All that a job begins with is written at one moment.
  const first = messages.filter(({ createdAt }) => createdAt.getTime() === messages[0]?.createdAt.getTime());
  const prompt = first.map(({ role, content }) => ({ role, content }) as PromptMessage);
  const { names } = await modelNamesOf(ctx);
  const model = names.includes(old.model) ? old.model : undefined;
  const { job } = await createJob(ctx, { prompt, model, asDraft: old.asDraft, retryOfId: old.id });
  return job;
}
