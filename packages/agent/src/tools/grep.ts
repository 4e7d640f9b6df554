import { z } from "zod";
import { plural } from "./plural.ts";
import { defineTool } from "./tool.ts";

export const grepTool = defineTool({
  name: "grep",
  description:
    "Searches all pages and navigation files, or those below `path`, line by line for an extended regular expression. Includes your edits. Returns at most 200 matches.",
  input: z.object({ pattern: z.string().min(1).max(1000), path: z.string().optional() }),
  mutates: false,
  announce: ({ pattern, path }) => `Search for ${pattern}${path ? ` in ${path}` : ""}`,
  async run({ pattern, path }, { pages }) {
    const { matches, isCut } = await pages.grep(pattern, path);
    const files = new Set(matches.map((match) => match.path)).size;
    return {
      output: { matches, isCut },
      summary:
        matches.length === 0
          ? "no matches"
          : `${plural(matches.length, "match", "matches")} in ${plural(files, "file")}`,
    };
  },
});
