import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { reply } from "@docsteward/model-script/script";
import { startModelServer } from "@docsteward/model-script/start-model-server";
import { parseEnv } from "@docsteward/platform/env";
import { generateText, isStepCount, streamText, tool } from "ai";
import { expect, test } from "vitest";
import { z } from "zod";
import { createModels } from "./create-models.ts";

globalThis.AI_SDK_LOG_WARNINGS = false;

const tools = {
  read: tool({ inputSchema: z.object({ path: z.string() }), execute: async () => ({ text: "A page." }) }),
};

test("an installation without a provider has the offline model, whatever name is asked for", () => {
  const models = createModels(parseEnv({}));

  expect(models.defaultName).toBe("offline");
  expect(models.names).toEqual(["offline"]);
  expect(["sonnet", "opus", "offline", undefined].map((name) => models.get(name).name)).toEqual(
    Array(4).fill("offline"),
  );
  expect(models.get().cacheMarker).toBeNull();
});

test("sonnet and opus are the configured models of Anthropic", async () => {
  await using server = await startModelServer([reply.text("One."), reply.text("Two.")]);
  const models = createModels(
    parseEnv({ ANTHROPIC_API_KEY: "sk-ant-test", ANTHROPIC_BASE_URL: server.url, MODEL_OPUS: "claude-opus-next" }),
  );

  await generateText({ model: models.get().languageModel, prompt: "Go" });
  await generateText({ model: models.get("opus").languageModel, prompt: "Go" });

  expect(models.names).toEqual(["sonnet", "opus"]);
  expect(models.get("an old model").name).toBe("sonnet");
  expect(models.get("opus")).toMatchObject({ name: "opus", modelId: "claude-opus-next", provider: "anthropic" });
  expect(server.requests.map(({ body }) => body.model)).toEqual(["claude-sonnet-4-5", "claude-opus-next"]);
  expect(server.requests[0]?.headers["x-api-key"]).toBe("sk-ant-test");
});

test("Anthropic is asked for a modest answer and for whole tool calls; a call's own settings win", async () => {
  await using server = await startModelServer([
    reply.tool("read", { path: "a.md" }),
    reply.text("Done."),
    reply.text("Short."),
  ]);
  const model = createModels(parseEnv({ ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: `${server.url}/v1/` })).get()
    .languageModel;

  const result = streamText({ model, prompt: "Go", tools, stopWhen: isStepCount(3) });
  expect(await result.text).toBe("Done.");
  await generateText({ model, prompt: "Go", maxOutputTokens: 50 });

  expect(server.requests.map(({ body }) => body.max_tokens)).toEqual([16_000, 16_000, 50]);
  expect(JSON.stringify(server.requests[0]?.body.tools)).not.toContain("eager_input_streaming");
});

test("cache markers reach Anthropic", async () => {
  await using server = await startModelServer([reply.text("Hi.", { usage: { cacheReadTokens: 90, inputTokens: 10 } })]);
  const model = createModels(parseEnv({ ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: server.url })).get().languageModel;
  const marked = { anthropic: { cacheControl: { type: "ephemeral" } } } as const;

  const { usage } = await generateText({ model, messages: [{ role: "user", content: "Go", providerOptions: marked }] });

  expect(JSON.stringify(server.requests[0]?.body.messages)).toContain('"cache_control":{"type":"ephemeral"}');
  expect(usage.inputTokenDetails.cacheReadTokens).toBe(90);
});

test("an OpenAI-compatible server has one model, goes by its own name, and reports usage of streams", async () => {
  await using server = await startModelServer([reply.tool("read", { path: "a.md" }), reply.text("Done.")]);
  const models = createModels(
    parseEnv({
      OPENAI_COMPATIBLE_BASE_URL: server.url,
      OPENAI_COMPATIBLE_MODEL: "qwen3",
      OPENAI_COMPATIBLE_API_KEY: "secret",
    }),
  );

  const result = streamText({
    model: models.get("sonnet").languageModel,
    prompt: "Go",
    tools,
    stopWhen: isStepCount(3),
  });

  expect(await result.text).toBe("Done.");
  expect((await result.usage).outputTokens).toBe(40);
  expect(models.names).toEqual(["qwen3"]);
  expect(models.get("opus").name).toBe("qwen3");
  expect(server.requests[0]).toMatchObject({ path: "/v1/chat/completions", body: { model: "qwen3" } });
  expect(server.requests[0]?.headers.authorization).toBe("Bearer secret");
});

test("a server without a key gets no authorization header", async () => {
  await using server = await startModelServer([reply.text("Hi.")]);
  const env = parseEnv({ OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_MODEL: "m" });

  await generateText({ model: createModels(env).get().languageModel, prompt: "Go" });

  expect(server.requests[0]?.headers).not.toHaveProperty("authorization");
});

test("variables that are exported blank do not keep a process from starting", async () => {
  const script = `import(${JSON.stringify(import.meta.resolve("./create-models.ts"))})`;

  const loading = promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
    env: { ANTHROPIC_BASE_URL: "", ANTHROPIC_API_KEY: " " },
  });

  await expect(loading).resolves.toMatchObject({ stderr: "" });
});

test("neither a provider's package nor the rules of the offline model are loaded before the first call of their model", async () => {
  const code = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({
      load(url, context, next) {
        loaded.push(url);
        return next(url, context);
      },
    });
    const { createModels } = await import(${JSON.stringify(new URL("create-models.ts", import.meta.url))});
    const { parseEnv } = await import("@docsteward/platform/env");
    const model = createModels(parseEnv({ MODEL_PROVIDER: "openai", MODEL_ID: "m", OPENAI_API_KEY: "k", OPENAI_BASE_URL: "http://127.0.0.1:9" })).get();
    const packagesOf = () => loaded.filter((url) => /@ai-sdk\\/(anthropic|openai|google|azure|mistral|amazon)|@openrouter|models\\/src\\/offline/.test(url) && !url.includes("openai-compatible"));
    const before = packagesOf().length;
    await model.languageModel.doGenerate({ prompt: [] }).catch(() => undefined);
    const after = packagesOf();
    console.log(JSON.stringify({ before, isLoaded: after.length > 0, others: after.filter((url) => !url.includes("@ai-sdk/openai/")).length }));
  `;

  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", code], {
    cwd: new URL(".", import.meta.url),
  });

  expect(JSON.parse(stdout)).toEqual({ before: 0, isLoaded: true, others: 0 });
});
