import { availableParallelism } from "node:os";
import { EmbeddingError } from "@docsteward/models/model-error";
import type { Embedder } from "../embedder.ts";
import type { RuntimeName } from "./open-runtime.ts";
import { type ModelThread, startModelThread } from "./start-model-thread.ts";

/** Changes with the model and with anything that changes a vector. */
const ID = "minilm-2";
const DIMENSIONS = 384;
const PASSAGE_TOKENS = 128;
const QUESTION_TOKENS = 64;
/** Passages that a thread takes at a time: few, so that no thread waits long for the last one. */
const BATCH = 8;
/** A core runs one. Each takes 140 MB, and gives way to questions. */
const PASSAGE_THREADS = Math.min(2, availableParallelism());
const MAX_REMEMBERED = 512;
/** Questions that wait for the model. Further ones use lexical search only: each waits some 6 ms for each before it. */
const MAX_WAITING = 4;
const PASSAGES_IDLE_MS = 30_000;
const QUESTIONS_IDLE_MS = 30 * 60_000;

/** Options of the built-in embedder. */
export type OfflineEmbedderOptions = {
  onReady?(runtime: RuntimeName, reason: string): void;
  /** Questions whose vectors are kept, those that were asked first leaving first. */
  maxRemembered?: number;
};

/**
 * Embeds with a small model that comes with Docsteward: no network, and threads of its own, which start when they are needed.
 *
 * Questions have a thread for themselves and do not wait for passages. The latest vectors are cached. When too many questions
 * arrive at the same time, some get no vector.
 */
export function createOfflineEmbedder({
  onReady,
  maxRemembered = MAX_REMEMBERED,
}: OfflineEmbedderOptions = {}): Embedder {
  const passages = Array.from({ length: PASSAGE_THREADS }, () =>
    startModelThread({ isBackground: true, idleMs: PASSAGES_IDLE_MS, onReady }),
  );
  const questions = startModelThread({ isBackground: false, idleMs: QUESTIONS_IDLE_MS, onReady });
  const remembered = new Map<string, Float32Array>();
  let waiting = 0;
  return {
    id: ID,
    async start() {
      await questions.embed(["start"], QUESTION_TOKENS);
    },
    async embedDocuments(texts, { signal } = {}) {
      const vectors = new Array<Float32Array>(texts.length);
      let next = 0;
      const work = async (thread: ModelThread) => {
        while (next < texts.length) {
          const from = next;
          next += BATCH;
          const made = await thread.embed(texts.slice(from, from + BATCH), PASSAGE_TOKENS, signal);
          for (const [at, vector] of made.entries()) vectors[from + at] = toFull(vector);
        }
      };
      // The first error is thrown; threads that still work end with their batch.
      const failed = (cause: unknown) => {
        next = texts.length;
        throw signal?.aborted ? cause : toError(cause);
      };
      const needed = Math.ceil(texts.length / BATCH);
      await Promise.all(passages.slice(0, needed).map((thread) => work(thread).catch(failed)));
      return vectors;
    },
    async embedQuery(text, { signal } = {}) {
      const question = text.replace(/\s+/g, " ").trim();
      const known = remembered.get(question);
      if (known) return known;
      if (waiting >= MAX_WAITING) return toFull(null);
      waiting += 1;
      const [made = null] = await questions.embed([question], QUESTION_TOKENS, signal).finally(() => {
        waiting -= 1;
      });
      const vector = toFull(made);
      remembered.set(question, vector);
      const [oldest] = remembered.keys();
      if (remembered.size > maxRemembered && oldest !== undefined) remembered.delete(oldest);
      return vector;
    },
  };
}

function toFull(vector: Float32Array | null): Float32Array {
  return vector ?? new Float32Array(DIMENSIONS);
}

function toError(cause: unknown): EmbeddingError {
  return new EmbeddingError(
    "The built-in embedding model could not start. Reinstall the packages, or set EMBEDDING_PROVIDER to none.",
    { cause },
  );
}
