import type { SearchFilter } from "@docsteward/contract/site-search";
import { tool, zodSchema } from "ai";
import { z } from "zod";
import type { Chunk } from "../page/indexed-page.ts";
import { findPage } from "../page/page-address.ts";
import type { AnswerSite } from "./answer.ts";
import { type PromptDelimiter, writePassage } from "./prompt.ts";
import type { Source, Sources } from "./sources.ts";
import type { TraceWriter } from "./trace.ts";

// Made once: to make a schema, and to write it for the model, takes longer than all else that precedes a call.
const SEARCH_INPUT = zodSchema(z.object({ query: z.string().describe("A self-contained question or keywords.") }));
const PAGE_INPUT = zodSchema(
  z.object({ path: z.string().describe("The page's path, as in its passages' links, e.g. /guide/ssr.") }),
);

const FOUND_PAGES = 5;
const PASSAGES_A_PAGE = 2;
const MAX_PAGE = 24_000;
/** Characters of all tool results in one answer: a model may call many tools in parallel, and the results must fit its context. */
const MAX_GIVEN = 60_000;
const ALL_GIVEN = "Read limit reached. Answer from the passages you have.";

/** The state of one answer that its tools read and add to. */
export type AnswerToolsInput = {
  site: AnswerSite;
  sources: Sources;
  trace: TraceWriter;
  fence: PromptDelimiter;
  filter?: SearchFilter;
  currentPath?: string;
};

/** What the model may do besides answering: search again, and read a page of the index. Neither leaves the index. */
export function answerTools({ site, sources, trace, fence, filter, currentPath }: AnswerToolsInput) {
  let left = MAX_GIVEN;
  const write = (found: Source[]) => found.map((source) => writePassage(source, site, fence)).join("\n\n");
  /** The first of the passages that there is room for. */
  const thatFit = <T extends { chunk: Chunk }>(found: T[], room: number) => {
    const fitting: T[] = [];
    let size = 0;
    for (const one of found) {
      if (size + one.chunk.text.length > room) break;
      size += one.chunk.text.length;
      fitting.push(one);
    }
    left -= size;
    return fitting;
  };
  return {
    search: tool({
      description: "Searches the documentation. Returns the best passages, each with its number.",
      inputSchema: SEARCH_INPUT,
      execute: async ({ query }) => {
        const step = trace.step({ type: "search", query });
        if (left <= 0) return ALL_GIVEN;
        const hits = await site.retriever.search({ text: query, limit: FOUND_PAGES, filter, currentPath });
        const best = hits[0]?.score || 1;
        const passages = hits.flatMap(({ page, score, passages }) =>
          passages.slice(0, PASSAGES_A_PAGE).map(({ chunk }) => ({ page, chunk, score: score / best })),
        );
        const found = thatFit(passages, left).map(({ page, chunk, score }) => {
          const source = sources.add(page, chunk);
          trace.passage(source, { step, score });
          return source;
        });
        if (found.length < passages.length) left = 0;
        if (found.length === 0 && passages.length > 0) return ALL_GIVEN;
        return found.length === 0 ? "No passages found." : write(found);
      },
    }),
    read_page: tool({
      description: "Returns a whole page as numbered passages.",
      inputSchema: PAGE_INPUT,
      execute: async ({ path }) => {
        const step = trace.step({ type: "read", path });
        const page = findPage(site.retriever, path, site.url);
        if (!page) return "Page not found in the documentation. Use search to find pages.";
        if (left <= 0) return ALL_GIVEN;
        const whole = page.chunks.map((chunk) => ({ page, chunk }));
        const passages = thatFit(whole, Math.min(MAX_PAGE, left));
        if (passages.length === 0 && whole.length > 0) return ALL_GIVEN;
        const rest = passages.length < page.chunks.length ? "\n\nThe page continues. Search for what is missing." : "";
        const read = passages.map(({ chunk }) => sources.add(page, chunk));
        for (const source of read) trace.passage(source, { step, score: null });
        return `${write(read)}${rest}`;
      },
    }),
  };
}
