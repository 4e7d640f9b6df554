import { searchPagesBounded } from "@docsteward/docs/search/bounded-search";
import type { SearchResult } from "@docsteward/docs/search/search-pages";
import { trimSlashes } from "@docsteward/platform/cut-text";
import { z } from "zod";
import { pagePath } from "./page-path.ts";
import { plural } from "./plural.ts";
import { searchSource } from "./search-source.ts";
import { defineTool } from "./tool.ts";

const MAX_OTHERS = 12;

export const searchTool = defineTool({
  name: "search",
  description:
    "Finds pages and sections by topic, best first. Translations and versions of a page are one result, with their paths behind `also in`. Name the topic, and files or options that you know. To find exact text, use `grep`.",
  input: z.object({
    query: z.string().trim().min(1).max(500),
    path: pagePath().optional().describe("Only pages below this folder."),
    language: z.string().max(20).optional().describe("Only pages of this language, e.g. `fr`."),
    version: z.string().max(40).optional().describe("Only pages of this version, e.g. `2.1`."),
  }),
  mutates: false,
  announce: ({ query }) => `Search the docs for ${query}`,
  async run({ query, path, ...filter }, { pages, pageCpuSeconds }) {
    const place = path === undefined || path === "." ? undefined : trimSlashes(path);
    if (place !== undefined && place !== "") await pages.requireReadable(place);
    if (place !== undefined && pages.sources.find(place)) return searchSource(pages, { query, path: place });
    const search = { query, filter: { ...filter, path: place } };
    const readers = { site: pages.workspace, base: pages.workspace.start };
    const results = await searchPagesBounded(readers, search, { cpuSeconds: pageCpuSeconds });
    const output = results.length === 0 ? "No results." : results.map(formatResult).join("\n\n");
    return { output, summary: plural(results.length, "result") };
  },
});

function formatResult(
  { path, title, heading, excerpt, language, version, alsoIn }: SearchResult,
  index: number,
): string {
  const edition = [language, version === null ? null : `version ${version}`].filter((one) => one !== null).join(", ");
  const name = heading === title ? title : `${title} › ${heading}`;
  const others = alsoIn.slice(0, MAX_OTHERS).map((other) => {
    const of = [other.language, other.version].filter((one) => one !== null).join(" ");
    return of === "" ? other.path : `${of}: ${other.path}`;
  });
  const more = alsoIn.length > MAX_OTHERS ? [`and ${alsoIn.length - MAX_OTHERS} more`] : [];
  return [
    `${index + 1}. ${path}${edition === "" ? "" : ` [${edition}]`} — ${name}`,
    ...(excerpt === "" ? [] : [excerpt]),
    ...(others.length === 0 ? [] : [`also in ${[...others, ...more].join(", ")}`]),
  ].join("\n");
}
