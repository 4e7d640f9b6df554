import { AutomationDefinition } from "@docsteward/contract/automation";
import { parseInput } from "@docsteward/contract/input-schema";
import { startTestGitHub } from "@docsteward/git/testing-github";
import { reply } from "@docsteward/model-script/script";
import { listAutomationRuns } from "@docsteward/services/automation/automation";
import { createAutomation } from "@docsteward/services/automation/define";
import { onSourceComment, onSourcePull } from "@docsteward/services/automation/source-pulls";
import { acceptGitHubEvent } from "@docsteward/services/github-event/accept";
import { listenToEvents } from "@docsteward/services/github-event/testing-events";
import { addSource } from "@docsteward/services/source";
import { expect, test, vi } from "vitest";
import { startGitHubQueue } from "../queues.ts";
import { startTestWorker } from "../testing/worker.ts";
import { startAutomations } from "./automations.ts";

const PATIENCE_MS = 300_000;
vi.setConfig({ testTimeout: PATIENCE_MS });

const PAGES = {
  "guides/cache.md": "# Cache\n\nRun `build --no-cache` to skip the cache.\n",
  "reference/cli.md": "# Commands\n\n| Flag | Meaning |\n| --- | --- |\n| `--no-cache` | Skip the cache. |\n",
  "index.md": "# Welcome\n\nA tool that builds.\n",
};
const CODE = (flag: string) => `export const flags = {\n  "${flag}": { type: "boolean", default: false },\n};\n`;

/** A worker whose project follows `acme/app` at a forge, and hears of what happens there; or is told by `hear`. */
async function startWorld({ isTold = false } = {}) {
  const stack = new AsyncDisposableStack();
  const at = stack.use(await startTestGitHub());
  const app = await at.forge.addRepository({
    ...{ owner: "acme", name: "app" },
    files: { "src/cli.ts": CODE("--no-cache"), "src/main.ts": "run();\n" },
  });
  at.forge.select(at.installation, [at.repository, app]);
  for (const person of ["mira", "noa", "ada"]) at.forge.addPerson(person);
  app.setRole("mira", "write");
  app.setRole("ada", "write");
  app.setRole("noa", "read");
  const world = stack.use(
    await startTestWorker(
      ({ turn }) =>
        [
          reply.tool("read", { path: "guides/cache.md" }),
          reply.tool("edit", { path: "guides/cache.md", old: "--no-cache", new: "--skip-cache" }),
          reply.tool("read", { path: "reference/cli.md" }),
          reply.tool("edit", { path: "reference/cli.md", old: "--no-cache", new: "--skip-cache" }),
          reply.tool("finish", { title: "Rename the flag", summary: "The flag is --skip-cache now." }),
        ][turn],
      { files: PAGES, services: { gitHubApp: at.config, gitHubPatience: { firstWaitMs: 5 } } },
    ),
  );
  const { ctx, services, parts } = world;
  const listener = stack.use(
    await listenToEvents(async (request) => {
      const header = (name: string) => request.headers.get(name);
      const signed = { id: header("x-github-delivery"), event: header("x-github-event") };
      const signature = header("x-hub-signature-256");
      const status = await acceptGitHubEvent(services, { ...signed, signature, body: () => request.text() });
      return new Response(status, { status: 202 });
    }),
  );
  if (!isTold) at.app.webhookUrl = listener.url;
  await addSource(ctx, { name: "app", repository: app.url() });
  await startGitHubQueue(parts);
  const automate = async () => {
    const automating = await startAutomations(parts, { everySeconds: 0.1, roundMs: 50 });
    stack.defer(() => automating.stop());
  };
  if (!isTold) await automate();
  const repository = { id: String(app.id), fullName: "acme/app" };
  const hear = (number: number, action = "synchronize") =>
    onSourcePull(services, {
      ...{ kind: "pull_request", repository, number, action, by: "ada", isOfBot: false, isBaseChanged: false },
    });
  /** What was heard and is not handled. */
  const unheard = () => services.db.gitHubDelivery.count({ where: { handledAt: null } });
  const define = (given: object) =>
    createAutomation(
      ctx,
      parseInput(AutomationDefinition, {
        ...{ name: "follow-app", on: { pull_request: { source: "app" } }, prompt: "Update the pages.", ...given },
      }),
    );
  const runs = async () => (await listAutomationRuns(ctx, { automationId: "follow-app", limit: 20 })).runs;
  const comments = (number: number) =>
    (app.pulls()[number - 1]?.comments ?? []).filter(({ author }) => author.type === "Bot").map(({ body }) => body);
  return {
    at,
    app,
    world,
    define,
    runs,
    comments,
    automate,
    hear,
    unheard,
    repository,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const soon = { timeout: PATIENCE_MS };

test("a pull request in a source is told which pages it will make false, in one comment and a check, and a comment of who may push starts the job", async () => {
  await using here = await startWorld();
  const { app, world, define, runs, comments } = here;
  await define({ labels: ["docs"], reviewers: ["mira"] });

  await app.commit({ "src/main.ts": null, "src/start.ts": "run();\n" }, { branch: "move", by: "ada" });
  await app.openPull({ branch: "move", title: "Move", by: "ada" });
  await expect.poll(() => app.checkRuns().map(({ conclusion }) => conclusion), soon).toEqual(["success"]);
  expect(comments(1)).toEqual([]);

  await app.commit({ "src/cli.ts": CODE("--skip-cache") }, { branch: "rename", by: "ada" });
  await app.openPull({ branch: "rename", title: "Rename @everyone", by: "ada" });
  await expect.poll(() => comments(2), soon).toEqual([expect.stringContaining("**2 pages will be false**")]);
  expect(comments(2)[0]).toContain("- `guides/cache.md:3`: `--no-cache` was renamed to `--skip-cache` in src/cli.ts.");
  expect(comments(2)[0]).toContain("Comment `@docsteward update docs`");
  const named = app.checkRuns().at(-1);
  expect(named).toMatchObject({ conclusion: "neutral", title: "2 pages will be false", status: "completed" });
  expect(named?.annotations[0]).toMatchObject({ path: "src/cli.ts", annotation_level: "warning" });
  expect(await runs()).toMatchObject([
    { trigger: "pull_request", state: "reported", change: { pullRequest: { number: 2 } } },
    { trigger: "pull_request", state: "silent", reason: expect.stringMatching(/^Nothing to do: /) },
  ]);
  expect(await world.services.db.job.count()).toBe(0);

  await app.commit({ "src/cli.ts": CODE("--no-cache") }, { branch: "rename", by: "ada" });
  await expect.poll(() => comments(2), soon).toEqual([expect.stringContaining("**No page will be false**")]);
  await app.commit({ "src/cli.ts": CODE("--skip-cache") }, { branch: "rename", by: "ada" });
  await expect.poll(() => comments(2), soon).toEqual([expect.stringContaining("**2 pages will be false**")]);

  app.comment(2, "@docsteward update docs", "noa");
  app.comment(2, "Thanks, @docsteward. What a name.", "mira");
  app.comment(2, "@docsteward update docs", "mira");
  await expect.poll(async () => (await runs())[0]?.state, soon).toBe("started");
  const [run] = await runs();
  const job = await world.end(run?.jobId ?? "");
  expect(job).toMatchObject({ status: "completed", changedFiles: 2, labels: ["docs"], reviewers: ["mira", "ada"] });
  const [pull] = await world.pullRequests();
  expect(pull?.body).toContain(`Follows [\`@app\` #2](${app.url()}/pull/2).`);
  await expect
    .poll(() => comments(2), soon)
    .toEqual([expect.stringMatching(/looked into it\. Its pull request: http/)]);
  expect(await world.services.db.job.count()).toBe(1);
});

test("a pull request of a fork is reported on, and one without the label, for another branch or beyond the App's permissions is not, or without a check", async () => {
  await using here = await startWorld();
  const { at, app, world, define, runs, comments, unheard } = here;
  at.installation.permissions = { contents: "write", pull_requests: "write", metadata: "read" };
  at.forge.addPerson("mallory");
  await define({ on: { pull_request: { source: "app", labels: ["public"] } } });
  await app.commit({ "src/cli.ts": CODE("--skip-cache") }, { branch: "theirs", by: "mallory" });
  await app.openPull({ branch: "theirs", title: "Rename", by: "mallory", fork: "mallory" });
  await app.commit({ "README.md": "Old\n" }, { branch: "old", by: "ada" });
  await app.commit({ "src/cli.ts": CODE("--other") }, { branch: "late", by: "ada" });
  await app.openPull({ branch: "late", title: "Rename", by: "ada", base: "old" });
  await app.addLabels(2, ["public"], "ada");
  await app.addLabels(1, ["bug", "public"], "ada");

  await expect.poll(() => comments(1), soon).toEqual([expect.stringContaining("**2 pages will be false**")]);
  expect(comments(1)[0]).toContain("Checks: write");
  expect(app.checkRuns()).toEqual([]);
  await expect
    .poll(() => world.services.db.gitHubDelivery.count({ where: { event: "pull_request" } }), soon)
    .toBeGreaterThanOrEqual(5);
  await expect.poll(unheard, soon).toBe(0);
  expect((await runs()).map(({ change }) => change?.pullRequest?.number)).not.toContain(2);
  expect(comments(2)).toEqual([]);
});

test("the newest commits are reported on when events come late, when commits come back and after a failure, within limits that keep nobody from asking", async () => {
  await using here = await startWorld({ isTold: true });
  const { app, world, define, runs, comments, automate, hear, repository } = here;
  const { services } = world;
  await define({});
  const first = await app.commit({ "src/main.ts": null, "src/start.ts": "run();\n" }, { branch: "rename", by: "ada" });
  await app.openPull({ branch: "rename", title: "Rename", by: "ada" });
  const push = (sha: string) => app.git("update-ref", "refs/heads/rename", sha);
  const states = async () =>
    Object.fromEntries((await services.db.automationRun.findMany()).map(({ data, state }) => [headOf(data), state]));
  const headOf = (data: unknown) => (data as { head: string }).head;

  await hear(1, "edited");
  expect(await runs()).toEqual([]);
  await hear(1, "opened");
  const second = await app.commit({ "src/cli.ts": CODE("--skip-cache") }, { branch: "rename", by: "ada" });
  await hear(1);
  expect(await states()).toEqual({ [first]: "silent", [second]: "waiting" });
  // An event of before, whose worker read the pull request then.
  await push(first);
  await hear(1);
  await push(second);
  expect(await states()).toEqual({ [first]: "waiting", [second]: "silent" });
  await automate();
  await expect.poll(() => comments(1), soon).toEqual([expect.stringContaining("**2 pages will be false**")]);
  expect(await runs()).toMatchObject([
    { state: "reported" },
    { state: "silent", reason: "The pull request has newer commits." },
  ]);

  await push(first);
  await hear(1);
  await expect.poll(() => comments(1), soon).toEqual([expect.stringContaining("**No page will be false**")]);
  await push(second);
  await hear(1);
  await expect.poll(() => comments(1), soon).toEqual([expect.stringContaining("**2 pages will be false**")]);

  const [last] = await services.db.automationRun.findMany({ orderBy: { createdAt: "desc" }, take: 1 });
  const where = { id: last?.id ?? "" };
  await services.db.automationRun.update({ where, data: { state: "failed", reason: "It was busy." } });
  await hear(1);
  await expect.poll(async () => (await runs())[0]?.state, soon).toBe("reported");

  const { data } = await services.db.automationRun.findUniqueOrThrow({ where });
  await services.db.automationRun.update({ where, data: { data: { ...(data as object), looks: 20 } } });
  await push(first);
  await hear(1);
  expect(await states()).toMatchObject({ [first]: "silent" });
  await push(second);
  const comment = { repository, number: 1, by: "mira", writtenAt: "2026-01-01T00:00:00Z" };
  await onSourceComment(services, {
    ...{ kind: "comment", ...comment, commentId: "7", body: "@docsteward update docs" },
  });
  await expect.poll(async () => (await runs())[0]?.state, soon).toBe("started");
  await world.end((await runs())[0]?.jobId ?? "");
});

test("a pull request that is closed before it is looked into is not reported on, and is when it is opened again", async () => {
  await using here = await startWorld({ isTold: true });
  const { app, define, runs, comments, automate, hear } = here;
  await define({});
  await app.commit({ "src/cli.ts": CODE("--skip-cache") }, { branch: "rename", by: "ada" });
  await app.openPull({ branch: "rename", title: "Rename", by: "ada" });
  await hear(1, "opened");
  await app.closePull(1);
  await automate();

  const closed = { state: "silent", reason: "The pull request was closed or merged before it was looked into." };
  await expect.poll(runs, soon).toMatchObject([closed]);
  expect([comments(1), app.checkRuns()]).toEqual([[], []]);

  await app.reopenPull(1);
  await hear(1, "reopened");
  await expect.poll(() => comments(1), soon).toEqual([expect.stringContaining("**2 pages will be false**")]);
});

test("a source whose stored name is that of before a rename is still reported on", async () => {
  await using here = await startWorld({ isTold: true });
  const { app, world, define, runs, hear } = here;
  const { services, ctx } = world;
  await define({});
  await app.commit({ "src/cli.ts": CODE("--skip-cache") }, { branch: "rename", by: "ada" });
  await app.openPull({ branch: "rename", title: "Rename", by: "ada" });
  const source = await services.db.source.findFirstOrThrow({ where: { projectId: ctx.project.id } });
  const old = app.url().replace(/app$/, "before");
  await services.db.source.update({
    where: { id: source.id },
    data: { repository: old, hostRepositoryId: String(app.id) },
  });
  await hear(1, "opened");
  expect(await runs()).toMatchObject([{ trigger: "pull_request", state: "waiting" }]);
});

test("a pull request of Docsteward is not reported on, whether its repository is known by its number or by its address", async () => {
  await using here = await startWorld({ isTold: true });
  const { app, world, define, runs, hear } = here;
  const { services, ctx } = world;
  await define({});
  const headSha = await app.commit({ "src/cli.ts": CODE("--skip-cache") }, { branch: "rename", by: "ada" });
  const number = await app.openPull({ branch: "rename", title: "Rename", by: "ada" });
  const texts = { title: "Rename", body: "", branch: "rename", baseRef: "main", baseSha: headSha, headSha };
  const own = { projectId: ctx.project.id, number, jobId: "job_1", repository: app.url(), ...texts };
  for (const repositoryKey of [`github:${app.id}`, app.url().toLowerCase()]) {
    await services.db.pullRequest.create({ data: { id: "pr_1", ...own, repositoryKey } });
    await hear(number, "opened");
    expect(await runs()).toEqual([]);
    await services.db.pullRequest.delete({ where: { id: "pr_1" } });
  }
  await hear(number, "opened");
  expect(await runs()).toHaveLength(1);
});

test("a merge has its job where GitHub tells nothing of pull requests, unless labels are asked for", async () => {
  await using here = await startWorld();
  const { at, app, world, define } = here;
  const { db } = world.services;
  const route = "GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls";
  at.forge.addFault({ kind: "forbidden", at: route, repository: "acme/app", times: 1_000 });
  await define({ on: { merge: { source: "app" } } });
  await define({ name: "labeled", on: { merge: { source: "app", labels: ["public"] } } });
  const seen = () => db.automationPosition.count({ where: { seen: { not: null } } });
  await expect.poll(seen, soon).toBe(2);
  await app.commit({ "src/cli.ts": CODE("--skip-cache") }, { by: "ada" });
  await db.automationPosition.updateMany({ data: { nextPollAt: new Date(0) } });
  const ends = async () =>
    (await db.automationRun.findMany({ include: { automation: true } })).map(
      ({ automation, state }) => `${automation.name} ${state}`,
    );
  await expect.poll(async () => (await ends()).toSorted(), soon).toEqual(["follow-app started", "labeled failed"]);
  const run = await db.automationRun.findFirstOrThrow({ where: { state: "started" } });
  expect(await world.end(run.jobId ?? "")).toMatchObject({ status: "completed", reviewers: [] });
});
