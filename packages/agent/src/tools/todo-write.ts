import { Todo } from "@docsteward/contract/job";
import { z } from "zod";
import { defineTool } from "./tool.ts";

export const todoWriteTool = defineTool({
  name: "todo_write",
  description:
    "Sets the whole list of todos that people see. Keep one item in_progress, and mark items as you finish them.",
  input: z.object({
    todos: z.array(Todo.extend({ id: z.string().min(1).max(100), content: z.string().min(1).max(500) })).max(50),
  }),
  mutates: false,
  announce: () => "Update the todos",
  async run({ todos }) {
    const done = todos.filter((todo) => todo.status === "completed").length;
    return {
      output: { todos },
      summary: `${done} of ${todos.length} done`,
      todos,
      events: [{ type: "todos.updated", data: { todos } }],
    };
  },
});
