import type { SearchFilter } from "@docsteward/contract/search-filter";
import { tool, zodSchema } from "ai";
import { z } from "zod";
import { findPage } from "../page/find-page.ts";
import type { AnswerSite } from "./answer-site.ts";
import type { Fence } from "./create-fence.ts";
import type { Source, Sources } from "./create-sources.ts";
import { writePassage } from "./write-prompt.ts";

// Made once: to make a schema, and to write it for the model, takes longer than all else that precedes a call.
const SEARCH_INPUT = zodSchema(z.object({ query: z.string().describe("What to find, understandable by itself.") }));
const PAGE_INPUT = zodSchema(
  z.object({ path: z.string().describe("The page's path, as its passages give it: /guide/ssr") }),
);

const FOUND_PAGES = 5;
const PASSAGES_A_PAGE = 2;
const MAX_PAGE = 24_000;

export type AnswerToolsInput = {
  site: AnswerSite;
  sources: Sources;
  fence: Fence;
  filter?: SearchFilter;
  currentPath?: string;
};

/** What the model may do besides answering: search again, and read a page of the index. Neither leaves the index. */
export function answerTools({ site, sources, fence, filter, currentPath }: AnswerToolsInput) {
  const write = (found: Source[]) => found.map((source) => writePassage(source, site, fence)).join("\n\n");
  return {
    search: tool({
      description: "Searches the documentation and gives the passages that fit best, each with its number.",
      inputSchema: SEARCH_INPUT,
      execute: async ({ query }) => {
        const hits = await site.retriever.search({ text: query, limit: FOUND_PAGES, filter, currentPath });
        const found = hits.flatMap(({ page, passages }) =>
          passages.slice(0, PASSAGES_A_PAGE).map(({ chunk }) => sources.add(page, chunk)),
        );
        return found.length === 0 ? "Nothing was found." : write(found);
      },
    }),
    read_page: tool({
      description: "Gives a page of the documentation as a whole, passage by passage, each with its number.",
      inputSchema: PAGE_INPUT,
      execute: async ({ path }) => {
        const page = findPage(site.retriever, path, site.url);
        if (!page) return "There is no such page in the documentation.";
        let room = MAX_PAGE;
        const passages = page.chunks.filter(({ text }) => {
          room -= text.length;
          return room >= 0;
        });
        const rest = passages.length < page.chunks.length ? "\n\nThe page goes on; search for what is missing." : "";
        return `${write(passages.map((chunk) => sources.add(page, chunk)))}${rest}`;
      },
    }),
  };
}
