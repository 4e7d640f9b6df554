import { generateText, isStepCount, streamText } from "ai";
import { describe, expect, test } from "vitest";
import { OFFLINE_MODEL } from "./offline-model.ts";
import { docsInMemory } from "./testing/docs-in-memory.ts";
import { runOffline } from "./testing/run-offline.ts";
import { SAMPLE_SITE } from "./testing/sample-site.ts";

globalThis.AI_SDK_LOG_WARNINGS = false;

describe("the conversation", () => {
  test("several instructions are one job, with a todo each", async () => {
    const docs = docsInMemory(SAMPLE_SITE);

    const { steps } = await runOffline(
      docs,
      'Fix the typo "recieve". Delete page guides/legacy, and replace "Glimmer" with "Lanternfish" everywhere.',
    );

    expect(docs.todos.map(({ status }) => status)).toEqual(["completed", "completed", "completed"]);
    expect(docs.finish?.title).toBe('Fix the typo "recieve" to "receive" and 2 more changes');
    expect(docs.calls.filter((call) => call === "validate")).toHaveLength(1);
    expect(steps).toBeLessThan(40);
  });

  test("anything else is answered with what it can do, without a change", async () => {
    const docs = docsInMemory(SAMPLE_SITE);

    await runOffline(docs, "Make the quickstart friendlier");

    expect(docs.calls).toEqual(["finish"]);
    expect(docs.finish).toMatchObject({
      noChange: true,
      summary: expect.stringContaining("connect a model in the settings"),
    });
  });

  test("reports what it did not understand beside what it did", async () => {
    const docs = docsInMemory(SAMPLE_SITE);

    await runOffline(docs, 'Fix the typo "recieve". Then make everything friendlier.');

    expect(docs.finish?.noChange).toBeUndefined();
    expect(docs.finish?.summary).toContain("Not understood and not done:\n- make everything friendlier");
  });

  test("a follow-up does only what is new", async () => {
    const docs = docsInMemory(SAMPLE_SITE);
    const { messages } = await runOffline(docs, 'fix the typo "recieve"');
    docs.calls.length = 0;

    await runOffline(docs, [...messages, { role: "user", content: "delete page guides/legacy" }]);

    expect(docs.finish?.title).toBe("Delete docs/guides/legacy.mdx");
    expect(docs.todos).toHaveLength(1);
    expect(docs.calls).not.toContain("edit docs/docs.json docs/guides/webhooks.mdx");
  });

  test("a message that comes in between is done after what was begun", async () => {
    for (const pause of [1, 2, 4, 7, 8, 9, 10]) {
      const docs = docsInMemory(SAMPLE_SITE);
      const { messages } = await runOffline(docs, 'fix the typo "recieve"', { maxSteps: pause });
      const done = docs.finish !== undefined;

      await runOffline(docs, [...messages, { role: "user", content: "delete page guides/legacy" }]);

      expect(docs.files["docs/guides/webhooks.mdx"], `paused after ${pause}`).toContain("You receive one");
      expect(docs.files["docs/guides/legacy.mdx"]).toBeUndefined();
      expect(docs.todos).toHaveLength(done ? 1 : 2);
    }
  });

  test("notices of the service are no instructions", async () => {
    const docs = docsInMemory(SAMPLE_SITE);
    const { messages } = await runOffline(docs, 'fix the typo "recieve"', { maxSteps: 3 });

    await runOffline(docs, [
      ...messages,
      {
        role: "user",
        content: "<notice>You have used 85 % of the limit of 60 steps. Finish what you have begun.</notice>",
      },
    ]);

    expect(docs.finish?.summary).not.toContain("Not understood");
    expect(docs.files["docs/guides/webhooks.mdx"]).toContain("You receive one");
  });

  test("an edit that no longer fits is made again from what the file holds now", async () => {
    const docs = docsInMemory(SAMPLE_SITE);
    let isFirst = true;
    docs.interfere = (name, { path }) => {
      if (name !== "edit" || !isFirst) return undefined;
      isFirst = false;
      docs.files[String(path)] = String(docs.files[String(path)]).replace("one request", "a request");
      return "`old` not found in the file.";
    };

    await runOffline(docs, 'fix the typo "recieve"');

    expect(docs.files["docs/guides/webhooks.mdx"]).toContain("You receive a request an event.");
  });

  test("an edit that is refused twice is reported, and the rest is done", async () => {
    const docs = docsInMemory(SAMPLE_SITE);
    docs.interfere = (name, { path }) =>
      (name === "edit" || name === "multi_edit") && path === "docs/index.mdx"
        ? "docs/index.mdx may not be changed."
        : undefined;

    await runOffline(docs, 'replace "Glimmer" with "Lanternfish" everywhere');

    expect(docs.files["README.md"]).toContain("Lanternfish");
    expect(docs.finish?.summary).toContain("Could not change `docs/index.mdx`: docs/index.mdx may not be changed.");
  });

  test("what the checks find is part of the summary", async () => {
    const docs = docsInMemory(SAMPLE_SITE);
    docs.checks.errors.push({ path: "docs/index.mdx", line: 8, rule: "link", message: "No such page." });

    await runOffline(docs, 'fix the typo "recieve"');

    expect(docs.finish?.summary).toContain("- Error in `docs/index.mdx:8`: No such page.");
  });

  test("a refused finish is turned round once and then said in words", async () => {
    const docs = docsInMemory(SAMPLE_SITE);
    docs.interfere = (name) => (name === "finish" ? "Not now." : undefined);

    const { text } = await runOffline(docs, 'fix the typo "recieve"');

    expect(docs.calls.filter((call) => call === "finish")).toHaveLength(2);
    expect(text).toContain("Fixed “recieve” to “receive”");
  });
});

describe("the provider interface", () => {
  test("gives the same turn streamed and not, again and again", async () => {
    const model = OFFLINE_MODEL;
    const call = {
      model,
      prompt: 'fix the typo "recieve"',
      tools: docsInMemory(SAMPLE_SITE).tools,
      stopWhen: isStepCount(1),
    };

    const whole = await generateText(call);
    const streamed = streamText(call);

    expect(await streamed.text).toBe(whole.text);
    expect(await streamed.toolCalls).toEqual(whole.toolCalls);
    expect(whole.toolCalls.map(({ toolName, toolCallId }) => [toolName, toolCallId])).toEqual([
      ["todo_write", "offline_1"],
    ]);
    expect(whole.usage).toMatchObject({ inputTokens: 0, outputTokens: 0 });
    expect(whole.response.modelId).toBe("offline");
  });

  test("answers in words where there are no tools", async () => {
    const { text, finishReason } = await generateText({ model: OFFLINE_MODEL, prompt: "Hello" });

    expect(text).toContain("not a language model");
    expect(finishReason).toBe("stop");
  });

  test("stops when the caller has left", async () => {
    const abortSignal = AbortSignal.abort();

    await expect(generateText({ model: OFFLINE_MODEL, prompt: "Hi", abortSignal })).rejects.toThrow();
  });
});
