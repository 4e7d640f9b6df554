import { z } from "zod";
import { applyEdits } from "../workspace/apply-edits.ts";
import { pagePath } from "./page-path.ts";
import { plural } from "./plural.ts";
import { defineTool } from "./tool.ts";

export const multiEditTool = defineTool({
  name: "multi_edit",
  description:
    "Applies several exact replacements to one file, in order. If one fails, none is applied. Each `old` must occur exactly once, unless `all` is true. Returns the changed lines with their numbers.",
  input: z.object({
    path: pagePath(),
    edits: z
      .array(z.object({ old: z.string(), new: z.string(), all: z.boolean().optional() }))
      .min(1)
      .max(100),
  }),
  mutates: true,
  announce: ({ path, edits }) => `Edit ${path} (${plural(edits.length, "change")})`,
  async run({ path, edits }, { pages }) {
    const result = await applyEdits(pages, path, edits);
    return { output: { path, ...result }, summary: result.note ?? plural(result.replacements, "replacement") };
  },
});
