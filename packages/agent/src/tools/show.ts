import { z } from "zod";
import { plural } from "./plural.ts";
import { defineTool } from "./tool.ts";

export const showTool = defineTool({
  name: "show",
  description: "Shows a commit that `log` listed: its message and what it changed in pages and navigation files.",
  input: z.object({ commit: z.string().min(1).max(60) }),
  mutates: false,
  announce: ({ commit }) => `Show commit ${commit}`,
  async run({ commit }, { pages }) {
    const { sha, date, author, message, files, otherFiles, patch, isCut } = await pages.show(commit);
    const others = otherFiles > 0 ? `\n${plural(otherFiles, "other file")} not shown` : "";
    const end = isCut ? "\nThe patch is cut." : "";
    return {
      output: `${sha} ${date} ${author}\n\n${message}\n\n${files.join("\n")}${others}\n\n${patch}${end}`,
      summary: plural(files.length, "file"),
    };
  },
});
