import type { UiChunk, UiData, UiMetadata } from "@docsteward/contract/ui-chunk";
import { reply, type Script } from "@docsteward/model-script/script";
import { startModelServer } from "@docsteward/model-script/start-model-server";
import type { UIMessageChunk } from "ai";
import { describe, expect, expectTypeOf, test } from "vitest";
import { startAnswer } from "./start-answer.ts";
import { ask, askScripted, HARBOR, modelAt, numberOf, PROTOCOLS } from "./testing-answers.ts";

describe.each(PROTOCOLS)("over the wire of %s", (protocol) => {
  test("an answer comes in pieces, and each source comes behind the words that cite it", async () => {
    const script: Script = (request) =>
      reply.text(
        `A file may be 50 MB [${numberOf(request, "50 MB")}]. Set \`MAX_UPLOAD_MB\` to change it. What is larger is refused.`,
      );
    const { chunks, record, text } = await askScripted(script, "How large may an upload be?", { protocol });

    expect(text).toMatch(
      /^A file may be 50 MB \[\d\]\. Set `MAX_UPLOAD_MB` to change it\. What is larger is refused\.$/,
    );
    expect(chunks.filter(({ type }) => type === "text-delta").length).toBeGreaterThan(1);
    expect(chunks[0]).toEqual({ type: "text-start", id: "answer" });
    expect(chunks).toContainEqual({
      type: "source-url",
      sourceId: expect.stringMatching(/^\d$/),
      url: "/guide/upload#size-limit",
      title: "Uploads",
    });
    expect(chunks.at(-1)).toEqual({ type: "data-outcome", data: { category: "answered" } });
    expect(record).toMatchObject({
      category: "answered",
      text,
      use: { inputTokens: 100, outputTokens: 20, modelCalls: 1, costMicroUsd: 600 },
      sources: [
        {
          path: "/guide/upload",
          title: "Uploads",
          heading: "Size limit",
          url: "/guide/upload#size-limit",
          updatedAt: "2026-11-01T00:00:00.000Z",
        },
      ],
    });
  });

  test("the model may search again and read a page, and cites what it found there", async () => {
    const script: Script = (request, index) => {
      if (index === 0) return reply.tool("search", { query: "restore a backup" });
      if (index === 1) return reply.tool("read_page", { path: "/guide/backup" });
      return reply.text(`Run \`harbor restore FILE\` [${numberOf(request, "brings a backup back")}].`);
    };
    const { chunks, record, text, requests } = await askScripted(script, "How large may an upload be?", { protocol });

    expect(requests).toHaveLength(3);
    expect(text).toMatch(/^Run `harbor restore FILE` \[\d\]\.$/);
    expect(chunks.slice(0, 2)).toEqual([
      { type: "data-activity", data: { type: "search", query: "restore a backup" }, transient: true },
      { type: "data-activity", data: { type: "read", path: "/guide/backup" }, transient: true },
    ]);
    expect(record.sources.map(({ url }) => url)).toEqual(["/guide/backup#restore"]);
    expect(record.use.modelCalls).toBe(3);
    expect(record.trace).toMatchObject({
      pageCount: 5,
      steps: [
        { type: "search", query: "restore a backup" },
        { type: "read", path: "/guide/backup" },
      ],
    });
    expect(record.trace.passages).toContainEqual(
      expect.objectContaining({ number: 1, step: null, path: "/guide/upload", nearness: null, cited: null }),
    );
    expect(record.trace.passages).toContainEqual(
      expect.objectContaining({
        step: 0,
        title: "Backups",
        heading: "Restore",
        excerpt: expect.stringMatching(/brings a backup/),
      }),
    );
  });

  test("shows immediately that the model is reasoning, but never its reasoning", async () => {
    const script = [reply.text("50 MB.", { reasoning: "The reader wants a number." })];
    const { chunks, text } = await askScripted(script, "How large may an upload be?", { protocol });

    expect(chunks[0]).toEqual({ type: "data-activity", data: { type: "think" }, transient: true });
    expect(text).toBe("50 MB.");
    expect(JSON.stringify(chunks)).not.toContain("wants a number");
  });

  test("a model that would search for ever is made to answer", async () => {
    const script: Script = (_, index) =>
      index < 3 ? reply.tool("search", { query: `again ${index}` }) : reply.text("There is no more to find.");
    const { text, requests } = await askScripted(script, "How large may an upload be?", { protocol });

    expect(text).toBe("There is no more to find.");
    expect(requests).toHaveLength(4);
    expect(JSON.stringify(requests[3]?.body.tool_choice)).toContain("none");
  });

  test("a failure before the first words is an error that a reader can be shown", async () => {
    const refused = askScripted([reply.error(401, "invalid x-api-key")], "How large?", { protocol });

    await expect(refused).rejects.toMatchObject({
      code: "upstream_error",
      message: "The assistant's model failed. Try again later.",
      operatorSentence: expect.stringMatching(/Check \w+_API_KEY/),
    });
  });

  test("a failure in the middle is thrown behind what was said", async () => {
    await using server = await startModelServer([reply.text("It began well", { overloadedMidStream: true })]);
    const said: string[] = [];

    const asking = (async () => {
      const request = { question: "How large?", history: [], notes: [], context: [], pageCount: 5 };
      const signal = new AbortController().signal;
      const model = modelAt(server.url, protocol);
      const { chunks } = startAnswer({ model, price: null }, { ...request, signal }, HARBOR);
      for await (const chunk of chunks) if (chunk.type === "text-delta") said.push(chunk.delta);
    })();

    await expect(asking).rejects.toMatchObject({ message: expect.stringMatching(/^The assistant's model|^The conn/) });
    expect(said.join("")).toBe("It began well");
  });
});

describe("a question that the documentation does not answer", () => {
  test("is recognized by the model's mark, which no reader sees, and there is no source where nothing was cited", async () => {
    const script = [reply.text("The documentation does not say how to upload to Mars.\n\n[[unanswered]]")];
    const { record, text, chunks } = await askScripted(script, "How do I upload to Mars?");

    expect(text.trim()).toBe("The documentation does not say how to upload to Mars.");
    expect(record.category).toBe("unanswered");
    expect(record.sources).toEqual([]);
    expect(chunks.at(-1)).toEqual({ type: "data-outcome", data: { category: "unanswered" } });
  });

  test("counts as unanswered when nothing was found, whatever the model says", async () => {
    const { record } = await askScripted([reply.text("Of course: 42.")], "zzyzx qwv?");

    expect(record).toMatchObject({ category: "unanswered", sources: [] });
  });

  test("is not what a greeting is", async () => {
    const { record } = await askScripted([reply.text("Hello! What would you like to know?")], "Hello");

    expect(record.category).toBe("answered");
  });
});

test("stopping an answer ends the model's call", async () => {
  await using server = await startModelServer([reply.hang()]);
  const stopping = new AbortController();

  const asking = ask("How large?", { site: HARBOR, model: modelAt(server.url), signal: stopping.signal });
  while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  stopping.abort();

  await expect(asking).rejects.toMatchObject({ name: "AbortError" });
});

test("a model that takes too long is said to", async () => {
  await using server = await startModelServer([reply.hang()]);

  const asking = ask("How large?", { site: HARBOR, model: modelAt(server.url), signal: AbortSignal.timeout(50) });

  await expect(asking).rejects.toMatchObject({ code: "unavailable", message: expect.stringContaining("too long") });
});

test("its chunks are chunks of the chat client library", () => {
  expectTypeOf<UiChunk>().toExtend<UIMessageChunk<UiMetadata, UiData>>();
});

describe("what an answer cites", () => {
  const citing = (...words: string[]): Script => {
    return (request) => reply.text(words.map((word) => `It is so [${numberOf(request, word)}].`).join(" "));
  };

  test("is numbered in the order of the citations, a page once with its sections", async () => {
    const script = citing("brings a backup back", "50 MB", "harbor backup", "brings a backup back");
    const { text, record, chunks } = await askScripted(script, "How large may an upload or a backup be?");

    expect(text).toBe("It is so [1]. It is so [2]. It is so [1]. It is so [1].");
    expect(record.sources.map(({ number, path, url }) => [number, path, url])).toEqual([
      [1, "/guide/backup", "/guide/backup#restore"],
      [2, "/guide/upload", "/guide/upload#size-limit"],
    ]);
    expect(record.sources[0]?.sections).toEqual([
      { heading: "Restore", url: "/guide/backup#restore" },
      { heading: null, url: "/guide/backup" },
    ]);
    expect(
      chunks.filter(({ type }) => type === "source-url").map((chunk) => "sourceId" in chunk && chunk.sourceId),
    ).toEqual(["1", "2"]);
    expect(record.trace.passages.flatMap(({ cited, url }) => (cited === null ? [] : [[cited, url]]))).toContainEqual([
      1,
      "/guide/backup#restore",
    ]);
  });

  test("keeps its source before a colon", async () => {
    const script: Script = (request) => reply.text(`By the limit [${numberOf(request, "50 MB")}]: 50 MB.`);
    const { text, record } = await askScripted(script, "How large may an upload be?");

    expect(text).toBe("By the limit [1]: 50 MB.");
    expect(record.sources.map(({ url }) => url)).toEqual(["/guide/upload#size-limit"]);
  });
});

describe("an answer that is none", () => {
  const CONTACT = "https://harbor.test/support";

  test.each([
    ["off_topic", "I answer questions about Harbor.\n\n[[offtopic]]"],
    ["asked_back", "Do you mean the upload or the backup?\n\n[[askedback]]"],
    ["partly_answered", "50 MB. The pages do not say why.\n\n[[partly]]"],
    ["unanswered", "The pages do not say.\n\n[[unanswered]]"],
  ])("is %s by the model's mark, which no reader sees", async (category, said) => {
    const { record, text, chunks } = await askScripted([reply.text(said)], "How large may an upload be?");

    expect(record.category).toBe(category);
    expect(text.trim()).toBe(said.split("\n")[0]);
    expect(chunks.at(-1)).toEqual({ type: "data-outcome", data: { category } });
  });

  test("leads to a person, where the project names one and the question was not answered", async () => {
    const site = { ...HARBOR, contact: CONTACT };
    const unanswered = await askScripted([reply.text("The pages do not say.\n\n[[unanswered]]")], "Why?", { site });
    const offTopic = await askScripted([reply.text("No.\n\n[[offtopic]]")], "Write me a poem", { site });

    expect(unanswered.text).toBe(`The pages do not say.\n\n→ [harbor.test/support](${CONTACT})\n`);
    expect(unanswered.chunks.at(-1)).toEqual({
      type: "data-outcome",
      data: { category: "unanswered", contact: CONTACT },
    });
    expect(offTopic.text).not.toContain("support");
  });
});

describe("what to ask next", () => {
  const asked = (site = HARBOR) =>
    askScripted((request) => reply.text(`50 MB [${numberOf(request, "50 MB")}].`), "How large may an upload be?", {
      site,
    });

  test("comes from the pages that the answer cites, and names nothing that it cites already", async () => {
    const { chunks } = await asked();

    expect(chunks).toContainEqual({
      type: "data-suggestions",
      data: { suggestions: [{ text: "Uploads: Resume", url: "/guide/upload#resume" }] },
    });
  });

  test("stays away where the project does not want it, and where nothing was cited", async () => {
    const { chunks } = await asked({ ...HARBOR, hasSuggestions: false });
    const greeting = await askScripted([reply.text("Hello!")], "Hello");

    for (const given of [chunks, greeting.chunks]) expect(JSON.stringify(given)).not.toContain("data-suggestions");
  });
});
