import { type AgentJob, FailureCode, Todo } from "@docsteward/contract/job";
import type { Job } from "@docsteward/db/client";
import { type ModelPrices, priceOf } from "@docsteward/platform/model-price";
import { z } from "zod";
import { pullRequestPath } from "../pull-request/url.ts";
import type { JobCreator } from "./find-creator-names.ts";
import { presentJob } from "./present.ts";

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
  /** Its page below those of the project. */
  pullRequestPath: string | null;
  attempt: number;
  /** The request that made it; null for one made at the machine. */
  requestId: string | null;
  tokens: { input: number; cachedInput: number; output: number };
  modelCalls: number;
  /** In US dollars; null when the price of its model is not known. */
  costUsd: number | null;
  /** Null for one that was made at the machine. */
  createdBy: JobCreator | null;
  /** The job that this one repeats. */
  retryOfId: string | null;
};

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
};

/** A job as its page shows it. @param more.createdBy null for the command line */
export function presentJobDetails(
  job: JobWithPrompt,
  { prices, project, createdBy = null }: PresentOptions,
): JobDetails {
  return {
    ...presentJob(job),
    title: job.title,
    prompt: job.messages[0]?.content ?? "",
    branch: job.branch,
    startedAt: job.startedAt?.toISOString() ?? null,
    endedAt: job.endedAt?.toISOString() ?? null,
    messageToUser: job.messageToUser,
    failure: job.status === "failed" ? presentFailure(job) : null,
    todos: z.array(Todo).catch([]).parse(job.todos),
    pullRequestNumber: job.pullRequestNumber,
    pullRequestPath:
      job.pullRequestNumber === null
        ? null
        : pullRequestPath(project, { number: job.pullRequestNumber, repository: job.repository }),
    attempt: job.attempt,
    requestId: job.requestId,
    tokens: { input: job.inputTokens, cachedInput: job.cachedInputTokens, output: job.outputTokens },
    modelCalls: job.modelCalls,
    costUsd: presentCost(job, prices),
    createdBy,
    retryOfId: job.retryOfId,
  };
}

// What was counted is known, also when the price was taken away since.
function presentCost({ costMicroUsd, model }: Job, prices: ModelPrices): number | null {
  return costMicroUsd > 0n || priceOf(prices, model) ? Number(costMicroUsd) / 1_000_000 : null;
}

function presentFailure({ failureCode, failureReason }: Job): JobDetails["failure"] {
  return { code: FailureCode.catch("internal").parse(failureCode), reason: failureReason ?? "The job failed." };
}
