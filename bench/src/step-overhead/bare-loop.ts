import { createAnthropic } from "@ai-sdk/anthropic";
import { hasToolCall, streamText, tool } from "ai";
import { z } from "zod";

/** What the benchmark asks of this process, once a round. */
export type BareRun = { modelUrl: string; files: [string, string][]; prompt: string };

/**
 * The peer of the step overhead: a process of its own, as the worker is one, that runs the same script through a plain
 * `streamText` tool loop. Takes a {@link BareRun} as a message and answers each with `done` or with what went wrong.
 */
process.on("message", (message) => {
  runOnce(message as BareRun).then(
    () => process.send?.("done"),
    (error: unknown) => process.send?.(String(error)),
  );
});

async function runOnce({ modelUrl, files, prompt }: BareRun): Promise<void> {
  let failure: unknown;
  const anthropic = createAnthropic({ baseURL: `${modelUrl}/v1`, apiKey: "scripted" });
  const result = streamText({
    model: anthropic("claude-sonnet-4-5"),
    instructions: "You edit the pages of a documentation site.",
    prompt,
    tools: bareTools(new Map(files)),
    stopWhen: hasToolCall("finish"),
    maxRetries: 0,
    onError: ({ error }) => {
      failure ??= error;
    },
  });
  await result.consumeStream();
  if (failure !== undefined) throw failure;
}

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
function bareTools(files: Map<string, string>) {
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
