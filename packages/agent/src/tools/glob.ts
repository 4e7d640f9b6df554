import { compileGlob, explainGlob } from "@docsteward/platform/glob";
import { z } from "zod";
import { plural } from "./plural.ts";
import { defineTool } from "./tool.ts";
import { ToolRefusal } from "./tool-refusal.ts";

const MAX_PATHS = 500;

export const globTool = defineTool({
  name: "glob",
  description: "Finds files by a glob pattern over the whole path, e.g. `**/*.mdx` or `guides/**`.",
  input: z.object({ pattern: z.string().min(1).max(300) }),
  mutates: false,
  announce: ({ pattern }) => `Find files ${pattern}`,
  async run({ pattern }, { pages }) {
    const unclear = explainGlob(pattern);
    if (unclear !== null) throw new ToolRefusal(unclear);
    const matches = compileGlob(pattern);
    const paths = (await pages.paths()).filter(matches);
    return {
      output: { paths: paths.slice(0, MAX_PATHS), isCut: paths.length > MAX_PATHS },
      summary: plural(paths.length, "file"),
    };
  },
});
