import { JobParams, ProjectParams } from "@docsteward/contract/agent-operations";
import { defineOperation } from "@docsteward/contract/operation";
import { z } from "zod";
import { AgentSession, AgentSessionList, CreateSessionBody, ListSessionsQuery } from "./agent-session.ts";
import { askAssistantV1Operation } from "./assistant-operations.ts";
import { EXAMPLE_SESSION, EXAMPLE_STREAM } from "./examples.ts";

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
  idempotent: false,
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
  idempotent: false,
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
  idempotent: false,
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
