// Longer than most: every way that leads to a page is tried on one site of 1,000 marked pages.
import { reply } from "@docsteward/model-script/script";
import { setReaderAccess } from "@docsteward/services/reader-access/settings";
import { signReaderToken } from "@docsteward/services/reader-access/testing-token";
import { type SeedPage, seedSite } from "@docsteward/services/site/testing-site";
import { seedKey, type TestServicesOptions } from "@docsteward/services/testing";
import { untilEnd } from "@docsteward/services/testing-fixtures";
import { startScriptedAssistant } from "@docsteward/services/thread/testing-assistant";
import { expect } from "vitest";
import { POST as readPage } from "#app/(api)/discovery/v1/page/[domain]/route.ts";
import { POST as reportClick } from "#app/(api)/discovery/v1/search/[domain]/click/route.ts";
import { POST as search, GET as searchPages } from "#app/(api)/discovery/v1/search/[domain]/route.ts";
import { GET as suggest } from "#app/(api)/discovery/v1/search/[domain]/suggest/route.ts";
import { GET as llmsIndex } from "#app/(api)/discovery/v1/site/[domain]/llms.txt/route.ts";
import { GET as llmsFull } from "#app/(api)/discovery/v1/site/[domain]/llms-full.txt/route.ts";
import { GET as resume } from "#app/(api)/discovery/v2/assistant/[domain]/message/[chatId]/stream/route.ts";
import { POST as ask } from "#app/(api)/discovery/v2/assistant/[domain]/message/route.ts";
import { POST as callMcp } from "#app/(api)/mcp/[domain]/route.ts";
import { POST as askV1 } from "#app/(v1)/discovery/v1/assistant/[domain]/message/route.ts";
import { expectProblem } from "#testing/expect-problem.ts";
import { appProjectTest, type Sent, send } from "#testing/test-app.ts";
import type { RouteHandler } from "./http/endpoint.ts";

const GROUPS = 50;
const PAGES_A_GROUP = 20;

const test = appProjectTest()
  .extend("assistant", { scope: "file" }, untilEnd(startScriptedAssistant))
  .extend("options", { scope: "file" }, ({ assistant }): TestServicesOptions => ({ assistant: assistant.assistant }))
  .extend("key", { scope: "file" }, async ({ ctx }) => (await seedKey(ctx, { kind: "assistant" })).token)
  .extend(
    "secret",
    { scope: "file" },
    async ({ ctx }) => (await setReaderAccess(ctx, { method: "secret" })).secret ?? "",
  )
  .extend("reader", { scope: "file" }, ({ ctx, secret }) => (group: number | null): Partial<Sent> => {
    if (group === null) return {};
    const token = signReaderToken(secret, { aud: ctx.project.domain, groups: [`group-${group}`] });
    return { headers: { "X-Reader-Token": token } };
  })
  .extend(
    "call",
    { scope: "file" },
    ({ ctx, key, reader }) =>
      async (route: RouteHandler, group: number | null, sent: Partial<Sent>) => {
        const { params, headers, ...rest } = sent;
        const identity = reader(group);
        return send(route, {
          params: { domain: ctx.project.domain, ...params },
          key,
          ...rest,
          headers: { ...identity.headers, ...headers },
        });
      },
  );
test.beforeAll(({ ctx }) => seedSite(ctx, [...Array(GROUPS).keys()].flatMap(pagesOf).concat(OPEN)));

/** A word that stands on one page alone, in each of its parts. */
const marker = (group: number, page: number) => `zq${String.fromCharCode(97 + page)}${group}marker`;
const MARKER = /zq[a-t](\d+)marker/g;
const pathOf = (group: number, page: number) => `/section-${group}/page-${page}`;

function pagesOf(group: number): SeedPage[] {
  return [...Array(PAGES_A_GROUP).keys()].map((page) => {
    const word = marker(group, page);
    return {
      path: pathOf(group, page),
      title: `Parcel ${word}`,
      description: `About ${word}.`,
      text: `Parcels of ${word} are sent by night. See [${word}](/open).`,
      version: word,
      tags: [word],
      keywords: [word],
      readers: [`group-${group}`],
      groups: [`group-${group}`],
      links: [{ file: "docs/open.md", text: word }],
    };
  });
}

/** Links to pages of all groups: what an answer suggests next may come from them. */
const OPEN = [
  {
    path: "/open",
    title: "Open parcels",
    text: "Parcels are for everyone.",
    links: [...Array(GROUPS).keys()].map((group) => ({ file: `docs${pathOf(group, 0)}.md`, text: "parcel" })),
  },
];

/** The groups whose markers a text holds. */
const groupsIn = (text: string) => new Set([...text.matchAll(MARKER)].map(([, group]) => Number(group)));
const countIn = (text: string) => new Set([...text.matchAll(MARKER)].map(([word]) => word)).size;
const says = (text: string) => ({ id: "1", role: "user", parts: [{ type: "text", text }] });
const mcpCall = (method: string, params: object) => ({ body: { jsonrpc: "2.0", id: 1, method, params } });
const mcp = (name: string, args: object) => mcpCall("tools/call", { name, arguments: args });
const foreignOf = (group: number) => (group + 1) % GROUPS;

test("1,000 markers in 50 groups: lists and whole sites hold those of the reader's group alone", async ({ call }) => {
  for (let group = 0; group < GROUPS; group += 1) {
    const index = await (await call(llmsIndex, group, {})).text();
    const full = await (await call(llmsFull, group, {})).text();

    for (const text of [index, full]) {
      expect(groupsIn(text)).toEqual(new Set([group]));
      expect(countIn(text)).toBe(PAGES_A_GROUP);
    }
    expect(index).toContain(`Documentation in ${PAGES_A_GROUP + 1} pages`);
    expect(index).not.toContain(`group-${foreignOf(group)}\n`);
  }
  expect(groupsIn(await (await call(llmsFull, null, {})).text())).toEqual(new Set());
});

/** Pages of a group that are asked for together: a call for each would take minutes on a busy machine. */
const TOGETHER = 5;
const BATCHES = [...Array(PAGES_A_GROUP / TOGETHER).keys()].map((batch) =>
  [...Array(TOGETHER).keys()].map((page) => batch * TOGETHER + page),
);

test("1,000 markers in 50 groups: each is found by its own reader, and by a reader of another group in no way", async ({
  call,
}) => {
  for (let group = 0; group < GROUPS; group += 1) {
    for (const [batch, pages] of BATCHES.entries()) {
      const query = pages.map((page) => marker(group, page)).join(" ");
      const own = await (await call(search, group, { body: { query, pageSize: TOGETHER } })).text();
      for (const page of pages) expect(own).toContain(`"path":"${pathOf(group, page)}"`);

      const filter = { groups: [`group-${group}`] };
      const body = { query, pageSize: 50, currentPath: pathOf(group, 0), ...(batch % 2 === 0 && { filter }) };
      const foreign = await (await call(search, foreignOf(group), { body })).text();
      expect([...groupsIn(foreign)].filter((found) => found !== foreignOf(group))).toEqual([]);
    }
  }
});

test("1,000 markers in 50 groups: a search box finds, counts and suggests pages of the reader's group alone", async ({
  call,
}) => {
  const get = async (route: RouteHandler, group: number, query: string) =>
    (await call(route, group, { method: "GET", query: `?${new URLSearchParams({ query })}` })).text();
  for (let group = 0; group < GROUPS; group += 1) {
    const foreign = foreignOf(group);
    const found = await get(searchPages, group, `parcels ${marker(foreign, 0)}`);
    const own = await get(suggest, group, marker(group, 0).slice(0, -3));
    const typed = marker(foreign, 0).slice(0, -3);

    expect([...groupsIn(found)]).toEqual([group]);
    expect(JSON.parse(found).facets.section).toEqual([{ value: `section-${group}`, count: PAGES_A_GROUP }]);
    expect(groupsIn(own)).toEqual(new Set([group]));
    for (const query of [typed, "parcel", `parcel ${typed}`, `section-${foreign}`])
      expect([...groupsIn(await get(suggest, group, query))].filter((other) => other !== group)).toEqual([]);
  }
});

test("a page that a reader may not read is as unknown as one that doesn't exist, by its path and by its file", async ({
  call,
}) => {
  const sentence = async (group: number | null, path: string) =>
    (await expectProblem(await call(readPage, group, { body: { path } }), "not_found")).error.replace(path, "");
  const unknown = await sentence(null, "/nowhere");

  for (let group = 0; group < GROUPS; group += 1) {
    const file = `docs${pathOf(group, 0)}.md`;
    expect(await sentence(foreignOf(group), pathOf(group, group % PAGES_A_GROUP))).toBe(unknown);
    expect(await sentence(null, file)).toBe(unknown);
    const click = { query: "parcels", path: pathOf(group, 0) };
    await expectProblem(await call(reportClick, foreignOf(group), { body: click }), "not_found");
    expect(countIn(await (await call(readPage, group, { body: { path: file } })).text())).toBe(1);
  }
});

test("a word that only restricted pages hold is as unknown as one that no page holds", async ({ call }) => {
  const ask = async (query: string) =>
    (await call(search, null, { body: { query, currentPath: "/open", pageSize: 50 } })).json();

  expect(await ask(marker(3, 3))).toEqual(await ask("zqxunknownmarker"));
});

test("the tools and resources of the Model Context Protocol keep to the reader's groups", async ({
  ctx,
  assistant,
  call,
}) => {
  for (let group = 0; group < GROUPS; group += 1) {
    const query = `parcels ${marker(foreignOf(group), 0)}`;
    const found = await (await call(callMcp, group, mcp("search", { query, pageSize: 50 }))).text();
    const page = await (await call(callMcp, group, mcp("get_page", { path: pathOf(foreignOf(group), 1) }))).text();
    const own = await (await call(callMcp, group, mcp("get_page", { path: pathOf(group, 1) }))).text();

    expect([...groupsIn(found)].filter((other) => other !== group)).toEqual([]);
    expect(page).toContain('"isError":true');
    expect(groupsIn(own)).toEqual(new Set([group]));

    const list = await (await call(callMcp, group, mcpCall("resources/list", {}))).text();
    const uri = `docsteward://${ctx.project.domain}${pathOf(foreignOf(group), 1)}`;
    const resource = await (await call(callMcp, group, mcpCall("resources/read", { uri }))).text();
    expect(groupsIn(list)).toEqual(new Set([group]));
    expect(resource).toContain('"error"');
    expect(groupsIn(resource)).toEqual(new Set());

    const before = assistant.requests.length;
    assistant.plays([reply.text("By night [1].")]);
    const answer = await (await call(callMcp, group, mcp("ask", { question: query }))).text();
    const given = JSON.stringify(assistant.requests.slice(before)).replaceAll(marker(foreignOf(group), 0), "");
    expect([...groupsIn(given + answer)].filter((other) => other !== group)).toEqual([]);
  }
});

test.for([
  ["the assistant", ask],
  ["the assistant's first version", askV1],
] as const)(
  "%s is given passages of the reader's groups alone, whatever its model searches and reads",
  async ([_, route], { assistant, call }) => {
    for (let group = 0; group < GROUPS; group += 1) {
      const foreign = foreignOf(group);
      const wanted = marker(foreign, 0);
      const before = assistant.requests.length;
      assistant.plays([
        reply.tools(
          { name: "search", input: { query: `parcels of ${wanted.slice(0, 3)} sent by night` } },
          { name: "read_page", input: { path: pathOf(foreign, 2) } },
        ),
        reply.text(`See [the page](${pathOf(foreign, 2)}) and [1].`),
      ]);
      const message = { ...says("Which parcels are sent by night?"), content: "Which parcels are sent by night?" };
      const body = { fp: "ada", messages: [message], retrievalPageSize: 50 };

      const answer = await (await call(route, group, { body })).text();

      const given = JSON.stringify(assistant.requests.slice(before));
      expect(assistant.requests.length - before).toBe(2);
      expect(groupsIn(given)).toEqual(new Set([group]));
      expect([...groupsIn(answer)].filter((other) => other !== group)).toEqual([]);
      // Its link leads to no page that the reader has, so that the reader gets its text alone.
      expect(answer).not.toContain(`](${pathOf(foreign, 2)})`);
    }
  },
);

test("a follow-up by a reader of another group carries nothing, also where the pages are quoted to them", async ({
  assistant,
  call,
}) => {
  for (let group = 0; group < GROUPS; group += 1) {
    const foreign = foreignOf(group);
    const asking = (body: object) => ({ body: { fp: `team-${group}`, ...body } });
    assistant.plays([reply.text("By night [1], as [2] says.")]);
    const question = `When are parcels of ${marker(group, 3)} sent by night?`;
    const first = await call(ask, group, asking({ messages: [says(question)] }));
    expect(groupsIn(await first.text())).toEqual(new Set([group]));
    const threadId = first.headers.get("x-thread-id");

    const before = assistant.requests.length;
    assistant.plays([reply.text("")]);
    const then = await call(ask, foreign, asking({ threadId, messages: [says("And are those sent by night?")] }));
    const quoted = await then.text();

    const given = JSON.stringify(assistant.requests.slice(before));
    expect([...groupsIn(given + quoted)].filter((found) => found !== foreign)).toEqual([]);
    expect(quoted).toContain("Quoted from the documentation");
  }
});

test("a thread gives its earlier answers only to a reader who is in the groups that they were given for", async ({
  assistant,
  call,
}) => {
  assistant.plays([reply.text(`By night, as ${marker(7, 1)} says.`)]);
  const first = await call(ask, 7, { body: { fp: "team", messages: [says("When are parcels sent?")] } });
  await first.text();
  const threadId = first.headers.get("x-thread-id");
  const goOn = async (group: number | null) => {
    const before = assistant.requests.length;
    assistant.plays([reply.text("As I said.")]);
    await (await call(ask, group, { body: { fp: "team", threadId, messages: [says("Say that again.")] } })).text();
    return JSON.stringify(assistant.requests.slice(before));
  };

  expect(await goOn(8)).not.toContain("as zq");
  expect(await goOn(null)).not.toContain("as zq");
  expect(await goOn(7)).toContain(`as ${marker(7, 1)}`);
});

test("a running answer is resumed by a reader of the same groups alone", async ({ assistant, call }) => {
  const chatId = "5b0c7f2e9a4d4c3b8e61f0a2d7c95e13";
  const ending = Promise.withResolvers<void>();
  assistant.plays([reply.text(`By night, as ${marker(7, 1)} says.`, { until: ending.promise })]);
  const leaving = new AbortController();
  const running = await call(ask, 7, {
    body: { id: chatId, fp: "ada", messages: [says("When are parcels sent?")] },
    signal: leaving.signal,
  });
  const first = await running.body?.getReader().read();
  expect(first?.done).toBe(false);

  const resumeAs = (group: number | null) => call(resume, group, { method: "GET", params: { chatId } });

  for (const group of [null, ...[...Array(GROUPS).keys()].filter((other) => other !== 7)])
    expect((await resumeAs(group)).status).toBe(204);
  const own = await resumeAs(7);
  expect(own.status).toBe(200);
  leaving.abort();
  ending.resolve();
  const deltas = [...(await own.text()).matchAll(/"delta":"([^"]*)"/g)].map(([, delta]) => delta);
  expect(deltas.join("")).toContain(marker(7, 1));
});

test("unanswered questions are announced with the nearest pages that their readers may read", async ({
  services,
  assistant,
  ctx,
  call,
}) => {
  const { id } = await services.db.webhookEndpoint.create({
    data: { id: "whk_readers", projectId: ctx.project.id, url: "https://acme.test", events: [], secret: "sealed" },
  });
  for (let group = 0; group < GROUPS; group += 1) {
    assistant.plays([reply.text("The documentation doesn't say.\n\n[[unanswered]]")]);
    const body = { fp: `reader-${group}`, messages: [says("Which parcels are sent by night?")] };
    await (await call(ask, group, { body })).text();
  }

  const sent = await services.db.webhookDelivery.findMany({ where: { endpointId: id } });
  const where = { thread: { fp: { startsWith: "reader-" } } };
  const turns = await services.db.threadTurn.findMany({ where });
  const announced = new Map(sent.map(({ body }) => [JSON.parse(body).data.messageId, body]));
  expect([sent.length, turns.length]).toEqual([GROUPS, GROUPS]);
  for (const { id, readerGroups, sources, trace } of turns) {
    const named = [...JSON.stringify([announced.get(id), sources, trace]).matchAll(/section-(\d+)/g)];
    expect(readerGroups).toEqual([`group-${named[0]?.[1]}`]);
    expect(new Set(named.map(([, group]) => group)).size).toBe(1);
  }
});

test("a key with groups proves them without a token; an invalid token is refused on each operation", async ({
  ctx,
  call,
}) => {
  const bound = await seedKey(ctx, { kind: "assistant", groups: ["Group-4"] });
  const text = await (await call(llmsFull, null, { key: bound.token })).text();
  expect(groupsIn(text)).toEqual(new Set([4]));

  const headers = { "X-Reader-Token": "x.y.z" };
  const body = { query: "parcels" };
  await expectProblem(await call(search, null, { headers, body }), "invalid_reader_token");
  await expectProblem(await call(llmsIndex, null, { headers }), "invalid_reader_token");
  await expectProblem(await call(callMcp, null, { headers, ...mcp("search", body) }), "invalid_reader_token");
});

test("a token that names its person makes threads theirs: nobody else continues them or takes the name", async ({
  ctx,
  secret,
  key,
  assistant,
}) => {
  assistant.plays(() => reply.text("Parcels are for everyone [1]."));
  const askAs = (sub: string | null, body: object) => {
    const token = sub === null ? null : signReaderToken(secret, { aud: ctx.project.domain, sub });
    return send(ask, {
      params: { domain: ctx.project.domain },
      key,
      body: { fp: "anonymous", messages: [says("Who are parcels for?")], ...body },
      headers: token === null ? {} : { "X-Reader-Token": token },
    });
  };
  const threadId = "thread-of-ada";

  await (await askAs("ada", { threadId })).text();
  await (await askAs("grace", { threadId })).text();
  await (await askAs(null, { threadId })).text();

  const threads = await ctx.db.thread.findMany({ where: { projectId: ctx.project.id, publicId: threadId } });
  expect(threads.map(({ fp }) => fp).sort()).toEqual(["anonymous", "signed:ada", "signed:grace"]);
  await expectProblem(await askAs("grace", { fp: "signed:ada" }), "invalid_request");
  await expectProblem(await askAs(null, { fp: "signed:ada" }), "invalid_request");
  const named = await askAs("ada", { threadId, fp: "my own name" });
  await named.text();
  expect(await ctx.db.thread.count({ where: { publicId: threadId, fp: "my own name" } })).toBe(1);
});
