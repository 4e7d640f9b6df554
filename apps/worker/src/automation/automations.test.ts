import { AutomationDefinition } from "@docsteward/contract/automation";
import { parseInput } from "@docsteward/contract/input-schema";
import { makeRepository } from "@docsteward/git/testing";
import { reply } from "@docsteward/model-script/script";
import { listAutomationRuns } from "@docsteward/services/automation/automation";
import { changeAutomation, createAutomation } from "@docsteward/services/automation/define";
import { addSource } from "@docsteward/services/source";
import { expect, test } from "vitest";
import { startTestIndexer } from "../testing/indexer.ts";
import { startTestWorker } from "../testing/worker.ts";
import { startAutomations } from "./automations.ts";

const PAGES = {
  "guides/cache.md": "# Cache\n\nRun `build --no-cache` to skip the cache.\n",
  "reference/cli.md": "# Commands\n\n| Flag | Meaning |\n| --- | --- |\n| `--no-cache` | Skip the cache. |\n",
  "index.md": "# Welcome\n\nA tool that builds.\n",
};
const CODE = (flag: string) => `export const flags = {\n  "${flag}": { type: "boolean", default: false },\n};\n`;

test("a change that renames a flag becomes one pull request for the pages that name it, and one that moves code becomes none", async () => {
  await using app = await makeRepository({ "src/cli.ts": CODE("--no-cache"), "src/main.ts": "run();\n" });
  await using world = await startTestWorker(
    ({ turn }) =>
      [
        reply.tool("read", { path: "guides/cache.md" }),
        reply.tool("edit", { path: "guides/cache.md", old: "--no-cache", new: "--skip-cache" }),
        reply.tool("read", { path: "reference/cli.md" }),
        reply.tool("edit", { path: "reference/cli.md", old: "--no-cache", new: "--skip-cache" }),
        reply.tool("finish", { title: "Rename the flag", summary: "The flag is --skip-cache now." }),
      ][turn],
    { files: PAGES },
  );
  const { ctx, services, repository } = world;
  const definition = parseInput(AutomationDefinition, {
    name: "follow-app",
    on: { merge: { source: "app", paths: ["src"] } },
    prompt: "Update the pages for {{source}}.",
  });
  await addSource(ctx, { name: "app", repository: app.url });
  await createAutomation(ctx, definition);
  const automating = await startAutomations(world.parts, { everySeconds: 0.1, roundMs: 50 });
  const seen = async () => (await services.db.automationPosition.findFirst())?.seen ?? null;
  const runs = async () => (await listAutomationRuns(ctx, { automationId: "follow-app", limit: 10 })).runs;
  try {
    await expect.poll(seen).not.toBeNull();
    await app.commit({ "src/main.ts": null, "src/start.ts": "run();\n" });
    const first = async () => (await runs()).map(({ state, reason }) => [state, reason]);
    await expect.poll(first).toEqual([["silent", expect.stringMatching(/^Nothing to do: /)]]);
    expect(await services.db.job.count()).toBe(0);

    await app.commit({ "src/cli.ts": CODE("--skip-cache") });
    await expect.poll(async () => (await runs()).map(({ state }) => state)).toEqual(["started", "silent"]);
  } finally {
    automating.stop();
  }
  const [run] = await runs();
  const job = await world.end(run?.jobId ?? "");
  expect(job).toMatchObject({ status: "completed", pullRequestNumber: 1, changedFiles: 2 });
  const [message] = await services.db.jobMessage.findMany({ where: { jobId: job.id } });
  expect(message?.content).toContain("guides/cache.md:3 `--no-cache` was renamed to `--skip-cache` in src/cli.ts.");
  expect(message?.content).toContain("reference/cli.md:5 ");
  expect(message?.content).toContain('+  "--skip-cache": { type: "boolean", default: false },');
  expect(await repository.git("show", `${job.branch}:guides/cache.md`)).toContain("build --skip-cache");
});

test("a push runs an automation when it touches its files, and a merged pull request of Docsteward is no push", async () => {
  await using world = await startTestWorker(() => undefined, { files: PAGES });
  const { ctx, services, repository } = world;
  await createAutomation(
    ctx,
    parseInput(AutomationDefinition, { name: "review", on: { push: { paths: ["guides"] } }, prompt: "Read it." }),
  );
  const automating = await startAutomations(world.parts, { everySeconds: 0.1, roundMs: 50 });
  const runs = async () => (await listAutomationRuns(ctx, { automationId: "review", limit: 10 })).runs;
  const outcomes = async () => (await runs()).map(({ state, reason }) => reason ?? state);
  const seen = async () => (await services.db.automationPosition.findFirst())?.seen ?? null;
  try {
    await expect.poll(seen).not.toBeNull();
    await repository.commit({ "index.md": "# Home\n" });
    const outside = "The change touches none of the paths.";
    await expect.poll(outcomes).toEqual([`Nothing to do: ${outside}`]);

    // As a merge of a pull request makes it: a commit of two parents, the second being the pull request's.
    const base = await repository.git("rev-parse", repository.branch);
    const tree = await repository.git("rev-parse", `${repository.branch}^{tree}`);
    const own = await repository.git("commit-tree", tree, "-p", base, "-m", "Ours");
    const merge = await repository.git("commit-tree", tree, "-p", base, "-p", own, "-m", "Merge");
    const id = "pul_own";
    const texts = { title: "Update", body: "", branch: "docs/own", baseRef: "main", baseSha: base, headSha: own };
    const place = { number: 1, repository: ctx.project.repository, repositoryKey: ctx.project.repository };
    await services.db.pullRequest.create({
      data: { id, projectId: ctx.project.id, ...place, ...texts, state: "merged" },
    });
    await repository.git("update-ref", `refs/heads/${repository.branch}`, merge);
    await expect
      .poll(outcomes)
      .toEqual(["Nothing to do: The push is a pull request of Docsteward.", `Nothing to do: ${outside}`]);

    // Squashed: another commit on the base, with the files of the pull request.
    const ours = await repository.commit({ "guides/cache.md": "# Cache\n\nSquashed.\n" }, "ours");
    const treeSha = await repository.git("rev-parse", `${ours}^{tree}`);
    const texts2 = { ...texts, branch: "ours", baseSha: merge, headSha: ours, treeSha };
    await services.db.pullRequest.create({
      data: {
        id: "pul_two",
        projectId: ctx.project.id,
        ...place,
        number: 2,
        jobId: "job_two",
        ...texts2,
        state: "merged",
      },
    });
    const squashed = await repository.git("commit-tree", treeSha, "-p", merge, "-m", "Squashed");
    await repository.git("update-ref", `refs/heads/${repository.branch}`, squashed);
    const isOurs = "Nothing to do: The push is a pull request of Docsteward.";
    await expect.poll(async () => (await outcomes()).slice(0, 2)).toEqual([isOurs, isOurs]);

    await repository.commit({ "guides/cache.md": "# Cache\n\nChanged.\n" });
    await expect.poll(async () => (await outcomes())[0]).toBe("started");
  } finally {
    automating.stop();
  }
});

test("a person's push that waits in quiet hours still counts when a merge of Docsteward follows it", async () => {
  await using world = await startTestWorker(() => undefined, { files: PAGES });
  const { ctx, services, repository } = world;
  const clock = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
  const quietHours = { from: clock(-2), to: clock(2), timeZone: "UTC" };
  const definition = { name: "review", on: { push: {} }, prompt: "Read it.", quietHours };
  await createAutomation(ctx, parseInput(AutomationDefinition, definition));
  const automating = await startAutomations(world.parts, { everySeconds: 0.1, roundMs: 50 });
  const position = async () => (await services.db.automationPosition.findFirst())?.seen ?? null;
  const run = () => services.db.automationRun.findFirst();
  try {
    await expect.poll(position).not.toBeNull();
    const theirs = await repository.commit({ "index.md": "# Home\n" });
    await expect.poll(async () => (await run())?.reason).toMatch(/^Quiet hours until /);

    const tree = await repository.git("rev-parse", `${theirs}^{tree}`);
    const own = await repository.git("commit-tree", tree, "-p", theirs, "-m", "Ours");
    const merge = await repository.git("commit-tree", tree, "-p", theirs, "-p", own, "-m", "Merge");
    const texts = { title: "Update", body: "", branch: "docs/own", baseRef: "main", baseSha: theirs, headSha: own };
    const place = { number: 1, repository: ctx.project.repository, repositoryKey: ctx.project.repository };
    await services.db.pullRequest.create({
      data: { id: "pul_own", projectId: ctx.project.id, ...place, ...texts, state: "merged" },
    });
    await repository.git("update-ref", `refs/heads/${repository.branch}`, merge);
    await expect.poll(position).toBe(merge);

    // The quiet hours are over.
    const { id } = await services.db.automation.findFirstOrThrow();
    const { quietHours: _, ...loud } = definition;
    await changeAutomation(ctx, { automationId: id, definition: parseInput(AutomationDefinition, loud) });
    await services.db.automationRun.updateMany({ data: { dueAt: new Date() } });
    await services.db.$transaction((tx) => services.queue.automation.requeue(tx, id));
    await expect.poll(async () => (await run())?.state).toBe("started");
  } finally {
    automating.stop();
  }
});

test("an index run brings the automations in line with the file", async () => {
  const path = ".docsteward/automations.yml";
  await using indexer = await startTestIndexer({
    "index.md": "# Welcome\n",
    [path]: "automations:\n  - name: weekly\n    on: { manual: true }\n    prompt: Check.\n  - name: Wrong\n",
  });
  const { services, ctx, repository } = indexer;
  const names = async () => (await services.db.automation.findMany()).map(({ name }) => name);

  await indexer.index();
  expect(await names()).toEqual(["weekly"]);
  const file = await services.db.automationFile.findUniqueOrThrow({ where: { projectId: ctx.project.id } });
  expect(file.problems[0]).toMatch(/^Line 5: Automation "Wrong"/);
  await repository.commit({ [path]: null });
  await indexer.index();

  expect(await names()).toEqual([]);
});
