import { reply, type ScriptTurn } from "@docsteward/model-script/script";
import { startModelServer } from "@docsteward/model-script/start-model-server";
import { sendMessage } from "@docsteward/services/job/send-message";
import { clearModelProvider, setModelProvider } from "@docsteward/services/model-provider/providers";
import { startTestWorker } from "@docsteward/worker/testing/worker";
import { expect, test } from "vitest";

const networks = { modelAllowedNetworks: ["127.0.0.0/8"] };
const finish = reply.tool("finish", { title: "Done", summary: "Nothing to do.", noChange: true });
const own = { owner: "project", provider: "openai-compatible", modelId: "qwen", apiKey: "their-own-key" } as const;

test("a job runs on its project's own model with its own key, and the next message on the installation's again", async () => {
  const server = await startModelServer([finish]);
  await using _ = { [Symbol.asyncDispose]: () => server.close() };
  await using worker = await startTestWorker([finish], {
    services: networks,
    variables: { MODEL_ALLOWED_NETWORKS: "127.0.0.0/8" },
  });
  await setModelProvider(worker.ctx, { ...own, baseUrl: `${server.url}/v1` });

  const job = await worker.run("Look around");

  expect(job).toMatchObject({ status: "completed", model: "qwen" });
  expect(server.requests).toMatchObject([{ protocol: "openai", headers: { authorization: "Bearer their-own-key" } }]);
  expect(server.requests[0]?.body.model).toBe("qwen");
  expect(worker.model.requests).toHaveLength(0);
  await clearModelProvider(worker.ctx, { owner: "project" });
  await sendMessage(worker.ctx, { id: job.id, prompt: "And again" });
  expect(await worker.end(job.id)).toMatchObject({ status: "completed" });
  expect(worker.model.requests).toHaveLength(1);
});

test("a key that is refused fails the job with a sentence that says where it is set", async () => {
  const server = await startModelServer(() => reply.error(401, "Incorrect API key provided"));
  await using _ = { [Symbol.asyncDispose]: () => server.close() };
  await using worker = await startTestWorker([], {
    services: networks,
    variables: { MODEL_ALLOWED_NETWORKS: "127.0.0.0/8" },
  });
  await setModelProvider(worker.ctx, { ...own, baseUrl: `${server.url}/v1` });

  const job = await worker.run("Look around");

  expect(job.status).toBe("failed");
  expect(job.failureReason).toContain("the API key under Settings > Models");
  expect(job.failureReason).not.toContain("their-own-key");
});

test("a model server in a network that the operator has not opened is not asked", async () => {
  const server = await startModelServer([finish]);
  await using _ = { [Symbol.asyncDispose]: () => server.close() };
  await using worker = await startTestWorker([], { services: networks });
  await setModelProvider(worker.ctx, { ...own, baseUrl: `${server.url}/v1` });

  const job = await worker.run("Look around");

  expect(job.status).toBe("failed");
  expect(job.failureReason).toContain("MODEL_ALLOWED_NETWORKS");
  expect(server.requests).toHaveLength(0);
});

test.each([
  ["openai", "gpt-5.2", "responses"],
  ["google", "gemini-3-pro-preview", "gemini"],
  ["bedrock", "anthropic.claude-sonnet-4-5-v1:0", "bedrock"],
] as const)("a job reaches its pull request on its project's own model of %s", async (provider, modelId, protocol) => {
  const script: ScriptTurn[] = [
    { ...reply.tool("read", { path: "index.mdx" }), reasoning: "Look first." },
    { ...reply.tool("edit", { path: "index.mdx", old: "recieve", new: "receive" }), reasoning: "A typo." },
    reply.tool("finish", { title: "Fix a typo", summary: "Fixed." }),
  ];
  await using server = await startModelServer(script);
  await using worker = await startTestWorker([], {
    services: networks,
    variables: { MODEL_ALLOWED_NETWORKS: "127.0.0.0/8" },
  });
  const own = { owner: "project", provider, modelId, apiKey: "their-own-key" } as const;
  await setModelProvider(worker.ctx, { ...own, baseUrl: server.url });

  const job = await worker.run("Fix the typo");

  expect(job).toMatchObject({ status: "completed", model: modelId, pullRequestNumber: 1, modelCalls: 3 });
  expect(server.requests.map((request) => request.protocol)).toEqual([protocol, protocol, protocol]);
  expect(worker.model.requests).toHaveLength(0);
});
