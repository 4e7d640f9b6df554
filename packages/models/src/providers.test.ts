// Long because every provider is held to the same answers: the cases, and the questions to each, belong together.
import { generateKeyPairSync, verify } from "node:crypto";
import { HOSTED_PROVIDERS } from "@docsteward/contract/model-settings";
import { reply, type Script, type ScriptTurn } from "@docsteward/model-script/script";
import { startModelServer } from "@docsteward/model-script/start-model-server";
import { parseEnv } from "@docsteward/platform/env";
import { generateText, type LanguageModelUsage, type ModelMessage, streamText, tool } from "ai";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createModels, createModelsOfSettings } from "./create-models.ts";
import type { Model } from "./model.ts";
import { type ModelError, toFinishError, toModelError } from "./model-error.ts";

globalThis.AI_SDK_LOG_WARNINGS = false;

const KEY = "a-key-of-the-tests";
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
const account = (url: string) =>
  JSON.stringify({
    type: "service_account",
    project_id: "docs-1",
    client_email: "docs@docs-1.example",
    private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
    private_key_id: "key-1",
    token_uri: `${url}/token`,
  });

type Case = {
  variables: (url: string) => Record<string, string>;
  /** The variable that a refused key is said to be in. */
  keyVariable: string;
  /** What an effort of `high` is in the body of a request. */
  effort: string;
  /** What shows that the reasoning of an earlier answer is in a request. */
  kept?: string;
  /** Where a mark for the cache is in a request. */
  mark?: string;
};

const proof = (model: string) => Buffer.from(`reasoning of ${model}`).toString("base64");
const hosted = (provider: string, prefix: string, model: string, path = "") => ({
  variables: (url: string) => ({
    MODEL_PROVIDER: provider,
    MODEL_ID: model,
    [`${prefix}_API_KEY`]: KEY,
    [`${prefix}_BASE_URL`]: `${url}${path}`,
  }),
  keyVariable: `${prefix}_API_KEY`,
});
const CLAUDE = "anthropic.claude-sonnet-4-5-v1:0";

const CASES: Record<string, Case> = {
  anthropic: {
    variables: (url) => ({ ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: url }),
    keyVariable: "ANTHROPIC_API_KEY",
    effort: '"thinking":{"type":"enabled"',
    kept: proof("claude-sonnet-4-5"),
    mark: '"cache_control":{"type":"ephemeral"}',
  },
  openai: {
    ...hosted("openai", "OPENAI", "gpt-5.2"),
    effort: '"reasoning":{"effort":"high"}',
    kept: proof("gpt-5.2"),
  },
  google: {
    ...hosted("google", "GEMINI", "gemini-3-pro-preview"),
    effort: '"thinkingLevel":"high"',
    kept: proof("gemini-3-pro-preview"),
  },
  openrouter: {
    ...hosted("openrouter", "OPENROUTER", "anthropic/claude-sonnet-4.5", "/openrouter"),
    effort: '"reasoning":{"effort":"high"}',
    kept: proof("anthropic/claude-sonnet-4.5"),
    mark: '"cache_control":{"type":"ephemeral"}',
  },
  azure: {
    ...hosted("azure", "AZURE_OPENAI", "our-deployment", "/openai/v1"),
    effort: '"reasoning":{"effort":"high"}',
    kept: proof("our-deployment"),
  },
  mistral: {
    ...hosted("mistral", "MISTRAL", "magistral-medium-latest", "/mistral"),
    effort: "magistral-medium-latest",
  },
  bedrock: {
    ...hosted("bedrock", "BEDROCK", CLAUDE),
    effort: '"thinking":{"type":"enabled"',
    kept: proof(CLAUDE),
    mark: '"cachePoint":{"type":"default"}',
  },
  vertex: {
    ...hosted("vertex", "VERTEX", "gemini-3-pro-preview", "/v1/publishers/google"),
    effort: '"thinkingLevel":"high"',
    kept: proof("gemini-3-pro-preview"),
  },
  "openai-compatible": {
    variables: (url) => ({
      OPENAI_COMPATIBLE_BASE_URL: url,
      OPENAI_COMPATIBLE_MODEL: "qwen3",
      OPENAI_COMPATIBLE_API_KEY: KEY,
    }),
    keyVariable: "OPENAI_COMPATIBLE_API_KEY",
    effort: '"reasoning_effort":"high"',
  },
};

const tools = { read: tool({ inputSchema: z.object({ path: z.string() }) }) };
const USER: ModelMessage = { role: "user", content: "Go" };

async function openCase({ variables }: Case, script: Script) {
  const server = await startModelServer(script);
  const model = createModels(parseEnv(variables(server.url))).get();
  return { server, model, [Symbol.asyncDispose]: server.close };
}

type Asked = {
  fault?: ModelError;
  made: ModelMessage[];
  toolCalls: { toolCallId: string; input: unknown }[];
  text?: string;
  usage?: LanguageModelUsage;
  finishReason?: string;
};
type Options = { messages?: ModelMessage[]; reasoning?: "high"; instructions?: string };

/** One answer as the agent asks for it, or the failure of it. */
async function ask(
  model: Model,
  { messages = [USER], reasoning, instructions = "You edit." }: Options = {},
): Promise<Asked> {
  let failure: unknown;
  const result = streamText({
    model: model.languageModel,
    instructions: [{ role: "system", content: instructions, providerOptions: model.cacheMarker ?? undefined }],
    messages,
    tools,
    reasoning,
    maxRetries: 0,
    onError: ({ error }) => {
      failure ??= error;
    },
  });
  await result.consumeStream({
    onError: (error) => {
      failure ??= error;
    },
  });
  if (failure !== undefined) return { fault: toModelError(failure, model), made: [], toolCalls: [] };
  const [response, text, toolCalls, usage, finishReason] = await Promise.all([
    result.response,
    result.text,
    result.toolCalls,
    result.usage,
    result.finishReason,
  ]);
  const fault = toFinishError(finishReason, model);
  // As the journal gives it back.
  const made: ModelMessage[] = JSON.parse(JSON.stringify(response.messages));
  return { made, text, toolCalls, usage, finishReason, ...(fault && { fault }) };
}

const resultsOf = (calls: readonly { toolCallId: string }[]): ModelMessage[] =>
  calls.map(({ toolCallId }) => ({
    role: "tool",
    content: [
      { type: "tool-result", toolCallId, toolName: "read", output: { type: "json", value: { text: "A page." } } },
    ],
  }));

describe.each(Object.entries(CASES))("%s", (name, given) => {
  test("parallel tool calls arrive whole, and their results are accepted in the next request", async () => {
    const calls = [
      { name: "read", input: { path: "a “b” 🐟.md" } },
      { name: "read", input: { path: "c.md" } },
    ];
    await using it = await openCase(given, [{ text: "Reading.", toolCalls: calls }, reply.text("Done.")]);

    const first = await ask(it.model);
    const messages = [USER, ...first.made, ...resultsOf(first.toolCalls)];
    const second = await ask(it.model, { messages });

    expect(first).toMatchObject({ text: "Reading.", finishReason: "tool-calls" });
    expect(first.toolCalls.map(({ input }) => input)).toEqual([{ path: "a “b” 🐟.md" }, { path: "c.md" }]);
    expect(second).toMatchObject({ text: "Done.", finishReason: "stop" });
    expect(it.server.requests[1]?.text).toContain("A page.");
    expect(it.server.requests[1]?.turn).toBe(1);
    expect(JSON.stringify(it.server.requests[0]?.headers)).toContain(KEY);
  });

  test("reasoning goes back to its provider as it came", async () => {
    const reading = (reasoning: string): ScriptTurn => ({
      reasoning,
      toolCalls: [{ name: "read", input: { path: "c.md" } }],
    });
    const script = [reading("The page is c.md."), reading("It is c.md again."), reply.text("Done.")];
    await using it = await openCase(given, script);

    const first = await ask(it.model, { reasoning: "high" });
    const between = [USER, ...first.made, ...resultsOf(first.toolCalls)];
    const second = await ask(it.model, { messages: between, reasoning: "high" });
    const messages = [...between, ...second.made, ...resultsOf(second.toolCalls)];
    const third = await ask(it.model, { messages, reasoning: "high" });

    expect(third).toMatchObject({ text: "Done." });
    const [one, , three] = it.server.requests.map(({ body }) => JSON.stringify(body));
    expect(one).toContain(given.effort);
    if (given.kept) expect(three?.split(given.kept).length).toBe(3);
  });

  test("without an effort nothing of it is sent", async () => {
    await using it = await openCase(given, [reply.text("Hi.")]);

    await ask(it.model);

    const body = JSON.stringify(it.server.requests[0]?.body);
    for (const word of ['"effort"', '"reasoning_effort"', "thinking", '"thinkingLevel"'])
      expect(body).not.toContain(word);
  });

  test("tokens are counted, those from the cache among them", async () => {
    const usage = { inputTokens: 11, outputTokens: 7, cacheReadTokens: 500 };
    await using it = await openCase(given, [reply.text("Hi.", { usage })]);

    const answer = await ask(it.model);

    expect(answer.usage).toMatchObject({ inputTokens: 511, outputTokens: 7 });
    expect(answer.usage?.inputTokenDetails.cacheReadTokens).toBe(500);
    if (given.mark) expect(JSON.stringify(it.server.requests[0]?.body)).toContain(given.mark);
  });

  test("a stream that is cut is a passing fault", async () => {
    await using it = await openCase(given, [reply.text("A long answer that never ends.", { cutAfterBytes: 400 })]);

    const { fault } = await ask(it.model);

    expect(fault).toMatchObject({ code: expect.stringMatching(/^(cut_off|unreachable)$/), isRetryable: true });
  });

  test.each([503, 529])("%i is an overload", async (status) => {
    await using it = await openCase(given, [reply.error(status, "The model is overloaded.")]);

    expect((await ask(it.model)).fault).toMatchObject({ code: "overloaded", isRetryable: true });
  });

  test("an overload in the middle of an answer is a passing fault", async () => {
    await using it = await openCase(given, [reply.text("It began well", { overloadedMidStream: true })]);

    expect((await ask(it.model)).fault).toMatchObject({ isRetryable: true });
  });

  test("a rate limit says how long to wait", async () => {
    await using it = await openCase(given, [reply.error(429, "Slow down.", { retryAfterSeconds: 7 })]);

    expect((await ask(it.model)).fault).toMatchObject({
      code: "rate_limited",
      isRetryable: true,
      retryAfterSeconds: 7,
    });
  });

  test("a key that is refused is named by its variable, and not shown", async () => {
    await using it = await openCase(given, [reply.error(401, `Incorrect API key provided: ${KEY}`)]);

    const { fault } = await ask(it.model);

    expect(fault).toMatchObject({ code: "key_refused", isRetryable: false });
    expect(fault?.sentence).toContain(given.keyVariable);
    expect(fault?.sentence).not.toContain(KEY);
  });

  test("a refusal of the model is one", async () => {
    await using it = await openCase(given, [{ text: "", stopReason: "refusal" }]);

    const { fault } = await ask(it.model);

    // Mistral has no reason of this name.
    expect(fault?.code).toBe(name === "mistral" ? undefined : "refused");
  });

  test("an answer that is cut at its length is one", async () => {
    await using it = await openCase(given, [reply.text("So long", { stopReason: "max_tokens" })]);

    expect((await ask(it.model)).fault?.code).toBe("answer_too_long");
  });

  test("a call without a stream works", async () => {
    await using it = await openCase(given, [reply.text("ready")]);

    const { text } = await generateText({ model: it.model.languageModel, prompt: "Go", maxOutputTokens: 200 });

    expect(text).toBe("ready");
    expect(it.server.requests[0]?.isStream).toBe(false);
  });
});

test("a service account of Vertex signs for a token, which is used for every call until it expires", async () => {
  await using server = await startModelServer([reply.text("One."), reply.text("Two.")]);
  const variables = {
    MODEL_PROVIDER: "vertex",
    MODEL_ID: "gemini-3-pro-preview",
    VERTEX_API_KEY: account(server.url),
    VERTEX_BASE_URL: `${server.url}/v1/projects/docs-1/locations/europe-west1/publishers/google`,
  };
  const model = createModels(parseEnv(variables)).get();

  await ask(model);
  expect((await ask(model)).text).toBe("Two.");

  expect(server.assertions).toHaveLength(1);
  const [header = "", claims = "", signature = ""] =
    new URLSearchParams(server.assertions[0]).get("assertion")?.split(".") ?? [];
  expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({ iss: "docs@docs-1.example" });
  const signed = Buffer.from(`${header}.${claims}`);
  expect(verify("RSA-SHA256", signed, publicKey, Buffer.from(signature, "base64url"))).toBe(true);
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer token-1", "Bearer token-1"]);
  expect(server.requests[0]?.headers["x-goog-api-key"]).toBeUndefined();
});

test("a service account's key that can't be read is a refused key", async () => {
  await using server = await startModelServer([]);
  const key = JSON.stringify({ ...JSON.parse(account(server.url)), private_key: "no key" });
  const variables = { MODEL_PROVIDER: "vertex", MODEL_ID: "gemini-3-pro-preview", VERTEX_API_KEY: key };

  const { fault } = await ask(createModels(parseEnv(variables)).get());

  expect(fault).toMatchObject({ code: "key_refused", sentence: expect.stringContaining("VERTEX_API_KEY") });
});

test("access keys of Amazon sign each call, whatever key this process's environment holds", async () => {
  await using server = await startModelServer([reply.text("Hi.")]);
  const before = process.env.AWS_BEARER_TOKEN_BEDROCK;
  process.env.AWS_BEARER_TOKEN_BEDROCK = "the-operator's-token";
  try {
    const variables = {
      MODEL_PROVIDER: "bedrock",
      MODEL_ID: CLAUDE,
      BEDROCK_API_KEY: "AKIAEXAMPLE:a-secret",
      BEDROCK_BASE_URL: server.url,
    };
    await ask(createModels(parseEnv(variables)).get());
  } finally {
    if (before === undefined) delete process.env.AWS_BEARER_TOKEN_BEDROCK;
    else process.env.AWS_BEARER_TOKEN_BEDROCK = before;
  }

  expect(server.requests[0]?.headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIAEXAMPLE\/\d{8}\/us-east-1\/bedrock\/aws4_request/,
  );
  expect(JSON.stringify(server.requests)).not.toContain("the-operator");
});

describe.each(HOSTED_PROVIDERS)("%s of a tenant", (provider) => {
  const path = { openrouter: "/openrouter", mistral: "/mistral", azure: "/openai/v1", vertex: "/v1/publishers/google" };
  const open = (url: string, allowedNetworks: string[]) => {
    const baseUrl = url + ((path as Record<string, string>)[provider] ?? "");
    return createModelsOfSettings({ provider, baseUrl, apiKey: KEY, model: "a-model" }, { allowedNetworks }).get();
  };

  test("is called where the operator allows it, and nowhere else on private networks", async () => {
    await using server = await startModelServer([reply.text("Hi.")]);

    const refused = await ask(open(server.url, []));
    expect(server.requests).toHaveLength(0);
    const answer = await ask(open(server.url, ["127.0.0.0/8"]));

    expect(refused.fault).toMatchObject({ code: "address_refused" });
    expect(answer).toMatchObject({ text: "Hi." });
  });

  test("says that its key is set in the settings", async () => {
    await using server = await startModelServer([reply.error(401, "Wrong key.")]);

    const { fault } = await ask(open(server.url, ["127.0.0.0/8"]));

    expect(fault?.sentence).toContain("the API key under Settings > Models");
  });
});

test("the address that a tenant's service account names for tokens is checked like any other", async () => {
  await using server = await startModelServer([]);
  const settings = {
    provider: "vertex",
    baseUrl: null,
    apiKey: account(server.url),
    model: "gemini-3-pro-preview",
  } as const;

  const { fault } = await ask(createModelsOfSettings(settings, { allowedNetworks: [] }).get());

  expect(fault).toMatchObject({ code: "address_refused" });
  expect(server.assertions).toHaveLength(0);
});
