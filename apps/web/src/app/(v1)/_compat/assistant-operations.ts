import { ANSWER_ERRORS, ANSWER_HEADERS } from "@docsteward/contract/assistant-message-operations";
import { DomainParams } from "@docsteward/contract/assistant-operations";
import { ASSISTANT_LIMITS } from "@docsteward/contract/limits";
import { defineOperation } from "@docsteward/contract/operation";
import { z } from "zod";
import { AskBodyV1 } from "./ask-body.ts";

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
  idempotent: false,
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
