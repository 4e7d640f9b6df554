import { requestIndex } from "@docsteward/services/site/index-request";
import { getIndexState } from "@docsteward/services/site/index-state";
import { openSite } from "@docsteward/services/site/read";
import { workOnIndex } from "@docsteward/worker/index/work-on-index";
import { startTestIndexer, type TestIndexer } from "@docsteward/worker/testing/indexer";
import { expect, test } from "vitest";
import { ENDLESS, READ_WITH_ENDLESS } from "./endless-page.ts";

const page = (title: string, body: string) => `---\ntitle: ${title}\n---\n\n${body}\n`;
const FILES = {
  "docs.json": '{ "navigation": { "pages": ["index", "slow"] } }\n',
  "index.md": page("Home", "All about lanterns."),
  "slow.md": page("Slow", "Lanterns burn."),
  "z.md": page("Z", "More lanterns."),
};
const REASON = "takes more than 1 s of CPU time";

/** A run whose pages have 1 s each, where an ordinary one takes some milliseconds, and the first of a process more. */
async function index({ ctx, parts }: TestIndexer, { of = ctx, cpuSeconds = 1 } = {}) {
  await requestIndex(of);
  const settings = { ...parts.settings, PAGE_CPU_SECONDS: cpuSeconds };
  const { signal } = new AbortController();
  await workOnIndex({ ...parts, settings }, of.project.id, signal, { task: READ_WITH_ENDLESS });
  return getIndexState(of);
}

async function pathsOf({ ctx }: TestIndexer) {
  const { retriever } = await openSite(ctx);
  return [...retriever.pages()].map(({ path }) => path).sort();
}

test("a page that takes too much is left out and named, and all others answer", async () => {
  await using indexer = await startTestIndexer(FILES, { takesRuns: false });
  await index(indexer);
  expect(await pathsOf(indexer)).toEqual(["/", "/slow", "/z"]);

  await indexer.repository.commit({
    "slow.md": page("Slow", `Lanterns burn ${ENDLESS}.`),
    "z.md": page("Z", "Zanzibar."),
  });
  const state = await index(indexer);

  expect(state).toMatchObject({
    status: "ready",
    failure: null,
    answers: { pages: 2 },
    skipped: { count: 1, pages: [{ path: "slow.md", reason: REASON }] },
  });
  // What the page said before is not what it says now.
  expect(await pathsOf(indexer)).toEqual(["/", "/z"]);
  const { retriever } = await openSite(indexer.ctx);
  const hits = await retriever.search({ text: "zanzibar", limit: 5 });
  expect(hits[0]?.page.path).toBe("/z");
});

test("a page that was left out is tried again when it or the bound is another, and not before", async () => {
  const files = { ...FILES, "slow.md": page("Slow", `${ENDLESS} once`) };
  await using indexer = await startTestIndexer(files, { takesRuns: false });
  await index(indexer);
  const kept = await index(indexer);
  // A retry under another limit would name that one.
  const lower = await index(indexer, { cpuSeconds: 0.9 });
  const higher = await index(indexer, { cpuSeconds: 1.1 });
  expect([kept, lower, higher].map(({ skipped }) => skipped.pages.map(({ reason }) => reason))).toEqual([
    [REASON],
    [REASON],
    ["takes more than 1.1 s of CPU time"],
  ]);

  await indexer.repository.commit({ "slow.md": page("Slow", "Quick now.") });
  expect(await index(indexer)).toMatchObject({ answers: { pages: 3 }, skipped: { count: 0, pages: [] } });
  expect(await pathsOf(indexer)).toEqual(["/", "/slow", "/z"]);
});

test("a navigation file that takes too much fails the run in a sentence, and what answered goes on answering", async () => {
  await using indexer = await startTestIndexer(FILES, { takesRuns: false });
  await index(indexer);
  await indexer.repository.commit({ "docs.json": `{ "name": "${ENDLESS}", "navigation": { "pages": ["index"] } }\n` });

  expect(await index(indexer)).toMatchObject({
    status: "failed",
    failure: `docs.json ${REASON} to read. Make it smaller or simpler.`,
    answers: { pages: 3 },
  });
});

test("a page that is built to hold up its readers holds up no other site", async () => {
  const hostile = { "spaces.md": `# ${" ".repeat(20_000)}\r x\n`, "comments.md": `${"<!--".repeat(240_000)}\n` };
  await using indexer = await startTestIndexer({ ...FILES, ...hostile }, { takesRuns: false });
  const other = await indexer.addProject({ docsPath: "docs" });
  await indexer.repository.commit({ "docs/index.md": page("Other", "Nothing hostile.") });

  const [first, second] = await Promise.all([index(indexer), index(indexer, { of: other })]);

  expect(first).toMatchObject({ status: "ready", failure: null });
  expect(await pathsOf(indexer)).toEqual(expect.arrayContaining(["/", "/slow", "/z"]));
  expect(second).toMatchObject({ status: "ready", answers: { pages: 1 } });
});

test("a page over a bound of the repository is named among those that were left out", async () => {
  const large = `${page("Large", "Lanterns.")}${"x".repeat(1_000_000)}\n`;
  await using indexer = await startTestIndexer({ ...FILES, "large.md": large }, { takesRuns: false });

  expect(await index(indexer)).toMatchObject({
    status: "ready",
    answers: { pages: 3 },
    skipped: { count: 1, pages: [{ path: "large.md", reason: "is larger than 1,000 kB" }] },
  });
});
