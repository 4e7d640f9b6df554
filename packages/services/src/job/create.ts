import { AppError } from "@docsteward/contract/error";
import { type AgentJob, CreateJobBody } from "@docsteward/contract/job";
import { listRemote } from "@docsteward/git/cache/remote-refs";
import { GitError } from "@docsteward/git/error";
import { readDefaultBranch } from "@docsteward/git/local/local-repository";
import { refuseBranch, toBranchName } from "@docsteward/git/rules/branch-name";
import { newId } from "@docsteward/platform/id";
import { currentSpan, inSpan } from "@docsteward/platform/tracing";
import { z } from "zod";
import { inTransaction, type ProjectContext } from "../context.ts";
import { hostKindOf, repositoryAccess } from "../git-host.ts";
import { listModelNames } from "../model-provider/settings.ts";
import { requireBudget } from "../usage/budget.ts";
import { appendEvents, publishJobEvent } from "./events.ts";
import { findRepeatedCall, rememberCall } from "./idempotency.ts";
import { type JobId, presentJob, requireJob } from "./job.ts";
import { firstPrompt, type PromptMessage, requireMessages } from "./prompt.ts";

/** Input of `createJob`, from the API, the dashboard or the command line. */
export const CreateJob = CreateJobBody.extend({
  /** One of the installation's model names; the installation's default when it is left out. */
  model: z.string().max(200).optional(),
  /** The branch to work on: an existing one is continued, another one is made. Without it the agent names one. */
  branch: z.string().max(300).optional(),
  asDraft: z.boolean().optional(),
});
/** Input of `createJob`, also from callers inside the service. */
export type CreateJob = Omit<z.infer<typeof CreateJob>, "prompt"> & {
  /** The instruction; or a conversation that ends in it, all of which the agent reads. */
  prompt: string | readonly PromptMessage[];
  /** Names the branch now and not when the agent begins, for a caller that needs to know it. */
  isBranchNamedNow?: boolean;
  /** Who is asked for a review, by their login at GitHub; by default the person who asks for the job. */
  reviewer?: string;
  /** Others who are asked. */
  reviewers?: readonly string[];
  /** Labels of its pull request. */
  labels?: readonly string[];
  /** The change of code that it follows, as Markdown for the description of its pull request. */
  follows?: string;
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
  ctx: ProjectContext,
  input: CreateJob,
): Promise<{ job: AgentJob; branch: string | null; isReplay: boolean }> {
  const messages = requireMessages(ctx, input.prompt);
  if (input.branch !== undefined) await requireBranch(ctx, input.branch);
  const model = chooseModel(await listModelNames(ctx), input.model);
  const { idempotencyKey, ...body } = input;
  const call = { idempotencyKey, operation: "create-job", body } as const;
  return enqueueing(ctx, async (ctx) => {
    const repeated = await findRepeatedCall(ctx, call);
    if (repeated !== null) {
      const job = await requireJob(ctx, { id: repeated });
      return { job: presentJob(job), branch: job.branch, isReplay: true };
    }
    await requireBudget(ctx);
    const reviewer = input.reviewer ?? (await findReviewer(ctx));
    const job = await ctx.db.job.create({ data: { ...newJobRow(ctx, { ...input, model }, messages), reviewer } });
    await ctx.db.jobMessage.createMany({ data: newMessageRows(job, messages) });
    const event = { type: "job.created", data: { model: job.model, prompt: firstPrompt(messages) } } as const;
    await appendEvents(ctx, { jobId: job.id, events: [event], at: job.createdAt });
    await publishJobEvent(ctx, { job, event });
    await rememberCall(ctx, { ...call, jobId: job.id });
    await ctx.queue.job.enqueue(ctx.db, job.id);
    return { job: presentJob(job), branch: job.branch, isReplay: false };
  });
}

/** Runs a transaction that gives a job to the workers. The span of their round is below this one. */
export function enqueueing<T>(ctx: ProjectContext, work: (ctx: ProjectContext) => Promise<T>): Promise<T> {
  const attributes = {
    "messaging.system": "pg-boss",
    "messaging.destination.name": "agent",
    "messaging.operation.type": "send",
    "messaging.operation.name": "send",
  };
  return inSpan("send agent", { kind: "producer", attributes }, () => inTransaction(ctx, work));
}

function newJobRow(ctx: ProjectContext, input: CreateJob & { model: string }, messages: readonly PromptMessage[]) {
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
    reviewers: [...(input.reviewers ?? [])],
    labels: [...(input.labels ?? [])],
    follows: input.follows === undefined ? [] : [input.follows],
    retryOfId: input.retryOfId ?? null,
    lastMessageSeq: messages.length,
    createdByKeyId: ctx.actor.kind === "key" ? ctx.actor.keyId : null,
    createdByUserId: ctx.actor.kind === "user" ? ctx.actor.userId : null,
    automationId: ctx.actor.kind === "automation" ? ctx.actor.automationId : null,
    requestId: "requestId" in ctx.actor ? (ctx.actor.requestId ?? null) : null,
    traceparent: currentSpan().traceparent,
    createdAt,
  };
}

// Apart from the job's: Prisma reads a row again that is written with others.
function newMessageRows({ id: jobId, createdAt }: { id: string; createdAt: Date }, messages: readonly PromptMessage[]) {
  return messages.map(({ role, content }, index) => ({
    id: newId("msg"),
    jobId,
    seq: index + 1,
    role,
    content,
    createdAt,
  }));
}

// On an installation without a provider the documented names still work, and the job says what really runs it.
function chooseModel(models: ProjectContext["models"], name: string | undefined): string {
  if (name === undefined || models.names.includes(name)) return name ?? models.defaultName;
  if (name === "sonnet" || name === "opus") return models.defaultName;
  throw new AppError("invalid_request", `Model "${name}" not found. Use one of: ${models.names.join(", ")}.`);
}

/**
 * Starts a new job that asks what another one asked first, with the same model, on a branch of its own. Follow-ups of the old
 * one are not repeated. The old job does not change; the new one refers to it.
 *
 * @throws AppError `not_found`, `conflict` while the old one is active, and what `createJob` throws
 */
export async function retryJob(ctx: ProjectContext, input: JobId): Promise<AgentJob> {
  const old = await requireJob(ctx, input);
  if (old.status === "active") {
    throw new AppError("conflict", "This job is still running. Cancel it or wait for it to end, then retry it.");
  }
  const messages = await ctx.db.jobMessage.findMany({ where: { jobId: old.id }, orderBy: { seq: "asc" } });
  // All initial rows are written in one transaction.
  const first = messages.filter(({ createdAt }) => createdAt.getTime() === messages[0]?.createdAt.getTime());
  const prompt = first.map(({ role, content }) => ({ role, content }) as PromptMessage);
  const { names } = await listModelNames(ctx);
  const model = names.includes(old.model) ? old.model : undefined;
  const { job } = await createJob(ctx, { prompt, model, asDraft: old.asDraft, retryOfId: old.id });
  return job;
}

/**
 * Makes sure that a job may work on a branch which its caller names. The agent asks again before it pushes; this is to say it
 * while the caller still waits.
 *
 * @throws AppError `invalid_request` for what is no branch name, for the project's own branch and for the default one
 */
async function requireBranch(ctx: ProjectContext, branch: string): Promise<void> {
  const { baseRef } = ctx.project;
  const fault = refuseBranch(branch, [baseRef]) ?? refuseBranch(branch, await findDefaultBranch(ctx));
  if (fault === null) return;
  throw new AppError("invalid_request", fault, { details: [{ path: "branch", message: fault }] });
}

/** None when the repository cannot be asked: the job then fails with the reason. */
async function findDefaultBranch(ctx: ProjectContext): Promise<string[]> {
  const { repository } = ctx.project;
  try {
    const known = hostKindOf(repository) === "local" ? await readDefaultBranch(repository) : null;
    const branch = known ?? (await listRemote(() => repositoryAccess(ctx, ctx.project), [])).defaultBranch;
    return branch === null ? [] : [branch];
  } catch (error) {
    if (error instanceof GitError) return [];
    throw error;
  }
}

/**
 * Who is to be asked for a review of what a job does: the person who asks for it, by their login at GitHub.
 *
 * @returns null when that is unknown: for a key, for the command line, and for a person who has never signed in through GitHub
 */
export async function findReviewer({ db, actor, project }: ProjectContext): Promise<string | null> {
  if (hostKindOf(project.repository) !== "github") return null;
  if (actor.kind === "github") return actor.login;
  if (actor.kind !== "user") return null;
  const { userId } = actor;
  const account = await db.userAccount.findFirst({ where: { userId, providerId: "github" } });
  if (account === null) return null;
  const person = await db.gitHubPerson.findUnique({ where: { id: account.accountId } });
  return person?.login ?? null;
}
