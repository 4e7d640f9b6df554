// One file: an answer from the question to its last chunk, over one model server and one site.
import type { UiChunk } from "@docsteward/contract/ui-chunk";
import { type ModelRequest, reply } from "@docsteward/model-script/script";
import { describe, expect } from "vitest";
import type { ProjectContext } from "../context.ts";
import { seedSite } from "../site/testing-site.ts";
import { seedProject, type TestServicesOptions } from "../testing.ts";
import { servicesTest, untilEnd } from "../testing-fixtures.ts";
import { type AnswerInput, answerQuestion } from "./answer.ts";
import { getThread } from "./get.ts";
import { startScriptedAssistant } from "./testing-assistant.ts";

const test = servicesTest()
  .extend("model", { scope: "file" }, untilEnd(startScriptedAssistant))
  .extend("options", { scope: "file" }, ({ model }): TestServicesOptions => {
    const models = { defaultName: "sonnet", names: ["sonnet", "opus"] };
    return { assistant: model.assistant, models };
  })
  .extend("seedDocs", { scope: "file" }, ({ services }) => async (): Promise<ProjectContext> => {
    const ctx = await seedProject(services);
    await seedSite(ctx, PAGES, { changedAt: new Date("2026-11-01T00:00:00Z") });
    return ctx;
  })
  .extend("turnOf", { scope: "file" }, ({ services }) => (id: string) => {
    return services.db.threadTurn.findUniqueOrThrow({ where: { id }, include: { thread: true } });
  });
test.afterEach(({ model }) => {
  model.requests.length = 0;
});

const PAGES = [
  { path: "/upload", title: "Uploads", text: "A file may be 50 MB. Set MAX_UPLOAD_MB to change it." },
  { path: "/backup", title: "Backups", text: "Run harbor backup every night." },
];

const says = (text: string) => ({ role: "user" as const, parts: [{ type: "text", text }] });

async function begin(ctx: ProjectContext, question: string, more: Partial<AnswerInput> = {}) {
  const signal = new AbortController().signal;
  return answerQuestion(ctx, { fp: "ada", messages: [says(question)], signal, ...more });
}

async function ask(ctx: ProjectContext, question: string, more: Partial<AnswerInput> = {}) {
  const { threadId, messageId, chunks } = await begin(ctx, question, more);
  const given: UiChunk[] = [];
  for await (const chunk of chunks) given.push(chunk);
  const text = given.map((chunk) => (chunk.type === "text-delta" ? chunk.delta : "")).join("");
  return { threadId, messageId, chunks: given, text };
}

const conversationOf = (request: ModelRequest | undefined) =>
  ((request?.body.messages ?? []) as { role: string }[]).map(({ role }) => role).join(" ");

test("one organization has only so many answers at a time, another is not kept from its own, and each end gives a place back", async ({
  model,
  seedDocs,
}) => {
  const ctx = await seedDocs();
  const other = await seedDocs();
  model.plays(() => reply.text("A file may be 50 MB [1]."));
  const open: Awaited<ReturnType<typeof begin>>[] = [];
  // On a machine with other work, a hundred together would wait too long for the few connections of the database.
  while (open.length < 100)
    open.push(...(await Promise.all(Array.from({ length: 20 }, () => begin(ctx, "How large?")))));

  await expect(begin(ctx, "How large?")).rejects.toMatchObject({
    code: "rate_limited",
    message: "Too many answers are running. Wait until one ends, then try again.",
  });
  await (await begin(other, "How large?")).chunks.return();
  await Promise.all(open.map(({ chunks }) => chunks.return()));
  expect((await ask(ctx, "How large?")).text).toContain("50 MB");
  await expect(begin(ctx, "")).rejects.toMatchObject({ code: "invalid_request" });
});

describe("an answer", () => {
  test("begins with its ids, ends with the thread, and is stored with all that is known of it", async ({
    model,
    seedDocs,
    turnOf,
  }) => {
    const ctx = await seedDocs();
    model.plays([reply.text("A file may be 50 MB [1].")]);

    const { threadId, messageId, chunks } = await ask(ctx, "How large may a file be?", { currentPath: "/upload" });

    expect(chunks[0]).toEqual({ type: "start", messageId, messageMetadata: { threadId } });
    expect(chunks.at(-1)).toEqual({ type: "finish", messageMetadata: { threadId } });
    expect(await turnOf(messageId)).toMatchObject({
      status: "done",
      category: "answered",
      question: "How large may a file be?",
      searchedFor: "How large may a file be?",
      answer: "A file may be 50 MB [1].",
      currentPath: "/upload",
      commit: "1".repeat(40),
      model: "sonnet",
      inputTokens: 100,
      outputTokens: 20,
      modelCalls: 1,
      costMicroUsd: 600n,
      retrievalMs: expect.any(Number),
      firstTextMs: expect.any(Number),
      endedAt: expect.any(Date),
      sources: [{ number: 1, path: "/upload", url: "/upload#uploads", updatedAt: "2026-11-01T00:00:00.000Z" }],
      thread: { projectId: ctx.project.id, fp: "ada", publicId: threadId, isIssued: true },
    });
  });

  test("leads to the site's own address where it is known", async ({ model, seedDocs }) => {
    const ctx = await seedDocs();
    const project = { ...ctx.project, siteUrl: "https://docs.harbor.test" };
    model.plays([reply.text("A file may be 50 MB [1].")]);

    const { chunks } = await ask({ ...ctx, project }, "How large may a file be?");

    expect(chunks).toContainEqual(expect.objectContaining({ url: "https://docs.harbor.test/upload#uploads" }));
  });

  test("costs the project and its organization their month's money", async ({ model, services, seedDocs }) => {
    const ctx = await seedDocs();
    model.plays([reply.text("50 MB.")]);

    await ask(ctx, "How large may a file be?");

    const scope = { in: [`project:${ctx.project.id}`, `organization:${ctx.project.organizationId}`] };
    const counters = await services.db.costCounter.findMany({ where: { scope } });
    expect(counters.map(({ microUsd }) => microUsd)).toEqual([600n, 600n]);
  });

  test("is not begun once the month's budget is used up", async ({ model, seedDocs }) => {
    const ctx = { ...(await seedDocs()), budgets: { projectMicroUsd: 500, organizationMicroUsd: null } };
    model.plays([reply.text("50 MB.")]);
    await ask(ctx, "How large may a file be?");

    await expect(begin(ctx, "And a picture?")).rejects.toMatchObject({ code: "budget_exceeded" });
    expect(model.requests).toHaveLength(1);
  });

  test("waits for no index: without one it is refused with when to come back", async ({ services }) => {
    const ctx = await seedProject(services);

    await expect(begin(ctx, "Hello?")).rejects.toMatchObject({
      code: "unavailable",
      options: { retryAfterSeconds: expect.any(Number) },
    });
  });

  test("that the pages do not answer is recorded as such and sent to webhooks", async ({
    model,
    services,
    seedDocs,
    turnOf,
  }) => {
    const ctx = await seedDocs();
    const at = new Date();
    await services.db.webhookEndpoint.create({
      data: {
        id: `whe_${ctx.project.id}`,
        projectId: ctx.project.id,
        url: "https://hooks.test/x",
        secret: "whsec_x",
        events: ["assistant.unanswered"],
        createdAt: at,
      },
    });
    model.plays([reply.text("The documentation does not say.\n\n[[unanswered]]")]);

    const { messageId, threadId } = await ask(ctx, "Can a file be uploaded to Mars?");

    expect(await turnOf(messageId)).toMatchObject({
      category: "unanswered",
      answer: "The documentation does not say.\n\n",
    });
    const [delivery] = await services.db.webhookDelivery.findMany({
      where: { endpoint: { projectId: ctx.project.id } },
    });
    expect(JSON.parse(String(delivery?.body))).toMatchObject({
      type: "assistant.unanswered",
      data: { threadId, messageId, question: "Can a file be uploaded to Mars?", nearestPages: ["/upload"] },
    });
  });
});

describe("a failure", () => {
  test("before the first words is thrown, and stored in the operator's words", async ({
    model,
    services,
    seedDocs,
  }) => {
    const ctx = await seedDocs();
    model.plays([reply.error(401, "invalid x-api-key")]);

    await expect(begin(ctx, "How large?", { threadId: "mine" })).rejects.toMatchObject({ code: "upstream_error" });

    const [turn] = await services.db.threadTurn.findMany({ where: { projectId: ctx.project.id } });
    expect(turn).toMatchObject({ status: "failed", failure: expect.stringContaining("ANTHROPIC_API_KEY"), answer: "" });
  });

  test("in the middle is the last chunk, and what was said is stored", async ({ model, seedDocs, turnOf }) => {
    const ctx = await seedDocs();
    model.plays([reply.text("It began well", { overloadedMidStream: true })]);

    const { chunks, messageId } = await ask(ctx, "How large may a file be?");

    expect(chunks.at(-1)).toEqual({ type: "error", errorText: expect.stringMatching(/^The assistant's model .*\.$/) });
    expect(await turnOf(messageId)).toMatchObject({ status: "failed", answer: "It began well" });
  });

  test("is no failure when the reader leaves: the model's call ends, and what was said is stored", async ({
    model,
    seedDocs,
    turnOf,
  }) => {
    const ctx = await seedDocs();
    model.plays([reply.tool("search", { query: "files" }), reply.hang()]);
    const leaving = new AbortController();

    const { chunks, messageId } = await begin(ctx, "How large may a file be?", { signal: leaving.signal });
    await chunks.next();
    while (model.requests.length < 2) await new Promise((resolve) => setImmediate(resolve));
    leaving.abort();
    for await (const _ of chunks) expect(_.type).not.toBe("error");

    expect(await turnOf(messageId)).toMatchObject({ status: "stopped", failure: null });
  });

  test("before the first words is no error of the service when the reader has left", async ({
    model,
    services,
    seedDocs,
  }) => {
    const ctx = await seedDocs();
    model.plays([reply.hang()]);
    const leaving = new AbortController();

    const asking = begin(ctx, "How large may a file be?", { signal: leaving.signal });
    while (model.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    leaving.abort();

    await expect(asking).rejects.toMatchObject({ code: "unavailable" });
    expect(await services.db.threadTurn.findFirst({ where: { projectId: ctx.project.id } })).toMatchObject({
      status: "stopped",
      failure: null,
    });
  });

  test("to read anything at all stores the answer as stopped", async ({ model, seedDocs, turnOf }) => {
    const ctx = await seedDocs();
    model.plays([reply.text("A long answer about files.")]);

    const { chunks, messageId } = await begin(ctx, "How large may a file be?");
    await chunks.return();

    expect(await turnOf(messageId)).toMatchObject({ status: "stopped" });
  });

  test("to read on stores the answer as stopped, too", async ({ model, seedDocs, turnOf }) => {
    const ctx = await seedDocs();
    model.plays([reply.text("A long answer about files.")]);

    const { chunks, messageId } = await begin(ctx, "How large may a file be?");
    await chunks.next();
    await chunks.return();

    expect(await turnOf(messageId)).toMatchObject({ status: "stopped" });
  });
});

describe("a thread", () => {
  const TURNS = [reply.text("50 MB."), reply.text("The same.")];

  test("is put before a question that comes alone", async ({ model, seedDocs, turnOf }) => {
    const ctx = await seedDocs();
    model.plays(TURNS);
    const { threadId } = await ask(ctx, "How large may a file be?");

    const second = await ask(ctx, "And a picture?", { threadId });

    expect(second.threadId).toBe(threadId);
    expect(conversationOf(model.requests[1])).toBe("user assistant user");
    expect(model.requests[1]?.text).toContain("How large may a file be?");
    expect((await turnOf(second.messageId)).searchedFor).toBe("And a picture? large may file");
    const thread = await getThread(ctx, { id: (await turnOf(second.messageId)).threadId });
    expect(thread.turns.map(({ answer }) => answer)).toEqual(["50 MB.", "The same."]);
  });

  test("is not put before a conversation that comes whole", async ({ model, seedDocs }) => {
    const ctx = await seedDocs();
    model.plays(TURNS);
    const { threadId } = await ask(ctx, "How large may a file be?");
    const messages = [
      says("How small may a file be?"),
      { role: "assistant" as const, parts: [{ type: "text", text: "1 byte." }] },
      says("And a picture?"),
    ];

    await ask(ctx, "", { threadId, messages });

    expect(model.requests[1]?.text).not.toContain("How large may a file be?");
    expect(model.requests[1]?.text).toContain("How small may a file be?");
  });

  test("may be named by the caller, and is found by that name again", async ({ model, seedDocs, turnOf }) => {
    const ctx = await seedDocs();
    model.plays(TURNS);

    const first = await ask(ctx, "How large may a file be?", { threadId: "chat-7" });
    const second = await ask(ctx, "And a picture?", { threadId: "chat-7" });

    expect([first.threadId, second.threadId]).toEqual(["chat-7", "chat-7"]);
    expect((await turnOf(first.messageId)).threadId).toBe((await turnOf(second.messageId)).threadId);
    expect(conversationOf(model.requests[1])).toBe("user assistant user");
  });

  test("that an anonymous caller named is joined, but never read back", async ({ model, seedDocs, turnOf }) => {
    const ctx = await seedDocs();
    model.plays(TURNS);
    const anonymous = { fp: "anonymous", threadId: "chat-7" };
    const first = await ask(ctx, "My secret is a harlequin. How large may a file be?", anonymous);

    const second = await ask(ctx, "What did I say?", anonymous);

    expect(model.requests[1]?.text).not.toContain("harlequin");
    expect((await turnOf(first.messageId)).threadId).toBe((await turnOf(second.messageId)).threadId);
  });

  test("that was issued to an anonymous caller goes on", async ({ model, seedDocs }) => {
    const ctx = await seedDocs();
    model.plays(TURNS);
    const { threadId } = await ask(ctx, "How large may a file be?", { fp: "anonymous" });

    await ask(ctx, "And a picture?", { fp: "anonymous", threadId });

    expect(conversationOf(model.requests[1])).toBe("user assistant user");
  });

  test("of another user, and of another site, is another thread", async ({ model, services, seedDocs }) => {
    const [ctx, other] = [await seedDocs(), await seedDocs()];
    model.plays([...TURNS, reply.text("No.")]);
    const { threadId } = await ask(ctx, "How large may a file be?");

    await ask(ctx, "And a picture?", { threadId, fp: "eve" });
    await ask(other, "And a picture?", { threadId });

    expect(conversationOf(model.requests[1])).toBe("user");
    expect(conversationOf(model.requests[2])).toBe("user");
    expect(await services.db.thread.count({ where: { publicId: threadId } })).toBe(3);
  });

  test("is one, also when its first two questions arrive concurrently", async ({ model, services, seedDocs }) => {
    const ctx = await seedDocs();
    model.plays(TURNS);

    await Promise.all([1, 2].map(() => ask(ctx, "How large may a file be?", { threadId: "both" })));

    expect(await services.db.thread.count({ where: { projectId: ctx.project.id } })).toBe(1);
  });
});

test("a question that is too long is refused, and nothing is stored of it", async ({ services, seedDocs }) => {
  const ctx = await seedDocs();

  await expect(begin(ctx, "x".repeat(32_001))).rejects.toMatchObject({ code: "invalid_request" });
  const context = Array.from({ length: 21 }, () => ({ type: "code" as const, value: "x" }));
  await expect(begin(ctx, "How large?", { context })).rejects.toMatchObject({ code: "invalid_request" });

  expect(await services.db.threadTurn.count({ where: { projectId: ctx.project.id } })).toBe(0);
});
