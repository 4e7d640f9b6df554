import { z } from "zod";
import { applyEdits } from "../workspace/apply-edits.ts";
import { pagePath } from "./page-path.ts";
import { plural } from "./plural.ts";
import { defineTool } from "./tool.ts";

export const editTool = defineTool({
  name: "edit",
  description:
    "Replaces exact text in a file you have read. `old` must occur exactly once, unless `all` is true. Keep everything else unchanged. Returns the changed lines with their numbers.",
  input: z.object({ path: pagePath(), old: z.string(), new: z.string(), all: z.boolean().optional() }),
  mutates: true,
  announce: ({ path }) => `Edit ${path}`,
  async run({ path, ...edit }, { pages }) {
    const result = await applyEdits(pages, path, [edit]);
    return { output: { path, ...result }, summary: result.note ?? plural(result.replacements, "replacement") };
  },
});
