import { AppError } from "@docsteward/contract/error";
import { type AgentJob, FailureCode, Todo } from "@docsteward/contract/job";
import { JOB_EVENTS } from "@docsteward/contract/job-event";
import type { Job } from "@docsteward/db/client";
import { type ModelPrice, type ModelPrices, priceOf, toUsd } from "@docsteward/platform/money";
import { z } from "zod";
import type { ProjectContext } from "../context.ts";
import { pullRequestPath } from "../pull-request/pull-request.ts";
import { findQueuePositions, type JobId, presentJob } from "./job.ts";

/** The job with all that people want to know of it. @throws AppError `not_found` */
export async function getJobDetails(ctx: ProjectContext, input: JobId): Promise<JobDetails> {
  const [job, creators, instructions] = await Promise.all([
    ctx.db.job.findUnique({ where: { id: input.id, projectId: ctx.project.id }, include: WITH_PROMPT }),
    findCreatorNames(ctx, [input.id]),
    findInstructions(ctx, input),
  ]);
  if (!job) throw new AppError("not_found", "Job not found.");
  const { prices, project } = ctx;
  const positions = await findQueuePositions(ctx, [job]);
  const details = presentJobDetails(job, { prices, project, createdBy: creators.get(job.id), positions });
  return { ...details, instructions };
}

/** The files of the repository whose instructions the agent was given: it reads them once. */
async function findInstructions({ db, project }: ProjectContext, { id }: JobId): Promise<JobDetails["instructions"]> {
  const event = await db.jobEvent.findFirst({
    where: { jobId: id, type: "instructions.read", job: { projectId: project.id } },
    orderBy: { seq: "asc" },
    select: { data: true },
  });
  return JOB_EVENTS["instructions.read"].safeParse(event?.data).data;
}

/** A job as the dashboard and the command line show it: the public object and what people want to know beside it. */
export type JobDetails = AgentJob & {
  title: string | null;
  /** What was asked first. */
  prompt: string;
  branch: string | null;
  /** Of the newest round; null until a worker has taken it. */
  startedAt: string | null;
  endedAt: string | null;
  messageToUser: string | null;
  failure: { code: FailureCode; reason: string } | null;
  todos: Todo[];
  pullRequestNumber: number | null;
  /** What its pull request changes; null without one and where that was not recorded. */
  size: { files: number; additions: number; deletions: number } | null;
  /** Errors and warnings that the checks left in its pull request; null as above. */
  openProblems: number | null;
  /** Its page below those of the project. */
  pullRequestPath: string | null;
  attempt: number;
  /** The request that made it; null for one from the command line. */
  requestId: string | null;
  tokens: { input: number; cachedInput: number; output: number };
  modelCalls: number;
  /** In US dollars; null when the price of its model is not known. */
  costUsd: number | null;
  /** What its model costs now; null when that is not known. */
  price: ModelPrice | null;
  /** Null for one from the command line. */
  createdBy: JobCreator | null;
  /** The job that this one repeats. */
  retryOfId: string | null;
  /** The repository's instructions that the agent has read; undefined before, in lists, and where there are none. */
  instructions?: z.infer<(typeof JOB_EVENTS)["instructions.read"]>;
};

/** A job row with its first message. */
export type JobWithPrompt = Job & { messages: { content: string }[] };

/** Reads the first message together with a job. */
export const WITH_PROMPT = {
  messages: { select: { content: true }, where: { role: "user" }, orderBy: { seq: "asc" }, take: 1 },
} as const;

type PresentOptions = {
  prices: ModelPrices;
  /** Whose job it is. */
  project: { repository: string };
  createdBy?: JobCreator | null;
  positions?: ReadonlyMap<string, number>;
};

/** A job as its page shows it. @param more.createdBy null for the command line */
export function presentJobDetails(
  job: JobWithPrompt,
  { prices, project, createdBy = null, positions }: PresentOptions,
): JobDetails {
  return {
    ...presentJob(job, positions),
    title: job.title,
    prompt: job.messages[0]?.content ?? "",
    branch: job.branch,
    startedAt: job.startedAt?.toISOString() ?? null,
    endedAt: job.endedAt?.toISOString() ?? null,
    messageToUser: job.messageToUser,
    failure: job.status === "failed" ? presentFailure(job) : null,
    todos: z.array(Todo).catch([]).parse(job.todos),
    pullRequestNumber: job.pullRequestNumber,
    size: presentSize(job),
    openProblems: hasPullRequest(job) ? job.openProblems : null,
    pullRequestPath:
      job.pullRequestNumber === null
        ? null
        : pullRequestPath(project, { number: job.pullRequestNumber, repository: job.repository }),
    attempt: job.attempt,
    requestId: job.requestId,
    tokens: { input: job.inputTokens, cachedInput: job.cachedInputTokens, output: job.outputTokens },
    modelCalls: job.modelCalls,
    costUsd: presentCost(job, prices),
    price: priceOf(prices, job.model),
    createdBy,
    retryOfId: job.retryOfId,
  };
}

// A push that was reverted, and problems that never came to a pull request, have nothing to review.
function hasPullRequest({ pullRequestNumber, prLink }: Job): boolean {
  return pullRequestNumber !== null || prLink !== null;
}

function presentSize(job: Job): JobDetails["size"] {
  const { changedFiles, addedLines, deletedLines } = job;
  if (!hasPullRequest(job) || changedFiles === null || addedLines === null || deletedLines === null) return null;
  return { files: changedFiles, additions: addedLines, deletions: deletedLines };
}

// What was counted is known, also when the price was taken away since.
function presentCost({ costMicroUsd, model }: Job, prices: ModelPrices): number | null {
  return costMicroUsd > 0n || priceOf(prices, model) ? toUsd(costMicroUsd) : null;
}

function presentFailure({ failureCode, failureReason }: Job): JobDetails["failure"] {
  return { code: FailureCode.catch("internal").parse(failureCode), reason: failureReason ?? "The job failed." };
}

/** Who made a job: the key it was sent with, or the person who was signed in. */
export type JobCreator = { id: string; kind: "key" | "user"; name: string };

/** @returns creators by job id; jobs of the command line are left out */
export async function findCreatorNames(
  { db, project }: ProjectContext,
  jobIds: readonly string[],
): Promise<Map<string, JobCreator>> {
  if (jobIds.length === 0) return new Map();
  const rows = await db.$queryRaw<({ jobId: string } & JobCreator)[]>`
    SELECT job.id AS "jobId", COALESCE(key.id, person.id) AS id, COALESCE(key.name, person.name) AS name,
      CASE WHEN key.id IS NULL THEN 'user' ELSE 'key' END AS kind
    FROM "Job" job
    LEFT JOIN "ApiKey" key ON key.id = job."createdByKeyId" AND key."organizationId" = ${project.organizationId}
    LEFT JOIN "User" person ON person.id = job."createdByUserId"
    WHERE job."projectId" = ${project.id} AND job.id = ANY(${jobIds}::text[]) AND COALESCE(key.id, person.id) IS NOT NULL`;
  return new Map(rows.map(({ jobId, ...creator }) => [jobId, creator]));
}

/**
 * Finds the people behind the project's jobs: for each job, the person who created its key.
 *
 * @returns user ids by job id; jobs of the command line and of keys whose maker is not known are left out
 */
export async function findCreatorUserIds(
  { db, project }: ProjectContext,
  input: { jobIds: readonly string[] },
): Promise<Map<string, string>> {
  const jobs = await db.job.findMany({
    where: { projectId: project.id, id: { in: [...input.jobIds] }, createdByKeyId: { not: null } },
    select: { id: true, createdByKeyId: true },
  });
  const keys = await db.apiKey.findMany({
    where: {
      organizationId: project.organizationId,
      id: { in: [...new Set(jobs.flatMap(({ createdByKeyId }) => createdByKeyId ?? []))] },
      createdById: { not: null },
    },
    select: { id: true, createdById: true },
  });
  const userOf = new Map(keys.map(({ id, createdById }) => [id, createdById ?? ""]));
  return new Map(
    jobs.flatMap(({ id, createdByKeyId }) => {
      const userId = userOf.get(createdByKeyId ?? "");
      return userId ? [[id, userId] as const] : [];
    }),
  );
}
