import type { JobEventBody } from "@docsteward/contract/job-event";
import { describeEvent } from "@docsteward/contract/job-event";
import type { ProjectContext } from "@docsteward/services/context";
import { createJob } from "@docsteward/services/job/create";
import { findCreatorUserIds, getJobDetails, type JobDetails } from "@docsteward/services/job/details";
import { followEvents } from "@docsteward/services/job/follow";
import { listJobDetails } from "@docsteward/services/job/list";
import type { z } from "zod";
import { frameStream } from "#server/http/event-stream.ts";
import { toProblem } from "#server/http/problem.ts";
import type { AgentSession, CreateSessionBody } from "./operations.ts";

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

type Call = { body: z.output<typeof CreateSessionBody>; request: Request; requestId: string };

/**
 * Makes a job and answers with a stream of plain text: what the agent does, line by line, until the job rests.
 *
 * The job does not depend on the stream: it goes on when the reader leaves.
 *
 * @param pingMs how long nothing may be sent before an empty line is
 */
export async function streamSession(
  ctx: ProjectContext,
  { body, request, requestId }: Call,
  { pingMs }: { pingMs?: number } = {},
): Promise<Response> {
  const { messages, ...settings } = body;
  const { job, branch } = await createJob(ctx, { ...settings, prompt: messages, isBranchNamedNow: true });
  const later = `Read it at /v1/agent/${ctx.project.id}/job/${job.id}`;
  return frameStream((signal) => followEvents(ctx, { id: job.id, signal }), {
    requestId,
    signal: request.signal,
    contentType: "text/plain; charset=utf-8",
    headers: { "X-Session-Id": job.id, "X-Branch-Name": branch ?? "" },
    opening: `Job ${job.id} on branch ${branch}, with ${job.model}\n\n`,
    toFrame: formatEventLines,
    ping: "\n",
    pingMs,
    toFailure: (error) =>
      `\n${toProblem(error, requestId).body.error} The job continues without this stream. ${later}\n`,
    farewell: `\nThe service is restarting, and the job continues. ${later}\n`,
  });
}

const MARKS = { pending: "[ ]", in_progress: "[>]", completed: "[x]", cancelled: "[-]" } as const;

/** Says an event in lines for a person who reads the stream; an empty text for what they would not miss. */
function formatEventLines(event: JobEventBody): string {
  const { type, data } = event;
  switch (type) {
    // The stream's first line has said the one; the caller knows the other.
    case "job.created":
    case "message.taken":
    case "job.archived":
    case "job.unarchived":
      return "";
    case "model.replied":
      return data.text.trim() === "" ? "" : `\n${data.text.trim()}\n`;
    case "tool.called":
      return `- ${data.summary}\n`;
    case "tool.finished":
      return data.isError ? `  Failed: ${data.summary}\n` : "";
    case "todos.updated":
      return `\nTodos\n${data.todos.map(({ status, content }) => `${MARKS[status]} ${content}\n`).join("")}`;
    case "checks.finished":
      return `${describeEvent(event)}\n${data.problems.map(({ path, line, message }) => `- ${path}${line === null ? "" : `:${line}`} ${message}\n`).join("")}`;
    case "job.completed":
      return `\nCompleted\n${paragraph(data.messageToUser)}${data.prLink === null ? "No file was changed.\n" : `Pull request: ${data.prLink}\n`}`;
    case "job.failed":
      return `\n${describeEvent(event)}\n`;
    default:
      return `${describeEvent(event)}\n`;
  }
}

const paragraph = (text: string) => (text.trim() === "" ? "" : `${text.trim()}\n`);
