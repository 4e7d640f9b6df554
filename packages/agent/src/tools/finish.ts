import { z } from "zod";
import { plural } from "./plural.ts";
import { defineTool } from "./tool.ts";
import { ToolRefusal } from "./tool-refusal.ts";

export const finishTool = defineTool({
  name: "finish",
  description:
    "Ends your work. title: a short imperative line for the pull request. summary: Markdown for the person who asked: what you changed and why, or your answer. Set noChange to true only when no file needs to change.",
  input: z.object({
    title: z.string().trim().min(1).max(200),
    summary: z.string().trim().min(1).max(20_000),
    noChange: z.boolean().optional(),
  }),
  mutates: false,
  announce: ({ title }) => `Finish: ${title}`,
  async run({ title, summary, noChange = false }, { pages }) {
    const changed = (await pages.workspace.changes()).length;
    if (noChange && changed > 0) {
      throw new ToolRefusal(
        `You have changed ${plural(changed, "file")}. Finish without noChange, or undo the changes first.`,
      );
    }
    if (!noChange && changed === 0) {
      throw new ToolRefusal("No file is changed. Make the change first, or finish with noChange set to true.");
    }
    const finish = { title: title.replace(/\s+/g, " "), summary, noChange };
    return { output: { accepted: true }, summary: "accepted", finish };
  },
});
