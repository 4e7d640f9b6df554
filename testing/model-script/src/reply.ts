import type { ScriptToolCall, ScriptTurn } from "./script.ts";

/** Short ways to write the turns of a script. */
export const reply = {
  /** The model says something and ends. */
  text: (text: string, more: Partial<ScriptTurn> = {}): ScriptTurn => ({ ...more, text }),
  /** The model asks for one tool. */
  tool: (name: string, input: unknown, more: Partial<ScriptTurn> = {}): ScriptTurn => ({
    ...more,
    toolCalls: [{ name, input }],
  }),
  /** The model asks for several tools at once. */
  tools: (...toolCalls: ScriptToolCall[]): ScriptTurn => ({ toolCalls }),
  /** The provider refuses with an HTTP status. */
  error: (status: number, errorMessage?: string, more: Partial<ScriptTurn> = {}): ScriptTurn => ({
    ...more,
    status,
    ...(errorMessage === undefined ? {} : { errorMessage }),
  }),
  hang: (): ScriptTurn => ({ hang: true }),
};
