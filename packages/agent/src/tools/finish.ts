import { checkChanges } from "../workspace/check-changes.ts";
import { reviewChanges } from "../workspace/file-rules.ts";
import { FINISH, FinishInput } from "./finish-input.ts";
import { plural } from "./plural.ts";
import { defineTool } from "./tool.ts";
import { ToolRefusal } from "./tool-refusal.ts";

const MAX_REPAIRS = 3;

export const finishTool = defineTool({
  name: FINISH,
  description:
    "Ends your work. `title`: a short imperative line for the pull request. `summary`: Markdown for the person who asked: what you changed and why, or your answer. Set `noChange` to true only if no file needs to change.",
  input: FinishInput,
  mutates: false,
  announce: ({ title }) => `Finish: ${title}`,
  async run({ noChange = false }, { pages, pageCpuSeconds, repairs }) {
    const changed = (await pages.workspace.changes()).length;
    if (noChange && changed > 0) {
      throw new ToolRefusal(
        `You changed ${plural(changed, "file")}. Call finish without noChange, or undo the changes first.`,
      );
    }
    if (!noChange && changed === 0) {
      throw new ToolRefusal("No file is changed. Make the change first, or call finish with noChange set to true.");
    }
    const { refusal } = await reviewChanges(pages.workspace, await pages.workspace.changes());
    if (refusal !== null) throw new ToolRefusal(`${refusal} Then call finish again.`);
    const { errors } = await checkChanges(pages.workspace, { pageCpuSeconds });
    if (errors.length > 0 && repairs() < MAX_REPAIRS) {
      const found = plural(errors.length, "error");
      throw new ToolRefusal(`Your changes caused ${found}. Fix them, then call finish again.`, {
        errors: errors.slice(0, 50),
      });
    }
    return { output: { accepted: true }, summary: "accepted" };
  },
});
