import { startEmbeddingServer } from "@docsteward/model-script/start-embedding-server";
import { createEmbeddingModel } from "@docsteward/models/create-embedding-model";
import { parseEnv } from "@docsteward/platform/env";
import { expect, test } from "vitest";
import { createProviderEmbedder } from "./provider-embedder.ts";

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
