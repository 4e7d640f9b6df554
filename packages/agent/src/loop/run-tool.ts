import type { ToolEntry } from "../journal.ts";
import type { PendingCall } from "../journal-state.ts";
import type { ToolContext, ToolResult } from "../tools/tool.ts";
import { ToolRefusal } from "../tools/tool-refusal.ts";
import { findTool } from "../tools/tools.ts";

/** A tool call that ran: its journal entry, its result, and its duration. */
export type ToolRun = { entry: ToolEntry; result: ToolResult; durationMs: number };

/** What a call is about, in one line, before it runs. */
export function describeCall({ call, problem }: PendingCall): string {
  const tool = problem === null ? findTool(call.toolName) : undefined;
  const input = tool?.input.safeParse(call.input);
  return tool && input?.success ? tool.announce(input.data) : `Call ${call.toolName}`;
}

/**
 * Runs one tool call. An error that the model can correct comes back as an error result with a sentence. Any other error is
 * thrown and fails the job.
 */
export async function runTool({ call, problem }: PendingCall, context: ToolContext): Promise<ToolRun> {
  const startedMs = performance.now();
  const result = await runOrRefuse(call.toolName, call.input, problem, context);
  const durationMs = Math.round(performance.now() - startedMs);
  const isError = result instanceof ToolRefusal;
  const settled: ToolResult = isError
    ? { output: { error: result.message, ...result.details }, summary: result.message }
    : result;
  const entry = { toolCallId: call.toolCallId, name: call.toolName, output: settled.output, isError };
  return { entry, result: settled, durationMs };
}

async function runOrRefuse(
  name: string,
  input: unknown,
  problem: string | null,
  context: ToolContext,
): Promise<ToolResult | ToolRefusal> {
  if (problem !== null) return new ToolRefusal(problem);
  const tool = findTool(name);
  if (!tool) return new ToolRefusal(`Tool ${name} not found.`);
  const parsed = tool.input.safeParse(input);
  if (!parsed.success) return new ToolRefusal(`Invalid arguments for ${name}: ${parsed.error.message.slice(0, 600)}`);
  try {
    return await tool.run(parsed.data, context);
  } catch (error) {
    if (error instanceof ToolRefusal) return error;
    throw error;
  }
}
