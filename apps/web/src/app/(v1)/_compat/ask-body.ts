import { MAX_MESSAGES, MAX_PARTS, MessagePart, QuestionFields } from "@docsteward/contract/assistant-message";
import { listOf } from "@docsteward/contract/list-of";
import { z } from "zod";

/** A message as generation 4 of the chat client library sends it: its text in `content`, and most often in `parts` as well. */
const AssistantMessageV1 = z
  .object({
    id: z.string().max(200).nullish(),
    role: z.enum(["system", "user", "assistant", "data"]),
    content: z.string().nullish().meta({ description: "The message's text." }),
    parts: listOf(MessagePart, { max: MAX_PARTS }).nullish(),
  })
  .meta({ id: "AssistantMessageV1" });

export const AskBodyV1 = QuestionFields.extend({
  messages: listOf(AssistantMessageV1, { min: 1, max: MAX_MESSAGES }).meta({
    description:
      "The conversation, with the question last. At most 100 messages. In a thread, the newest message is enough.",
  }),
}).meta({ id: "AskBodyV1" });
