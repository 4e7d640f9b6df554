import type { SearchFilter } from "@docsteward/contract/search-filter";
import type { SearchResult } from "@docsteward/contract/site-search";
import { searchSite } from "@docsteward/services/site/search";
import { makeCommand } from "../make-command.ts";
import { print, printJson, say } from "../output.ts";
import { parseCount } from "../parse-count.ts";
import { parseFilter } from "../parse-filter.ts";
import { toExcerpt } from "../to-excerpt.ts";
import { withProject } from "../with-project.ts";

type Options = { limit: number; filter: SearchFilter; currentPath?: string; json?: true };

const EXCERPT_CHARACTERS = 160;

/** `docsteward search`: what a reader's question finds. */
export const search = makeCommand(
  "search",
  "Search the pages of a site",
  `docsteward search acme-docs "how do I rotate a key?" --filter version=2 --limit 5`,
)
  .argument("<project>", "project domain")
  .argument("<query>", "the question")
  .option("--limit <count>", "maximum number of pages, 1 to 50", parseCount(50), 10)
  .option(
    "--filter <name=value>",
    "only pages with this version, language, tag, groups or path (repeatable)",
    parseFilter,
    {},
  )
  .option("--current-path <path>", "page the reader is on; nearby pages rank higher")
  .option("--json", "print a JSON array")
  .action((domain: string, query: string, { limit: pageSize, filter, currentPath, json }: Options) =>
    withProject({ domain }, async (ctx) => {
      const results = await searchSite(ctx, { query, pageSize, filter, currentPath });
      if (json) return printJson(results);
      if (results.length === 0) return say("No results.");
      print(results.map(toLines).join("\n\n"));
    }),
  );

function toLines({ content, metadata }: SearchResult, index: number): string {
  const { title, heading, url, score } = metadata;
  const name = heading === null || heading === title ? title : `${title} › ${heading}`;
  const excerpt = toExcerpt(content, { characters: EXCERPT_CHARACTERS });
  return `${index + 1}. ${name}  ${url}  ${score.toFixed(2)}\n   ${excerpt}`;
}
