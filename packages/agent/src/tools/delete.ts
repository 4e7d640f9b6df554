import { z } from "zod";
import { pagePath } from "./page-path.ts";
import { defineTool } from "./tool.ts";

export const deleteTool = defineTool({
  name: "delete",
  description: "Deletes a file. Then remove the links to it and its navigation entries.",
  input: z.object({ path: pagePath() }),
  mutates: true,
  announce: ({ path }) => `Delete ${path}`,
  async run({ path }, { pages }) {
    await pages.remove(path);
    return { output: { path }, summary: "deleted" };
  },
});
