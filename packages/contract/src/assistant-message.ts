import { z } from "zod";
import { listOf } from "./list-of.ts";
import { SearchFilter } from "./search-filter.ts";
import { Text } from "./text.ts";

const THREAD_ID = /^[A-Za-z0-9_-]{1,128}$/;
/** The most that `LIMIT_MESSAGES` can be set to. */
export const MAX_MESSAGES = 10_000;
export const MAX_PARTS = 1_000;
const MAX_CONTEXT_ITEMS = 1_000;

/** A part of a message. Chat clients send many kinds; the text of those called `text` counts, the others are left aside. */
export const MessagePart = z
  .looseObject({
    type: z.string().max(100).meta({ description: "`text`; parts of every other type are left aside." }),
    text: z.unknown().optional().meta({ description: "The text of a part of the type `text`." }),
  })
  .meta({ id: "MessagePart" });

const id = z.string().max(200).nullish().meta({ description: "The message's id, as the client made it." });

export const AssistantMessage = z
  .object({
    id,
    role: z.enum(["system", "user", "assistant"]).meta({
      description:
        "A `system` message is a note on where and to whom the assistant answers; it changes none of its rules.",
    }),
    parts: listOf(MessagePart, { max: MAX_PARTS }),
  })
  .meta({ id: "AssistantMessage" });
export type AssistantMessage = z.output<typeof AssistantMessage>;

export const ContextItem = z
  .object({
    type: z
      .enum(["code", "textSelection"])
      .meta({ description: "What it is: code, or text that the reader selected." }),
    value: z.string().meta({ description: "The code or the text. At most 20,000 characters." }),
    path: z.string().max(1_000).nullish().meta({ description: "Path of the file or page that it is from." }),
    elementId: z.string().max(1_000).nullish().meta({ description: "Id of the element of the page that holds it." }),
  })
  .meta({ id: "ContextItem" });
export type ContextItem = z.output<typeof ContextItem>;

/** What both versions of a question share. */
export const QuestionFields = z.object({
  fp: Text.min(1).max(200).meta({
    description: "Who asks: `anonymous`, or an identifier that is unique to the user. Threads belong to it.",
  }),
  threadId: z
    .string()
    .regex(THREAD_ID, "The threadId must be 1 to 128 letters, digits, hyphens and underscores.")
    .nullish()
    .meta({
      description:
        "The thread that the question joins, as the answer before it told it. Without one a thread is begun.",
    }),
  retrievalPageSize: z
    .int()
    .min(1)
    .max(50)
    .nullish()
    .transform((count) => count ?? 5)
    .meta({ description: "How many pages are retrieved for the answer; 5 is recommended." }),
  filter: SearchFilter.nullish().meta({ description: "Which pages may answer." }),
  context: listOf(ContextItem, { max: MAX_CONTEXT_ITEMS })
    .nullish()
    .meta({ description: "What the reader looks at. At most 20 items." }),
  currentPath: Text.max(200)
    .nullish()
    .meta({ description: "Path of the page that the reader sees: what is near it comes first." }),
});

export const AskBody = QuestionFields.extend({
  id: z
    .unknown()
    .optional()
    .meta({ description: "A chat client's own id of the conversation, to come back to its stream by." }),
  trigger: z.unknown().optional().meta({ description: "What a chat client sends for." }),
  messages: listOf(AssistantMessage, { min: 1, max: MAX_MESSAGES }).meta({
    description: "The conversation, the question last. At most 100 messages. The newest alone is enough in a thread.",
  }),
}).meta({ id: "AskBody" });
export type AskBody = z.output<typeof AskBody>;

/** One piece of a streamed answer, as the chat client library names it. */
export const AnswerPiece = z.looseObject({ type: z.string() }).meta({
  id: "AnswerPiece",
  description: "A chunk of the chat client library's stream protocol, generation 5 and later.",
});

export const RateAnswerBody = z
  .object({
    messageId: Text.min(1).max(128).meta({ description: "Id of the answer, as its stream tells it first." }),
    rating: z.enum(["up", "down"]),
    comment: z.string().max(2_000).nullish().meta({ description: "What the reader adds." }),
  })
  .meta({ id: "RateAnswerBody" });
export type RateAnswerBody = z.output<typeof RateAnswerBody>;

export const AnswerRating = z
  .object({ messageId: z.string(), rating: z.enum(["up", "down"]), comment: z.string().nullable() })
  .meta({ id: "AnswerRating" });
export type AnswerRating = z.output<typeof AnswerRating>;
