import { makeRepository } from "@docsteward/git/testing";
import { expect } from "vitest";
import { seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { mergePullRequest } from "./merge.ts";
import { draftRevert } from "./revert.ts";
import { createPullRequestStore } from "./store.ts";

const test = servicesTest().extend("openPullRequest", { scope: "file" }, ({ services }) => async (text: string) => {
  const repository = await makeRepository({ "a.md": "one\n" }, { bare: true });
  const ctx = await seedProject(services, { repository: repository.url, baseRef: repository.branch });
  const baseSha = await repository.head();
  const headSha = await repository.commit({ "a.md": text }, "fix");
  const store = createPullRequestStore(services, { projectId: ctx.project.id, repository: ctx.project.repository });
  const words = { title: 'Say "two"', body: "", isDraft: false };
  await store.create({ jobId: "job_1", branch: "fix", baseRef: repository.branch, baseSha, headSha, ...words });
  return { repository, ctx };
});

test("the prompt of a revert holds the whole difference in a fence that nothing in it closes", async ({
  openPullRequest,
}) => {
  const { repository, ctx } = await openPullRequest("````js\ntwo\n````\n");
  await using _ = repository;
  await expect(draftRevert(ctx, { number: 1 })).rejects.toMatchObject({ code: "conflict" });
  await mergePullRequest(ctx, { number: 1 });

  const { prompt } = await draftRevert(ctx, { number: 1 });

  expect(prompt).toContain('Revert pull request #1, "Say \\"two\\""');
  expect(prompt).toContain("-one\n+````js\n+two\n+````");
  expect(prompt).toMatch(/\n`````diff\n[\s\S]*\n`````$/);
});

test("a difference that is too long for a prompt is reverted by a command", async ({ openPullRequest }) => {
  const { repository, ctx } = await openPullRequest("two\n".repeat(1_000));
  await using _ = repository;
  await mergePullRequest(ctx, { number: 1 });
  const small = { ...ctx, limits: { ...ctx.limits, promptCharacters: 1_000 } };

  await expect(draftRevert(small, { number: 1 })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringMatching(/git revert -m 1 [0-9a-f]{12}$/),
  });
});

test("hides another project's pull request", async ({ services, openPullRequest }) => {
  const { repository } = await openPullRequest("two\n");
  await using _ = repository;
  const other = await seedProject(services);

  await expect(draftRevert(other, { number: 1 })).rejects.toMatchObject({ code: "not_found" });
});
