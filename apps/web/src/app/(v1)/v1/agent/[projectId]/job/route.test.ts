import { makeRepository } from "@docsteward/git/testing";
import { appendToJournal } from "@docsteward/services/job/journal";
import { claimJob, finishJob } from "@docsteward/services/job/lease";
import { cancelJob } from "@docsteward/services/job/stop";
import { seedKey, seedProject } from "@docsteward/services/testing";
import { untilEnd } from "@docsteward/services/testing-fixtures";
import { describe, expect } from "vitest";
import { GET as getJob } from "#app/(api)/v2/agent/[projectId]/job/[id]/route.ts";
import { expectProblem } from "#testing/expect-problem.ts";
import { appTest, type Sent, send } from "#testing/test-app.ts";
import { DELETE, POST } from "./route.ts";

const test = appTest()
  .extend(
    "repository",
    { scope: "file" },
    untilEnd(() => makeRepository({ "index.md": "# Hello\n" })),
  )
  .extend("ctx", { scope: "file", auto: true }, ({ services, repository }) =>
    seedProject(services, { repository: repository.url }),
  )
  .extend("key", { scope: "file" }, async ({ ctx }) => (await seedKey(ctx)).token)
  .extend("create", { scope: "file" }, ({ ctx, key }) => (body: unknown = { messages }, sent: Partial<Sent> = {}) => {
    return send(POST, { params: { projectId: ctx.project.id }, key, body, ...sent });
  });

const messages = [{ role: "user", content: "Fix the title of the guide" }];
const idOf = (response: Response) => response.headers.get("x-session-id") ?? "";

test("a session is named in the headers, before the agent has done anything", async ({ services, create }) => {
  const response = await create();

  const id = idOf(response);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(response.headers.get("x-branch-name")).toBe(
    `docsteward/fix-the-title-of-the-guide-${id.slice(-4).toLowerCase()}`,
  );
  await response.body?.cancel();
  expect(await services.db.job.findUnique({ where: { id } })).toMatchObject({
    status: "active",
    branch: response.headers.get("x-branch-name"),
    asDraft: false,
  });
});

test("the stream tells what the agent does, line by line, and ends with the link", async ({ services, create }) => {
  const response = await create({ messages, branch: "docs/title", asDraft: true, model: "opus" });
  const jobId = idOf(response);
  const reading = response.text();
  await claimJob(services, { id: jobId });
  const lease = { kind: "job", id: jobId, attempt: 1 } as const;
  await appendToJournal(services, {
    lease,
    events: [
      { type: "job.titled", data: { title: "Fix the title" } },
      {
        type: "model.replied",
        data: {
          text: "I look at the guide first.",
          toolCalls: 2,
          inputTokens: 1,
          cachedInputTokens: 0,
          outputTokens: 1,
          durationMs: 1,
        },
      },
      {
        type: "todos.updated",
        data: { todos: [{ id: "1", content: "Fix it", status: "in_progress", priority: "high" }] },
      },
      { type: "tool.called", data: { toolCallId: "c1", name: "edit", summary: "Edit guide.mdx", input: {} } },
      {
        type: "tool.finished",
        data: {
          toolCallId: "c1",
          name: "edit",
          call: "Edit guide.mdx",
          isError: true,
          summary: "read the page first",
          durationMs: 1,
        },
      },
      {
        type: "checks.finished",
        data: {
          errors: 1,
          warnings: 0,
          problems: [{ path: "guide.mdx", line: 3, message: "links to a page that is not there" }],
        },
      },
    ],
  });
  await services.db.job.update({ where: { id: jobId }, data: { takenMessageSeq: 1 } });
  await finishJob(services, {
    lease,
    pullRequest: { number: 7, url: "https://docsteward.test/acme/docs/pulls/7" },
    messageToUser: "The title is right now.",
  });

  expect(await reading).toBe(`Job ${jobId} on branch docs/title, with offline

A worker started the job
Title: Fix the title

I look at the guide first.

Todos
[>] Fix it
- Edit guide.mdx
  Failed: read the page first
Checks: 1 error, 0 warnings
- guide.mdx:3 links to a page that is not there

Completed
The title is right now.
Pull request: https://docsteward.test/acme/docs/pulls/7
`);
  expect(await services.db.job.findUnique({ where: { id: jobId } })).toMatchObject({
    asDraft: true,
    branch: "docs/title",
  });
});

test("a failure is reported in the stream, which then ends", async ({ ctx, create }) => {
  const response = await create();
  const reading = response.text();

  await cancelJob(ctx, { id: idOf(response) });

  expect(await reading).toMatch(/\nFailed: .*cancelled.*\n$/);
});

test("leaving the stream stops nothing", async ({ services, create }) => {
  const client = new AbortController();
  const response = await create({ messages }, { signal: client.signal });
  const reading = response.text();

  client.abort();
  await reading;

  expect(await services.db.job.findUnique({ where: { id: idOf(response) } })).toMatchObject({ status: "active" });
});

test("a whole conversation is taken, system messages below the service's own", async ({ services, create }) => {
  const conversation = [
    { role: "system", content: "Write in British English." },
    { role: "user", content: "Fix the colours" },
    { role: "assistant", content: "Which ones?" },
    { role: "user", content: "All" },
  ];

  const response = await create({ messages: conversation });

  await response.body?.cancel();
  const rows = await services.db.jobMessage.findMany({ where: { jobId: idOf(response) }, orderBy: { seq: "asc" } });
  expect(rows.map(({ role, content }) => ({ role, content }))).toEqual(conversation);
});

test("version 2 reads the same job", async ({ ctx, key, create }) => {
  const response = await create();
  const id = idOf(response);
  await response.body?.cancel();

  const job = await (await send(getJob, { params: { projectId: ctx.project.id, id }, key })).json();

  expect(job).toMatchObject({ id, status: "active", model: "offline" });
});

test("every answer says that the operation is deprecated, and what replaces it", async ({ ctx, create }) => {
  for (const response of [await create(), await create({}), await create({}, { key: undefined })]) {
    await response.body?.cancel();
    expect(response.headers.get("deprecation")).toBe("@1773014400");
    expect(response.headers.get("link")).toContain(
      `<http://docsteward.test/v2/agent/${ctx.project.id}/job>; rel="successor-version"`,
    );
  }
});

test("creating counts against a limit of its own", async ({ services, create }) => {
  const other = await seedProject(services);
  const { token } = await seedKey(other);

  const response = await create({ messages }, { params: { projectId: other.project.id }, key: token });

  await response.body?.cancel();
  expect(response.headers.get("ratelimit-policy")).toBe('"agent-v1-hour";q=100;w=3600');
  expect(response.headers.get("ratelimit")).toMatch(/^"agent-v1-hour";r=99;/);
});

describe("is refused with a sentence", () => {
  test.for([
    ["no messages", {}, "messages"],
    ["an empty list", { messages: [] }, "messages"],
    ["a role that is none", { messages: [{ role: "tool", content: "x" }] }, "messages.0.role"],
    ["an empty message", { messages: [{ role: "user", content: "" }] }, "messages.0.content"],
    ["a long message", { messages: [{ role: "user", content: "x".repeat(32_001) }] }, "messages.0.content"],
    ["a NUL", { messages: [{ role: "user", content: "a\u0000b" }] }, "messages.0.content"],
    ["101 messages", { messages: Array(101).fill(messages[0]) }, "messages"],
    ["nothing from a user", { messages: [{ role: "system", content: "Be kind." }] }, "messages"],
    ["the default branch", { messages, branch: "main" }, "branch"],
    ["an empty branch", { messages, branch: "" }, "branch"],
    ["what is no branch name", { messages, branch: "a..b" }, "branch"],
    ["another model", { messages, model: "haiku" }, "model"],
    ["a draft that is text", { messages, asDraft: "yes" }, "asDraft"],
  ] as const)("%s", async ([_, body, path], { create }) => {
    const problem = await expectProblem(await create(body), "invalid_request");

    expect(problem.details?.[0]?.path).toBe(path);
    expect(problem.error).toMatch(/\.$/);
  });

  test("an assistant key, and another organization's", async ({ services, ctx, create }) => {
    const assistant = (await seedKey(ctx, { kind: "assistant" })).token;
    const foreign = (await seedKey(await seedProject(services))).token;

    await expectProblem(await create({ messages }, { key: assistant }), "wrong_key_type");
    await expectProblem(await create({ messages }, { key: foreign }), "not_found");
  });

  test("another method", async ({ ctx, key }) => {
    const response = await send(DELETE, { method: "DELETE", params: { projectId: ctx.project.id }, key });

    expect(response.headers.get("allow")).toBe("POST, OPTIONS");
    await expectProblem(response, "method_not_allowed");
  });
});
