import { checkChanges, isRepairable } from "../workspace/check-changes.ts";
import { reviewChanges } from "../workspace/file-rules.ts";
import { FINISH, FinishInput } from "./finish-input.ts";
import { plural } from "./plural.ts";
import { defineTool } from "./tool.ts";
import { ToolRefusal } from "./tool-refusal.ts";

const MAX_REPAIRS = 3;

export const finishTool = defineTool({
  name: FINISH,
  description:
    "Ends your work. `title` and `summary` become the pull request, `reply` goes to the person who asked. Call it alone, after the results of your edits.",
  input: FinishInput,
  mutates: false,
  announce: ({ title }) => `Finish: ${title}`,
  async run({ noChange = false, summary, reply }, { pages, pageCpuSeconds, repairs }) {
    const changes = await pages.workspace.changes();
    if (noChange && changes.length > 0) {
      throw new ToolRefusal(
        `You changed ${plural(changes.length, "file")}. Call finish without noChange, or undo the changes first.`,
      );
    }
    if (!noChange && changes.length === 0) {
      throw new ToolRefusal("No file is changed. Make the change first, or call finish with noChange set to true.");
    }
    if (summary === "" && (reply === "" || !noChange)) {
      throw new ToolRefusal(
        noChange
          ? "`reply` is empty. Put your answer into it."
          : "`summary` is empty. Say what the pull request changes and why.",
      );
    }
    const { refusal } = await reviewChanges(pages.workspace, changes);
    if (refusal !== null) throw new ToolRefusal(`${refusal} Then call finish again.`);
    const report = await checkChanges(pages.workspace, { pageCpuSeconds });
    const errors = report.errors.filter((error) => isRepairable(error, pages.workspace));
    if (errors.length > 0 && repairs() < MAX_REPAIRS) {
      const found = plural(errors.length, "error");
      throw new ToolRefusal(
        `The checks found ${found} that the base does not have. Fix them, then call finish again.`,
        {
          errors: errors.slice(0, 50),
        },
      );
    }
    return { output: { accepted: true }, summary: "accepted" };
  },
});
