import { MAX_MESSAGES, MAX_PARTS, MessagePart, QuestionFields } from "@docsteward/contract/assistant-message";
import { listOf, Text } from "@docsteward/contract/input-schema";
import { Prompt, Todo } from "@docsteward/contract/job";
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

export const ListSessionsQuery = z.object({
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

export const AskBodyV1 = QuestionFields.extend({
  messages: listOf(AssistantMessageV1, { min: 1, max: MAX_MESSAGES }).meta({
    description:
      "The conversation, with the question last. At most 100 messages. In a thread, the newest message is enough.",
  }),
}).meta({ id: "AskBodyV1" });
