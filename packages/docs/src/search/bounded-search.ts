import { fileURLToPath } from "node:url";
import { runOnSite, type SiteRunOptions } from "../bounded/run-on-site.ts";
import { siteTask } from "../bounded/site-task.ts";
import type { DocsReader } from "../docs-reader.ts";
import type { SearchFilter, SearchOptions, SearchResult } from "./search-pages.ts";

const TASK = { module: fileURLToPath(import.meta.url), name: "searchTask" };

type Search = {
  query: string;
  filter?: SearchFilter;
  limit?: number;
};

/** Run by its name. @public */
export const searchTask = siteTask(async ({ query, filter, limit }: Search, { reader, ask }) => {
  const site = reader("site");
  // Only the process with bounds loads what searches pages.
  const { searchPages } = await import("./search-pages.ts");
  const likely = async () => new Map((await ask("likely", null)) as [path: string, share: number][]);
  const options = { filter, base: reader("base") ?? undefined, likely };
  return site === null ? [] : searchPages(site, query, limit, options);
});

const HOLDING_TASK = { module: TASK.module, name: "filesHoldingTask" };

type Holding = { text: string; max: number };

/** Run by its name. @public */
export const filesHoldingTask = siteTask(async (wanted: Holding, { reader }) => {
  const site = reader("site");
  const { filesHolding } = await import("./candidates.ts");
  return site === null ? null : filesHolding(site, await site.paths(), wanted);
});

/**
 * Does what `filesHolding` does in the process with bounds that has searched the site last.
 *
 * @throws BoundedError with a sentence for people
 */
export async function filesHoldingBounded(
  site: DocsReader,
  wanted: Holding,
  options: SiteRunOptions,
): Promise<string[] | null> {
  return (await runOnSite<string[] | null>(HOLDING_TASK, { readers: { site }, input: wanted }, options)).output;
}

/**
 * Does what `searchPages` does in a process with bounds. Pages that take too much are not found.
 *
 * @throws BoundedError with a sentence for people
 */
export async function searchPagesBounded(
  { site, base }: { site: DocsReader; base?: DocsReader },
  { likely, ...search }: Search & Pick<SearchOptions, "likely">,
  options: SiteRunOptions,
): Promise<SearchResult[]> {
  return (
    await runOnSite<SearchResult[]>(
      TASK,
      {
        readers: { site, base: base ?? null },
        fixed: ["base"],
        input: search,
        answers: () => ({ likely: async () => [...((await likely?.()) ?? [])] }),
      },
      options,
    )
  ).output;
}
