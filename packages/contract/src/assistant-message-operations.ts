import { z } from "zod";
import { AnswerPiece, AnswerRating, AskBody, RateAnswerBody } from "./assistant-message.ts";
import { AskBodyV1 } from "./assistant-message-v1.ts";
import { DomainParams } from "./assistant-operations.ts";
import type { ErrorCode } from "./error.ts";
import { ASSISTANT_LIMITS } from "./limits.ts";
import { defineOperation } from "./operation.ts";

const none = z.object({});
const ERRORS_OF_ANSWERS: ErrorCode[] = ["budget_exceeded", "upstream_error", "unavailable"];
const V2_PATH = "/discovery/v2/assistant/{domain}/message";
const V1_DEPRECATED_SINCE_SECONDS = 1_773_014_400;

const ANSWER_HEADERS = { "X-Thread-Id": "The thread of the question, to send back as `threadId`." };

export const askAssistantOperation = defineOperation({
  id: "askAssistant",
  method: "POST",
  path: V2_PATH,
  summary: "Ask the assistant",
  description:
    "Answers a question from the pages of the site, as a stream that generation 5 and later of the chat client library reads. Its `start` and `finish` carry the `threadId` in `messageMetadata`; a caller whose body has neither `id` nor `trigger` gets it as `finish.threadId`, too. Each page that the answer cites comes as a `source-url`. What fails before the first words is an error of its own; after them it is an `error` chunk, and the end.",
  auth: "assistant",
  scope: "read",
  limits: ASSISTANT_LIMITS,
  idempotent: false,
  params: DomainParams,
  query: none,
  body: AskBody,
  response: AnswerPiece,
  produces: "ui-message-stream",
  errors: ERRORS_OF_ANSWERS,
  requestHeaders: {
    "X-Stream-Compat":
      "`strict` keeps `threadId` out of `finish`, where strict clients end on it; `literal` puts it there.",
  },
  responseHeaders: ANSWER_HEADERS,
  example: {
    body: {
      fp: "anonymous",
      messages: [{ id: "1", role: "user", parts: [{ type: "text", text: "How do I turn a feature off at once?" }] }],
    },
    response: [
      'data: {"type":"start","messageId":"msg_6kT2","messageMetadata":{"threadId":"thr_9fQx"}}\n\n',
      'data: {"type":"text-start","id":"answer"}\n\n',
      'data: {"type":"text-delta","id":"answer","delta":"Use a kill switch [1]."}\n\n',
      'data: {"type":"source-url","sourceId":"1","url":"/guides/kill-switch","title":"Kill switches"}\n\n',
    ].join(""),
  },
});

export const askAssistantV1Operation = defineOperation({
  id: "askAssistantV1",
  method: "POST",
  path: "/discovery/v1/assistant/{domain}/message",
  summary: "Ask the assistant (version 1)",
  description:
    "The same for generation 4 of the chat client library, with its stream protocol set to `data` and `sendExtraMessageFields` to true. The `threadId` comes as a data event of the type `finish`.",
  auth: "assistant",
  scope: "read",
  limits: ASSISTANT_LIMITS,
  idempotent: false,
  params: DomainParams,
  query: none,
  body: AskBodyV1,
  response: z.string(),
  produces: "data-stream",
  deprecated: { sinceSeconds: V1_DEPRECATED_SINCE_SECONDS, successor: V2_PATH },
  errors: ERRORS_OF_ANSWERS,
  responseHeaders: ANSWER_HEADERS,
  example: {
    body: {
      fp: "anonymous",
      messages: [{ id: "1", role: "user", content: "How do I turn a feature off at once?" }],
    },
    response: 'f:{"messageId":"msg_6kT2"}\n0:"Use a kill switch [1]."\n',
  },
});

export const rateAnswerOperation = defineOperation({
  id: "rateAnswer",
  method: "POST",
  path: "/discovery/v2/assistant/{domain}/feedback",
  summary: "Rate an answer",
  description: "Keeps what a reader thinks of an answer. The newest rating counts.",
  auth: "assistant",
  scope: "read",
  limits: ["org-hour", "ip-day"],
  idempotent: false,
  params: DomainParams,
  query: none,
  body: RateAnswerBody,
  response: AnswerRating,
  produces: "json",
  errors: ["not_found"],
  example: {
    body: { messageId: "msg_6kT2", rating: "up" },
    response: { messageId: "msg_6kT2", rating: "up", comment: null },
  },
});

export const MESSAGE_OPERATIONS = [askAssistantOperation, rateAnswerOperation] as const;

export const MESSAGE_V1_OPERATIONS = [askAssistantV1Operation] as const;
