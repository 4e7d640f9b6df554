import { JobFailure } from "../ports.ts";
import type { FinishedCall } from "../read-journal.ts";
import type { ToolContext } from "../tools/tool.ts";
import { ToolRefusal } from "../tools/tool-refusal.ts";
import { findTool } from "../tools/tools.ts";

/**
 * Makes the edits of a round again on its first files, from the journal: how a job goes on after its worker was lost.
 *
 * Reads run again too, without their results being used, since a file must have been read before it is edited. Calls that
 * failed changed nothing and are left out.
 */
export async function replayEdits(calls: readonly FinishedCall[], context: ToolContext): Promise<void> {
  for (const { call, entry } of calls) {
    const tool = findTool(call.toolName);
    if (!tool || entry.isError || !(tool.mutates || tool.name === "read")) continue;
    try {
      await tool.run(tool.input.parse(call.input), context);
    } catch (error) {
      if (!(error instanceof ToolRefusal)) throw error;
      throw new JobFailure("push_refused", `An earlier edit of this job is no longer allowed: ${error.message}`, {
        cause: error,
      });
    }
  }
}
