import { JobParams, ProjectParams } from "@docsteward/contract/agent-operations";
import { ANSWER_ERRORS, ANSWER_HEADERS } from "@docsteward/contract/assistant-message-operations";
import { DomainParams } from "@docsteward/contract/assistant-operations";
import { ASSISTANT_LIMITS } from "@docsteward/contract/limits";
import { defineOperation } from "@docsteward/contract/operation";
import { z } from "zod";
import { AgentSession, AgentSessionList, AskBodyV1, CreateSessionBody, ListSessionsQuery } from "./schemas.ts";

export const askAssistantV1Operation = defineOperation({
  id: "askAssistantV1",
  method: "POST",
  path: "/discovery/v1/assistant/{domain}/message",
  summary: "Ask the assistant (version 1)",
  description:
    "Answers a question as a data stream for chat client library generation 4. Set its stream protocol to `data` and `sendExtraMessageFields` to true. The `threadId` is in a data event of the type `finish`.",
  auth: "assistant",
  scope: "read",
  limits: ASSISTANT_LIMITS,
  idempotency: null,
  params: DomainParams,
  query: z.object({}),
  body: AskBodyV1,
  response: z.string(),
  produces: "data-stream",
  deprecated: { sinceSeconds: 1_773_014_400, successor: "/discovery/v2/assistant/{domain}/message" },
  errors: ANSWER_ERRORS,
  responseHeaders: {
    ...ANSWER_HEADERS,
    "X-Vercel-AI-Data-Stream": "`v1`: the data stream of chat client library generation 4.",
  },
  example: {
    body: {
      fp: "anonymous",
      messages: [{ id: "1", role: "user", content: "How do I turn a feature off immediately?" }],
    },
    response: 'f:{"messageId":"msg_6kT2"}\n0:"Use a kill switch [1]."\n',
  },
});

const LINK = "https://docsteward.example.com/acme/acme-docs/pulls/8";

const EXAMPLE_SESSION: AgentSession = {
  sessionId: "job_01KADZ9Q4N7X2B5V8M1R3T6Y0C",
  subdomain: "acme-docs",
  branch: "docsteward/fix-the-title-of-the-guide-3t6y",
  haulted: true,
  haultReason: "completed",
  pullRequestLink: LINK,
  messageToUser: "The guide's title now says what the guide is about.",
  todos: [{ id: "1", content: "Fix the title", status: "completed", priority: "high" }],
  title: "Fix the title of the guide",
  createdAt: "2026-11-21T10:05:00.000Z",
};

/** How a session's stream might read. */
const EXAMPLE_STREAM = `Job job_01KADZ9Q4N7X2B5V8M1R3T6Y0C on branch docsteward/fix-the-title-of-the-guide-3t6y, with sonnet

A worker started the job
- Read guide.mdx
- Edit guide.mdx
Pushed 1 file (+1 −1) to docsteward/fix-the-title-of-the-guide-3t6y

Completed
The guide's title now says what the guide is about.
Pull request: ${LINK}
`;

const none = z.object({});
const SINCE_SECONDS = 1_773_014_400;

export const createSessionOperation = defineOperation({
  id: "createAgentSession",
  method: "POST",
  path: "/v1/agent/{projectId}/job",
  summary: "Create agent job (version 1)",
  description:
    "Starts a background agent and streams its progress as plain text until the job ends. Closing the stream doesn't stop the job: read the session later by the id in `X-Session-Id`.",
  auth: "admin",
  scope: "write",
  limits: ["agent-v1-hour"],
  idempotency: null,
  params: ProjectParams,
  query: none,
  body: CreateSessionBody,
  response: z.string(),
  produces: "text-stream",
  deprecated: { sinceSeconds: SINCE_SECONDS, successor: "/v2/agent/{projectId}/job" },
  errors: ["budget_exceeded"],
  responseHeaders: {
    "X-Session-Id": "Id of the session, sent before the stream's first byte.",
    "X-Branch-Name": "The branch for the changes.",
  },
  example: {
    body: { messages: [{ role: "user", content: 'replace "Acme Cloud" with "Acme" everywhere' }], asDraft: true },
    response: EXAMPLE_STREAM,
  },
});

export const getSessionOperation = defineOperation({
  id: "getAgentSession",
  method: "GET",
  path: "/v1/agent/{projectId}/job/{id}",
  summary: "Get agent job (version 1)",
  description: "Returns a job as a session, for jobs created in any version.",
  auth: "admin",
  scope: "read",
  limits: [],
  idempotency: null,
  params: JobParams,
  query: none,
  body: none,
  response: AgentSession,
  produces: "json",
  deprecated: { sinceSeconds: SINCE_SECONDS, successor: "/v2/agent/{projectId}/job/{id}" },
  example: { response: EXAMPLE_SESSION },
});

export const listSessionsOperation = defineOperation({
  id: "listAgentSessions",
  method: "GET",
  path: "/v1/agent/{projectId}/jobs",
  summary: "List agent jobs (version 1)",
  description: "Lists the project's jobs as sessions, newest first, for jobs created in any version.",
  auth: "admin",
  scope: "read",
  limits: [],
  idempotency: null,
  params: ProjectParams,
  query: ListSessionsQuery,
  body: none,
  response: AgentSessionList,
  produces: "json",
  deprecated: { sinceSeconds: SINCE_SECONDS, successor: "/v2/agent/{projectId}/jobs" },
  example: { query: { take: "20" }, response: { allSessions: [EXAMPLE_SESSION] } },
});

export const V1_OPERATIONS = [
  createSessionOperation,
  getSessionOperation,
  listSessionsOperation,
  askAssistantV1Operation,
] as const;
