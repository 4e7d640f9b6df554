import { reply, type ScriptTurn } from "@docsteward/model-script/script";
import { startModelServer } from "@docsteward/model-script/start-model-server";
import { parseEnv } from "@docsteward/platform/env";
import { generateText, streamText } from "ai";
import { describe, expect, test } from "vitest";
import { createModels } from "./create-models.ts";
import type { Model } from "./model.ts";
import { toFinishError, toModelError } from "./model-error.ts";

globalThis.AI_SDK_LOG_WARNINGS = false;

const KEY = "sk-ant-api03-THISISTHESECRETKEY0123456789";

const modelsAt = (url: string) => ({
  anthropic: createModels(parseEnv({ ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: url })).get(),
  openai: createModels(
    parseEnv({ OPENAI_COMPATIBLE_BASE_URL: url, OPENAI_COMPATIBLE_MODEL: "qwen3", OPENAI_COMPATIBLE_API_KEY: KEY }),
  ).get(),
});

async function failure(model: Model, options: { timeout?: number; maxRetries?: number } = {}) {
  const result = streamText({
    model: model.languageModel,
    prompt: "Go",
    maxRetries: 0,
    onError: () => undefined,
    ...options,
  });
  try {
    for await (const part of result.fullStream) if (part.type === "error") return toModelError(part.error, model);
  } catch (error) {
    return toModelError(error, model);
  }
  throw new Error("The call did not fail.");
}

async function failWith(protocol: "anthropic" | "openai", ...turns: ScriptTurn[]) {
  await using server = await startModelServer(turns);
  return await failure(modelsAt(server.url)[protocol]);
}

describe("Anthropic", () => {
  test.each([
    ["key_refused", reply.error(401, `invalid x-api-key ${KEY}`), "ANTHROPIC_API_KEY", false],
    ["no_credit", reply.error(400, "Your credit balance is too low to access the Anthropic API."), "credit", false],
    ["model_unknown", reply.error(404, "model: claude-sonnet-4-5"), "MODEL_SONNET", false],
    ["address_wrong", reply.error(404, "Not Found", { errorType: "other" }), "ANTHROPIC_BASE_URL", false],
    ["rate_limited", reply.error(429, "Number of request tokens has exceeded your rate limit"), "again later", true],
    ["overloaded", reply.error(529, "Overloaded"), "overloaded", true],
    ["context_too_long", reply.error(400, "prompt is too long: 210000 tokens > 200000 maximum"), "too long for", false],
    ["context_too_long", reply.error(413, "Request exceeds the maximum size"), "too long for", false],
    ["request_refused", reply.error(400, `tools.0: bad ${KEY} schema`), "tools.0: bad […] schema", false],
    ["failed", reply.error(500, "Internal server error"), "failed (500)", true],
    ["overloaded", reply.text("It began", { overloadedMidStream: true }), "overloaded", true],
    ["cut_off", reply.text("It began and never ends", { cutAfterBytes: 700 }), "was lost", true],
  ] as const)("%s", async (code, turn, words, isRetryable) => {
    const error = await failWith("anthropic", turn);

    expect(error).toMatchObject({ code, isRetryable });
    expect(error.sentence).toContain(words);
    expect(error.sentence).not.toContain("SECRET");
  });

  test("passes on how long to wait", async () => {
    const error = await failWith("anthropic", reply.error(429, "Slow down", { retryAfterSeconds: 12 }));

    expect(error.retryAfterSeconds).toBe(12);
    expect(error.sentence).toContain("asks to wait 12 seconds");
  });
});

describe("OpenAI-compatible", () => {
  test.each([
    ["key_refused", reply.error(401, "Incorrect API key provided: sk-ant-a***9"), "OPENAI_COMPATIBLE_API_KEY", false],
    [
      "no_credit",
      reply.error(429, "You exceeded your current quota", { errorType: "insufficient_quota" }),
      "credit",
      false,
    ],
    [
      "model_unknown",
      reply.error(404, 'model "qwen3" not found, try pulling it first'),
      "OPENAI_COMPATIBLE_MODEL",
      false,
    ],
    ["model_unknown", reply.error(404, "The model `qwen3` does not exist."), "OPENAI_COMPATIBLE_MODEL", false],
    [
      "model_unfit",
      reply.error(400, "registry.ollama.ai/library/qwen3 does not support tools"),
      "doesn't support tool calls",
      false,
    ],
    [
      "context_too_long",
      reply.error(400, "This model's maximum context length is 8192 tokens."),
      "too long for",
      false,
    ],
    ["context_too_long", reply.error(400, "the request exceeds the available context size"), "too long for", false],
    ["rate_limited", reply.error(429, "Rate limit reached"), "again later", true],
    [
      "refused",
      reply.error(400, "The response was filtered", { errorType: "content_filter" }),
      "refused this request",
      false,
    ],
    ["overloaded", reply.error(503, "The server is busy"), "overloaded", true],
    ["overloaded", reply.text("It began", { overloadedMidStream: true }), "overloaded", true],
    ["cut_off", reply.text("It began and never ends", { cutAfterBytes: 300 }), "was lost", true],
  ] as const)("%s", async (code, turn, words, isRetryable) => {
    const error = await failWith("openai", turn);

    expect(error).toMatchObject({ code, isRetryable });
    expect(error.sentence).toContain(words);
    expect(error.sentence).not.toContain("sk-ant");
  });
});

describe("without an answer", () => {
  test("no server listens", async () => {
    const server = await startModelServer([]);
    await server.close();

    for (const model of Object.values(modelsAt(server.url))) {
      const error = await failure(model);
      expect(error).toMatchObject({ code: "unreachable", isRetryable: true });
      expect(error.sentence).toMatch(/is unreachable\. .*_BASE_URL/);
    }
  });

  test("the name of the host does not exist", async () => {
    const error = await failure(modelsAt("http://no-such-host.invalid").openai);

    expect(error.code).toBe("unreachable");
  });

  test("the answer takes too long", async () => {
    await using server = await startModelServer([reply.hang()]);

    const error = await generateText({
      model: modelsAt(server.url).anthropic.languageModel,
      prompt: "Go",
      abortSignal: AbortSignal.timeout(50),
    }).catch((caught: unknown) => toModelError(caught, modelsAt(server.url).anthropic));

    expect(error).toMatchObject({ code: "timed_out", isRetryable: true });
  });

  test("the caller stopped it", async () => {
    await using server = await startModelServer([reply.hang()]);
    const model = modelsAt(server.url).anthropic;
    const abort = new AbortController();
    const pending = generateText({ model: model.languageModel, prompt: "Go", abortSignal: abort.signal });
    while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));

    abort.abort();

    expect(toModelError(await pending.catch((error: unknown) => error), model)).toMatchObject({
      code: "aborted",
      isRetryable: false,
    });
  });

  test("all tries of the SDK failed: the last one counts", async () => {
    await using server = await startModelServer(() => reply.error(529, "Overloaded", { retryAfterSeconds: 0 }));

    const error = await failure(modelsAt(server.url).anthropic, { maxRetries: 1 });

    expect(server.requests).toHaveLength(2);
    expect(error.code).toBe("overloaded");
  });

  test("an unknown error says what it is", () => {
    const error = toModelError(new Error("Something odd"), modelsAt("http://localhost").anthropic);

    expect(error).toEqual({
      code: "failed",
      sentence: "The model call failed: Something odd.",
      isRetryable: false,
    });
  });
});

test("a refusal and a cut answer are failures too; a good end is none", async () => {
  await using server = await startModelServer([
    reply.text("No.", { stopReason: "refusal" }),
    reply.text("So", { stopReason: "max_tokens" }),
  ]);
  const model = modelsAt(server.url).anthropic;

  const reasons = [];
  for (let call = 0; call < 2; call += 1)
    reasons.push((await generateText({ model: model.languageModel, prompt: "Go" })).finishReason);

  expect(reasons.map((reason) => toFinishError(reason, model)?.code)).toEqual(["refused", "answer_too_long"]);
  expect(toFinishError("error", model)).toMatchObject({ code: "failed", isRetryable: true });
  expect(toFinishError("stop", model)).toBeNull();
  expect(toFinishError("tool-calls", model)).toBeNull();
});
