import { reply } from "@docsteward/model-script/script";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AssistantApp, openAssistantApp } from "#testing/assistant-app.ts";
import { expectProblem } from "#testing/expect-problem.ts";
import { type Sent, send } from "#testing/test-app.ts";
import { POST as rate } from "../feedback/route.ts";
import { GET as takeUp } from "./[chatId]/stream/route.ts";
import { POST } from "./route.ts";

type Chunk = { type: string; [key: string]: unknown };

const says = (text: string) => ({ id: "1", role: "user", parts: [{ type: "text", text }] });
const QUESTION = { fp: "ada", messages: [says("How large may a file be?")] };

async function chunksOf(response: Response): Promise<Chunk[]> {
  const lines = (await response.text()).split("\n\n").filter((line) => line.startsWith("data: {"));
  return lines.map((line) => JSON.parse(line.slice(6)) as Chunk);
}

const textOf = (chunks: Chunk[]) => chunks.map(({ delta }) => delta ?? "").join("");

describe.each(["anthropic", "openai"] as const)("with a model that speaks like %s", (protocol) => {
  let app: AssistantApp;
  beforeAll(async () => {
    app = await openAssistantApp(protocol);
  });
  afterAll(() => app.close());

  const ask = (body: unknown = QUESTION, more: Partial<Sent> = {}) =>
    send(POST, { params: { domain: app.ctx.project.domain }, key: app.key, body, ...more });

  test("a question is answered piece by piece, with its source and its thread", async () => {
    const answer = "A file may be 50 MB [1]. Whatever is larger than that is refused, with a sentence that says so.";
    app.plays([reply.text(answer)]);

    const response = await ask();
    const chunks = await chunksOf(response);

    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(response.headers.get("cache-control")).toBe("no-cache, no-transform");
    expect(response.headers.get("ratelimit-policy")).toContain('"key-month"');
    const threadId = response.headers.get("x-thread-id");
    expect(threadId).toMatch(/^thr_[0-9A-Za-z]{22}$/);
    expect(textOf(chunks)).toBe(answer);
    expect(chunks.filter(({ type }) => type === "text-delta").length).toBeGreaterThan(1);
    expect(chunks).toContainEqual({ type: "source-url", sourceId: "1", url: "/upload#uploads", title: "Uploads" });
    expect(chunks.at(-1)).toEqual({ type: "finish", messageMetadata: { threadId }, threadId });
  });

  test("to look for an answer to take up counts against the caller's address alone", async () => {
    const params = { domain: app.ctx.project.domain, chatId: "5b0c7f2e9a4d4c3b8e61f0a2d7c95e13" };

    const response = await send(takeUp, { method: "GET", params, key: app.key });

    expect(response.status).toBe(204);
    expect(response.headers.get("ratelimit-policy")).toBe('"ip-day";q=10000;w=86400');
  });

  test("a follow-up that comes alone is understood in its thread", async () => {
    app.plays([reply.text("50 MB."), reply.text("The same.")]);
    const first = await ask();
    await first.text();

    const threadId = first.headers.get("x-thread-id");
    const second = await ask({ ...QUESTION, messages: [says("And a picture?")], threadId });

    expect(textOf(await chunksOf(second))).toBe("The same.");
    expect(second.headers.get("x-thread-id")).toBe(threadId);
    expect(await app.services.db.thread.count({ where: { publicId: String(threadId) } })).toBe(1);
  });

  test("what fails before the first words is an error of its own, and does not count", async () => {
    app.plays([reply.text("50 MB.")]);
    const before = (await ask()).headers.get("ratelimit");
    app.plays([reply.error(401, "bad key")]);

    const response = await ask();

    const problem = await expectProblem(response, "upstream_error");
    expect(problem.error).toBe("The assistant's model failed. Try again later.");
    expect(response.headers.get("ratelimit")?.replace(/t=\d+/g, "")).toBe(before?.replace(/t=\d+/g, ""));
  });

  test("what fails after them is an error chunk, and the end of the stream", async () => {
    app.plays([reply.text("It began well", { overloadedMidStream: true })]);

    const response = await ask();
    const text = await response.text();

    expect(response.status).toBe(200);
    expect(text).toContain('"type":"error","errorText":"The assistant\'s model');
    expect(text.trim().endsWith("data: [DONE]")).toBe(true);
  });

  test("a reader that leaves before the first words ends the model's call", async () => {
    app.plays([reply.hang()]);
    const leaving = new AbortController();
    const count = app.requests.length;

    const asking = ask(QUESTION, { signal: leaving.signal });
    while (app.requests.length === count) await new Promise((resolve) => setImmediate(resolve));
    leaving.abort();

    expect((await asking).status).toBeGreaterThanOrEqual(400);
    const turn = await app.services.db.threadTurn.findFirst({ orderBy: { createdAt: "desc" } });
    expect(turn?.status).toBe("stopped");
  });

  test("an answer is rated by the id that its stream began with", async () => {
    app.plays([reply.text("50 MB.")]);
    const [start] = await chunksOf(await ask());
    const messageId = String(start?.messageId);
    const feedback = (body: unknown, key = app.key) =>
      send(rate, { params: { domain: app.ctx.project.domain }, key, body });

    const rated = await feedback({ messageId, rating: "down", comment: " Too short. " });

    expect(await rated.json()).toEqual({ messageId, rating: "down", comment: "Too short." });
    const turn = await app.services.db.threadTurn.findUnique({ where: { id: messageId } });
    expect(turn).toMatchObject({ rating: "down", comment: "Too short." });
    await expectProblem(await feedback({ messageId: "msg_unknown", rating: "up" }), "not_found");
    await expectProblem(await feedback({ messageId, rating: "great" }), "invalid_request");
  });
});

describe("the body", () => {
  let app: AssistantApp;
  beforeAll(async () => {
    app = await openAssistantApp("anthropic");
  });
  afterAll(() => app.close());

  const ask = (body: unknown) => send(POST, { params: { domain: app.ctx.project.domain }, key: app.key, body });

  test.each([
    ["no fp", { messages: QUESTION.messages }, "fp"],
    ["an empty fp", { ...QUESTION, fp: "" }, "fp"],
    ["no messages", { fp: "ada" }, "messages"],
    ["an empty list of messages", { fp: "ada", messages: [] }, "messages"],
    ["a role there is none", { fp: "ada", messages: [{ ...says("x"), role: "tool" }] }, "messages.0.role"],
    ["a message without parts", { fp: "ada", messages: [{ role: "user", content: "x" }] }, "messages.0.parts"],
    ["a thread's id with a space", { ...QUESTION, threadId: "a b" }, "threadId"],
    ["a thread's id of 129 characters", { ...QUESTION, threadId: "x".repeat(129) }, "threadId"],
    ["a page size of 0", { ...QUESTION, retrievalPageSize: 0 }, "retrievalPageSize"],
    ["a page size of 51", { ...QUESTION, retrievalPageSize: 51 }, "retrievalPageSize"],
    ["a page size of 1.5", { ...QUESTION, retrievalPageSize: 1.5 }, "retrievalPageSize"],
    ["an unknown filter", { ...QUESTION, filter: { colour: "red" } }, "filter"],
    ["context of another kind", { ...QUESTION, context: [{ type: "image", value: "x" }] }, "context.0.type"],
    ["a path of 201 characters", { ...QUESTION, currentPath: "x".repeat(201) }, "currentPath"],
  ])("with %s is refused by the field's name", async (_, body, path) => {
    const problem = await expectProblem(await ask(body), "invalid_request");

    expect(problem.details?.[0]?.path).toBe(path);
    expect(app.requests.length).toBe(0);
  });

  test("may hold what chat clients add, nulls, and every kind of part", async () => {
    app.plays([reply.text("50 MB.")]);

    const response = await ask({
      ...QUESTION,
      id: "short",
      trigger: "submit-message",
      messageId: "x",
      threadId: null,
      filter: null,
      context: null,
      currentPath: null,
      retrievalPageSize: null,
      messages: [
        {
          id: "0",
          role: "assistant",
          parts: [{ type: "tool-x", toolCallId: "1", text: 5 }],
          metadata: { threadId: "x" },
        },
        says("How large may a file be?"),
      ],
    });

    expect(response.status).toBe(200);
    const chunks = await chunksOf(response);
    expect(chunks.at(-1)).not.toHaveProperty("threadId");
  });
});

test("a used-up monthly budget is reported as such", async () => {
  const budgets = { projectMicroUsd: 1, organizationMicroUsd: null };
  const app = await openAssistantApp("anthropic", { budgets, models: { defaultName: "sonnet", names: ["sonnet"] } });
  const ask = () => send(POST, { params: { domain: app.ctx.project.domain }, key: app.key, body: QUESTION });
  app.plays([reply.text("50 MB.")]);
  await (await ask()).text();

  const problem = await expectProblem(await ask(), "budget_exceeded");

  expect(problem["violated-policies"]).toEqual(["project-cost-month"]);
  await app.close();
});

test("a site without an index says when to come back", async () => {
  const app = await openAssistantApp("anthropic");
  await app.services.db.siteIndex.deleteMany({ where: { projectId: app.ctx.project.id } });

  const response = await send(POST, { params: { domain: app.ctx.project.domain }, key: app.key, body: QUESTION });

  await expectProblem(response, "unavailable");
  expect(response.headers.get("retry-after")).toMatch(/^\d+$/);
  await app.close();
});
