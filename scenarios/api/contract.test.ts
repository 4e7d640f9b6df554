// Long, because every operation of the API is called in one world, and the last test counts them.
import { createHmac } from "node:crypto";
import { type ApiClient, createApiClient } from "@docsteward/api-client/create-api-client";
import { OPERATIONS, openApiDocument } from "@docsteward/web/server/openapi/document";
import { type ApiWorld, openApiWorld, type Tenant } from "@docsteward/web/testing/api-world";
import { createJudge } from "@docsteward/web/testing/contract-checks";
import { afterAll, beforeAll, describe, expect, type RunnerTask, test } from "vitest";

const judge = createJudge(openApiDocument());
const called = new Set<string>();
let world: ApiWorld;
let tenant: Tenant;
let admin: ApiClient;
let assistant: ApiClient;

/** A client whose every answer is held against the document. */
function judged(key?: string): ApiClient {
  const client = createApiClient({ url: world.url, key });
  client.use({
    async onResponse({ schemaPath, request, response }) {
      const isStream = response.status === 200 && !response.headers.get("content-type")?.endsWith("json");
      const faults = judge({
        path: schemaPath,
        method: request.method,
        status: response.status,
        contentType: response.headers.get("content-type"),
        hasHeader: (name) => response.headers.has(name),
        body: isStream ? null : await response.clone().text(),
      });
      expect(faults).toEqual([]);
      called.add(`${request.method} ${schemaPath}`);
    },
  });
  return client;
}

beforeAll(async () => {
  world = await openApiWorld();
  tenant = await world.seedTenant();
  admin = judged(tenant.adminKey);
  assistant = judged(tenant.assistantKey);
}, 600_000);
// biome-ignore lint/correctness/noEmptyPattern: vitest reads from it which fixtures are asked for.
afterAll(async ({}, { tasks }) => {
  await world.close();
  const isWhole = tasks.every(isRun);
  const missed = OPERATIONS.map(({ method, path }) => `${method} ${path}`).filter((address) => !called.has(address));
  if (isWhole) expect(missed, "operations that no test here calls").toEqual([]);
});

/** Whether all of its tests ran; false for instance when a developer runs one test alone. */
function isRun(task: RunnerTask): boolean {
  return task.mode === "run" && (!("tasks" in task) || task.tasks.every(isRun));
}

const here = () => ({ projectId: tenant.ctx.project.id });
const site = () => ({ params: { path: { domain: tenant.ctx.project.domain } } });

async function createJob(prompt = "Fix the typo"): Promise<string> {
  const { data } = await admin.POST("/v2/agent/{projectId}/job", { params: { path: here() }, body: { prompt } });
  return data?.id ?? "";
}

/** What an operation answers when it is not asked for CSV. */
function documentOf<T>(data: T): Exclude<T, string> {
  if (typeof data === "string") throw new Error("The answer is a table.");
  return data as Exclude<T, string>;
}

async function readStart(stream: ReadableStream<Uint8Array> | null | undefined): Promise<string> {
  for await (const chunk of stream ?? []) return new TextDecoder().decode(chunk);
  return "";
}

test("sources are listed, changed and removed, and one of no connected host is refused", async () => {
  const path = here();
  const named = { params: { path: { ...path, name: "app" } } };
  const { id: projectId, repository } = tenant.ctx.project;
  await tenant.ctx.db.source.create({
    data: { id: "src_app", projectId, name: "app", host: "local", repository, ref: "v2", createdAt: new Date() },
  });

  const listed = await admin.GET("/v2/agent/{projectId}/sources", { params: { path } });
  expect(listed.data?.sources).toMatchObject([{ name: "app", ref: "v2", lastRead: null }]);
  const added = await admin.POST("/v2/agent/{projectId}/sources", {
    params: { path },
    body: { name: "other", repository: "https://github.com/acme/other" },
  });
  expect(added.error).toMatchObject({ code: "invalid_request" });
  const changed = await admin.POST("/v2/agent/{projectId}/source/{name}", {
    ...named,
    body: { name: "app", ref: "v2" },
  });
  expect(changed.data).toMatchObject({ name: "app", ref: "v2" });
  const removed = await admin.POST("/v2/agent/{projectId}/source/{name}/remove", named);
  expect(removed.data).toEqual({ name: "app" });
});

/** As Standard Webhooks has it. */
const sign = (secret: string, content: string) =>
  `v1,${createHmac("sha256", Buffer.from(secret.slice("whsec_".length), "base64"))
    .update(content)
    .digest("base64")}`;

test("automations are created, run, changed, paused, triggered and removed", async () => {
  const path = here();
  const key = { params: { path: { ...path, automationId: "weekly" } } };
  const body = { name: "weekly", on: { webhook: true as const }, prompt: "Check the pages.", caps: { jobsPerDay: 2 } };

  const created = await admin.POST("/v2/automation/{projectId}", { params: { path }, body });
  expect(created.data).toMatchObject({ origin: "api", definition: body, lastRun: null, jobs: 0 });
  const ran = await admin.POST("/v2/automation/{projectId}/{automationId}/run", key);
  expect(ran.data).toMatchObject({ trigger: "manual", state: "started", jobId: expect.stringMatching(/^job_/) });
  const triggered = await admin.POST("/v1/workflow/{projectId}/{schemaId}/trigger", {
    params: { path: { ...path, schemaId: created.data?.id ?? "" } },
  });
  expect(triggered.response.status).toBe(202);
  expect(triggered.data).toMatchObject({ schemaId: created.data?.id, jobId: ran.data?.jobId });
  const limited = await admin.POST("/v1/workflow/{projectId}/{schemaId}/trigger", {
    params: { path: { ...path, schemaId: "weekly" } },
  });
  expect(limited.error).toMatchObject({ code: "conflict", error: expect.stringContaining("jobsPerDay: 2") });
  const runs = await admin.GET("/v2/automation/{projectId}/{automationId}/runs", key);
  expect(runs.data?.runs.map(({ state }) => state)).toEqual(["silent", "continued", "started"]);

  const secret = (await admin.POST("/v2/automation/{projectId}/{automationId}/secret", key)).data?.secret ?? "";
  const seconds = Math.floor(Date.now() / 1_000);
  const sent = await fetch(`${world.url}/v2/automation/${path.projectId}/weekly/webhook`, {
    method: "POST",
    body: "{}",
    headers: {
      "content-type": "application/json",
      "webhook-id": "msg_1",
      "webhook-timestamp": String(seconds),
      "webhook-signature": sign(secret, `msg_1.${seconds}.{}`),
    },
  });
  expect([sent.status, await sent.json()]).toEqual([202, { runId: expect.stringMatching(/^run_/) }]);
  const unsigned = await fetch(`${world.url}/v2/automation/${path.projectId}/weekly/webhook`, { method: "POST" });
  expect(unsigned.status).toBe(404);

  const paused = await admin.POST("/v2/automation/{projectId}/{automationId}/pause", {
    ...key,
    body: { isPaused: true },
  });
  expect(paused.data).toMatchObject({ pausedReason: "Paused manually." });
  const changed = await admin.POST("/v2/automation/{projectId}/{automationId}", {
    ...key,
    body: { ...body, draft: true },
  });
  expect(changed.data?.definition).toMatchObject({ draft: true });
  const got = await admin.GET("/v2/automation/{projectId}/{automationId}", key);
  expect(got.data).toMatchObject({ jobs: 1, hasWebhookSecret: true });
  const listed = await admin.GET("/v2/automation/{projectId}", { params: { path } });
  expect(listed.data?.automations.map(({ id }) => id)).toEqual([created.data?.id]);
  const removed = await admin.POST("/v2/automation/{projectId}/{automationId}/remove", key);
  expect(removed.data).toEqual({ id: created.data?.id });
  const prompt = { body: { prompt: "We released v2.4." } };
  const autopilot = await admin.POST("/v2/autopilot/{projectId}/webhook", { params: { path }, ...prompt });
  expect([autopilot.response.status, autopilot.data]).toMatchObject([202, { success: true }]);
  // Other tests of this project count the jobs that are active.
  const active = await admin.GET("/v2/agent/{projectId}/jobs", { params: { path, query: { status: "active" } } });
  for (const { id } of active.data?.jobs ?? [])
    await admin.POST("/v2/agent/{projectId}/job/{id}/cancel", { params: { path: { ...path, id } } });
});

describe("agent jobs", () => {
  test("are created, read, listed, sent messages, archived and cancelled", async () => {
    const created = await admin.POST("/v2/agent/{projectId}/job", {
      params: { path: here(), header: { "Idempotency-Key": "once" } },
      body: { prompt: "Fix the typo" },
    });
    const again = await admin.POST("/v2/agent/{projectId}/job", {
      params: { path: here(), header: { "Idempotency-Key": "once" } },
      body: { prompt: "Fix the typo" },
    });
    const job = { params: { path: { ...here(), id: created.data?.id ?? "" } } };

    expect(created.data).toMatchObject({ status: "active", prLink: null, archivedAt: null });
    expect(again.data).toEqual(created.data);
    expect(again.response.headers.get("idempotency-replayed")).toBe("true");
    // Beside it may stand its place in the queue, behind what other tests left there.
    expect((await admin.GET("/v2/agent/{projectId}/job/{id}", job)).data).toMatchObject({ ...created.data });
    const list = await admin.GET("/v2/agent/{projectId}/jobs", {
      params: { path: here(), query: { status: "active" } },
    });
    expect(list.data?.jobs).toMatchObject([{ ...created.data }]);
    const message = await admin.POST("/v2/agent/{projectId}/job/{id}/message", {
      ...job,
      body: { prompt: "And this" },
    });
    expect(message.data?.status).toBe("active");
    expect((await admin.POST("/v2/agent/{projectId}/job/{id}/cancel", job)).data?.status).toBe("failed");
    expect((await admin.POST("/v2/agent/{projectId}/job/{id}/archive", job)).data?.archivedAt).not.toBeNull();
    expect((await admin.POST("/v2/agent/{projectId}/job/{id}/unarchive", job)).data?.archivedAt).toBeNull();
  });

  test("an answer that one has already is not sent again", async () => {
    const path = { ...here(), id: await createJob() };
    const first = await admin.GET("/v2/agent/{projectId}/job/{id}", { params: { path } });
    const header = { "If-None-Match": first.response.headers.get("etag") ?? "" };

    const second = await admin.GET("/v2/agent/{projectId}/job/{id}", { params: { path, header } });

    expect(second.response.status).toBe(304);
  });

  test("are followed as a stream", async () => {
    const path = { ...here(), id: await createJob() };
    await admin.POST("/v2/agent/{projectId}/job/{id}/cancel", { params: { path } });

    const { data } = await admin.GET("/v2/agent/{projectId}/job/{id}/events", { params: { path }, parseAs: "text" });

    expect(data).toContain('"type":"job.failed"');
  });

  test("what is refused is a problem with a code that the document has", async () => {
    const id = await createJob();
    const job = { params: { path: { ...here(), id } } };
    await admin.POST("/v2/agent/{projectId}/job/{id}/archive", job);
    const codeOf = (answer: { error?: { code: string } }) => answer.error?.code;

    const message = { ...job, body: { prompt: "More" } };
    expect(codeOf(await admin.POST("/v2/agent/{projectId}/job/{id}/message", message))).toBe("job_archived");
    const empty = { params: { path: here() }, body: { prompt: "" } };
    expect(codeOf(await admin.POST("/v2/agent/{projectId}/job", empty))).toBe("invalid_request");
    const unknown = { params: { path: { ...here(), id: "job_x" } } };
    expect(codeOf(await admin.GET("/v2/agent/{projectId}/job/{id}", unknown))).toBe("not_found");
    expect(codeOf(await judged().GET("/v2/agent/{projectId}/job/{id}", job))).toBe("missing_key");
    expect(codeOf(await assistant.GET("/v2/agent/{projectId}/job/{id}", job))).toBe("wrong_key_type");
    const late = { params: { path: { ...here(), id }, header: { "Last-Event-ID": "999" } } };
    expect(codeOf(await admin.GET("/v2/agent/{projectId}/job/{id}/events", late))).toBe("stream_expired");
  });
});

describe("sessions, version 1", () => {
  test("are made as a stream, and are the same jobs", async () => {
    const made = await admin.POST("/v1/agent/{projectId}/job", {
      params: { path: here() },
      body: { messages: [{ role: "user", content: "Fix the typo" }], asDraft: true, model: "opus" },
      parseAs: "stream",
    });
    const id = made.response.headers.get("x-session-id") ?? "";

    expect(await readStart(made.response.body)).toContain(
      `Job ${id} on branch ${made.response.headers.get("x-branch-name")}`,
    );
    const one = await admin.GET("/v1/agent/{projectId}/job/{id}", { params: { path: { ...here(), id } } });
    expect(one.data).toMatchObject({ sessionId: id, haulted: false });
    const all = await admin.GET("/v1/agent/{projectId}/jobs", { params: { path: here(), query: { take: 1 } } });
    expect(all.data?.allSessions).toEqual([one.data]);
    expect((await admin.GET("/v2/agent/{projectId}/job/{id}", { params: { path: { ...here(), id } } })).data?.id).toBe(
      id,
    );
  });
});

describe("analytics", () => {
  test("are read in the shapes that the document has, with questions, ratings and searches in them", async () => {
    const path = here();
    const asked = await assistant.POST("/discovery/v2/assistant/{domain}/message", {
      ...site(),
      body: { fp: "reader", messages: [{ id: "1", role: "user", parts: [{ type: "text", text: "What is a flag?" }] }] },
      parseAs: "text",
    });
    const messageId = /"messageId":"([^"]+)"/.exec(String(asked.data))?.[1] ?? "";
    await assistant.POST("/discovery/v2/assistant/{domain}/feedback", {
      ...site(),
      body: { messageId, rating: "down", comment: "Too short." },
    });
    await assistant.POST("/discovery/v1/search/{domain}", { ...site(), body: { query: "kill switch" } });
    const click = { query: "kill switch", path: "/guides/kill-switch" };
    await assistant.POST("/discovery/v1/search/{domain}/click", { ...site(), body: click });

    const list = await admin.GET("/v1/analytics/{projectId}/assistant", { params: { path } });
    const conversation = documentOf(list.data)?.conversations.find(({ id }) => id === messageId);
    const threadId = conversation?.threadId ?? "";
    const thread = await admin.GET("/v1/analytics/{projectId}/assistant/threads/{threadId}", {
      params: { path: { ...path, threadId } },
    });
    const feedback = await admin.GET("/v1/analytics/{projectId}/feedback", { params: { path } });
    const byPage = await admin.GET("/v1/analytics/{projectId}/feedback/by-page", { params: { path } });
    const callers = await admin.GET("/v1/analytics/{projectId}/assistant/caller-stats", { params: { path } });
    const searches = await admin.GET("/v1/analytics/{projectId}/searches", { params: { path } });
    const summary = await admin.GET("/v1/analytics/{projectId}/summary", { params: { path } });
    const topics = await admin.GET("/v1/analytics/{projectId}/topics", { params: { path } });
    const pages = await admin.GET("/v1/analytics/{projectId}/pages", { params: { path } });

    expect(thread.data?.messages[0]).toMatchObject({ role: "user", content: "What is a flag?" });
    expect(documentOf(feedback.data)?.feedback).toContainEqual(
      expect.objectContaining({ id: messageId, helpful: false }),
    );
    expect(documentOf(byPage.data)?.feedback[0]?.thumbsDown).toBeGreaterThan(0);
    expect(callers.data?.api).toBeGreaterThan(0);
    expect(documentOf(searches.data)?.totalSearches).toBeGreaterThan(0);
    expect(documentOf(summary.data)?.totals.questions).toBeGreaterThan(0);
    expect(documentOf(topics.data)?.topics).not.toEqual([]);
    expect(pages.response.status).toBe(200);
  });
});

describe("the assistant", () => {
  const question = "How do I turn a feature off immediately?";

  test("says how the widget of a key's website looks", async () => {
    const { data } = await assistant.GET("/discovery/v1/widget");

    expect(data).toMatchObject({ domain: site().params.path.domain, starters: [] });
  });

  test("finds and gives pages", async () => {
    const found = await assistant.POST("/discovery/v1/search/{domain}", { ...site(), body: { query: question } });
    const page = await assistant.POST("/discovery/v1/page/{domain}", { ...site(), body: { path: "/guides/flags" } });

    expect(found.data?.map(({ path }) => path)).toContain("/guides/kill-switch");
    expect(page.data?.content).toContain("A flag turns");
  });

  test("finds pages for a search box, and suggests them while a reader types", async () => {
    const path = site().params.path;
    const found = await assistant.GET("/discovery/v1/search/{domain}", {
      params: { path, query: { query: question, limit: 5 } },
    });
    const typed = await assistant.GET("/discovery/v1/search/{domain}/suggest", {
      params: { path, query: { query: "kil" } },
    });

    const [first] = found.data?.results ?? [];
    expect(first?.path).toBe("/guides/kill-switch");
    const marked = first?.highlights.excerpt.map(({ start, end }) => first.excerpt.slice(start, end).toLowerCase());
    expect(marked).toContain("immediately");
    expect(typed.data?.suggestions[0]).toMatchObject({
      path: "/guides/kill-switch",
      highlights: [{ start: 0, end: 3 }],
    });
  });

  test("answers in the stream of either generation, and takes what a reader thinks of it", async () => {
    const ask = {
      fp: "reader",
      messages: [{ id: "1", role: "user" as const, parts: [{ type: "text", text: question }] }],
    };
    const newer = await assistant.POST("/discovery/v2/assistant/{domain}/message", {
      ...site(),
      body: ask,
      parseAs: "text",
    });
    const older = await assistant.POST("/discovery/v1/assistant/{domain}/message", {
      ...site(),
      body: { fp: "reader", messages: [{ id: "1", role: "user", content: question }] },
      parseAs: "text",
    });
    const messageId = /"messageId":"([^"]+)"/.exec(String(newer.data))?.[1] ?? "";
    const rated = await assistant.POST("/discovery/v2/assistant/{domain}/feedback", {
      ...site(),
      body: { messageId, rating: "up" },
    });

    expect(newer.data).toContain("data: [DONE]");
    expect(older.data).toMatch(/^\w:/);
    expect(rated.data).toMatchObject({ messageId, rating: "up" });
  });

  test("gives whole sites to language models, and speaks the Model Context Protocol", async () => {
    const index = await assistant.GET("/discovery/v1/site/{domain}/llms.txt", { ...site(), parseAs: "text" });
    const full = await assistant.GET("/discovery/v1/site/{domain}/llms-full.txt", { ...site(), parseAs: "text" });
    const page = await assistant.GET("/discovery/v1/site/{domain}/page/{page}", {
      params: { path: { ...site().params.path, page: "guides/flags.md" } },
      parseAs: "text",
    });
    const tools = await assistant.POST("/mcp/{domain}", {
      ...site(),
      body: { jsonrpc: "2.0", id: 1, method: "tools/list" },
      parseAs: "text",
    });
    const card = await assistant.GET("/mcp/{domain}/server-card", site());
    const team = await admin.POST("/mcp/admin/{projectId}", {
      params: { path: here() },
      body: { jsonrpc: "2.0", id: 1, method: "tools/list" },
      parseAs: "text",
    });

    expect(index.data).toContain("/guides/flags");
    for (const { data } of [full, page]) expect(data).toContain("A flag turns");
    expect(tools.data).toContain("get_page");
    expect(card.data?.remotes).toMatchObject([{ type: "streamable-http", headers: [{ name: "Authorization" }] }]);
    expect(team.data).toContain("create_job");
  });

  test("has nothing to take up where nothing runs", async () => {
    const path = { domain: tenant.ctx.project.domain, chatId: "chat-that-nobody-has-begun-yet" };

    const { response } = await assistant.GET("/discovery/v2/assistant/{domain}/message/{chatId}/stream", {
      params: { path },
    });

    expect(response.status).toBe(204);
  });
});
