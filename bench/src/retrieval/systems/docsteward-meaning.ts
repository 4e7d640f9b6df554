import { createOfflineEmbedder } from "../../../../packages/assistant/src/embedding/offline/offline-embedder.ts";
import { passageText } from "../../../../packages/assistant/src/embedding/passage-text.ts";
import { encodeVectors } from "../../../../packages/assistant/src/embedding/vectors.ts";
import type { IndexedPage } from "../../../../packages/assistant/src/page/indexed-page.ts";
import { createRetriever } from "../../../../packages/assistant/src/retriever/create-retriever.ts";
import { siteOfCorpus } from "../corpus.ts";
import type { CreateSystem } from "../search-system.ts";

/**
 * Our own as it comes: with the offline embedder, whose vectors are packed as the index stores them. It remembers no question,
 * since each is asked several times here.
 */
export const docstewardMeaning: CreateSystem = async (corpus) => {
  const pages = await siteOfCorpus(corpus);
  const embedder = createOfflineEmbedder({ maxRemembered: 0 });
  const vectors = new Map<IndexedPage, Uint8Array>();
  for (const page of pages) {
    const texts = page.chunks.map((chunk) => passageText(page, chunk));
    vectors.set(page, encodeVectors(await embedder.embedDocuments(texts)));
  }
  const retriever = await createRetriever(pages, { meaning: { embedder, vectors } });
  return {
    search: async (text, { limit, currentPath }) =>
      (await retriever.search({ text, limit, currentPath })).map(({ page }) => page.file),
  };
};
