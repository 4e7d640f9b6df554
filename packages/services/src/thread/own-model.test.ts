import { reply } from "@docsteward/model-script/script";
import { startModelServer } from "@docsteward/model-script/start-model-server";
import { expect, test } from "vitest";
import { setModelProvider } from "../model-provider/providers.ts";
import { seedSite } from "../site/testing-site.ts";
import { createTestServices, seedProject } from "../testing.ts";
import { answerQuestion } from "./answer.ts";
import { startScriptedAssistant } from "./testing-assistant.ts";

test("a question is answered by its project's own model, and the turn says by which", async () => {
  const server = await startModelServer([reply.text("A file may be 50 MB [1].")]);
  const { assistant, requests, close } = await startScriptedAssistant();
  await using _ = {
    async [Symbol.asyncDispose]() {
      await server.close();
      await close();
    },
  };
  await using services = await createTestServices({ assistant, modelAllowedNetworks: ["127.0.0.0/8"] });
  const ctx = await seedProject(services);
  await seedSite(ctx, [{ path: "/upload", title: "Uploads", text: "A file may be 50 MB." }]);
  const baseUrl = `${server.url}/v1`;
  await setModelProvider(ctx, { owner: "organization", provider: "openai-compatible", modelId: "qwen", baseUrl });

  const { messageId, chunks } = await answerQuestion(ctx, {
    fp: "ada",
    messages: [{ role: "user", parts: [{ type: "text", text: "How big may a file be?" }] }],
    signal: new AbortController().signal,
  });
  for await (const _chunk of chunks);

  expect(server.requests).toHaveLength(1);
  expect(requests).toHaveLength(0);
  expect(await services.db.threadTurn.findUnique({ where: { id: messageId } })).toMatchObject({
    status: "done",
    model: "qwen",
    answer: expect.stringContaining("50 MB"),
  });
});
