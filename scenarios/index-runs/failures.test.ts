import { fork } from "node:child_process";
import { once } from "node:events";
import { rename } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { DEFAULT_BOUNDS } from "@docsteward/git/rules/repository-bounds";
import type { ProjectContext } from "@docsteward/services/context";
import { addIndexRequest, addMissingIndexes, requestIndex } from "@docsteward/services/site/index-request";
import { claimIndex, finishIndex } from "@docsteward/services/site/index-run";
import { openSite } from "@docsteward/services/site/read";
import { publishVersion } from "@docsteward/services/site/version";
import { pollDueRepositories } from "@docsteward/worker/index/watch-repositories";
import { startIndexQueue, workOnIndex } from "@docsteward/worker/index/work-on-index";
import { startTestIndexer } from "@docsteward/worker/testing/indexer";
import { expect, test } from "vitest";
import { ENDLESS, READ_WITH_ENDLESS } from "./endless-page.ts";

const PAGES = { "index.md": "# Welcome\n\nGizmos.\n", "guide.md": "# Guide\n\nGadgets.\n" };

const pathsFor = async (ctx: ProjectContext, text: string) => {
  const { retriever } = await openSite(ctx);
  return (await retriever.search({ text, limit: 10 })).map(({ page }) => page.path);
};
const indexOf = (ctx: ProjectContext) => ctx.db.siteIndex.findUniqueOrThrow({ where: { projectId: ctx.project.id } });

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(25);
}

test("a repository that is gone fails the run in a sentence, and what answered goes on answering", async () => {
  await using indexer = await startTestIndexer(PAGES);
  const { ctx, repository } = indexer;
  await indexer.index();

  await rename(repository.path, `${repository.path}-away`);
  const failed = await indexer.index();
  await rename(`${repository.path}-away`, repository.path);
  await repository.commit({ "guide.md": "# Guide\n\nWidgets.\n" });

  expect(failed).toMatchObject({ status: "failed", version: 1, failure: expect.stringMatching(/repository.*\.$/) });
  expect(await pathsFor(ctx, "gadgets")).toEqual(["/guide"]);
  expect(await indexer.index()).toMatchObject({ status: "ready", failure: null });
  expect(await pathsFor(ctx, "widgets")).toEqual(["/guide"]);
});

test("a base ref that is no branch fails the run in a sentence", async () => {
  await using indexer = await startTestIndexer(PAGES);
  const ctx = await indexer.addProject({ ref: "trunk" });

  expect(await indexer.index(ctx)).toMatchObject({
    status: "failed",
    failure: "The repository has no branch trunk. Check the project's base ref.",
  });
});

test("a site over a bound fails the run with a sentence, and goes on when the bound is raised", async () => {
  const bounds = { ...DEFAULT_BOUNDS, maxFiles: 1_000, maxPages: 1, maxBytes: 1_000_000 };
  await using indexer = await startTestIndexer(PAGES, { services: { repositoryBounds: bounds } });

  expect(await indexer.index()).toMatchObject({
    status: "failed",
    failure:
      "The repository has more than 1 pages and navigation files. Point the project at a smaller folder, or raise MAX_SITE_PAGES.",
  });
  bounds.maxPages = 2;
  expect(await indexer.index()).toMatchObject({ status: "ready", pageCount: 2 });
});

test("a commit that is over a bound is fetched and read once, and again for a person alone", async () => {
  const bounds = { ...DEFAULT_BOUNDS, maxFiles: 1_000, maxPages: 1, maxBytes: 1_000_000 };
  await using indexer = await startTestIndexer(PAGES, { takesRuns: false, services: { repositoryBounds: bounds } });
  const { ctx, parts, services } = indexer;
  const projectId = ctx.project.id;
  const push = () => addIndexRequest(ctx, { projectId, reason: "change" });
  const work = () => workOnIndex(parts, projectId, new AbortController().signal);
  await push();
  await work();
  const { failure } = await indexOf(ctx);
  // A second read of the commit finds it within the limits now.
  bounds.maxPages = 2;

  await push();
  await work();
  expect(failure).toMatch(/^The repository has more than 1 pages/);
  expect(await indexOf(ctx)).toMatchObject({ status: "failed", failure });
  await ctx.db.siteIndex.update({ where: { projectId }, data: { endedAt: new Date(0), lastPolledAt: null } });
  await pollDueRepositories(services, { everySeconds: 1 });
  expect(await indexOf(ctx)).toMatchObject({ status: "failed" });
  await requestIndex(ctx);
  await work();
  expect(await indexOf(ctx)).toMatchObject({ status: "ready", pageCount: 2 });
});

test("a run is aborted when its worker stops, and the next one does it", async () => {
  // One page that is never read: the run lasts until it is stopped.
  const pages = { ...PAGES, "guide.md": `# Guide\n\nGadgets ${ENDLESS}.\n` };
  await using indexer = await startTestIndexer(pages, { takesRuns: false });
  const { ctx, parts } = indexer;
  await requestIndex(ctx);
  const stopping = new AbortController();
  const settings = { ...parts.settings, PAGE_CPU_SECONDS: 600 };

  const task = { task: READ_WITH_ENDLESS };
  const run = workOnIndex({ ...parts, settings }, ctx.project.id, stopping.signal, task);
  await until(async () => (await indexOf(ctx)).status === "running");
  stopping.abort(new Error("This worker is shutting down."));
  await run.catch(() => undefined);
  const handedBack = await indexOf(ctx);
  await workOnIndex(parts, ctx.project.id, new AbortController().signal);

  expect(handedBack.status).toBe("waiting");
  expect(await indexOf(ctx)).toMatchObject({ status: "ready", pageCount: 2, consecutiveLosses: 0 });
});

test("a worker that is killed in the middle of a run is followed by another one", async () => {
  await using indexer = await startTestIndexer(PAGES, { takesRuns: false });
  const { ctx, services, parts } = indexer;
  const worker = fork(new URL("stuck-worker.ts", import.meta.url), [services.databaseUrl], {
    stdio: "ignore",
  });
  const exited = once(worker, "exit");
  await requestIndex(ctx);
  await until(async () => (await indexOf(ctx)).status === "running");
  const { attempt } = await indexOf(ctx);

  worker.kill("SIGKILL");
  await exited;
  await startIndexQueue(parts);
  await until(async () => (await indexOf(ctx)).status === "ready");

  expect(await indexOf(ctx)).toMatchObject({ pageCount: 2, attempt: attempt + 1, version: attempt + 1 });
  expect(await pathsFor(ctx, "gizmos")).toEqual(["/"]);
});

test("a branch that moves is noticed, once for each move", async () => {
  await using indexer = await startTestIndexer(PAGES, { takesRuns: false });
  const { ctx, repository, services, parts } = indexer;
  const look = () => pollDueRepositories(services, { everySeconds: 0 });
  const work = () => workOnIndex(parts, ctx.project.id, new AbortController().signal);
  const requests = async () => (await indexOf(ctx)).requests;

  await addMissingIndexes(services);
  await look();
  await look();
  const first = await requests();
  await work();
  await look();
  const unmoved = await requests();
  await repository.commit({ "guide.md": "# Guide\n\nWidgets.\n" });
  await look();
  const moved = await requests();
  await work();

  expect([first, unmoved, moved]).toEqual([1, 1, 2]);
  expect(await pathsFor(ctx, "widgets")).toEqual(["/guide"]);
});

test("pages that another version of the service made are made anew", async () => {
  await using indexer = await startTestIndexer(PAGES, { takesRuns: false });
  const { ctx, services, parts, repository } = indexer;
  await requestIndex(ctx);
  const claimed = await claimIndex(services, { projectId: ctx.project.id });
  if (claimed === null) throw new Error("There is nothing to do.");
  const { lease } = claimed;
  const commit = await repository.head();
  await publishVersion(services, { lease, commit, fingerprint: "0:old", pageCount: 0, hasChanges: true });
  await finishIndex(services, { lease });

  await pollDueRepositories(services, { everySeconds: 0 });
  await workOnIndex(parts, ctx.project.id, new AbortController().signal);

  expect(await pathsFor(ctx, "gizmos")).toEqual(["/"]);
});
