import { z } from "zod";
import { checkChanges } from "../workspace/check-changes.ts";
import { plural } from "./plural.ts";
import { defineTool } from "./tool.ts";

export const validateTool = defineTool({
  name: "validate",
  description:
    "Checks the site after your changes: syntax, front matter, links, anchors and navigation entries. Fix all errors before you call `finish`.",
  input: z.object({}),
  mutates: false,
  announce: () => "Check the changes",
  async run(_, { pages, pageCpuSeconds }) {
    const { errors, warnings } = await checkChanges(pages.workspace, { pageCpuSeconds });
    return {
      output: { errors, warnings },
      summary:
        errors.length + warnings.length === 0
          ? "no problems"
          : `${plural(errors.length, "error")}, ${plural(warnings.length, "warning")}`,
    };
  },
});
