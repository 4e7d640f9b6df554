import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, type LanguageModel, stepCountIs, streamText, tool } from "ai";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { byConversation, reply, type Script } from "./script.ts";
import { startModelServer } from "./start-model-server.ts";

globalThis.AI_SDK_LOG_WARNINGS = false;

const clients = {
  anthropic: (url: string): LanguageModel =>
    createAnthropic({ apiKey: "test", baseURL: `${url}/v1` }).languageModel("claude-test"),
  openai: (url: string): LanguageModel =>
    createOpenAICompatible({ name: "test", baseURL: `${url}/v1`, includeUsage: true }).languageModel("local-test"),
};

const readTool = tool({
  inputSchema: z.object({ path: z.string() }),
  execute: async ({ path }) => ({ path, text: `The page ${path}, with “quotes” and 🐟.` }),
});

async function run(model: LanguageModel, prompt = "Go") {
  const errors: unknown[] = [];
  const onError = (error: unknown) => {
    errors.push(error);
  };
  const result = streamText({
    model,
    prompt,
    tools: { read: readTool },
    stopWhen: stepCountIs(5),
    maxRetries: 0,
    onError: ({ error }) => onError(error),
  });
  await result.consumeStream({ onError });
  return { result, errors };
}

describe.each(["anthropic", "openai"] as const)("%s", (protocol) => {
  const start = async (script: Script) => {
    const server = await startModelServer(script);
    return { server, model: clients[protocol](server.url), [Symbol.asyncDispose]: server.close };
  };

  test("holds the text after its first piece until it may continue, and notices a client that leaves", async () => {
    const gate = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    const text = "0123456789";
    await using it = await start([
      reply.text(text, { pieces: 10, until: gate.promise }),
      reply.text(text, { until: new Promise(() => undefined), onLeft: left.resolve }),
    ]);

    const stream = streamText({ model: it.model, prompt: "Go" }).textStream[Symbol.asyncIterator]();
    const first = await stream.next();
    gate.resolve();
    const rest: (string | undefined)[] = [];
    for (let next = await stream.next(); !next.done; next = await stream.next()) rest.push(next.value);
    const client = new AbortController();
    const stopped = streamText({ model: it.model, prompt: "Go", abortSignal: client.signal, onError: () => undefined });
    await stopped.textStream[Symbol.asyncIterator]().next();
    client.abort();

    expect(first.value).toBe("0");
    expect(rest).toEqual([...text.slice(1)]);
    await left.promise;
  });

  test("streams text and tool calls that the real client puts together again", async () => {
    await using it = await start([
      reply.tools({ name: "read", input: { path: "a “b” 🐟.md" } }, { name: "read", input: { path: "c.md" } }),
      reply.text("Done with 🐟 and “quotes”."),
    ]);

    const { result, errors } = await run(it.model);

    expect(errors).toEqual([]);
    expect(await result.text).toBe("Done with 🐟 and “quotes”.");
    expect((await result.steps)[0]?.toolCalls.map((call) => call.input)).toEqual([
      { path: "a “b” 🐟.md" },
      { path: "c.md" },
    ]);
    expect(it.server.requests.map((request) => request.turn)).toEqual([0, 1]);
    expect(it.server.requests[1]?.text).toContain("with “quotes” and 🐟.");
    expect(it.server.requests[1]?.lastUserText).toBe("Go");
  });

  test("reports the usage of the script, cached tokens included", async () => {
    const usage = { inputTokens: 11, outputTokens: 7, cacheReadTokens: 500, cacheWriteTokens: 30 };
    await using it = await start([reply.text("Hi", { usage })]);

    const { result } = await run(it.model);

    const reported = await result.usage;
    expect(reported.inputTokens).toBe(541);
    expect(reported.outputTokens).toBe(7);
    expect(reported.inputTokenDetails.cacheReadTokens).toBe(500);
  });

  test("answers without a stream too", async () => {
    await using it = await start([reply.tool("read", { path: "a.md" }, { text: "Reading." }), reply.text("Done.")]);

    const result = await generateText({
      model: it.model,
      prompt: "Go",
      tools: { read: readTool },
      stopWhen: stepCountIs(5),
    });

    expect(result.text).toBe("Done.");
    expect(result.steps[0]?.text).toBe("Reading.");
    expect(it.server.requests.map((request) => request.isStream)).toEqual([false, false]);
  });

  test("a malformed tool call reaches the client as an invalid call", async () => {
    await using it = await start([
      { ...reply.tool("read", { path: "a.md" }), malformedToolJson: true },
      reply.text("Sorry."),
    ]);

    const { result } = await run(it.model);

    expect((await result.steps)[0]?.toolCalls[0]).toMatchObject({ toolName: "read", invalid: true });
    expect(await result.text).toBe("Sorry.");
  });

  test("an HTTP error carries status, sentence and retry-after", async () => {
    await using it = await start([reply.error(429, "Slow down.", { retryAfterSeconds: 7 })]);

    const { errors } = await run(it.model);

    expect(errors[0]).toMatchObject({ statusCode: 429, message: "Slow down.", isRetryable: true });
    expect(errors[0]).toHaveProperty("responseHeaders.retry-after", "7");
  });

  test("the client tries again by itself and gets the next turn", async () => {
    await using it = await start([
      reply.error(529, "Overloaded", { retryAfterSeconds: 0 }),
      reply.error(503, "Unavailable", { retryAfterSeconds: 0 }),
      reply.text("Here."),
    ]);

    const { text } = await generateText({ model: it.model, prompt: "Go" });

    expect(text).toBe("Here.");
    expect(it.server.requests).toHaveLength(3);
  });

  test("a stream that is cut ends in an error, not in an answer", async () => {
    await using it = await start([reply.text("A long answer that never comes to its end.", { cutAfterBytes: 400 })]);

    const { errors } = await run(it.model);

    expect(String(errors[0])).toContain("Failed to process successful response");
  });

  test("an overloaded event in mid-stream is an error after the first text", async () => {
    await using it = await start([reply.text("It began well", { overloadedMidStream: true })]);

    const { result, errors } = await run(it.model);

    expect(JSON.stringify(errors)).toContain("verloaded");
    await expect(result.finishReason).resolves.toBe("error");
  });

  test("a request that hangs ends when the client leaves", async () => {
    await using it = await start([reply.hang()]);
    const abort = new AbortController();

    const pending = generateText({ model: it.model, prompt: "Go", abortSignal: abort.signal, maxRetries: 0 });
    while (it.server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    abort.abort();

    await expect(pending).rejects.toThrow(/abort/i);
  });

  test("closing the server ends a request that hangs", async () => {
    const server = await startModelServer([reply.hang()]);

    const pending = generateText({ model: clients[protocol](server.url), prompt: "Go", maxRetries: 0 });
    while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([server.close(), expect(pending).rejects.toThrow()]);

    await expect(fetch(server.url)).rejects.toThrow();
  });

  test("a script that runs out says so", async () => {
    await using it = await start([]);

    const { errors } = await run(it.model, "Fix it");

    expect(errors[0]).toMatchObject({ statusCode: 500, message: 'The script has no turn for request 1 ("Fix it").' });
  });

  test("concurrent conversations each play their own list", async () => {
    await using it = await start(
      byConversation({
        "job one": [reply.tool("read", { path: "one.md" }), reply.text("One is done.")],
        "job two": [reply.tool("read", { path: "two.md" }), reply.text("Two is done.")],
      }),
    );

    const results = await Promise.all(["job one", "job two"].map((prompt) => run(it.model, prompt)));

    expect(await Promise.all(results.map(({ result }) => result.text))).toEqual(["One is done.", "Two is done."]);
  });
});

describe("what the real services refuse", () => {
  const post = async (path: string, body: unknown) => {
    await using server = await startModelServer([reply.text("Accepted.")]);
    const response = await fetch(`${server.url}${path}`, { method: "POST", body: JSON.stringify(body) });
    return { status: response.status, body: await response.text() };
  };
  const user = { role: "user", content: "Go" };

  test("Anthropic: a tool call without its result", async () => {
    const call = { role: "assistant", content: [{ type: "tool_use", id: "toolu_9", name: "read", input: {} }] };

    const answer = await post("/v1/messages", { model: "m", max_tokens: 10, messages: [user, call, user] });

    expect(answer.status).toBe(400);
    expect(answer.body).toContain("tool_use ids were found without tool_result blocks: toolu_9");
  });

  test("Anthropic: a result without a call, an empty text, five cache markers", async () => {
    const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_9", content: "x" }] };
    const marked = Array.from({ length: 5 }, () => ({ type: "text", text: "x", cache_control: { type: "ephemeral" } }));
    const bodies = [[user, result], [{ role: "user", content: "" }], [{ role: "user", content: marked }]];

    const answers = await Promise.all(
      bodies.map((messages) => post("/v1/messages", { model: "m", max_tokens: 10, messages })),
    );

    expect(answers.map((answer) => answer.status)).toEqual([400, 400, 400]);
  });

  test("OpenAI-compatible: a tool call without its result", async () => {
    const call = { role: "assistant", content: null, tool_calls: [{ id: "call_9", type: "function" }] };

    const answer = await post("/v1/chat/completions", { model: "m", messages: [user, call, user] });

    expect(answer.status).toBe(400);
    expect(answer.body).toContain("call_9");
  });

  test("a body that is not JSON, and a path there is none", async () => {
    await using server = await startModelServer([]);

    const noJson = await fetch(`${server.url}/v1/messages`, { method: "POST", body: "{" });
    const noPath = await fetch(`${server.url}/v1/other`);

    expect([noJson.status, noPath.status]).toEqual([400, 404]);
  });
});
