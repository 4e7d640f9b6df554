import { searchPages } from "@docsteward/docs/search-pages";
import { z } from "zod";
import { plural } from "./plural.ts";
import { defineTool } from "./tool.ts";

export const searchTool = defineTool({
  name: "search",
  description: "Finds the pages and sections that are about something, best first. For exact words use grep.",
  input: z.object({ query: z.string().trim().min(1).max(500) }),
  mutates: false,
  announce: ({ query }) => `Search the docs for ${query}`,
  async run({ query }, { pages }) {
    const results = await searchPages(pages.workspace, query);
    return { output: { results }, summary: plural(results.length, "result") };
  },
});
