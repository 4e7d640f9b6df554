import { makeRepository } from "@docsteward/git/testing";
import { createPullRequestStore } from "@docsteward/services/pull-request/store";
import { seedJob, seedProject } from "@docsteward/services/testing";
import { expect } from "vitest";
import { appTest, projectPath, signedInCaller } from "../../testing/test-app.ts";

const test = appTest()
  .extend("caller", { scope: "file" }, ({ services }) => () => {
    return signedInCaller(services);
  })
  /** A project with one job and its open pull request, over a real repository. */
  .extend("openPullRequest", { scope: "file" }, ({ services }) => async (options: { bare: boolean }) => {
    const repository = await makeRepository({ "index.md": "# Hello\n\nOne.\n" }, options);
    const ctx = await seedProject(services, { repository: repository.url, baseRef: repository.branch });
    const job = await seedJob(ctx, { status: "completed", pullRequestNumber: 1 });
    const baseSha = await repository.head();
    const headSha = await repository.commit({ "index.md": "# Hello\n\nTwo.\n" }, "fix");
    const words = { title: "Say two", body: "It was **one**.", isDraft: false };
    const store = createPullRequestStore(services, { projectId: ctx.project.id, repository: ctx.project.repository });
    await store.create({ jobId: job.id, branch: "fix", baseRef: repository.branch, baseSha, headSha, ...words });
    const site = projectPath(ctx);
    return { repository, job, site, number: 1 };
  });

test("a pull request comes with its commits and the checks of its job", async ({
  services,
  caller,
  openPullRequest,
}) => {
  const { repository, site, number, job } = await openPullRequest({ bare: true });
  await using _ = repository;
  const data = { errors: 0, warnings: 1, problems: [{ path: "index.md", line: 1, message: "Too short." }] };
  const row = { jobId: job.id, seq: 90, type: "checks.finished", data, createdAt: new Date() };
  await services.db.jobEvent.create({ data: row });

  const pull = await caller().pullRequest.get({ ...site, number });

  expect(pull).toMatchObject({ title: "Say two", state: "open", branch: "fix", additions: 1, deletions: 1 });
  expect(pull).toMatchObject({ fileCount: 1, checks: data });
  expect(pull.commits).toHaveLength(1);
  expect(pull).not.toHaveProperty("files");
});

test("the difference comes ready to show, in one column or in two", async ({ caller, openPullRequest }) => {
  const { repository, site, number } = await openPullRequest({ bare: true });
  await using _ = repository;

  const unified = await caller().pullRequest.diff({ ...site, number });
  const split = await caller().pullRequest.diff({ ...site, number, style: "split" });

  expect(unified.files).toMatchObject([{ path: "index.md", status: "modified", html: expect.stringContaining("Two") }]);
  expect(unified.files[0]?.html).toContain('data-diff-type="single"');
  expect(split.files[0]?.html).toContain('data-diff-type="split"');
});

test("a page is shown as it was and as it will be", async ({ caller, openPullRequest }) => {
  const { repository, site, number } = await openPullRequest({ bare: true });
  await using _ = repository;

  const { before, after } = await caller().pullRequest.preview({ ...site, number, path: "index.md" });

  expect(before?.blocks.map(({ isNew }) => isNew)).toEqual([false, true]);
  expect(after?.blocks.at(-1)).toEqual({
    node: { kind: "paragraph", children: [{ kind: "text", text: "Two." }] },
    isNew: true,
  });
});

test("the list can be narrowed to a state", async ({ caller, openPullRequest }) => {
  const { repository, site } = await openPullRequest({ bare: true });
  await using _ = repository;

  expect(await caller().pullRequest.list({ ...site, state: "open" })).toHaveLength(1);
  expect(await caller().pullRequest.list({ ...site, state: "merged" })).toEqual([]);
});

test("merge and close change the state", async ({ caller, openPullRequest }) => {
  const first = await openPullRequest({ bare: true });
  const second = await openPullRequest({ bare: true });
  await using _ = first.repository;
  await using __ = second.repository;

  expect(await caller().pullRequest.merge({ ...first.site, number: 1 })).toMatchObject({ state: "merged" });
  expect(await caller().pullRequest.close({ ...second.site, number: 1 })).toMatchObject({ state: "closed" });
});

test("a refused merge gives the sentence with the command to run", async ({ caller, openPullRequest }) => {
  const { repository, site, number } = await openPullRequest({ bare: false });
  await using _ = repository;

  await expect(caller().pullRequest.merge({ ...site, number })).rejects.toMatchObject({
    cause: { code: "conflict", message: expect.stringMatching(/git -C .* merge fix/) },
  });
});

test("a deleted repository is reported in place of the diff", async ({ caller, openPullRequest }) => {
  const { repository, site, number } = await openPullRequest({ bare: true });
  await repository[Symbol.asyncDispose]();

  const pull = await caller().pullRequest.get({ ...site, number });

  expect(pull.problem).toEqual(expect.any(String));
  expect(await caller().pullRequest.diff({ ...site, number })).toMatchObject({ problem: pull.problem, files: [] });
});

test("another project's pull request is not found", async ({ services, caller, openPullRequest }) => {
  const { repository } = await openPullRequest({ bare: true });
  await using _ = repository;
  const mine = await seedProject(services);
  const input = { org: mine.organization.slug, domain: mine.project.domain, number: 1 };
  const { pullRequest } = caller();

  expect(await pullRequest.list(input)).toEqual([]);
  for (const call of [pullRequest.get, pullRequest.diff, pullRequest.merge, pullRequest.close]) {
    await expect(call(input)).rejects.toMatchObject({ cause: { code: "not_found" } });
  }
  await expect(pullRequest.preview({ ...input, path: "index.md" })).rejects.toMatchObject({
    cause: { code: "not_found" },
  });
});
