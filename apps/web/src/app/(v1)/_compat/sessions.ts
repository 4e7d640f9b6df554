import type { ProjectContext } from "@docsteward/services/context";
import { findCreatorUserIds, getJobDetails, type JobDetails } from "@docsteward/services/job/details";
import { listJobDetails } from "@docsteward/services/job/list";
import type { AgentSession } from "./schemas.ts";

/** A job of the project as a session. @throws AppError `not_found` */
export async function getSession(ctx: ProjectContext, input: { id: string }): Promise<AgentSession> {
  const job = await getJobDetails(ctx, input);
  const creators = await findCreatorUserIds(ctx, { jobIds: [job.id] });
  return presentSession(ctx, job, creators.get(job.id));
}

const MOST = 1_000;

/** The project's jobs as sessions, newest first. */
export async function listSessions(
  ctx: ProjectContext,
  { skip, take = MOST }: { skip?: number; take?: number },
): Promise<{ allSessions: AgentSession[] }> {
  const { jobs } = await listJobDetails(ctx, { limit: take, skip });
  const creators = await findCreatorUserIds(ctx, { jobIds: jobs.map(({ id }) => id) });
  return { allSessions: jobs.map((job) => presentSession(ctx, job, creators.get(job.id))) };
}

/** Translates a job into the object of version 1. */
function presentSession(ctx: ProjectContext, job: JobDetails, userId: string | undefined): AgentSession {
  return {
    sessionId: job.id,
    subdomain: ctx.project.domain,
    branch: job.branch ?? "",
    haulted: job.status !== "active",
    haultReason: haultReasonOf(job),
    pullRequestLink: job.prLink ?? "",
    messageToUser: messageOf(job),
    todos: job.todos,
    ...(userId !== undefined && { userId }),
    title: job.title ?? firstLine(job.prompt),
    createdAt: job.createdAt,
  };
}

function haultReasonOf({ status, failure }: JobDetails): AgentSession["haultReason"] {
  if (status === "active") return undefined;
  if (status === "completed") return "completed";
  return failure?.code === "git_misconfigured" ? "git_missconfigured" : "error";
}

function messageOf({ status, failure, messageToUser }: JobDetails): string {
  if (status === "active") return "The agent is working on it.";
  return failure?.reason ?? messageToUser ?? "";
}

/** Until the agent has given the job a title. */
function firstLine(prompt: string): string {
  return prompt.trim().split("\n", 1)[0]?.slice(0, 72) ?? "";
}
