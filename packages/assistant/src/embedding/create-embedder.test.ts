import { startEmbeddingServer } from "@docsteward/model-script/start-embedding-server";
import { createEmbeddingModel } from "@docsteward/models/create-embedding-model";
import { parseEnv } from "@docsteward/platform/env";
import { expect, test } from "vitest";
import { createProviderEmbedder, withCircuitBreaker } from "./create-embedder.ts";
import type { Embedder } from "./embedder.ts";

const patientOf = (url: string, options: { timeoutMs: number; startMs?: number; restMs: number }) => {
  const model = createEmbeddingModel(parseEnv({ EMBEDDING_BASE_URL: url, EMBEDDING_MODEL: "small" }));
  if (model === null) throw new Error("There is no model.");
  const failures: string[] = [];
  const onFailure = (error: unknown) => failures.push((error as Error).message);
  return { embedder: withCircuitBreaker(createProviderEmbedder(model), { ...options, onFailure }), failures };
};

test("a question whose embedder never answers continues without a vector, and the failure is reported", async () => {
  await using server = await startEmbeddingServer(() => "hang");
  const { embedder, failures } = patientOf(server.url, { timeoutMs: 50, restMs: 0 });

  const vector = await embedder.embedQuery("Where is it?");

  expect(vector).toHaveLength(0);
  expect(failures).toEqual([expect.stringContaining("took too long to answer")]);
});

test("after a failure the embedder is left alone for a while", async () => {
  await using server = await startEmbeddingServer(() => ({ status: 500 }));
  const { embedder, failures } = patientOf(server.url, { timeoutMs: 60_000, restMs: 60_000 });

  await embedder.embedQuery("One");
  await embedder.embedQuery("Two");

  expect(server.requests).toHaveLength(1);
  expect(failures).toHaveLength(1);
});

test("a question that is called off is not taken for a failure", async () => {
  await using server = await startEmbeddingServer(() => "hang");
  const { embedder, failures } = patientOf(server.url, { timeoutMs: 60_000, restMs: 60_000 });
  const caller = new AbortController();

  const asked = embedder.embedQuery("One", { signal: caller.signal });
  caller.abort(new Error("gone"));

  await expect(asked).rejects.toThrow("gone");
  expect(failures).toEqual([]);
});

test("a question waits less for an embedder that has not answered yet, and as long as any once it was started", async () => {
  const arrived = Promise.withResolvers<void>();
  const slow: Embedder = {
    id: "slow",
    start: async () => undefined,
    embedDocuments: async () => [],
    embedQuery: async (_, { signal } = {}) => {
      const left = Promise.withResolvers<never>();
      signal?.addEventListener("abort", () => left.reject(signal.reason), { once: true });
      return Promise.race([left.promise, arrived.promise.then(() => new Float32Array([1]))]);
    },
  };
  const embedder = withCircuitBreaker(slow, { timeoutMs: 60_000, startMs: 1, restMs: 0, onFailure: () => undefined });

  const cold = await embedder.embedQuery("One");
  await embedder.start?.();
  const started = embedder.embedQuery("Two");
  arrived.resolve();

  expect(cold).toHaveLength(0);
  expect(await started).toHaveLength(1);
});

const embedderOf = (url: string) => {
  const model = createEmbeddingModel(parseEnv({ EMBEDDING_BASE_URL: url, EMBEDDING_MODEL: "small" }));
  if (model === null) throw new Error("There is no model.");
  return createProviderEmbedder(model);
};

test("texts come back in their order, at length 1", async () => {
  await using server = await startEmbeddingServer(({ texts }) => ({
    vectors: texts.map((text) => [Number(text), 10]),
  }));
  const texts = Array.from({ length: 150 }, (_, at) => String(at));

  const vectors = await embedderOf(server.url).embedDocuments(texts);

  expect(vectors).toHaveLength(150);
  for (const [at, [x = 0, y = 0]] of vectors.entries()) {
    expect(x / y).toBeCloseTo(at / 10, 4);
    expect(Math.hypot(x, y)).toBeCloseTo(1, 5);
  }
});

test("vectors bear the name of the provider and its model", () => {
  expect(embedderOf("http://localhost:1").id).toBe("openai-compatible:small");
});

test("pages are asked for again when the server is busy, questions are not", async () => {
  await using server = await startEmbeddingServer(({ texts }, index) =>
    index === 0 ? { status: 503 } : { vectors: texts.map(() => [1]) },
  );
  await using away = await startEmbeddingServer(() => ({ status: 503 }));

  const [vector] = await embedderOf(server.url).embedDocuments(["A page"]);
  const question = embedderOf(away.url).embedQuery("A question");

  expect(vector).toEqual(Float32Array.of(1));
  await expect(question).rejects.toThrow("The embedding server failed (503)");
  expect(server.requests).toHaveLength(2);
  expect(away.requests).toHaveLength(1);
});

test("an empty text is not sent, for many servers refuse one", async () => {
  await using server = await startEmbeddingServer(({ texts }) => ({ vectors: texts.map(() => [1]) }));

  await embedderOf(server.url).embedDocuments([" "]);
  await embedderOf(server.url).embedDocuments([]);

  expect(server.requests.map(({ texts }) => texts)).toEqual([["-"]]);
});
