import { reply, type ScriptTurn } from "@docsteward/model-script/script";
import { startModelServer } from "@docsteward/model-script/start-model-server";
import { sendMessage } from "@docsteward/services/job/send-message";
import { clearModelProvider, setModelProvider } from "@docsteward/services/model-provider/providers";
import { startTestWorker } from "@docsteward/worker/testing/worker";
import { expect, test } from "vitest";

const READ: ScriptTurn = { ...reply.tool("read", { path: "index.mdx" }), reasoning: "Look first." };
const EDIT: ScriptTurn = {
  ...reply.tool("edit", { path: "index.mdx", old: "recieve", new: "receive" }),
  reasoning: "A typo.",
};
const FINISH = reply.tool("finish", { title: "Fix a typo", summary: "Fixed." });
const OVERLOADED = reply.error(529, "Overloaded");
const NOTHING = reply.tool("finish", { title: "Done", summary: "Nothing to do.", noChange: true });

test("a job whose model is overloaded continues with the fallback of another provider, says so, and stays with it", async () => {
  await using other = await startModelServer([EDIT, FINISH]);
  const variables = {
    JOB_FALLBACK_MODEL: "openai:gpt-5.2",
    OPENAI_API_KEY: "k",
    OPENAI_BASE_URL: other.url,
    MODEL_PRICES: JSON.stringify({ "gpt-5.2": { input: 1_000, cachedInput: 100, output: 1_000 } }),
  };
  await using worker = await startTestWorker((_, index) => (index === 0 ? READ : OVERLOADED), { variables });

  const job = await worker.run("Fix the typo");

  expect(job).toMatchObject({ status: "completed", pullRequestNumber: 1, modelCalls: 3, model: "sonnet" });
  const switches = (await worker.events(job.id)).filter(({ type }) => type === "model.switched");
  expect(switches.map(({ data }) => data)).toEqual([
    { from: "sonnet", to: "gpt-5.2", reason: expect.stringContaining("Anthropic is overloaded") },
  ]);
  expect(worker.model.requests).toHaveLength(4);
  expect(other.requests).toHaveLength(2);
  const [first, second] = other.requests.map(({ body }) => JSON.stringify(body));
  expect(first).not.toContain("reasoning of claude");
  expect(first).toContain("Glimmer keeps your flags");
  expect(second).toContain(Buffer.from("reasoning of gpt-5.2").toString("base64"));
  expect(second?.startsWith(first?.slice(0, 200) ?? "-")).toBe(true);
  expect(Number(job.costMicroUsd)).toBeGreaterThan(200_000);
});

test("the next round begins with the first model again, which takes what the fallback did", async () => {
  let isOverloaded = true;
  const script = [NOTHING, NOTHING];
  await using worker = await startTestWorker(
    (request) => {
      if (request.model === "claude-opus-4-5") return { ...script[0], reasoning: "Nothing." };
      return isOverloaded ? OVERLOADED : { ...script[1], reasoning: "Still nothing." };
    },
    { variables: { JOB_FALLBACK_MODEL: "opus" } },
  );
  const job = await worker.run("Look around");
  isOverloaded = false;

  await sendMessage(worker.ctx, { id: job.id, prompt: "And again" });

  expect(await worker.end(job.id)).toMatchObject({ status: "completed" });
  expect(worker.model.requests.map(({ model }) => model)).toEqual([
    ...Array(3).fill("claude-sonnet-4-5"),
    "claude-opus-4-5",
    "claude-sonnet-4-5",
  ]);
});

test("a wait that the first model asks for is not waited for when there is a fallback", async () => {
  await using worker = await startTestWorker(
    ({ model }) => (model === "claude-opus-4-5" ? NOTHING : reply.error(429, "Slow down", { retryAfterSeconds: 600 })),
    { variables: { JOB_FALLBACK_MODEL: "opus" } },
  );

  expect(await worker.run("Look around")).toMatchObject({ status: "completed" });
  expect(worker.model.requests).toHaveLength(2);
});

test("a fault that another model would have, too, does not change it", async () => {
  await using worker = await startTestWorker(() => reply.error(401, "invalid x-api-key"), {
    variables: { JOB_FALLBACK_MODEL: "opus" },
  });

  expect((await worker.run("Look around")).failureReason).toContain("ANTHROPIC_API_KEY");
  expect(worker.model.requests).toHaveLength(1);
});

test("a project with its own model is never sent to the installation's fallback", async () => {
  await using own = await startModelServer(() => reply.error(503, "Overloaded", { retryAfterSeconds: 3_600 }));
  await using worker = await startTestWorker([NOTHING], {
    services: { modelAllowedNetworks: ["127.0.0.0/8"] },
    variables: { JOB_FALLBACK_MODEL: "opus", MODEL_ALLOWED_NETWORKS: "127.0.0.0/8" },
  });
  const provider = { owner: "project", provider: "openai-compatible", modelId: "qwen", apiKey: "key" } as const;
  await setModelProvider(worker.ctx, { ...provider, baseUrl: `${own.url}/v1` });

  const job = await worker.run("Look around");

  expect(job).toMatchObject({ status: "failed", failureCode: "model_error" });
  expect(worker.model.requests).toHaveLength(0);
  expect(own.requests).toHaveLength(1);
  await clearModelProvider(worker.ctx, { owner: "project" });
});

test("a model thinks as much as the operator says for it, and its thoughts go back to it with every request", async () => {
  const script = [READ, EDIT, FINISH];
  await using worker = await startTestWorker((_, index) => script[index], {
    variables: { JOB_EFFORT: "low,sonnet=high" },
  });

  const job = await worker.run("Fix the typo");

  expect(job.status).toBe("completed");
  const [, , last] = worker.model.requests.map(({ body }) => body);
  expect(last).toMatchObject({ thinking: { type: "enabled" } });
  expect(JSON.stringify(last).split('"type":"thinking"')).toHaveLength(3);
  expect(JSON.stringify(worker.model.requests.map(({ body }) => body))).not.toContain('docsteward":{');
});

test("an answer that is reasoning alone counts as empty, and the job goes on", async () => {
  const script: ScriptTurn[] = [{ text: "", reasoning: "Hm." }, NOTHING];
  await using worker = await startTestWorker((_, index) => script[index], {
    variables: { MODEL_PROVIDER: "openai", MODEL_ID: "gpt-5.2", OPENAI_API_KEY: "k" },
    ownAddress: "OPENAI_BASE_URL",
  });

  expect(await worker.run("Look around")).toMatchObject({ status: "completed", modelCalls: 2, model: "gpt-5.2" });
});

test("what OpenRouter says a call cost is what the job cost", async () => {
  await using worker = await startTestWorker([{ ...NOTHING, usage: { costUsd: 0.0123 } }], {
    variables: { MODEL_PROVIDER: "openrouter", MODEL_ID: "vendor/model", OPENROUTER_API_KEY: "k" },
    ownAddress: "OPENROUTER_BASE_URL",
    addressPath: "/openrouter",
  });

  expect(Number((await worker.run("Look around")).costMicroUsd)).toBe(12_300);
});

test("a job with a provider from the dashboard continues with that provider's own fallback", async () => {
  await using own = await startModelServer(({ model }) => (model === "qwen-small" ? NOTHING : OVERLOADED));
  await using worker = await startTestWorker([], {
    services: { modelAllowedNetworks: ["127.0.0.0/8"] },
    variables: { MODEL_ALLOWED_NETWORKS: "127.0.0.0/8", JOB_FALLBACK_MODEL: "opus" },
  });
  const provider = { owner: "project", provider: "openai-compatible", modelId: "qwen", apiKey: "their-key" } as const;
  await setModelProvider(worker.ctx, { ...provider, baseUrl: `${own.url}/v1`, fallbackModelId: "qwen-small" });

  const job = await worker.run("Look around");

  expect(job).toMatchObject({ status: "completed", model: "qwen" });
  expect(own.requests.at(-1)).toMatchObject({ model: "qwen-small", headers: { authorization: "Bearer their-key" } });
  expect(worker.model.requests).toHaveLength(0);
});
