import { setImmediate as turn } from "node:timers/promises";
import { expect } from "vitest";
import type { ProjectContext } from "../context.ts";
import { type Lease, LeaseLostError, requeueLost } from "../lease.ts";
import { seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { addIndexRequest, requestIndex } from "./index-request.ts";
import { claimIndex, failIndex, finishIndex, recordIndexProgress } from "./index-run.ts";
import { getIndexState } from "./index-state.ts";
import { getSitePage, openSite } from "./read.ts";
import { searchSite } from "./search.ts";
import { makePage, seedSite } from "./testing-site.ts";
import { publishVersion, storePages } from "./version.ts";

const test = servicesTest();

const FLAGS = { path: "/guides/flags", title: "Flags", text: "A kill-switch turns a feature off." };
const INSTALL = { path: "/guides/install", title: "Install", text: "Install Glimmer with npm." };
const DONE = { commit: "2".repeat(40), fingerprint: "seeded", pageCount: 1, hasChanges: true };

const search = (ctx: ProjectContext, query: string, more: object = {}) =>
  searchSite(ctx, { query, pageSize: 10, ...more });
const pathsFor = async (ctx: ProjectContext, query: string) => (await search(ctx, query)).map(({ path }) => path);
const newRow = (path: string, text: string) => {
  const page = makePage({ path, text });
  return { file: page.file, sha: "0", page, markdown: text, changedAt: null };
};

async function claim(ctx: ProjectContext) {
  const claimed = await claimIndex(ctx, { projectId: ctx.project.id });
  if (!claimed) throw new Error("There is nothing to do.");
  return claimed.lease;
}

async function end(ctx: ProjectContext, run: Lease<"index">) {
  await publishVersion(ctx, { lease: run, ...DONE });
  return finishIndex(ctx, { lease: run });
}

const statusOf = (ctx: ProjectContext) => ctx.db.siteIndex.findUniqueOrThrow({ where: { projectId: ctx.project.id } });

test("a search gives one entry a page, with its best passage and where it comes from", async ({ services }) => {
  const ctx = await seedProject(services);
  const changedAt = new Date("2026-11-20T16:30:00Z");
  await seedSite(ctx, [FLAGS, INSTALL], { changedAt });

  const [first, ...others] = await search(ctx, "how do I turn a feature off?");

  expect(others).toEqual([]);
  expect(first).toEqual({
    content: FLAGS.text,
    path: "/guides/flags",
    metadata: {
      title: "Flags",
      url: "/guides/flags#flags",
      heading: "Flags",
      file: "docs/guides/flags.md",
      score: 1,
      commit: "1".repeat(40),
      updatedAt: "2026-11-20T16:30:00.000Z",
    },
  });
});

test("a threshold leaves out what fits worse than the best page by that much", async ({ services }) => {
  const ctx = await seedProject(services);
  await seedSite(ctx, [FLAGS, { ...INSTALL, text: "Install Glimmer with npm. Its first feature is on." }]);

  const all = await search(ctx, "turn a feature off");
  const best = await search(ctx, "turn a feature off", { scoreThreshold: 1 });

  expect(all.map(({ path }) => path)).toEqual(["/guides/flags", "/guides/install"]);
  expect(best.map(({ path }) => path)).toEqual(["/guides/flags"]);
});

test("a project without an index says so, and when to ask again", async ({ services }) => {
  const ctx = await seedProject(services);

  await expect(openSite(ctx)).rejects.toMatchObject({
    code: "unavailable",
    message: `The pages of ${ctx.project.domain} aren't indexed yet. Try again in a few seconds.`,
    options: { retryAfterSeconds: 5 },
  });
});

test("search and page know nothing of another project's pages", async ({ services }) => {
  const [ctx, other] = [await seedProject(services), await seedProject(services)];
  await seedSite(ctx, [FLAGS]);
  await seedSite(other, [INSTALL]);

  expect(await pathsFor(ctx, "npm")).toEqual([]);
  await expect(getSitePage(ctx, { path: "/guides/install" })).rejects.toMatchObject({ code: "not_found" });
  expect(await pathsFor(other, "npm")).toEqual(["/guides/install"]);
});

test.for([
  "/guides/flags",
  "guides/flags/",
  "/guides/flags.md",
  "/guides/flags.mdx?x=1#kill",
  "/guides/flags/index",
  "https://docs.example.com/guides/flags#kill",
  "docs/guides/flags.md",
  "/guides/%66lags",
])("a page is found by %s", async (path, { services }) => {
  const ctx = await seedProject(services);
  await seedSite(ctx, [FLAGS]);

  expect(await getSitePage(ctx, { path })).toEqual({ path: "/guides/flags", content: FLAGS.text });
});

test("where the site's address is known, results carry it, and pages are found below it", async ({ services }) => {
  const seeded = await seedProject(services);
  const ctx = { ...seeded, project: { ...seeded.project, siteUrl: "https://example.com/handbook/" } };
  await seedSite(ctx, [FLAGS]);

  const [found] = await search(ctx, "kill-switch");

  expect(found?.metadata.url).toBe("https://example.com/handbook/guides/flags#flags");
  expect(await getSitePage(ctx, { path: found?.metadata.url ?? "" })).toMatchObject({ path: "/guides/flags" });
});

test.for(["/nothing", "../../etc/passwd", "https://docs.example.com", "\0", "%", "  "])(
  "%j is no page",
  async (path, { services }) => {
    const ctx = await seedProject(services);
    await seedSite(ctx, [FLAGS]);

    await expect(getSitePage(ctx, { path })).rejects.toMatchObject({ code: "not_found" });
  },
);

test("a run that is under way changes nothing of what answers, and its end replaces all of it in one step", async ({
  services,
}) => {
  const ctx = await seedProject(services);
  await seedSite(ctx, [FLAGS, INSTALL]);
  await requestIndex(ctx);
  const run = await claim(ctx);
  const flags = { ...newRow("/guides/flags", "A breaker stops a feature."), file: "docs/guides/flags.md" };
  await storePages(ctx, { lease: run, pages: [flags], gone: ["docs/guides/install.md"] });

  const during = [await pathsFor(ctx, "kill-switch"), await pathsFor(ctx, "npm"), await pathsFor(ctx, "breaker")];
  const page = await getSitePage(ctx, { path: "/guides/install" });
  await end(ctx, run);
  const after = [await pathsFor(ctx, "kill-switch"), await pathsFor(ctx, "npm"), await pathsFor(ctx, "breaker")];

  expect(during).toEqual([["/guides/flags"], ["/guides/install"], []]);
  expect(page.content).toBe(INSTALL.text);
  expect(after).toEqual([[], [], ["/guides/flags"]]);
  await expect(getSitePage(ctx, { path: "/guides/install" })).rejects.toMatchObject({ code: "not_found" });
});

test("a reader sees one version or the other during a change, never parts of both", async ({ services }) => {
  const ctx = await seedProject(services);
  const version = (number: number) =>
    ["/a", "/b", "/c", "/d"].map((path) => ({ path, text: `Every page speaks of generation${number} and gizmos.` }));
  await seedSite(ctx, version(0));
  const seen: string[][] = [];
  const reading = new AbortController();
  const read = async () => {
    while (!reading.signal.aborted) {
      const results = await search(ctx, "gizmos");
      seen.push(results.map(({ content }) => /generation\d+/.exec(content)?.[0] ?? ""));
      await turn();
    }
  };
  const write = async () => {
    for (let number = 1; number <= 12; number += 1) await seedSite(ctx, version(number));
  };
  await Promise.all([read(), write().finally(() => reading.abort())]);

  expect(seen.length).toBeGreaterThan(0);
  for (const generations of seen) {
    expect(generations).toHaveLength(4);
    expect(new Set(generations).size).toBe(1);
  }
  expect((await search(ctx, "gizmos"))[0]?.content).toContain("generation12");
});

test("a question keeps the version that it began with", async ({ services }) => {
  const ctx = await seedProject(services);
  await seedSite(ctx, [FLAGS]);
  const site = await openSite(ctx);
  await seedSite(ctx, [INSTALL], { gone: ["docs/guides/flags.md"], commit: "3".repeat(40) });
  const later = await openSite(ctx);

  expect(site.commit).toBe("1".repeat(40));
  expect(site.retriever.pageAt("/guides/flags")).toBeDefined();
  expect(later.commit).toBe("3".repeat(40));
  expect(later.retriever.pageAt("/guides/flags")).toBeUndefined();
});

test("requests that come during a run make exactly one more", async ({ services }) => {
  const ctx = await seedProject(services);
  await requestIndex(ctx);
  const first = await claim(ctx);

  await Promise.all([requestIndex(ctx), requestIndex(ctx), requestIndex(ctx)]);
  const firstEnd = await end(ctx, first);
  const second = await claim(ctx);
  const secondEnd = await end(ctx, second);

  expect([firstEnd, secondEnd]).toEqual(["more", "ended"]);
  expect(await claimIndex(ctx, { projectId: ctx.project.id })).toBeNull();
  expect(await statusOf(ctx)).toMatchObject({ status: "ready", attempt: 2, requests: 4 });
});

test("a worker that lost its run can write nothing more, and what it wrote does not answer", async ({ services }) => {
  const ctx = await seedProject(services);
  await seedSite(ctx, [FLAGS]);
  await requestIndex(ctx);
  const slow = await claim(ctx);
  await storePages(ctx, {
    lease: slow,
    pages: [newRow("/half", "Half of a zanzibar.")],
    gone: ["docs/guides/flags.md"],
  });

  const next = await claim(ctx);

  const late = { pages: [newRow("/late", "Late zanzibar.")], gone: [] };
  await expect(storePages(ctx, { lease: slow, ...late })).rejects.toThrow(LeaseLostError);
  await expect(recordIndexProgress(ctx, { lease: slow, phase: "reading" })).rejects.toThrow(LeaseLostError);
  await expect(publishVersion(ctx, { lease: slow, ...DONE })).rejects.toThrow(LeaseLostError);
  await expect(finishIndex(ctx, { lease: slow })).rejects.toThrow(LeaseLostError);
  await expect(failIndex(ctx, { lease: slow, failure: "late" })).rejects.toThrow(LeaseLostError);
  await end(ctx, next);
  expect(await pathsFor(ctx, "zanzibar")).toEqual([]);
  expect(await pathsFor(ctx, "kill-switch")).toEqual(["/guides/flags"]);
});

test("the index names the pages that a run left out, the first hundred of many, until a run leaves out none", async ({
  services,
}) => {
  const ctx = await seedProject(services);
  const reason = "takes more than 5 s of CPU time";
  const skipped = Array.from({ length: 130 }, (_, number) => ({
    path: `${number}.md`,
    sha: "0",
    cpuSeconds: 5,
    reason,
  }));
  await seedSite(ctx, [FLAGS], { skipped });
  const state = await getIndexState(ctx);
  await seedSite(ctx, [FLAGS]);

  expect(state.skipped.count).toBe(130);
  expect(state.skipped.pages).toHaveLength(100);
  expect(state.skipped.pages[0]).toEqual({ path: "0.md", reason });
  expect((await getIndexState(ctx)).skipped).toEqual({ count: 0, pages: [] });
});

test("a run that fails says why, and what answered before goes on answering", async ({ services }) => {
  const ctx = await seedProject(services);
  await seedSite(ctx, [FLAGS]);
  await requestIndex(ctx);
  const run = await claim(ctx);
  await storePages(ctx, { lease: run, pages: [], gone: ["docs/guides/flags.md"] });

  const end = await failIndex(ctx, { lease: run, failure: "The repository has no branch main." });

  expect(end).toBe("ended");
  expect(await statusOf(ctx)).toMatchObject({ status: "failed", failure: "The repository has no branch main." });
  expect(await pathsFor(ctx, "kill-switch")).toEqual(["/guides/flags"]);
  await requestIndex(ctx);
  expect(await statusOf(ctx)).toMatchObject({ status: "waiting" });
});

test("a run whose queue entry was lost is queued again", async ({ services }) => {
  const ctx = await seedProject(services);
  await requestIndex(ctx);
  await ctx.db.$executeRaw`DELETE FROM pgboss.job WHERE singleton_key = ${ctx.project.id}`;

  expect(await requeueLost(ctx, { kind: "index" })).toBe(1);
  expect(await requeueLost(ctx, { kind: "index" })).toBe(0);
});

test("a site whose run took long and left pages out rests as long again before the next", async ({ services }) => {
  const ctx = await seedProject(services);
  const delays = () => ctx.db.$queryRaw<{ seconds: number }[]>`
    SELECT extract(epoch FROM start_after - created_on)::int AS seconds FROM pgboss.job
    WHERE name = 'index' AND singleton_key = ${ctx.project.id} AND state = 'created' ORDER BY seconds`;
  await requestIndex(ctx);
  const run = await claim(ctx);
  // The time of the end is fixed, so that the pace of this machine is no part of the run.
  const endedAt = ctx.clock.now();
  const startedAt = new Date(endedAt.getTime() - 100_000);
  await ctx.db.siteIndex.update({ where: { projectId: ctx.project.id }, data: { startedAt, skippedCount: 3 } });
  await requestIndex(ctx);

  expect(await finishIndex({ ...ctx, clock: { now: () => endedAt } }, { lease: run })).toBe("ended");
  expect(await statusOf(ctx)).toMatchObject({ status: "waiting" });
  expect(await delays()).toEqual([{ seconds: 0 }, { seconds: 100 }]);

  const healthy = await seedProject(services);
  await requestIndex(healthy);
  const long = await claim(healthy);
  await healthy.db.siteIndex.update({ where: { projectId: healthy.project.id }, data: { startedAt } });
  await requestIndex(healthy);
  expect(await finishIndex(healthy, { lease: long })).toBe("more");
});

test("a site whose run failed after a long time rests before it is asked for again", async ({ services }) => {
  const ctx = await seedProject(services);
  await requestIndex(ctx);
  const run = await claim(ctx);
  const startedAt = new Date(ctx.clock.now().getTime() - 50_000);
  await ctx.db.siteIndex.update({ where: { projectId: ctx.project.id }, data: { startedAt } });
  expect(await failIndex(ctx, { lease: run, failure: "Pages take too much to read." })).toBe("ended");
  await addIndexRequest(ctx, { projectId: ctx.project.id, reason: "change" });

  const [last] = await ctx.db.$queryRaw<{ seconds: number }[]>`
    SELECT extract(epoch FROM max(start_after - created_on))::int AS seconds FROM pgboss.job
    WHERE name = 'index' AND singleton_key = ${ctx.project.id} AND state = 'created'`;
  expect(last?.seconds).toBeGreaterThan(40);
});

test("the operator's request ends the rest of a site, in place of the entry that waits for it", async ({
  services,
}) => {
  const ctx = await seedProject(services);
  const projectId = ctx.project.id;
  await requestIndex({ ...ctx, actor: { kind: "service" } });
  const lease = await claim(ctx);
  const startedAt = new Date(ctx.clock.now().getTime() - 100_000);
  await ctx.db.siteIndex.update({ where: { projectId }, data: { startedAt, skippedCount: 3 } });
  await ctx.db.$executeRaw`DELETE FROM pgboss.job WHERE singleton_key = ${projectId}`;
  await addIndexRequest(ctx, { projectId, reason: "change" });
  await finishIndex(ctx, { lease });
  expect(await claimIndex(ctx, { projectId })).toBeNull();

  await addIndexRequest(ctx, { projectId, reason: "operator" });

  const entries = await ctx.db.$queryRaw<{ isDelayed: boolean }[]>`
    SELECT start_after > now() AS "isDelayed" FROM pgboss.job WHERE singleton_key = ${projectId} AND state = 'created'`;
  expect(entries).toEqual([{ isDelayed: false }]);
  expect(await claimIndex(ctx, { projectId })).not.toBeNull();
});
