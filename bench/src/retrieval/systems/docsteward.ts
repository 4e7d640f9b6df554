import { createRetriever } from "../../../../packages/assistant/src/retriever/create-retriever.ts";
import { siteOfCorpus } from "../corpus.ts";
import type { CreateSystem } from "../search-system.ts";

/** Our own, by words alone. */
export const docsteward: CreateSystem = async (pages) => {
  const retriever = await createRetriever(await siteOfCorpus(pages));
  return {
    search: async (text, { limit, currentPath }) =>
      (await retriever.search({ text, limit, currentPath })).map(({ page }) => page.file),
  };
};
