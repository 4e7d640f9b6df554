import { z } from "zod";
import { pagePath } from "./page-path.ts";
import { defineTool } from "./tool.ts";

export const writeTool = defineTool({
  name: "write",
  description:
    "Writes a whole file: a new page, or a page you have read and want to replace entirely. Prefer `edit` for changes.",
  input: z.object({ path: pagePath(), content: z.string() }),
  mutates: true,
  announce: ({ path }) => `Write ${path}`,
  async run({ path, content }, { pages }) {
    const created = await pages.write(path, content);
    return { output: { path, created }, summary: created ? "created" : "replaced" };
  },
});
