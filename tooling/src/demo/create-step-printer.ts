import type { JobEventMessage } from "@docsteward/contract/job-event";
import { colors } from "../colors.ts";

type Seen = { steps: number; todosDone: number; todos: number; calls: Map<string, string> };

/**
 * Makes a printer of a job's events: a line each, with the time since the start, the step and the todos done.
 *
 * @returns a function to call with every event
 */
export function createStepPrinter(print: (line: string) => void): (event: JobEventMessage) => void {
  const startedAt = performance.now();
  const seen: Seen = { steps: 0, todosDone: 0, todos: 0, calls: new Map() };
  return (event) => {
    note(seen, event);
    const text = say(seen, event);
    if (text === null) return;
    const seconds = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`.padStart(8);
    const todos = seen.todos > 0 ? `todos ${seen.todosDone}/${seen.todos}` : "";
    print(`${colors.dim(seconds)}  ${colors.cyan(`step ${seen.steps}`.padEnd(8) + todos.padEnd(10))}  ${text}`);
  };
}

function note(seen: Seen, { type, data }: JobEventMessage): void {
  if (type === "model.replied") seen.steps += 1;
  if (type === "tool.called") seen.calls.set(String(data.toolCallId), String(data.summary));
  if (type === "todos.updated" && Array.isArray(data.todos)) {
    seen.todos = data.todos.length;
    seen.todosDone = data.todos.filter((todo: { status?: string }) => todo.status === "completed").length;
  }
}

/** The line of an event; a tool's call and its result make one. */
function say({ calls }: Seen, { type, data, text }: JobEventMessage): string | null {
  if (type === "tool.called") return null;
  if (type !== "tool.finished") return text;
  // The todos were told by an event of their own.
  if (data.name === "todo_write") return null;
  return `${calls.get(String(data.toolCallId)) ?? data.name}: ${data.summary}`;
}
