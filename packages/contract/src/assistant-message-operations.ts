import { z } from "zod";
import { AnswerPiece, AnswerRating, AskBody, RateAnswerBody } from "./assistant-message.ts";
import { DomainParams } from "./assistant-operations.ts";
import type { PublicErrorCode } from "./error.ts";
import { ASSISTANT_LIMITS } from "./limits.ts";
import { defineOperation } from "./operation.ts";
import { Text } from "./text.ts";

const none = z.object({});
/** What an answer can fail with, beside what follows from the operation itself. */
export const ANSWER_ERRORS: PublicErrorCode[] = ["budget_exceeded", "upstream_error", "unavailable"];

export const ANSWER_HEADERS = { "X-Thread-Id": "The thread of the question, to send back as `threadId`." };

const STREAM_HEADER = {
  "X-Vercel-AI-UI-Message-Stream": "`v1`: the stream of generation 5 and later of the chat client library.",
};

export const askAssistantOperation = defineOperation({
  id: "askAssistant",
  method: "POST",
  path: "/discovery/v2/assistant/{domain}/message",
  summary: "Ask the assistant",
  description:
    "Answers a question from the pages of the site, as a stream that generation 5 and later of the chat client library reads. Its `start` and `finish` carry the `threadId` in `messageMetadata`; a caller whose body has neither `id` nor `trigger` gets it as `finish.threadId`, too. Each page that the answer cites comes as a `source-url`. What fails before the model's first part is an error of its own; after it, it is an `error` chunk, and the end.",
  auth: "assistant",
  scope: "read",
  limits: ASSISTANT_LIMITS,
  idempotent: false,
  params: DomainParams,
  query: none,
  body: AskBody,
  response: AnswerPiece,
  produces: "ui-message-stream",
  errors: ANSWER_ERRORS,
  requestHeaders: {
    "X-Stream-Compat":
      "`strict` keeps `threadId` out of `finish`, where strict clients end on it; `literal` puts it there.",
  },
  responseHeaders: { ...ANSWER_HEADERS, ...STREAM_HEADER },
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

export const resumeAnswerOperation = defineOperation({
  id: "resumeAnswer",
  method: "GET",
  path: "/discovery/v2/assistant/{domain}/message/{chatId}/stream",
  summary: "Take up an answer again",
  description:
    "The answer that runs in a chat client's conversation, from its beginning: for a client that lost it, or whose page was loaded again. Status 204 without a body when there is none: nothing runs, or the last answer was read to its end. Only with the key that asked.",
  auth: "assistant",
  scope: "read",
  limits: ["ip-day"],
  idempotent: false,
  params: DomainParams.extend({
    chatId: Text.max(200).meta({
      description: "The `id` that the question was sent with.",
      examples: ["5b0c7f2e9a4d4c3b8e61f0a2d7c95e13"],
    }),
  }),
  query: none,
  body: none,
  response: AnswerPiece,
  produces: "ui-message-stream",
  responseHeaders: STREAM_HEADER,
  noContent: "Nothing runs in this conversation.",
  example: { response: 'data: {"type":"start","messageId":"msg_6kT2","messageMetadata":{"threadId":"thr_9fQx"}}\n\n' },
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

export const MESSAGE_OPERATIONS = [askAssistantOperation, resumeAnswerOperation, rateAnswerOperation] as const;
