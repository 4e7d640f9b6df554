import type { Todo } from "@docsteward/contract/job";
import type { JobEventBody } from "@docsteward/contract/job-event";
import type { JSONValue } from "ai";
import { z } from "zod";
import type { JobPages } from "../workspace/job-pages.ts";

/** What the tools of one job share. */
export type ToolContext = {
  pages: JobPages;
  /** CPU time that reading one page may take, in seconds. */
  pageCpuSeconds: number;
  /** What the people asked for, oldest first. */
  prompts(): readonly string[];
  /** How often the round's `finish` was given back because of the checks. */
  repairs(): number;
  /** Whether the conversation holds this very result of a tool already, so that it need not be said twice. */
  isKnown(name: string, output: JSONValue): boolean;
};

/** What a tool gives back: plain text or JSON for the model, one line for people, and what else follows from it. */
export type ToolResult = {
  output: JSONValue;
  summary: string;
  events?: JobEventBody[];
  todos?: Todo[];
};

/**
 * A tool of the agent. Names and arguments are a promise to models and stay as they are.
 *
 * `run` throws `ToolRefusal` for an error that the model can correct; the model gets the sentence and the job continues.
 */
export type AgentTool<Input extends z.ZodType = z.ZodType> = {
  name: string;
  description: string;
  input: Input;
  /** Whether a replay of the journal has to run it again to get the files back. */
  mutates: boolean;
  /** Whether a replay has to run it again because files that it shows may then be edited. */
  marksRead?: boolean;
  /** What a replay runs instead of `run`, where calls that older versions journaled did something else. */
  replay?(input: z.infer<Input>, output: JSONValue, context: ToolContext): Promise<unknown>;
  /** Says in one line what is about to happen, e.g. `Read guides/install.mdx`. */
  announce(input: z.infer<Input>): string;
  run(input: z.infer<Input>, context: ToolContext): Promise<ToolResult>;
};

export function defineTool<Input extends z.ZodType>(tool: AgentTool<Input>): AgentTool<Input> {
  return tool;
}

/** A path as models write it: `./guides/a.mdx` is `guides/a.mdx`. */
export const pagePath = () => z.string().transform((path) => path.replace(/^(?:\.\/)+(?=.)/, ""));
