import { Todo } from "@docsteward/contract/job";
import { z } from "zod";
import { defineTool } from "./tool.ts";

export const todoWriteTool = defineTool({
  name: "todo_write",
  description:
    "Replaces the todo list that people see. Use it only for work of more than five steps. Keep exactly one item in_progress, and mark each item completed when you finish it.",
  input: z.object({
    todos: z.array(Todo.extend({ id: z.string().min(1).max(100), content: z.string().min(1).max(500) })).max(50),
  }),
  mutates: false,
  announce: () => "Update the todos",
  async run({ todos }) {
    const done = todos.filter((todo) => todo.status === "completed").length;
    return {
      output: { ok: true },
      summary: `${done} of ${todos.length} done`,
      todos,
      events: [{ type: "todos.updated", data: { todos } }],
    };
  },
});
