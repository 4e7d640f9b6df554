import { createEmbeddingModel, type EmbeddingEnv } from "@docsteward/models/create-embedding-model";
import type { Embedder } from "./embedder.ts";
import { createOfflineEmbedder } from "./offline/offline-embedder.ts";
import { createProviderEmbedder } from "./provider-embedder.ts";
import { withPatience } from "./with-patience.ts";

const TIMEOUT_MS = 1_500;
const REST_MS = 30_000;

type Log = { warn(fields: object, message: string): void };

/** Makes the embedder of an installation; null when pages are to be found by their words alone. */
export function createEmbedder(env: EmbeddingEnv, log: Log): Embedder | null {
  if (env.EMBEDDING_PROVIDER === "none") return null;
  const model = createEmbeddingModel(env);
  if (model === null) return createOfflineEmbedder();
  return withPatience(createProviderEmbedder(model), {
    timeoutMs: TIMEOUT_MS,
    restMs: REST_MS,
    onFailure: (error) => log.warn({ err: error }, "question could not be embedded, its words alone are searched"),
  });
}
