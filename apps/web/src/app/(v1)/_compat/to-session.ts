import type { ServiceContext } from "@docsteward/services/context";
import type { JobDetails } from "@docsteward/services/job/present-details";
import type { AgentSession } from "./agent-session.ts";

/** Translates a job into the object of version 1. */
export function toSession(ctx: ServiceContext, job: JobDetails, userId: string | undefined): AgentSession {
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
