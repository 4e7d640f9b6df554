import { AppError } from "@docsteward/contract/error";
import type { AgentJob } from "@docsteward/contract/job";
import { withTransaction } from "@docsteward/db/with-transaction";
import { toBranchName } from "@docsteward/git/rules/to-branch-name";
import { newId } from "@docsteward/platform/id";
import { requireBudget } from "../budget/require.ts";
import type { ServiceContext } from "../context.ts";
import { modelNamesOf } from "../model-provider/names.ts";
import { announceJobEvent } from "./announce-job-event.ts";
import { appendEvents } from "./append-events.ts";
import { findReviewer } from "./find-reviewer.ts";
import { findRepeatedCall, rememberCall } from "./idempotency.ts";
import { presentJob } from "./present.ts";
import { requireBranch } from "./require-branch.ts";
import { firstPrompt, type PromptMessage, requireMessages } from "./require-messages.ts";

export type CreateJobInput = {
  /** What is asked; or a conversation that ends in it, all of which the agent reads. */
  prompt: string | readonly PromptMessage[];
  /** One of the installation's model names; the installation's default unless told. */
  model?: string;
  /** The branch to work on: one that is there is gone on with, one that is not is made. The agent names one unless told. */
  branch?: string;
  /** Names the branch now and not when the agent begins, for a caller that wants to know it at once. */
  isBranchNamedNow?: boolean;
  asDraft?: boolean;
  /** The job that this one repeats; it must be the project's. */
  retryOfId?: string;
  /** Makes a repeated call return the first one's job instead of a second job. */
  idempotencyKey?: string;
};

/**
 * Starts an agent job for a project and wakes a worker.
 *
 * Writes the job, its first message, its first event and its queue entry in one transaction, so a job is never seen without
 * work queued.
 *
 * @param ctx project and actor, already authenticated
 * @returns the job in status `active` and its branch, where that is known; with `isReplay`, the job of the first call as it
 *   is now
 * @throws AppError `invalid_request` for a bad prompt, an unknown model or a branch that jobs may not push to,
 *   `budget_exceeded`, `idempotency_in_progress`, `idempotency_mismatch`
 */
export async function createJob(
  ctx: ServiceContext,
  input: CreateJobInput,
): Promise<{ job: AgentJob; branch: string | null; isReplay: boolean }> {
  const messages = requireMessages(ctx, input.prompt);
  if (input.branch !== undefined) await requireBranch(ctx, input.branch);
  const model = chooseModel(await modelNamesOf(ctx), input.model);
  const { idempotencyKey, ...body } = input;
  const call = { idempotencyKey, operation: "create-job", body } as const;
  return withTransaction(ctx.db, async (tx) => {
    const repeated = await findRepeatedCall(ctx, tx, call);
    if (repeated !== null) {
      const job = await tx.job.findUniqueOrThrow({ where: { id: repeated, projectId: ctx.project.id } });
      return { job: presentJob(job), branch: job.branch, isReplay: true };
    }
    await requireBudget(ctx, tx);
    const reviewer = await findReviewer(ctx, tx);
    const job = await tx.job.create({ data: { ...newJobRow(ctx, { ...input, model }, messages), reviewer } });
    const event = { type: "job.created", data: { model: job.model, prompt: firstPrompt(messages) } } as const;
    await appendEvents(tx, { jobId: job.id, events: [event], at: job.createdAt });
    await announceJobEvent(ctx, tx, { job, event });
    await rememberCall(ctx, tx, { ...call, jobId: job.id });
    await ctx.queue.enqueueAgent(tx, job.id);
    return { job: presentJob(job), branch: job.branch, isReplay: false };
  });
}

function newJobRow(ctx: ServiceContext, input: CreateJobInput & { model: string }, messages: readonly PromptMessage[]) {
  const createdAt = ctx.clock.now();
  const id = newId("job");
  const named = input.isBranchNamedNow ? toBranchName(firstPrompt(messages), id) : null;
  return {
    id,
    projectId: ctx.project.id,
    model: input.model,
    repository: ctx.project.repository,
    baseRef: ctx.project.baseRef,
    branch: input.branch ?? named,
    asDraft: input.asDraft ?? false,
    retryOfId: input.retryOfId ?? null,
    lastMessageSeq: messages.length,
    createdByKeyId: ctx.actor.kind === "key" ? ctx.actor.keyId : null,
    createdByUserId: ctx.actor.kind === "user" ? ctx.actor.userId : null,
    requestId: ctx.actor.kind === "key" ? ctx.actor.requestId : null,
    createdAt,
    messages: {
      create: messages.map(({ role, content }, index) => ({
        id: newId("msg"),
        seq: index + 1,
        role,
        content,
        createdAt,
      })),
    },
  };
}

// On an installation without a provider the documented names still work, and the job says what really runs it.
function chooseModel(models: ServiceContext["models"], name: string | undefined): string {
  if (name === undefined || models.names.includes(name)) return name ?? models.defaultName;
  if (name === "sonnet" || name === "opus") return models.defaultName;
  throw new AppError("invalid_request", `Model "${name}" not found. Use one of: ${models.names.join(", ")}.`);
}
