import { JobParams, ProjectParams } from "@docsteward/contract/agent-operations";
import { MAX_MESSAGES, MAX_PARTS, MessagePart, QuestionFields } from "@docsteward/contract/assistant-message";
import { ANSWER_ERRORS, ANSWER_HEADERS } from "@docsteward/contract/assistant-message-operations";
import { DomainParams } from "@docsteward/contract/assistant-operations";
import { listOf, Text } from "@docsteward/contract/input-schema";
import { Prompt, Todo } from "@docsteward/contract/job";
import { ASSISTANT_LIMITS } from "@docsteward/contract/limits";
import { defineOperation } from "@docsteward/contract/operation";
import { z } from "zod";

/** Why a session has come to rest. The spelling is the interface's. */
const HaultReason = z.enum(["completed", "git_missconfigured", "error"]);

/** A job as version 1 shows it. */
export const AgentSession = z
  .object({
    sessionId: z.string().meta({ description: "The job's id, the same in version 2." }),
    subdomain: z.string().meta({ description: "Domain identifier of the documentation site." }),
    branch: z.string().meta({ description: "The branch with the changes. Empty until it is known." }),
    haulted: z.boolean().meta({ description: "Whether the agent has stopped working." }),
    haultReason: HaultReason.optional().meta({ description: "Omitted while the agent works." }),
    pullRequestLink: z.string().meta({ description: "Empty until the pull request is open, and if no file changed." }),
    messageToUser: z.string().meta({ description: "The result, for the person who asked." }),
    todos: z.array(Todo),
    userId: z.string().optional().meta({ description: "Creator of the key that was used, if known." }),
    title: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "AgentSession" });
export type AgentSession = z.infer<typeof AgentSession>;

export const AgentSessionList = z.object({ allSessions: z.array(AgentSession) }).meta({ id: "AgentSessionList" });

const AgentMessage = z
  .object({
    role: z.enum(["system", "user", "assistant"]).meta({
      description: "A system message adds to the service's own instructions and never replaces them.",
    }),
    content: Prompt.meta({ description: "The message's text." }),
  })
  .meta({ id: "AgentMessage" });

export const CreateSessionBody = z
  .object({
    messages: listOf(AgentMessage, { min: 1, max: 100 }).meta({
      description: "The last message, except system messages, must be the user's instruction.",
    }),
    branch: Text.max(200).optional().meta({
      description:
        "Branch to work on. An existing branch is continued, a new one is created. It can't be the default branch or a protected branch. If omitted, the branch is named after the messages.",
    }),
    asDraft: z.boolean().default(false).meta({ description: "Whether the pull request opens as a draft." }),
    model: z.enum(["sonnet", "opus"]).default("sonnet"),
  })
  .meta({ id: "CreateSessionBody" });

const ListSessionsQuery = z.object({
  skip: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .meta({ description: "Number of newest sessions to skip." }),
  take: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: "Maximum number of sessions. Default: up to 1,000." }),
});

/** A message as generation 4 of the chat client library sends it: its text in `content`, and most often in `parts` as well. */
const AssistantMessageV1 = z
  .object({
    id: z.string().max(200).nullish(),
    role: z.enum(["system", "user", "assistant", "data"]),
    content: z.string().nullish().meta({ description: "The message's text." }),
    parts: listOf(MessagePart, { max: MAX_PARTS }).nullish(),
  })
  .meta({ id: "AssistantMessageV1" });

const AskBodyV1 = QuestionFields.extend({
  messages: listOf(AssistantMessageV1, { min: 1, max: MAX_MESSAGES }).meta({
    description:
      "The conversation, with the question last. At most 100 messages. In a thread, the newest message is enough.",
  }),
}).meta({ id: "AskBodyV1" });

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
