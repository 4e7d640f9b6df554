import type { Embedder } from "@docsteward/assistant/embedding/embedder";
import { requestIndex } from "@docsteward/services/site/index-request";
import { openSite } from "@docsteward/services/site/read";
import { expect, test } from "vitest";
import { startTestIndexer } from "../testing/indexer.ts";
import { workOnIndex } from "./work-on-index.ts";

const PAGES = {
  "index.md": "# Welcome\n\n## First\n\nGizmos.\n\n## Second\n\nGadgets.\n",
  "guide.md": "# Guide\n\nWidgets.\n",
};

/** Counts the letters of a text, and keeps what it was given. */
function countingEmbedder(id = "letters-1") {
  const seen: string[] = [];
  const state = { isAway: false };
  const vectorOf = (text: string) =>
    Float32Array.from({ length: 26 }, (_, at) => text.split(String.fromCharCode(97 + at)).length / 100);
  const embedder: Embedder = {
    id,
    async embedDocuments(texts) {
      if (state.isAway) throw new Error("connection refused");
      seen.push(...texts);
      return texts.map(vectorOf);
    },
    embedQuery: async (text) => vectorOf(text),
  };
  return { embedder, seen, state };
}

test("every page that answers gets its vectors, and a text is embedded once", async () => {
  const { embedder, seen } = countingEmbedder();
  await using indexer = await startTestIndexer(PAGES, { services: { embedder } });
  const { ctx, repository, services } = indexer;

  const first = await indexer.index();
  const before = seen.splice(0);
  await repository.commit({
    "index.md": PAGES["index.md"].replace("Gadgets", "Sprockets"),
    "guide.md": null,
    "guides/start.md": PAGES["guide.md"],
  });
  await indexer.index();
  const rows = await services.db.sitePageVectors.findMany({ where: { projectId: ctx.project.id, sinceVersion: 2 } });

  expect(first).toMatchObject({ status: "ready", embedderId: "letters-1", vectorsRevision: 1 });
  expect(before).toHaveLength(3);
  expect(seen).toEqual([expect.stringContaining("Sprockets")]);
  expect(rows.map(({ file, hashes }) => [file, hashes.length]).sort()).toEqual([
    ["guides/start.md", 1],
    ["index.md", 2],
  ]);
  expect(rows.every(({ hashes, vectors }) => vectors.length === hashes.length * 30)).toBe(true);
});

test("an embedder that fails shows, and the pages answer by their words", async () => {
  const { embedder, state } = countingEmbedder();
  state.isAway = true;
  await using indexer = await startTestIndexer(PAGES, { services: { embedder } });
  const { ctx } = indexer;

  const failed = await indexer.index();
  const { retriever } = await openSite(ctx);
  const found = await retriever.search({ text: "gizmos", limit: 1 });
  state.isAway = false;
  const retried = await indexer.index();

  expect(failed).toMatchObject({
    status: "failed",
    version: 1,
    failure: expect.stringContaining("the embedding model failed"),
  });
  expect(found[0]?.page.path).toBe("/");
  expect(retried).toMatchObject({ status: "ready", version: 1, failure: null, embedderId: "letters-1" });
});

test("another embedder begins anew, and its vectors replace the earlier ones", async () => {
  const earlier = countingEmbedder("letters-1");
  await using indexer = await startTestIndexer(PAGES, { services: { embedder: earlier.embedder } });
  const { ctx, services } = indexer;
  await indexer.index();

  const other = countingEmbedder("letters-2");
  services.embedder = other.embedder;
  const index = await indexer.index();
  const rows = await services.db.sitePageVectors.findMany({ where: { projectId: ctx.project.id } });

  expect(index).toMatchObject({ status: "ready", embedderId: "letters-2", version: 1 });
  expect(other.seen).toHaveLength(3);
  expect(new Set(rows.map(({ embedderId }) => embedderId))).toEqual(new Set(["letters-2"]));
});

test("vectors that take long are made in several runs, and a commit in between is read immediately", async () => {
  const { embedder, seen } = countingEmbedder();
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`p${at}.md`, `# Page ${at}\n\nText ${at}.\n`]),
  );
  await using indexer = await startTestIndexer(many, { takesRuns: false, services: { embedder } });
  const { ctx, services, parts, repository } = indexer;
  const { id: projectId } = ctx.project;
  const run = async () => {
    await workOnIndex(parts, projectId, new AbortController().signal, { embedForMs: 0 });
    return services.db.siteIndex.findUniqueOrThrow({ where: { projectId } });
  };
  await requestIndex(ctx);

  const first = await run();
  await repository.commit({ "added.md": "# Added\n\nGizmos.\n" });
  const second = await run();
  const { retriever } = await openSite(ctx);
  const [found] = await retriever.search({ text: "gizmos", limit: 1 });
  const third = await run();

  expect([first, second, third].map(({ status, version, embedderId }) => [status, version, embedderId])).toEqual([
    ["waiting", 1, null],
    ["waiting", 2, null],
    ["ready", 2, "letters-1"],
  ]);
  expect(found?.page.path).toBe("/added");
  expect(seen).toHaveLength(61);
});
