import { startEmbeddingServer } from "@docsteward/model-script/start-embedding-server";
import { parseEnv } from "@docsteward/platform/env";
import { embedMany } from "ai";
import { expect, test } from "vitest";
import { createEmbeddingModel } from "./create-embedding-model.ts";
import { toEmbeddingError } from "./model-error.ts";

test("an installation that names no server has no embedding model", () => {
  expect(createEmbeddingModel(parseEnv({}))).toBeNull();
  expect(createEmbeddingModel(parseEnv({ EMBEDDING_PROVIDER: "none" }))).toBeNull();
});

test("a server must be named together with its model", () => {
  expect(() => parseEnv({ EMBEDDING_BASE_URL: "http://localhost:11434" })).toThrow(
    "EMBEDDING_MODEL must be set for EMBEDDING_PROVIDER=openai-compatible",
  );
});

test("the server is asked for its model with its key, a bounded number of texts at a time", async () => {
  await using server = await startEmbeddingServer(({ texts }) => ({ vectors: texts.map(() => [1, 0]) }));
  const model = createEmbeddingModel(
    parseEnv({ EMBEDDING_BASE_URL: server.url, EMBEDDING_MODEL: "nomic-embed-text", EMBEDDING_API_KEY: "sk-test" }),
  );
  if (model === null) throw new Error("There is no model.");

  const { embeddings } = await embedMany({ model, values: Array.from({ length: 130 }, (_, at) => `Text ${at}`) });

  expect(embeddings).toHaveLength(130);
  expect(server.requests.map(({ texts }) => texts.length).sort()).toEqual([2, 64, 64]);
  expect(server.requests[0]).toMatchObject({ model: "nomic-embed-text", headers: { authorization: "Bearer sk-test" } });
});

test.each([
  [401, "refused the API key. Check EMBEDDING_API_KEY"],
  [404, "doesn't know the model or the URL. Check EMBEDDING_MODEL and EMBEDDING_BASE_URL"],
  [429, "limits the rate of calls"],
  [400, "refused the request (400). Check that EMBEDDING_MODEL accepts texts"],
  [503, "failed (503)"],
])("a refusal with %i is reported in a sentence", async (status, sentence) => {
  await using server = await startEmbeddingServer(() => ({ status, message: "sk-test is wrong" }));
  const model = createEmbeddingModel(parseEnv({ EMBEDDING_BASE_URL: server.url, EMBEDDING_MODEL: "m" }));
  if (model === null) throw new Error("There is no model.");

  const error = await embedMany({ model, values: ["A"], maxRetries: 0 }).then(() => null, toEmbeddingError);

  expect(error?.message).toContain(`The embedding server ${sentence}`);
  expect(error?.message).not.toContain("sk-test");
});

test("a missing server is reported in a sentence", async () => {
  const server = await startEmbeddingServer(() => "hang");
  await server[Symbol.asyncDispose]();
  const model = createEmbeddingModel(parseEnv({ EMBEDDING_BASE_URL: server.url, EMBEDDING_MODEL: "m" }));
  if (model === null) throw new Error("There is no model.");

  const error = await embedMany({ model, values: ["A"], maxRetries: 0 }).then(() => null, toEmbeddingError);

  expect(error?.message).toBe(
    "The embedding server is unreachable (ECONNREFUSED). Check EMBEDDING_BASE_URL, and that the server is running.",
  );
});
