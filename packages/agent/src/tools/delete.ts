import { z } from "zod";
import { defineTool } from "./tool.ts";

export const deleteTool = defineTool({
  name: "delete",
  description: "Deletes a file. Links to it and navigation entries are yours to mend.",
  input: z.object({ path: z.string() }),
  mutates: true,
  announce: ({ path }) => `Delete ${path}`,
  async run({ path }, { pages }) {
    await pages.remove(path);
    return { output: { path }, summary: "deleted" };
  },
});
