import { searchPagesBounded } from "@docsteward/docs/search/bounded-search";
import { z } from "zod";
import { plural } from "./plural.ts";
import { defineTool } from "./tool.ts";

export const searchTool = defineTool({
  name: "search",
  description: "Finds pages and sections by topic, best first. To find exact text, use `grep`.",
  input: z.object({ query: z.string().trim().min(1).max(500) }),
  mutates: false,
  announce: ({ query }) => `Search the docs for ${query}`,
  async run({ query }, { pages, pageCpuSeconds }) {
    const results = await searchPagesBounded(pages.workspace, query, { cpuSeconds: pageCpuSeconds });
    return { output: { results }, summary: plural(results.length, "result") };
  },
});
