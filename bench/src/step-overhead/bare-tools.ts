import { tool } from "ai";
import { z } from "zod";

const todo = z.object({
  id: z.string(),
  content: z.string(),
  status: z.enum(["pending", "in_progress", "completed", "cancelled"]),
  priority: z.enum(["high", "medium", "low"]),
});

/**
 * The tools that the script calls, as functions over a map in memory: the least that a loop with these tools can do.
 *
 * @param files text by path; edits change the map
 */
export function bareTools(files: Map<string, string>) {
  const textOf = (path: string) => files.get(path) ?? "";
  return {
    search: tool({
      description: "Finds pages by words.",
      inputSchema: z.object({ query: z.string() }),
      execute: async ({ query }) => ({ results: search(files, query.split(" ")) }),
    }),
    glob: tool({
      description: "Finds files by a pattern of their path.",
      inputSchema: z.object({ pattern: z.string() }),
      execute: async ({ pattern }) => {
        const ending = pattern.slice(pattern.lastIndexOf("*") + 1);
        return { paths: [...files.keys()].filter((path) => path.endsWith(ending)).slice(0, 200), isCut: false };
      },
    }),
    grep: tool({
      description: "Finds the lines that match a regular expression.",
      inputSchema: z.object({ pattern: z.string(), path: z.string().optional() }),
      execute: async ({ pattern }) => ({ matches: grep(files, new RegExp(pattern)), isCut: false }),
    }),
    read: tool({
      description: "Reads a file.",
      inputSchema: z.object({ path: z.string(), from: z.int().optional(), to: z.int().optional() }),
      execute: async ({ path }) => ({ path, text: textOf(path) }),
    }),
    edit: tool({
      description: "Replaces an exact piece of text in a file.",
      inputSchema: z.object({ path: z.string(), old: z.string(), new: z.string(), all: z.boolean().optional() }),
      execute: async ({ path, old, new: text }) => {
        files.set(
          path,
          textOf(path).replace(old, () => text),
        );
        return { path, replacements: 1 };
      },
    }),
    todo_write: tool({
      description: "Writes the list of todos.",
      inputSchema: z.object({ todos: z.array(todo) }),
      execute: async ({ todos }) => ({ todos }),
    }),
    validate: tool({
      description: "Checks the pages.",
      inputSchema: z.object({}),
      execute: async () => ({ errors: [], warnings: [] }),
    }),
    finish: tool({
      description: "Ends the work.",
      inputSchema: z.object({ title: z.string(), summary: z.string(), noChange: z.boolean().optional() }),
      execute: async () => ({ accepted: true }),
    }),
  };
}

function grep(files: Map<string, string>, pattern: RegExp) {
  return [...files].flatMap(([path, text]) =>
    text.split("\n").flatMap((line, index) => (pattern.test(line) ? [{ path, line: index + 1, text: line }] : [])),
  );
}

function search(files: Map<string, string>, words: string[]) {
  const hits = [...files].filter(([, text]) => words.every((word) => text.includes(word)));
  return hits.slice(0, 10).map(([path, text]) => ({ path, excerpt: text.slice(0, 200) }));
}
