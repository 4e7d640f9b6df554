import { createOfflineEmbedder } from "@docsteward/assistant/embedding/offline/offline-embedder";
import { type EmbeddingServer, startEmbeddingServer } from "@docsteward/model-script/start-embedding-server";

/**
 * Starts a server of embeddings with the model that the service has built in, and a memory: the sites of stories have the same pages,
 * and a service of its own model embeds those of each site anew, for seconds of CPU. Stories that run `start` as a person does have that.
 */
export function startRememberingEmbedder(): Promise<EmbeddingServer> {
  const model = createOfflineEmbedder();
  const passages = new Map<string, Promise<Float32Array>>();
  const embedPassages = (texts: string[]): Promise<Float32Array[]> => {
    const unseen = [...new Set(texts)].filter((text) => !passages.has(text));
    const made = model.embedDocuments(unseen);
    for (const [at, text] of unseen.entries())
      passages.set(
        text,
        made.then((vectors) => vectors[at] ?? new Float32Array()),
      );
    return Promise.all(texts.map((text) => passages.get(text) ?? new Float32Array()));
  };
  return startEmbeddingServer(async ({ texts }) => {
    const [only = ""] = texts;
    // A text alone is a question: somebody waits for it, and the model remembers those by itself.
    const vectors = texts.length === 1 ? [await model.embedQuery(only)] : await embedPassages(texts);
    return { vectors: vectors.map((vector) => [...vector]) };
  });
}
