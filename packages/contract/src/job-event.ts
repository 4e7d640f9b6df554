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

const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
const firstLine = (text: string, max = 160) => {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line.length > max ? `${line.slice(0, max - 1)}…` : line;
};

/** Says an event in one line for a person, the same words in the terminal, on the job page and in the stream. */
export function describeEvent(event: JobEventBody): string {
  const { type, data } = event;
  switch (type) {
    case "job.created":
      return `Job created with ${data.model}: ${firstLine(data.prompt)}`;
    case "message.received":
      return `Message received${data.by ? ` from ${data.by}` : ""}: ${firstLine(data.content)}`;
    case "job.started":
      return data.attempt === 1 ? "A worker started the job" : "A worker resumed the job";
    case "workspace.opened":
      return `Opened ${data.branch} at ${data.commit.slice(0, 7)}: ${plural(data.pages, "page")}`;
    case "instructions.read":
      return `Read the repository's instructions: ${data.files.map(({ path }) => path).join(", ")}`;
    case "source.read":
      return data.commit === null
        ? `Source @${data.name} can't be read: ${firstLine(data.error ?? "")}`
        : `Reads source @${data.name}: ${data.ref} at ${data.commit.slice(0, 7)}`;
    case "message.taken":
      return "The agent read the message";
    case "job.titled":
      return `Title: ${data.title}`;
    case "model.replied":
      return firstLine(data.text) || `The model requested ${plural(data.toolCalls, "tool call")}`;
    case "model.switched":
      return `Continues with ${data.to} instead of ${data.from}. ${firstLine(data.reason)}`;
    case "tool.called":
      return data.summary;
    case "tool.finished":
      return `${data.call}: ${data.summary}`;
    case "todos.updated": {
      const done = data.todos.filter((todo) => todo.status === "completed").length;
      return `Todos: ${done} of ${data.todos.length} done`;
    }
    case "checks.finished":
      return data.errors + data.warnings === 0
        ? "Checks passed"
        : `Checks: ${plural(data.errors, "error")}, ${plural(data.warnings, "warning")}`;
    case "branch.pushed":
      return `Pushed ${plural(data.files, "file")} (+${data.additions} −${data.deletions}) to ${data.branch}`;
    case "pull_request.opened":
      return `Opened pull request #${data.number}: ${data.url}`;
    case "pull_request.updated":
      return `Updated pull request #${data.number}: ${data.url}`;
    case "pull_request.pushed":
      return `${data.by ?? "Someone"} pushed to pull request #${data.number}: ${data.url}`;
    case "pull_request.merged":
    case "pull_request.closed":
    case "pull_request.reopened": {
      const verb = type.slice("pull_request.".length);
      return `${data.by ?? "Someone"} ${verb} pull request #${data.number}: ${data.url}`;
    }
    case "job.completed":
      return data.prLink === null
        ? `Completed without changes: ${firstLine(data.messageToUser)}`
        : `Completed: ${data.prLink}`;
    case "job.failed":
      return `Failed: ${data.reason}`;
    case "job.archived":
      return "Archived";
    case "job.unarchived":
      return "Unarchived";
  }
}
