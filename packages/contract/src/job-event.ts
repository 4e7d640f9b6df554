import { z } from "zod";
import { FailureCode, Todo } from "./job.ts";

const empty = z.object({});

/** A person's action on a pull request at its forge. `by` is null when the forge does not name the person. */
const ended = z.object({ number: z.int(), url: z.string(), title: z.string(), by: z.string().nullable() });

/**
 * What can happen in a job, by name, with the facts each carries. The journal's public face: the event stream, the job page,
 * the command line and webhooks all read these.
 */
export const JOB_EVENTS = {
  "job.created": z.object({ model: z.string(), prompt: z.string() }),
  /** `by` is a person's name, or a GitHub login with its @; absent when unknown. */
  "message.received": z.object({ messageId: z.string(), content: z.string(), by: z.string().optional() }),
  "job.started": z.object({ attempt: z.int() }),
  "workspace.opened": z.object({ commit: z.string(), branch: z.string(), pages: z.int(), durationMs: z.number() }),
  /** The repository's instructions that the agent was given, in the order in which they count; `leftOut` had no room. */
  "instructions.read": z.object({
    files: z.array(z.object({ path: z.string(), isCut: z.boolean() })),
    leftOut: z.array(z.string()),
  }),
  /** The agent looked into another repository: the commit it reads, or a sentence on why it reads none. */
  "source.read": z.object({
    name: z.string(),
    ref: z.string(),
    commit: z.string().nullable(),
    error: z.string().nullable(),
  }),
  "message.taken": z.object({ messageId: z.string() }),
  "job.titled": z.object({ title: z.string() }),
  "model.replied": z.object({
    text: z.string(),
    toolCalls: z.int(),
    inputTokens: z.int(),
    cachedInputTokens: z.int(),
    outputTokens: z.int(),
    durationMs: z.number(),
  }),
  /** The job continues with another model. `reason` is a sentence about the first one. */
  "model.switched": z.object({ from: z.string(), to: z.string(), reason: z.string() }),
  "tool.called": z.object({ toolCallId: z.string(), name: z.string(), summary: z.string(), input: z.unknown() }),
  "tool.finished": z.object({
    toolCallId: z.string(),
    name: z.string(),
    /** What was called, in the words of `tool.called`. */
    call: z.string(),
    isError: z.boolean(),
    summary: z.string(),
    durationMs: z.number(),
  }),
  "todos.updated": z.object({ todos: z.array(Todo) }),
  "checks.finished": z.object({
    errors: z.int(),
    warnings: z.int(),
    problems: z.array(z.object({ path: z.string(), line: z.int().nullable(), message: z.string() })),
  }),
  "branch.pushed": z.object({
    branch: z.string(),
    commit: z.string(),
    files: z.int(),
    additions: z.int(),
    deletions: z.int(),
  }),
  "pull_request.opened": z.object({ number: z.int(), url: z.string(), title: z.string() }),
  "pull_request.updated": z.object({ number: z.int(), url: z.string(), commit: z.string() }),
  "pull_request.pushed": z.object({ number: z.int(), url: z.string(), commit: z.string(), by: z.string().nullable() }),
  "pull_request.merged": ended,
  "pull_request.closed": ended,
  "pull_request.reopened": ended,
  "job.completed": z.object({ prLink: z.string().nullable(), messageToUser: z.string() }),
  "job.failed": z.object({ code: FailureCode, reason: z.string() }),
  "job.archived": empty,
  "job.unarchived": empty,
} as const;

/** Types of job events: the keys of `JOB_EVENTS`. */
export type JobEventType = keyof typeof JOB_EVENTS;

/** An event before it has its number: what the agent and the verbs hand in. */
export type JobEventBody = { [T in JobEventType]: { type: T; data: z.infer<(typeof JOB_EVENTS)[T]> } }[JobEventType];

/** A stored and sent event. Its id counts from 1 inside its job, without gaps. */
export type JobEvent = JobEventBody & { id: number; jobId: string; at: string };

/** The JSON after `data:` in the event stream. `text` is one line for a person, the status is the job's after the event. */
export const JobEventMessage = z
  .object({
    id: z.int(),
    jobId: z.string(),
    type: z.enum(Object.keys(JOB_EVENTS) as [JobEventType, ...JobEventType[]]),
    at: z.iso.datetime(),
    text: z.string(),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "JobEvent" });
/** A job event as one message of the event stream. */
export type JobEventMessage = z.infer<typeof JobEventMessage>;
