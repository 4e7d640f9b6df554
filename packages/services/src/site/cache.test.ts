import { setTimeout as sleep } from "node:timers/promises";
import type { IndexedPage } from "@docsteward/assistant/page/indexed-page";
import { createWordPacker } from "@docsteward/assistant/retriever/lexical/packed-words";
import { type Notifier, openNotifier } from "@docsteward/db/notify";
import { fixedClock } from "@docsteward/platform/clock";
import { silentLogger } from "@docsteward/platform/log";
import { expect } from "vitest";
import type { ProjectContext } from "../context.ts";
import { seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { answerQuestion } from "../thread/answer.ts";
import { createSiteCache, type SiteCache } from "./cache.ts";
import { preloadSites } from "./preload.ts";
import { seedSite } from "./testing-site.ts";

const test = servicesTest()
  .extend("notifier", { scope: "file" }, async ({ services }, { onCleanup }) => {
    const notifier = await openNotifier({ url: services.databaseUrl, log: silentLogger });
    onCleanup(() => notifier.close());
    return notifier;
  })
  /** The cache of another process, as far as this one can tell. */
  .extend(
    "otherProcess",
    { scope: "file" },
    ({ services, notifier }) =>
      ({ maxBytes = 1e9, clock = services.clock, listensTo = notifier } = {}): SiteCache => {
        return createSiteCache({
          db: services.db,
          notifier: listensTo,
          clock,
          log: silentLogger,
          maxBytes,
          embedder: null,
        });
      },
  );

const PAGE = { path: "/a", text: "Gizmos." };
const deaf: Notifier = { subscribe: () => () => undefined, close: async () => undefined };

test("another process is notified of a new version, and loads it", async ({ services, otherProcess }) => {
  const ctx = await seedProject(services);
  await seedSite(ctx, [PAGE]);
  const cache = otherProcess();
  const before = await cache.open(ctx.project.id);

  await seedSite(ctx, [{ path: "/b", text: "Gadgets." }], { gone: ["docs/a.md"] });
  let after = await cache.open(ctx.project.id);
  while (after?.version === before?.version) {
    await sleep(10);
    after = await cache.open(ctx.project.id);
  }

  expect([...(after?.retriever.pages() ?? [])].map(({ path }) => path)).toEqual(["/b"]);
  cache.close();
});

test("a process searches by the words that are stored with a page, and finds those that are not", async ({
  services,
  otherProcess,
}) => {
  const ctx = await seedProject(services);
  const pack = createWordPacker();
  // Words of another text tell where they come from.
  const words = (page: IndexedPage) =>
    pack({ ...page, chunks: page.chunks.map((chunk) => ({ ...chunk, text: "Gadgets." })) });
  await seedSite(ctx, [PAGE], { words });
  await seedSite(ctx, [{ path: "/b", text: "Widgets." }]);
  const cache = otherProcess();
  const site = await cache.open(ctx.project.id);
  const pathsFor = async (text: string) =>
    (await site?.retriever.search({ text, limit: 5 }))?.map(({ page }) => page.path);

  expect(await pathsFor("gadgets")).toEqual(["/a"]);
  expect(await pathsFor("gizmos")).toEqual([]);
  expect(await pathsFor("widgets")).toEqual(["/b"]);
  cache.close();
});

test("a process without a notification polls after two seconds", async ({ services, otherProcess }) => {
  const ctx = await seedProject(services);
  await seedSite(ctx, [PAGE]);
  const clock = fixedClock("2026-11-21T12:00:00Z");
  const cache = otherProcess({ clock, listensTo: deaf });
  const first = await cache.open(ctx.project.id);
  await seedSite(ctx, [{ path: "/a", text: "Gadgets." }]);

  const soon = await cache.open(ctx.project.id);
  clock.advance(2_001);
  const later = await cache.open(ctx.project.id);

  expect([first?.version, soon?.version, later?.version]).toEqual([1, 1, 2]);
  cache.close();
});

test("pages that stay the same are the same objects in the next version", async ({ services }) => {
  const ctx = await seedProject(services);
  await seedSite(ctx, [PAGE, { path: "/b", text: "Gadgets." }]);
  const before = await services.sites.open(ctx.project.id);
  await seedSite(ctx, [{ path: "/b", text: "Widgets." }]);
  const after = await services.sites.open(ctx.project.id);

  expect(after?.retriever.pageAt("/a")).toBe(before?.retriever.pageAt("/a"));
  expect(after?.retriever.pageAt("/b")).not.toBe(before?.retriever.pageAt("/b"));
});

test("concurrent callers wait for one load", async ({ services, otherProcess }) => {
  const ctx = await seedProject(services);
  await seedSite(ctx, [PAGE]);
  const cache = otherProcess();

  const sites = await Promise.all(Array.from({ length: 20 }, () => cache.open(ctx.project.id)));

  expect(new Set(sites.map((site) => site?.retriever)).size).toBe(1);
  cache.close();
});

test("sites that were not asked for longest leave when all together take too much, and come back when asked", async ({
  services,
  otherProcess,
}) => {
  const contexts = [await seedProject(services), await seedProject(services), await seedProject(services)];
  for (const ctx of contexts) await seedSite(ctx, [PAGE]);
  const [first, second, third] = contexts.map(({ project }) => project.id) as [string, string, string];
  const one = await services.sites.open(first);
  const bytes = one?.retriever.sizeBytes ?? 0;
  const cache = otherProcess({ maxBytes: bytes * 2.5 });

  const firstTime = await cache.open(first);
  await cache.open(second);
  const again = await cache.open(first);
  await cache.open(third);
  const kept = await cache.open(first);
  const size = cache.sizeBytes();
  const back = await cache.open(second);

  expect(again?.retriever).toBe(firstTime?.retriever);
  expect(kept?.retriever).toBe(firstTime?.retriever);
  expect(bytes).toBeGreaterThan(0);
  expect(size).toBeLessThanOrEqual(bytes * 2.5);
  expect(back?.retriever.pageAt("/a")).toBeDefined();
  cache.close();
});

test("a site that alone takes more than there is room for is held all the same", async ({ services, otherProcess }) => {
  const ctx = await seedProject(services);
  await seedSite(ctx, [PAGE]);
  const cache = otherProcess({ maxBytes: 1 });

  const first = await cache.open(ctx.project.id);
  const second = await cache.open(ctx.project.id);

  expect(second?.retriever).toBe(first?.retriever);
  cache.close();
});

test("a process that starts loads the sites that were asked last, and no others", async ({
  services,
  otherProcess,
}) => {
  const contexts = await Promise.all([seedProject(services), seedProject(services), seedProject(services)]);
  for (const ctx of contexts) await seedSite(ctx, [PAGE]);
  const [never, searched, asked] = contexts as [ProjectContext, ProjectContext, ProjectContext];
  const messages = [{ role: "user" as const, content: "What are gizmos?" }];
  const { chunks } = await answerQuestion(asked, { fp: "ada", messages, signal: new AbortController().signal });
  for await (const chunk of chunks) expect(chunk.type).not.toBe("error");
  await services.db.searchDay.create({
    data: {
      projectId: searched.project.id,
      day: services.clock.now(),
      query: "gizmos",
      hits: 1,
      lastSearchedAt: services.clock.now(),
    },
  });
  const cache = otherProcess();

  await preloadSites({ ...services, sites: cache });

  const before = cache.sizeBytes();
  await cache.open(asked.project.id);
  await cache.open(searched.project.id);
  expect(cache.sizeBytes()).toBe(before);
  expect(before).toBeGreaterThan(0);
  await cache.open(never.project.id);
  expect(cache.sizeBytes()).toBeGreaterThan(before);
  cache.close();
});

test("sites are loaded before they are asked for as far as half of the room goes", async ({
  services,
  otherProcess,
}) => {
  const contexts = await Promise.all([seedProject(services), seedProject(services), seedProject(services)]);
  for (const ctx of contexts) await seedSite(ctx, [PAGE]);
  const ids = contexts.map(({ project }) => project.id);
  const bytes = (await services.sites.open(ids[0] ?? ""))?.retriever.sizeBytes ?? 0;
  const cache = otherProcess({ maxBytes: bytes * 3 });

  await cache.warm(ids);

  expect(cache.sizeBytes()).toBe(2 * bytes);
  cache.close();
});
