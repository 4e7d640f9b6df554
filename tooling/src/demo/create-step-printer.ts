import type { JobEventMessage } from "@docsteward/contract/job-event";
import { colors } from "../colors.ts";

type Counts = { steps: number; todosDone: number; todos: number };

/**
 * Makes a printer of a job's events: a line each, with the time since the start, the step and the todos done.
 *
 * @returns a function to call with every event
 */
export function createStepPrinter(print: (line: string) => void): (event: JobEventMessage) => void {
  const startedAt = performance.now();
  const counts: Counts = { steps: 0, todosDone: 0, todos: 0 };
  return (event) => {
    count(counts, event);
    if (event.type === "tool.called") return;
    const seconds = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`.padStart(8);
    const progress =
      `step ${counts.steps}`.padEnd(8) + (counts.todos > 0 ? `todos ${counts.todosDone}/${counts.todos}` : "");
    print(`${colors.dim(seconds)}  ${colors.cyan(progress.padEnd(18))}  ${event.text}`);
  };
}

function count(counts: Counts, { type, data }: JobEventMessage): void {
  if (type === "model.replied") counts.steps += 1;
  if (type === "todos.updated" && Array.isArray(data.todos)) {
    counts.todos = data.todos.length;
    counts.todosDone = data.todos.filter((todo: { status?: string }) => todo.status === "completed").length;
  }
}
