import { z } from "zod";
import type { PublicErrorCode } from "./error.ts";
import { Text } from "./input-schema.ts";
import { AgentJob, CreateJobBody, JobList, ListJobsQuery, SendMessageBody } from "./job.ts";
import { JobEventMessage } from "./job-event.ts";
import { defineOperation } from "./operation.ts";

const EXAMPLE_PROMPT = 'replace "Acme Cloud" with "Acme" everywhere';

/** A job that was just made. */
const EXAMPLE_JOB: AgentJob = {
  id: "job_01KADZ4XM2C8V0R4N7T9W3Y5HB",
  status: "active",
  source: { repository: "file:///srv/git/acme-docs", ref: "main" },
  model: "sonnet",
  prLink: null,
  createdAt: "2026-11-21T10:00:00.000Z",
  archivedAt: null,
};

const EXAMPLE_ENDED_JOB: AgentJob = {
  ...EXAMPLE_JOB,
  status: "completed",
  prLink: "https://docsteward.example.com/acme/acme-docs/pulls/7",
};

const EXAMPLE_EVENT: JobEventMessage = {
  id: 1,
  jobId: EXAMPLE_JOB.id,
  type: "job.created",
  at: EXAMPLE_JOB.createdAt,
  text: `Job created with sonnet: ${EXAMPLE_PROMPT}`,
  data: { model: "sonnet", prompt: EXAMPLE_PROMPT },
};

const none = z.object({});
/** Path parameters of operations on a project. */
export const ProjectParams = z.object({
  projectId: Text.max(100).meta({
    description: "The project's id, copied from the API keys page.",
    examples: ["prj_01KADYYBE5JT5Q3T6ZXM9WQ8RA"],
  }),
});
/** Path parameters of operations on one agent job. */
export const JobParams = ProjectParams.extend({
  id: Text.max(100).meta({ description: "Unique identifier of the agent job.", examples: [EXAMPLE_JOB.id] }),
});

export const createJobOperation = defineOperation({
  id: "createAgentJob",
  method: "POST",
  path: "/v2/agent/{projectId}/job",
  summary: "Create agent job",
  description:
    "Starts a background agent on the project's repository. Poll the job until its status is `completed` or `failed`. `prLink` is then the pull request's URL, or null if no file changed.",
  auth: "admin",
  scope: "write",
  limits: ["agent-hour"],
  idempotency: "create-job",
  params: ProjectParams,
  query: none,
  body: CreateJobBody,
  response: AgentJob,
  produces: "json",
  errors: ["budget_exceeded"],
  example: { body: { prompt: EXAMPLE_PROMPT }, response: EXAMPLE_JOB },
});

export const sendMessageOperation = defineOperation({
  id: "sendAgentMessage",
  method: "POST",
  path: "/v2/agent/{projectId}/job/{id}/message",
  summary: "Send follow-up message to an agent job",
  description:
    "Adds an instruction to a running or finished job. The job becomes `active` again and continues on the same branch and pull request. Returns `job_archived` if the job is archived.",
  auth: "admin",
  scope: "write",
  limits: ["agent-hour"],
  idempotency: "send-message",
  params: JobParams,
  query: none,
  body: SendMessageBody,
  response: AgentJob,
  produces: "json",
  errors: ["job_archived", "budget_exceeded"],
  example: { body: { prompt: "Also say it in the changelog." }, response: EXAMPLE_JOB },
});

export const getJobOperation = defineOperation({
  id: "getAgentJob",
  method: "GET",
  path: "/v2/agent/{projectId}/job/{id}",
  summary: "Get agent job",
  description: "Returns the job's current state. Poll this operation.",
  auth: "admin",
  scope: "read",
  limits: [],
  idempotency: null,
  params: JobParams,
  query: none,
  body: none,
  response: AgentJob,
  produces: "json",
  example: { response: EXAMPLE_ENDED_JOB },
});

export const listJobsOperation = defineOperation({
  id: "listAgentJobs",
  method: "GET",
  path: "/v2/agent/{projectId}/jobs",
  summary: "List agent jobs",
  description:
    "Lists the project's jobs, newest first, one page at a time. Pass `nextCursor` as `cursor` to get the next page.",
  auth: "admin",
  scope: "read",
  limits: [],
  idempotency: null,
  params: ProjectParams,
  query: ListJobsQuery,
  body: none,
  response: JobList,
  produces: "json",
  example: {
    query: { limit: "20", status: "completed" },
    response: { jobs: [EXAMPLE_ENDED_JOB], nextCursor: null, hasMore: false },
  },
});

type JobChange = {
  id: string;
  action: string;
  summary: string;
  description: string;
  errors?: PublicErrorCode[];
  result: AgentJob;
};

const changeJob = ({ action, result, ...rest }: JobChange) =>
  defineOperation({
    ...rest,
    method: "POST",
    path: `/v2/agent/{projectId}/job/{id}/${action}`,
    auth: "admin",
    scope: "write",
    limits: [],
    idempotency: null,
    params: JobParams,
    query: none,
    body: none,
    response: AgentJob,
    produces: "json",
    example: { response: result },
  });

export const archiveJobOperation = changeJob({
  id: "archiveAgentJob",
  action: "archive",
  summary: "Archive agent job",
  description:
    "Sets `archivedAt`; the status doesn't change. An archived job accepts no messages. Archiving an archived job has no effect.",
  result: { ...EXAMPLE_ENDED_JOB, archivedAt: "2026-11-21T10:20:00.000Z" },
});

export const unarchiveJobOperation = changeJob({
  id: "unarchiveAgentJob",
  action: "unarchive",
  summary: "Unarchive agent job",
  description: "Clears `archivedAt`. Has no effect on a job that is not archived.",
  result: EXAMPLE_ENDED_JOB,
});

export const cancelJobOperation = changeJob({
  id: "cancelAgentJob",
  action: "cancel",
  summary: "Cancel agent job",
  description:
    "Stops an active job. The job becomes `failed`, and this run opens no pull request. Returns `job_not_cancellable` if the job has ended.",
  errors: ["job_not_cancellable"],
  result: { ...EXAMPLE_JOB, status: "failed" },
});

export const followJobOperation = defineOperation({
  id: "followAgentJob",
  method: "GET",
  path: "/v2/agent/{projectId}/job/{id}/events",
  summary: "Stream agent job events",
  description:
    "Streams server-sent events with numeric ids, starting with past events. To resume after a disconnect, send `Last-Event-ID`; if those events have expired, the response is 410 `stream_expired`. A comment is sent every 15 seconds. The stream ends after the job's last event.",
  auth: "admin",
  scope: "read",
  limits: [],
  idempotency: null,
  params: JobParams,
  query: none,
  body: none,
  response: JobEventMessage,
  produces: "event-stream",
  errors: ["stream_expired"],
  example: { response: `retry: 2000\n\nid: 1\ndata: ${JSON.stringify(EXAMPLE_EVENT)}\n\n` },
});

export const AGENT_OPERATIONS = [
  createJobOperation,
  sendMessageOperation,
  getJobOperation,
  listJobsOperation,
  archiveJobOperation,
  unarchiveJobOperation,
  cancelJobOperation,
  followJobOperation,
] as const;
