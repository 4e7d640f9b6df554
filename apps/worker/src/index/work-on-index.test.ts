import type { ProjectContext } from "@docsteward/services/context";
import { readFindings } from "@docsteward/services/site/findings";
import { requestIndex } from "@docsteward/services/site/index-request";
import { listInventory } from "@docsteward/services/site/inventory";
import { openSite } from "@docsteward/services/site/read";
import { expect, test } from "vitest";
import { startTestIndexer } from "../testing/indexer.ts";
import { workOnIndex } from "./work-on-index.ts";

const PAGES = {
  "docs.json": '{\n  "navigation": { "pages": ["index", "guides/install", "guides/flags"] }\n}\n',
  "index.mdx": "---\ntitle: Welcome\n---\n\nGlimmer keeps your flags. Read [how to install](/guides/install).\n",
  "guides/install.mdx":
    '---\ntitle: Install\n---\n\nimport { Card } from "/snippets/card.mdx"\n\n## Steps\n\nInstall Glimmer with npm.\n',
  "guides/flags.mdx": "---\ntitle: Flags\n---\n\nA flag named kill-switch turns a feature off.\n",
  "guides/secret.mdx": "---\ntitle: Secret\nhidden: true\n---\n\nThe zanzibar plan.\n",
} satisfies Record<string, string>;

const search = async (ctx: ProjectContext, text: string) => {
  const { retriever } = await openSite(ctx);
  return (await retriever.search({ text, limit: 10 })).map(({ page }) => page.path);
};

test("the pages of the base ref can be searched once a run has ended", async () => {
  await using indexer = await startTestIndexer(PAGES);
  const { ctx, repository } = indexer;

  await expect(openSite(ctx)).rejects.toMatchObject({ code: "unavailable" });
  const index = await indexer.index();

  const commit = await repository.head();
  expect(index).toMatchObject({ status: "ready", failure: null, pageCount: 3, commit, version: 1 });
  expect(await search(ctx, "how do I turn a feature off?")).toEqual(["/guides/flags"]);
  expect(await search(ctx, "zanzibar")).toEqual([]);
  const site = await openSite(ctx);
  expect(site).toMatchObject({ commit, version: 1, indexedAt: index.indexedAt });
  expect(site.changedAt("index.mdx")).toEqual(new Date("2026-01-01T00:00:00Z"));
});

test("a changed page answers with its new text, a deleted or renamed one no more, and all others do not change", async () => {
  await using indexer = await startTestIndexer(PAGES);
  const { ctx, repository } = indexer;
  await indexer.index();
  const before = await openSite(ctx);

  await repository.commit({
    "guides/install.mdx": null,
    "guides/setup.mdx": PAGES["guides/install.mdx"],
    "guides/flags.mdx": "---\ntitle: Flags\n---\n\nA gate named circuit-breaker turns a feature off.\n",
  });
  const index = await indexer.index();
  const after = await openSite(ctx);

  expect(index).toMatchObject({ status: "ready", pageCount: 3 });
  expect(await search(ctx, "npm")).toEqual(["/guides/setup"]);
  expect(await search(ctx, "circuit-breaker")).toEqual(["/guides/flags"]);
  expect(await search(ctx, "kill-switch")).toEqual([]);
  expect((await before.retriever.search({ text: "kill-switch", limit: 10 })).map(({ page }) => page.path)).toEqual([
    "/guides/flags",
  ]);
  expect(after.retriever.pageAt("/guides/install")).toBeUndefined();
  expect(after.retriever.pageAt("/")?.links).toEqual([]);
});

test("the words of each page are stored with it, also of pages that were stored without", async () => {
  await using indexer = await startTestIndexer(PAGES);
  const { services, ctx, repository } = indexer;
  await indexer.index();
  const projectId = ctx.project.id;
  const rows = () =>
    services.db.sitePage.findMany({
      where: { projectId, untilVersion: null },
      select: { file: true, sinceVersion: true, words: true },
      orderBy: { file: "asc" },
    });
  const made = await rows();
  const welcome = { projectId, file: "index.mdx" };
  // As an earlier release left them.
  await services.db.sitePage.updateMany({ where: welcome, data: { words: null } });
  await services.db.siteIndex.update({ where: { projectId }, data: { fingerprint: "6:earlier" } });
  await repository.commit({ "notes.txt": "Nothing of the site." });
  await indexer.index();
  const filled = await rows();

  expect(made.every(({ words }) => words !== null && words.length > 0)).toBe(true);
  expect(filled.map(({ words }) => words)).toEqual(made.map(({ words }) => words));
  // Only that page is another row.
  expect(filled.map(({ sinceVersion }) => sinceVersion)).toEqual([1, 1, 2]);
});

test("synonyms of the repository are found by, also when they alone have changed, and faulty ones are left out", async () => {
  await using indexer = await startTestIndexer(PAGES);
  const { ctx, repository } = indexer;
  await indexer.index();
  expect(await search(ctx, "toggle")).toEqual([]);

  await repository.commit({ ".docsteward/synonyms.json": '[["flag", "toggle"], ["npm"], "x"]\n' });
  const index = await indexer.index();

  expect(index).toMatchObject({ status: "ready", version: 2, synonyms: [["flag", "toggle"]] });
  expect(await search(ctx, "toggle")).toContain("/guides/flags");

  await repository.commit({ ".docsteward/synonyms.json": null });
  await indexer.index();
  expect(await search(ctx, "toggle")).toEqual([]);
});

const page = (title: string, text: string) => `---\ntitle: ${title}\n---\n\n${text}\n`;

test("an index run checks the site once for each commit, and the list of pages shows what it found", async () => {
  await using indexer = await startTestIndexer({
    "docs.json": '{ "navigation": { "pages": ["index", "oil"] } }\n',
    "index.mdx": page("Home", "[x](/no-such-page) and [y](/oil#nothing)"),
    "oil.mdx": page("Oil", "Oil burns."),
  });
  const { ctx, repository } = indexer;

  const first = await indexer.index();
  expect(readFindings(first)).toEqual({ commit: await repository.head(), files: { "index.mdx": [2, 0] } });

  await repository.commit({ "index.mdx": page("Home", "[x](/oil)"), "lost.mdx": page("Lost", "In no navigation.") });
  await indexer.index();
  const { pages } = await listInventory(ctx, { findings: "any" });
  expect(pages.map(({ file, findings }) => [file, findings])).toEqual([["lost.mdx", { errors: 0, warnings: 1 }]]);

  // Kept where the commit is the same.
  await ctx.db.siteIndex.update({
    where: { projectId: ctx.project.id },
    data: { findings: { commit: await repository.head(), files: { "oil.mdx": [7, 0] } } },
  });
  expect(readFindings(await indexer.index())?.files).toEqual({ "oil.mdx": [7, 0] });
});

test("a large site answers before it is checked, and its checks are put off once", async () => {
  await using indexer = await startTestIndexer(PAGES, { takesRuns: false });
  const { ctx, services, parts, repository } = indexer;
  const { id: projectId } = ctx.project;
  // A version has the number of its run.
  const run = async () => {
    await workOnIndex(parts, projectId, new AbortController().signal, { checkedAtOnce: 2 });
    const index = await services.db.siteIndex.findUniqueOrThrow({ where: { projectId } });
    return { status: index.status, version: index.version, checked: readFindings(index)?.commit ?? null };
  };
  const first = await repository.head();
  await requestIndex(ctx);

  expect(await run()).toEqual({ status: "waiting", version: 1, checked: null });
  expect(await search(ctx, "how do I turn a feature off?")).toEqual(["/guides/flags"]);
  expect(await run()).toEqual({ status: "ready", version: 1, checked: first });

  await repository.commit({ "guides/flags.mdx": "---\ntitle: Flags\n---\n\nNo flags.\n" });
  await requestIndex(ctx);
  expect(await run()).toEqual({ status: "waiting", version: 3, checked: first });
  await repository.commit({ "guides/flags.mdx": "---\ntitle: Flags\n---\n\nFlags again.\n" });
  // Commits that follow each other faster than turns must not keep a site from being checked.
  expect(await run()).toEqual({ status: "ready", version: 4, checked: await repository.head() });
});
