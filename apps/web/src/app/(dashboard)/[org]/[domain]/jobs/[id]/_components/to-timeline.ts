import { JOB_EVENTS, type JobEvent, type JobEventMessage, type JobEventType } from "@docsteward/contract/job-event";

type Stamped = { id: number; at: string };

/** One row of a job's timeline. A tool call and its result are one row. */
export type TimelineItem = Stamped &
  (
    | { kind: "message"; content: string; by: string | null }
    | { kind: "reply"; text: string; durationMs: number }
    /** What the agent says to itself between two calls. */
    | { kind: "thought"; text: string }
    | { kind: "tool"; name: string; summary: string; input: unknown; result: ToolResult | null; step: ModelStep | null }
    | { kind: "note"; type: JobEventType; text: string; href?: string }
    | { kind: "checks"; text: string; problems: CheckProblem[] }
    | { kind: "completed"; messageToUser: string }
    | { kind: "failed"; code: string; reason: string }
  );

/** The model call that a tool call comes from; with the first of its calls only, so that sums count it once. */
export type ModelStep = { durationMs: number; inputTokens: number; cachedInputTokens: number; outputTokens: number };

export type ToolResult = { isError: boolean; summary: string; durationMs: number };
export type CheckProblem = { path: string; line: number | null; message: string };

/** Events whose content other parts of the page show. */
const SILENT: ReadonlySet<JobEventType> = new Set(["todos.updated", "job.titled", "message.taken"]);

/**
 * Turns a job's events into the rows a person reads.
 *
 * @param messages in the order of their ids, from the first one kept
 */
export function toTimeline(messages: readonly JobEventMessage[]): TimelineItem[] {
  const items: TimelineItem[] = [];
  const openCalls = new Map<string, TimelineItem & { kind: "tool" }>();
  let step: ModelStep | null = null;
  for (const message of messages) {
    const event = typed(message);
    if (event === null) continue;
    if (event.type === "tool.finished") {
      const call = openCalls.get(event.data.toolCallId);
      if (call) {
        const { isError, summary, durationMs } = event.data;
        call.result = { isError, summary, durationMs };
        openCalls.delete(event.data.toolCallId);
      }
      continue;
    }
    if (event.type === "model.replied") step = event.data;
    const item = toItem(event, message.text);
    if (item === null || isSaidAgain(item, items.at(-1))) continue;
    items.push(item);
    if (item.kind === "tool" && event.type === "tool.called") {
      item.step = step;
      step = null;
      openCalls.set(event.data.toolCallId, item);
    }
  }
  return items;
}

/** An agent that answers in words alone ends with them: its last words are the job's message, and are shown once. */
function isSaidAgain(item: TimelineItem, last: TimelineItem | undefined): boolean {
  return item.kind === "completed" && last?.kind === "reply" && item.messageToUser.trim() === last.text.trim();
}

// A job's events never change, and its page asks for the rows anew with each one that comes.
const checked = new WeakMap<JobEventMessage, JobEvent | null>();

/** The event with its facts checked; null for one that a newer version wrote in another form. */
function typed(message: JobEventMessage): JobEvent | null {
  const known = checked.get(message);
  if (known !== undefined) return known;
  const data = JOB_EVENTS[message.type].safeParse(message.data);
  const event = data.success ? ({ ...message, data: data.data } as JobEvent) : null;
  checked.set(message, event);
  return event;
}

function toItem(event: JobEvent, text: string): TimelineItem | null {
  const stamp = { id: event.id, at: event.at };
  if (SILENT.has(event.type)) return null;
  switch (event.type) {
    case "job.created":
      return { ...stamp, kind: "message", content: event.data.prompt, by: null };
    case "message.received":
      return { ...stamp, kind: "message", content: event.data.content, by: event.data.by ?? null };
    case "model.replied": {
      const { text: words, toolCalls, durationMs } = event.data;
      if (words.trim() === "") return null;
      return toolCalls > 0
        ? { ...stamp, kind: "thought", text: words }
        : { ...stamp, kind: "reply", text: words, durationMs };
    }
    case "tool.called": {
      const { name, summary, input } = event.data;
      return { ...stamp, kind: "tool", name, summary, input, result: null, step: null };
    }
    case "checks.finished":
      return { ...stamp, kind: "checks", text, problems: event.data.problems };
    case "pull_request.opened":
    case "pull_request.updated": {
      const verb = event.type === "pull_request.opened" ? "Opened" : "Updated";
      const { number, url } = event.data;
      return { ...stamp, kind: "note", type: event.type, text: `${verb} pull request #${number}`, href: url };
    }
    case "job.completed":
      return { ...stamp, kind: "completed", messageToUser: event.data.messageToUser };
    case "job.failed":
      return { ...stamp, kind: "failed", code: event.data.code, reason: event.data.reason };
    default:
      return { ...stamp, kind: "note", type: event.type, text };
  }
}
