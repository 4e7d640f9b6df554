import { z } from "zod";
import { AnswerPiece, AnswerRating, AskBody, RateAnswerBody } from "./assistant-message.ts";
import { DomainParams } from "./assistant-operations.ts";
import type { PublicErrorCode } from "./error.ts";
import { Text } from "./input-schema.ts";
import { ASSISTANT_LIMITS } from "./limits.ts";
import { defineOperation } from "./operation.ts";

const none = z.object({});
/** What an answer can fail with, beside what follows from the operation itself. */
export const ANSWER_ERRORS: PublicErrorCode[] = ["budget_exceeded", "upstream_error", "unavailable"];

export const ANSWER_HEADERS = { "X-Thread-Id": "The question's thread. Send it as `threadId` to continue the thread." };

const STREAM_HEADER = {
  "X-Vercel-AI-UI-Message-Stream": "`v1`: the UI message stream of chat client library generation 5 and later.",
};

export const askAssistantOperation = defineOperation({
  id: "askAssistant",
  method: "POST",
  path: "/discovery/v2/assistant/{domain}/message",
  summary: "Ask the assistant",
  description:
    "Answers a question from the site's pages, as a UI message stream for chat client library generation 5 and later. The `start` and `finish` chunks carry `threadId` in `messageMetadata`. If the body has neither `id` nor `trigger`, `finish.threadId` also carries it. Each cited page is sent as a `source-url` chunk. A failure before the first chunk of the answer is an error response; a later failure is an `error` chunk that ends the stream.",
  auth: "assistant",
  scope: "read",
  limits: ASSISTANT_LIMITS,
  idempotency: null,
  params: DomainParams,
  query: none,
  body: AskBody,
  response: AnswerPiece,
  produces: "ui-message-stream",
  errors: ANSWER_ERRORS,
  requestHeaders: {
    "X-Stream-Compat":
      "`strict` leaves `threadId` out of `finish`, for clients that reject unknown fields. `literal` includes it.",
  },
  responseHeaders: { ...ANSWER_HEADERS, ...STREAM_HEADER },
  example: {
    body: {
      fp: "anonymous",
      messages: [
        { id: "1", role: "user", parts: [{ type: "text", text: "How do I turn a feature off immediately?" }] },
      ],
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
  summary: "Resume an answer",
  description:
    "Streams the running answer of a conversation from its beginning, for a client that lost the connection or reloaded the page. Returns 204 without a body if no answer is running or the last one was fully read. Requires the API key that asked the question.",
  auth: "assistant",
  scope: "read",
  limits: ["ip-day"],
  idempotency: null,
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
  noContent: "No answer is running in this conversation.",
  example: { response: 'data: {"type":"start","messageId":"msg_6kT2","messageMetadata":{"threadId":"thr_9fQx"}}\n\n' },
});

export const rateAnswerOperation = defineOperation({
  id: "rateAnswer",
  method: "POST",
  path: "/discovery/v2/assistant/{domain}/feedback",
  summary: "Rate an answer",
  description: "Stores a reader's rating of an answer. A new rating replaces the previous one.",
  auth: "assistant",
  scope: "read",
  limits: ["org-hour", "ip-day"],
  idempotency: null,
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
