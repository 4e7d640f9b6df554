import picomatch from "picomatch";
import { z } from "zod";
import { plural } from "./plural.ts";
import { defineTool } from "./tool.ts";

const MAX_PATHS = 500;

export const globTool = defineTool({
  name: "glob",
  description: "Finds files by a glob pattern over the whole path, e.g. `**/*.mdx` or `guides/**`.",
  input: z.object({ pattern: z.string().min(1).max(300) }),
  mutates: false,
  announce: ({ pattern }) => `Find files ${pattern}`,
  async run({ pattern }, { pages }) {
    const matches = picomatch(pattern, { dot: true });
    const paths = (await pages.paths()).filter((path) => matches(path));
    return {
      output: { paths: paths.slice(0, MAX_PATHS), isCut: paths.length > MAX_PATHS },
      summary: plural(paths.length, "file"),
    };
  },
});
