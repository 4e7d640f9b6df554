import { makeRepository } from "@docsteward/git/testing";
import { createPullRequestStore } from "@docsteward/services/pull-request/store";
import { seedJob, seedProject, type TestServices } from "@docsteward/services/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApp } from "../testing/test-app.ts";
import { createCallerFactory } from "./init.ts";
import { appRouter } from "./root.ts";

let services: TestServices;
beforeAll(async () => {
  services = await openTestApp();
});
afterAll(() => services.close());

const caller = () => createCallerFactory(appRouter)({ services, requestId: "req_test" });

/** A project with one job and its open pull request, over a real repository. */
async function openPullRequest(options: { bare: boolean }) {
  const repository = await makeRepository({ "index.md": "# Hello\n\nOne.\n" }, options);
  const ctx = await seedProject(services, { repository: repository.url, baseRef: repository.branch });
  const job = await seedJob(ctx, { status: "completed", pullRequestNumber: 1 });
  const baseSha = await repository.head();
  const headSha = await repository.commit({ "index.md": "# Hello\n\nTwo.\n" }, "fix");
  const words = { title: "Say two", body: "It was **one**.", isDraft: false };
  const store = createPullRequestStore(services, { projectId: ctx.project.id });
  await store.create({ jobId: job.id, branch: "fix", baseRef: repository.branch, baseSha, headSha, ...words });
  const site = { org: ctx.project.organization.slug, domain: ctx.project.domain };
  return { repository, job, site, number: 1 };
}

test("a pull request comes with its commits and its difference, ready to show", async () => {
  const { repository, site, number } = await openPullRequest({ bare: true });
  await using _ = repository;

  const pull = await caller().pullRequest.get({ ...site, number });

  expect(pull).toMatchObject({ title: "Say two", state: "open", branch: "fix", additions: 1, deletions: 1 });
  expect(pull.commits).toHaveLength(1);
  expect(pull.diff.files).toMatchObject([
    { path: "index.md", status: "modified", html: expect.stringContaining("Two") },
  ]);
  expect(pull).not.toHaveProperty("files");
});

test("a job shows the difference of its pull request, and one without any shows none", async () => {
  const { repository, site, job } = await openPullRequest({ bare: true });
  await using _ = repository;
  const plain = await seedProject(services);
  const other = await seedJob(plain);
  const plainSite = { org: plain.project.organization.slug, domain: plain.project.domain };

  const diff = await caller().job.diff({ ...site, id: job.id });

  expect(diff).toMatchObject({ problem: null, files: [{ path: "index.md" }] });
  expect(await caller().job.diff({ ...plainSite, id: other.id })).toBeNull();
});

test("merge and close change the state", async () => {
  const first = await openPullRequest({ bare: true });
  const second = await openPullRequest({ bare: true });
  await using _ = first.repository;
  await using __ = second.repository;

  expect(await caller().pullRequest.merge({ ...first.site, number: 1 })).toMatchObject({ state: "merged" });
  expect(await caller().pullRequest.close({ ...second.site, number: 1 })).toMatchObject({ state: "closed" });
});

test("a refused merge gives the sentence with the command to run", async () => {
  const { repository, site, number } = await openPullRequest({ bare: false });
  await using _ = repository;

  await expect(caller().pullRequest.merge({ ...site, number })).rejects.toMatchObject({
    cause: { code: "conflict", message: expect.stringMatching(/git -C .* merge fix/) },
  });
});

test("a repository that is gone is told in place of the difference", async () => {
  const { repository, site, number, job } = await openPullRequest({ bare: true });
  await repository[Symbol.asyncDispose]();

  const pull = await caller().pullRequest.get({ ...site, number });

  expect(pull.problem).toEqual(expect.any(String));
  expect(await caller().job.diff({ ...site, id: job.id })).toMatchObject({ problem: pull.problem, files: [] });
});

test("another project's pull request is not found", async () => {
  const { repository } = await openPullRequest({ bare: true });
  await using _ = repository;
  const mine = await seedProject(services);
  const input = { org: mine.project.organization.slug, domain: mine.project.domain, number: 1 };
  const { pullRequest } = caller();

  expect(await pullRequest.list(input)).toEqual([]);
  for (const call of [pullRequest.get, pullRequest.merge, pullRequest.close]) {
    await expect(call(input)).rejects.toMatchObject({ cause: { code: "not_found" } });
  }
});
