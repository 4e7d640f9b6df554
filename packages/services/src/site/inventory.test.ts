import { expect } from "vitest";
import type { ProjectContext } from "../context.ts";
import type { ExportRow } from "../database.ts";
import { setReaderAccess } from "../reader-access/settings.ts";
import { seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { RECHECK_READER } from "../thread/reader.ts";
import { startTurn } from "../thread/turn.ts";
import { countFindings } from "./findings.ts";
import { exportInventory, getInventoryPage, type ListPages, listInventory } from "./inventory.ts";
import { countPageUse } from "./page-use.ts";
import { type SeedPage, seedSite } from "./testing-site.ts";

let nowMs = Date.parse("2026-11-20T12:00:00Z");
const test = servicesTest({ clock: { now: () => new Date(nowMs) } }).extend(
  "seedHarbor",
  { scope: "file" },
  ({ services }) =>
    async (): Promise<ProjectContext> => {
      const ctx = await seedProject(services);
      await seedSite(ctx, PAGES, { changedAt: new Date("2026-10-01T00:00:00Z") });
      return ctx;
    },
);

const PAGES: SeedPage[] = [
  { path: "/", title: "Harbor", text: "Harbor stores files.", links: [{ file: "docs/upload.md", text: "Upload" }] },
  { path: "/upload", title: "Upload", text: "Files up to 50 MB.", language: "en", version: "2" },
  { path: "/limits", title: "Limits", text: "Limits of files.", language: "en", version: "10" },
  { path: "/fr/upload", title: "Envoyer", text: "Des fichiers.", language: "fr", readers: ["staff"] },
];

type Asked = {
  cites?: string[];
  given?: string[];
  category?: "answered" | "unanswered";
  rating?: "up" | "down";
  fp?: string;
};
let turns = 0;

/** Stores a question with its answer, as an answer's end does. */
async function ask(ctx: ProjectContext, asked: Asked): Promise<string> {
  const { cites = [], given = cites, category = "answered", rating, fp = "ada" } = asked;
  turns += 1;
  const id = `msg_inventory${turns}`;
  const thread = { threadId: `thr_${fp}`, isIssued: false, fp };
  await startTurn(ctx, { id, ...thread, question: `Question ${turns}?`, commit: "1".repeat(40), model: "m" });
  const sources = cites.map((path, at) => ({ number: at + 1, path, title: path, url: path, heading: null }));
  const trace = { pageCount: 1, filter: null, contextCount: 0, passages: given.map((path) => ({ path })), steps: [] };
  const answer = { category, outcome: category, sources, trace, answer: "50 MB.", rating: rating ?? null };
  await ctx.db.threadTurn.update({ where: { id }, data: { status: "done", ...answer, endedAt: ctx.clock.now() } });
  return id;
}

const pathsOf = async (ctx: ProjectContext, query?: ListPages) =>
  (await listInventory(ctx, query)).pages.map(({ path }) => path);

test("each page has its address, its edition, its last change, and the questions that it served", async ({
  seedHarbor,
}) => {
  const ctx = await seedHarbor();
  ctx.project.siteUrl = "https://docs.example.com";
  await ask(ctx, { cites: ["/upload", "/upload", "/limits"], rating: "up" });
  await ask(ctx, { cites: ["/upload"], rating: "down" });
  await ask(ctx, { given: ["/limits", "/limits"], category: "unanswered" });

  const inventory = await listInventory(ctx);

  expect(inventory).toMatchObject({ total: 4, siteTotal: 4, languages: ["en", "fr"], versions: ["2", "10"] });
  expect(inventory.pages.map(({ path }) => path)).toEqual(["/", "/fr/upload", "/limits", "/upload"]);
  expect(inventory.pages[3]).toEqual({
    path: "/upload",
    url: "https://docs.example.com/upload",
    file: "docs/upload.md",
    title: "Upload",
    language: "en",
    version: "2",
    changedAt: "2026-10-01T00:00:00.000Z",
    restrictedTo: [],
    findings: null,
    citations: 2,
    answered: 2,
    unanswered: 0,
    up: 1,
    down: 1,
  });
  expect(inventory.pages[2]).toMatchObject({ citations: 1, answered: 1, unanswered: 1, up: 1, down: 0 });
});

test("questions of the playground, of gaps and of more than 90 days ago are not counted", async ({ seedHarbor }) => {
  const ctx = await seedHarbor();
  const now = nowMs;
  nowMs -= 91 * 86_400_000;
  await ask(ctx, { cites: ["/upload"] });
  nowMs = now;
  await ask(ctx, { cites: ["/upload"], fp: "playground-usr_1" });
  await ask(ctx, { cites: ["/upload"], fp: RECHECK_READER });

  expect((await countPageUse(ctx)).size).toBe(0);
});

test("only the newest questions are counted when there are very many", async ({ seedHarbor }) => {
  const ctx = await seedHarbor();
  await ask(ctx, { cites: ["/limits"] });
  nowMs += 1_000;
  await ask(ctx, { cites: ["/upload"] });

  expect([...(await countPageUse(ctx, { max: 1 })).keys()]).toEqual(["/upload"]);
});

test("filters narrow the list, also together", async ({ seedHarbor }) => {
  const ctx = await seedHarbor();
  await ask(ctx, { cites: ["/upload"], rating: "down" });
  await ask(ctx, { cites: ["/limits"] });
  await ask(ctx, { given: ["/"], category: "unanswered" });

  expect(await pathsOf(ctx, { search: "UPLOAD docs" })).toEqual(["/fr/upload", "/upload"]);
  expect(await pathsOf(ctx, { search: "envoyer" })).toEqual(["/fr/upload"]);
  expect(await pathsOf(ctx, { language: "en" })).toEqual(["/limits", "/upload"]);
  expect(await pathsOf(ctx, { version: "2", language: "en" })).toEqual(["/upload"]);
  expect(await pathsOf(ctx, { use: "uncited" })).toEqual(["/", "/fr/upload"]);
  expect(await pathsOf(ctx, { use: "poor" })).toEqual(["/", "/upload"]);
});

test("pages are filtered and sorted by their last change, those without a known one last", async ({ seedHarbor }) => {
  const ctx = await seedHarbor();
  const changedAt = (path: string, at: string | null) =>
    ctx.db.sitePage.updateMany({
      where: { projectId: ctx.project.id, file: `docs${path}.md` },
      data: { changedAt: at === null ? null : new Date(at) },
    });
  await changedAt("/upload", "2026-11-19T00:00:00Z");
  await changedAt("/limits", "2025-01-01T00:00:00Z");
  await changedAt("/index", null);

  expect(await pathsOf(ctx, { olderThanDays: 30 })).toEqual(["/fr/upload", "/limits"]);
  expect(await pathsOf(ctx, { sort: "oldest" })).toEqual(["/limits", "/fr/upload", "/upload", "/"]);
  expect(await pathsOf(ctx, { sort: "newest" })).toEqual(["/upload", "/fr/upload", "/limits", "/"]);
});

test("pages are sorted by their use", async ({ seedHarbor }) => {
  const ctx = await seedHarbor();
  await ask(ctx, { cites: ["/upload"], rating: "down" });
  await ask(ctx, { cites: ["/upload", "/limits"] });
  await ask(ctx, { given: ["/limits"], category: "unanswered" });

  expect((await pathsOf(ctx, { sort: "citations" })).slice(0, 2)).toEqual(["/upload", "/limits"]);
  expect((await pathsOf(ctx, { sort: "unanswered" }))[0]).toBe("/limits");
  expect((await pathsOf(ctx, { sort: "down" }))[0]).toBe("/upload");
});

test("restricted pages name their groups where the project enforces groups", async ({ seedHarbor }) => {
  const ctx = await seedHarbor();
  expect(await listInventory(ctx)).toMatchObject({ enforcesGroups: false, groups: [] });

  await setReaderAccess(ctx, { method: "keys", isByNavigation: true });

  expect(await listInventory(ctx)).toMatchObject({ enforcesGroups: true, groups: ["staff"] });
  expect(await pathsOf(ctx, { group: "staff" })).toEqual(["/fr/upload"]);
});

test("a site of 15,000 pages comes in pages of the list, each of few rows", async ({ services }) => {
  const ctx = await seedProject(services);
  await seedSite(ctx, [{ path: "/p00000", text: "A page." }]);
  await ctx.db.$executeRaw`
    INSERT INTO "SitePage" ("projectId", file, "sinceVersion", sha, page, markdown)
    SELECT "projectId", named.file, "sinceVersion", sha,
      page::jsonb || jsonb_build_object('path', named.path, 'file', named.file), markdown
    FROM "SitePage", generate_series(1, 14999) n,
      LATERAL (SELECT '/p' || lpad(n::text, 5, '0') AS path, 'docs/p' || lpad(n::text, 5, '0') || '.md' AS file) named
    WHERE "projectId" = ${ctx.project.id}`;

  const first = await listInventory(ctx);
  const last = await pathsOf(ctx, { page: 150, limit: 100 });

  expect(first).toMatchObject({ total: 15_000, siteTotal: 15_000 });
  expect(first.pages).toHaveLength(50);
  expect(JSON.stringify(first).length).toBeLessThan(30_000);
  expect(last).toHaveLength(100);
  expect([last[0], last[99]]).toEqual(["/p14900", "/p14999"]);
  expect(await pathsOf(ctx, { page: 151, limit: 100 })).toEqual([]);
});

test("the export has a row for each page that fits the filters", async ({ seedHarbor }) => {
  const ctx = await seedHarbor();
  await ask(ctx, { cites: ["/upload"] });

  const rows: ExportRow[] = [];
  for await (const row of exportInventory(ctx, { language: "en" })) rows.push(row);

  const changed = "2026-10-01T00:00:00.000Z";
  expect(rows.map((row) => row.slice(0, 9))).toEqual([
    ["address", "file", "title", "language", "version", "changedAt", "restrictedTo", "citations", "answered"],
    ["/limits", "docs/limits.md", "Limits", "en", "10", changed, "", 0, 0],
    ["/upload", "docs/upload.md", "Upload", "en", "2", changed, "", 1, 1],
  ]);
});

test("the last check of the site says which pages have problems", async ({ seedHarbor }) => {
  const ctx = await seedHarbor();
  const found = (path: string) => ({ path });
  const findings = countFindings("1".repeat(40), {
    errors: [found("docs/upload.md"), found("docs/upload.md"), found("docs.json")],
    warnings: [found("docs/upload.md"), found("docs/limits.md")],
  });
  await ctx.db.siteIndex.update({ where: { projectId: ctx.project.id }, data: { findings } });

  const { pages } = await listInventory(ctx, { sort: "findings" });

  expect(pages.map(({ path, findings }) => [path, findings])).toEqual([
    ["/upload", { errors: 2, warnings: 1 }],
    ["/limits", { errors: 0, warnings: 1 }],
    ["/", { errors: 0, warnings: 0 }],
    ["/fr/upload", { errors: 0, warnings: 0 }],
  ]);
  expect(await pathsOf(ctx, { findings: "errors" })).toEqual(["/upload"]);
  expect(await pathsOf(ctx, { findings: "any" })).toEqual(["/limits", "/upload"]);
  expect((await getInventoryPage(ctx, { path: "/limits" })).findings).toEqual({ errors: 0, warnings: 1 });
  const rows: ExportRow[] = [];
  for await (const row of exportInventory(ctx, { findings: "errors" })) rows.push(row);
  expect(rows.map((row) => row.slice(-2))).toEqual([
    ["errors", "warnings"],
    [2, 1],
  ]);
});

test("a page has its sections, the pages that link to it, and its newest questions", async ({ seedHarbor }) => {
  const ctx = await seedHarbor();
  const first = await ask(ctx, { given: ["/upload"], category: "unanswered" });
  nowMs += 1_000;
  const second = await ask(ctx, { cites: ["/upload"], rating: "up" });
  await ask(ctx, { cites: ["/limits"] });

  const page = await getInventoryPage(ctx, { path: "/upload" });

  expect(page).toMatchObject({
    title: "Upload",
    sections: [{ heading: "Upload", depth: 1, url: "/upload#upload" }],
    linkedFrom: [{ path: "/", title: "Harbor" }],
    linkedFromCount: 1,
    questionCount: 2,
    use: { citations: 1, answered: 1, unanswered: 1, up: 1, down: 0 },
  });
  expect(page.questions.map(({ messageId, isCited, category }) => [messageId, isCited, category])).toEqual([
    [second, true, "answered"],
    [first, false, "unanswered"],
  ]);
});

test("hides another project's pages and questions", async ({ services, seedHarbor }) => {
  const [mine, theirs] = [await seedHarbor(), await seedProject(services)];
  await seedSite(theirs, [{ path: "/secret", text: "Theirs." }]);
  await ask(theirs, { cites: ["/upload"] });

  const { pages } = await listInventory(mine);
  expect(pages).toHaveLength(4);
  expect(pages.every(({ citations }) => citations === 0)).toBe(true);
  expect((await getInventoryPage(mine, { path: "/upload" })).questions).toEqual([]);
  await expect(getInventoryPage(mine, { path: "/secret" })).rejects.toMatchObject({ code: "not_found" });
});

test("says that the pages aren't indexed yet", async ({ services }) => {
  await expect(listInventory(await seedProject(services))).rejects.toMatchObject({ code: "unavailable" });
});
