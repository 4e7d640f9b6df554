import { FeedbackByPageQuery, FeedbackQuery, TopQuery } from "@docsteward/contract/analytics";
import { parseInput } from "@docsteward/contract/input-schema";
import { NO_USAGE } from "@docsteward/platform/money";
import { expect } from "vitest";
import type { ProjectContext } from "../context.ts";
import { groupGaps } from "../gap/group.ts";
import { deleteOldAnalytics, deleteOldThreads } from "../purge-expired.ts";
import { searchSite } from "../site/search.ts";
import { seedSite } from "../site/testing-site.ts";
import { seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { RECHECK_READER } from "../thread/reader.ts";
import { endTurn, rateAnswer, startTurn } from "../thread/turn.ts";
import { getConversationThread, listConversations } from "./conversations.ts";
import { countCallers, listCitedPages, summarizeDays } from "./days.ts";
import { countFeedbackByPage, listFeedback } from "./feedback.ts";
import { getAnalyticsReport } from "./report.ts";
import { listSearches, reportSearchClick } from "./searches.ts";
import { listTopics } from "./topics.ts";

let nowMs = Date.parse("2026-11-20T12:00:00Z");
const test = servicesTest({ clock: { now: () => new Date(nowMs) } });

const at = (time: string) => {
  nowMs = Date.parse(time);
};
const asKey = (ctx: ProjectContext, scopes: string[] = ["read"], caller: "web" | "api" = "api"): ProjectContext => ({
  ...ctx,
  actor: { kind: "key", keyId: "key_analytics", scopes, caller },
});
const feedback = (ctx: ProjectContext, query: object = {}) => listFeedback(ctx, parseInput(FeedbackQuery, query));
const PAGE = { limit: 100, format: "json" } as const;

type Asked = { question?: string; category?: "answered" | "unanswered"; fp?: string; path?: string; pages?: string[] };
let turns = 0;

/** Stores a question with its answer, as an answer's end does. */
async function ask(ctx: ProjectContext, asked: Asked = {}): Promise<string> {
  const { question = "How large may a file be?", category = "answered", fp = "ada", path, pages = ["/upload"] } = asked;
  turns += 1;
  const id = `msg_analytics${turns}`;
  const thread = { threadId: `thr_${fp}`, isIssued: false, fp };
  await startTurn(ctx, { id, ...thread, question, currentPath: path, commit: "1".repeat(40), model: "m" });
  const sources = pages.map((page, at) => ({ number: at + 1, path: page, title: page, url: page, heading: null }));
  await ctx.db.threadTurn.update({
    where: { id },
    data: { status: "done", category, answer: "50 MB, ask ops@acme.com.", sources, endedAt: ctx.clock.now() },
  });
  return id;
}

test("days, callers and cited pages are counted, and a later rating counts on the day of its question", async ({
  services,
}) => {
  const ctx = await seedProject(services);
  at("2026-11-18T23:59:00Z");
  const first = await ask(asKey(ctx, [], "web"), { pages: ["/upload", "/upload", "/limits"] });
  await ask(asKey(ctx), { category: "unanswered" });
  await ask(ctx, { fp: RECHECK_READER });
  at("2026-11-19T00:00:00Z");
  await ask(asKey(ctx), { pages: ["/limits"] });
  await ask(ctx);

  const before = await summarizeDays(ctx, {});
  at("2026-11-20T09:00:00Z");
  await rateAnswer(ctx, { messageId: first, rating: "down" });
  const after = await summarizeDays(ctx, {});

  expect(before.days).toEqual([
    { day: "2026-11-18", questions: 2, answered: 1, unanswered: 1, failed: 0, deflected: 1, up: 0, down: 0 },
    { day: "2026-11-19", questions: 2, answered: 2, unanswered: 0, failed: 0, deflected: 2, up: 0, down: 0 },
  ]);
  expect(after.days[0]).toMatchObject({ deflected: 0, down: 1 });
  expect(after.totals).toMatchObject({ questions: 4, unansweredShare: 0.25, deflectionShare: 0.5 });
  expect(await countCallers(ctx, {})).toEqual({ web: 1, api: 2, other: 1, total: 4 });
  expect(await countCallers(ctx, { dateFrom: new Date("2026-11-19"), dateTo: new Date("2026-11-20") })).toEqual({
    ...{ web: 0, api: 1, other: 1, total: 2 },
  });
  expect((await listCitedPages(ctx, PAGE)).pages).toEqual([
    { path: "/limits", citations: 2, up: 0, down: 1 },
    { path: "/upload", citations: 2, up: 0, down: 1 },
  ]);
});

test("feedback has its page, its source, and the status of its gap", async ({ services }) => {
  const ctx = await seedProject(services);
  at("2026-11-19T10:00:00Z");
  const [up, down, later] = [await ask(ctx), await ask(ctx, { path: "/guide", fp: "bo" }), await ask(ctx)];
  await rateAnswer(ctx, { messageId: up, rating: "up" });
  at("2026-11-19T11:00:00Z");
  await rateAnswer(ctx, { messageId: down, rating: "down", comment: "Mail me: bo@acme.com, please." });
  at("2026-11-20T10:00:00Z");
  await rateAnswer(ctx, { messageId: later, rating: "down" });
  await groupGaps(ctx);
  await ctx.db.gap.updateMany({ where: { projectId: ctx.project.id }, data: { state: "dismissed" } });

  const all = await feedback(asKey(ctx));

  expect(all.feedback.map(({ id, path, source, status }) => [id, path, source, status])).toEqual([
    [later, "/upload", "thumbs_only", "dismissed"],
    [down, "/guide", "contextual", "dismissed"],
    [up, "/upload", "thumbs_only", "resolved"],
  ]);
  const idsFor = async (query: object) => (await feedback(ctx, query)).feedback.map(({ id }) => id);
  expect(await idsFor({ source: "contextual" })).toEqual([down]);
  expect(await idsFor({ source: "code_snippet" })).toEqual([]);
  expect(await idsFor({ status: "resolved, pending" })).toEqual([up]);
  expect(await idsFor({ dateFrom: "2026-11-19", dateTo: "2026-11-20" })).toEqual([down, up]);
  expect(await countFeedbackByPage(ctx, parseInput(FeedbackByPageQuery, { limit: 1 }))).toEqual({
    feedback: [{ path: "/upload", thumbsUp: 1, thumbsDown: 1, code: 0, total: 2 }],
    hasMore: true,
  });
});

test("feedback comes in pages, each rating once, and a changed cursor is refused", async ({ services }) => {
  const ctx = await seedProject(services);
  for (let count = 0; count < 5; count += 1) await rateAnswer(ctx, { messageId: await ask(ctx), rating: "up" });

  const seen: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await feedback(ctx, { limit: 2, ...(cursor && { cursor }) });
    seen.push(...page.feedback.map(({ id }) => id));
    expect(page.hasMore).toBe(page.nextCursor !== null);
    cursor = page.nextCursor;
  }

  expect(new Set(seen).size).toBe(5);
  expect(seen).toHaveLength(5);
  await expect(feedback(ctx, { cursor: "x.y" })).rejects.toMatchObject({ code: "invalid_request" });
});

test("nothing that identifies a reader leaves without the scope for it", async ({ services }) => {
  const ctx = await seedProject(services);
  const question = "Where is the invoice of eve.smith+x@mail.example.org?";
  const id = await ask(ctx, { fp: "eve-4711", question });
  await rateAnswer(ctx, { messageId: id, rating: "down", comment: "eve@example.org" });
  const exportWith = async (scopes: string[]) => {
    const key = asKey(ctx, scopes);
    const list = await listConversations(key, PAGE);
    const thread = await getConversationThread(key, { threadId: list.conversations[0]?.threadId ?? "" });
    return JSON.stringify([list, thread, await feedback(key), await listTopics(key, parseInput(TopQuery, {}))]);
  };

  const plain = await exportWith(["read", "write"]);
  const named = await exportWith(["read", "readers"]);

  expect(plain).not.toMatch(/eve/);
  expect(plain).toContain("Where is the invoice of [email]");
  expect(named).toContain('"reader":"eve-4711"');
  expect(named).toContain("eve.smith+x@mail.example.org");
});

test("conversations have their sources, their outcome, their page and their topic", async ({ services }) => {
  const ctx = await seedProject(services);
  await ctx.db.project.update({ where: { id: ctx.project.id }, data: { siteUrl: "https://docs.acme.com" } });
  const site = { ...ctx, project: { ...ctx.project, siteUrl: "https://docs.acme.com" } };
  await ask(site, { question: "How do I rotate a key?", path: "/keys", fp: "ada" });
  nowMs += 1_000;
  await ask(site, { question: "how do i rotate a key", category: "unanswered", fp: "bo" });

  const { conversations, hasMore } = await listConversations(site, { ...PAGE, limit: 1 });
  const { topics } = await listTopics(site, parseInput(TopQuery, {}));

  expect(hasMore).toBe(true);
  expect(conversations).toEqual([
    expect.objectContaining({
      query: "how do i rotate a key",
      responseType: "answer",
      sources: [{ title: "/upload", url: "/upload" }],
      resolutionStatus: "unanswered",
      queryCategory: "How do I rotate a key?",
      pageUrl: null,
    }),
  ]);
  expect(topics).toEqual([
    expect.objectContaining({ question: "How do I rotate a key?", questions: 2, unanswered: 1, down: 0 }),
  ]);
});

test("searches of callers are counted with what was opened, and clicks on what was not searched for are not", async ({
  services,
}) => {
  const ctx = await seedProject(services);
  await seedSite(ctx, [{ path: "/flags", title: "Flags", text: "A kill switch turns a feature off." }]);
  const key = asKey(ctx);
  const search = (query: string) => searchSite(key, { query, pageSize: 5 });
  await search("Kill  switch");
  await search("kill switch");
  await search("flags of bo@acme.com");
  await searchSite(ctx, { query: "what an operator tries", pageSize: 5 });

  await reportSearchClick(key, { query: "KILL switch", path: "/flags/" });
  await reportSearchClick(key, { query: "made up", path: "/flags" });
  await expect(reportSearchClick(key, { query: "kill switch", path: "/none" })).rejects.toMatchObject({
    code: "not_found",
  });

  const { searches, totalSearches, nextCursor } = await listSearches(ctx, { ...PAGE, limit: 1 });
  const next = await listSearches(ctx, { ...PAGE, limit: 1, cursor: nextCursor ?? "" });
  expect(totalSearches).toBe(3);
  expect(searches).toEqual([
    expect.objectContaining({ searchQuery: "kill switch", hits: 2, ctr: 0.5, topClickedPage: "/flags" }),
  ]);
  expect(next).toMatchObject({
    searches: [{ searchQuery: "flags of [email]", hits: 1, ctr: 0, topClickedPage: null }],
    nextCursor: null,
  });
});

test("a day keeps 2,000 different searches, and counts those beyond together", async ({ services }) => {
  const ctx = await seedProject(services);
  for (let number = 0; number < 2_100; number += 1)
    services.searches.note(ctx.project.id, `query ${number}`, new Date(nowMs));
  await services.searches.flush();
  services.searches.note(ctx.project.id, "query 0", new Date(nowMs));
  services.searches.note(ctx.project.id, "one more", new Date(nowMs));
  await services.searches.flush();

  const rows = await ctx.db.searchDay.findMany({ where: { projectId: ctx.project.id } });

  expect(rows).toHaveLength(2_001);
  expect(rows.find(({ query }) => query === "")?.hits).toBe(101);
  expect(rows.find(({ query }) => query === "query 0")?.hits).toBe(2);
});

test("a flood of different searches in one project takes the place of no other project's", async ({ services }) => {
  const theirs = await seedProject(services);
  for (let number = 0; number < 6_000; number += 1)
    services.searches.note(theirs.project.id, `flood ${number}`, new Date(nowMs));
  const ctx = await seedProject(services);
  services.searches.note(ctx.project.id, "one of ours", new Date(nowMs));
  await services.searches.flush();

  const ours = await listSearches(ctx, PAGE);
  expect(ours.searches.map(({ searchQuery }) => searchQuery)).toEqual(["one of ours"]);
  expect((await listSearches(theirs, PAGE)).totalSearches).toBe(6_000);
});

test("another project's questions, ratings, searches and threads are hidden", async ({ services }) => {
  const [mine, theirs] = [await seedProject(services), await seedProject(services)];
  await rateAnswer(theirs, { messageId: await ask(theirs), rating: "up" });
  services.searches.note(theirs.project.id, "theirs", new Date(nowMs));
  await listTopics(theirs, parseInput(TopQuery, {}));
  const thread = await theirs.db.thread.findFirstOrThrow({ where: { projectId: theirs.project.id } });

  expect((await feedback(mine)).feedback).toEqual([]);
  expect((await listConversations(mine, PAGE)).conversations).toEqual([]);
  expect((await listSearches(mine, PAGE)).totalSearches).toBe(0);
  expect((await listTopics(mine, parseInput(TopQuery, {}))).topics).toEqual([]);
  expect((await summarizeDays(mine, {})).days).toEqual([]);
  expect((await listCitedPages(mine, PAGE)).pages).toEqual([]);
  await expect(getConversationThread(mine, { threadId: thread.id })).rejects.toMatchObject({ code: "not_found" });
});

test("counts are kept as long as conversations", async ({ services }) => {
  const ctx = await seedProject(services);
  await ctx.db.project.update({ where: { id: ctx.project.id }, data: { threadRetentionDays: 7 } });
  at("2026-11-01T12:00:00Z");
  await ask(ctx, { fp: "once" });
  services.searches.note(ctx.project.id, "old", new Date(nowMs));
  await summarizeDays(ctx, {});
  at("2026-11-09T12:00:00Z");
  await ask(ctx);
  services.searches.note(ctx.project.id, "new", new Date(nowMs));
  await services.searches.flush();

  await deleteOldThreads(services);
  await deleteOldAnalytics(services);

  expect((await summarizeDays(ctx, {})).days.map(({ day }) => day)).toEqual(["2026-11-09"]);
  expect((await listSearches(ctx, PAGE)).searches.map(({ searchQuery }) => searchQuery)).toEqual(["new"]);
});

test("a cited page whose title has characters that PostgreSQL cannot read is counted like any other", async ({
  services,
}) => {
  const ctx = await seedProject(services);
  at("2026-11-20T12:00:00Z");
  const question = "How large may a file be?";
  const trace = { pageCount: 8, filter: null, contextCount: 0, passages: [], steps: [] };
  const times = { retrievalMs: 1, firstTextMs: 2 };
  const answered = {
    searchedFor: question,
    text: "50 MB.",
    category: "answered",
    use: NO_USAGE,
    trace,
    ...times,
  } as const;
  for (const [number, title] of ["NUL \0 in it", "half \ud800 a sign"].entries()) {
    const id = `msg_title${number}`;
    const turn = { id, threadId: "thr_title", fp: "ada", question };
    await startTurn(ctx, { ...turn, isIssued: false, commit: "1".repeat(40), model: "m" });
    const source = { number: 1, path: "/upload", title, url: "/upload", heading: null, updatedAt: null, sections: [] };
    await endTurn(ctx, { ...turn, status: "done", record: { ...answered, sources: [source] } });
    await rateAnswer(ctx, { messageId: id, rating: "up" });
  }

  expect((await listCitedPages(ctx, PAGE)).pages).toEqual([{ path: "/upload", citations: 2, up: 2, down: 0 }]);
  expect((await feedback(ctx)).feedback.map(({ path }) => path)).toEqual(["/upload", "/upload"]);
});

test("the report compares with the 30 days before, and measures how long readers waited, but not those who tried", async ({
  services,
}) => {
  const [ctx, theirs] = [await seedProject(services), await seedProject(services)];
  const waited = async (within: ProjectContext, firstTextMs: number, fp = "ada") => {
    const id = await ask(within, { fp });
    await services.db.threadTurn.update({ where: { id }, data: { firstTextMs } });
  };
  at("2026-10-21T23:59:00Z");
  await waited(ctx, 9_000);
  at("2026-10-22T00:00:00Z");
  for (const ms of [100, 300, 700]) await waited(ctx, ms);
  await waited(ctx, 60_000, "playground-usr_1");
  await waited(theirs, 60_000);
  at("2026-11-20T12:00:00Z");

  const { summary, previous, response, topics, pages } = await getAnalyticsReport(ctx);

  expect([summary.totals.questions, previous.totals.questions]).toEqual([3, 1]);
  expect([topics[0]?.questions, pages[0]?.citations]).toEqual([3, 3]);
  expect(response).toEqual({ medianMs: 300, p95Ms: 700 });
  expect(previous.response).toEqual({ medianMs: 9_000, p95Ms: 9_000 });
  expect((await getAnalyticsReport(await seedProject(services))).response).toEqual({ medianMs: null, p95Ms: null });
});
