import { setGitStarter, spawnGit } from "@docsteward/git/run/git-process";
import { makeRepository } from "@docsteward/git/testing";
import { expect } from "vitest";
import { seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { getChangedPage, getPullRequest } from "./get.ts";
import { createPullRequestStore } from "./store.ts";

const test = servicesTest().extend("openPullRequest", { scope: "file" }, ({ services }) => async () => {
  const repository = await makeRepository({ "index.md": "# One\n", "old.md": "# Moved\n\nThe same words.\n" });
  const ctx = await seedProject(services, { repository: repository.url, baseRef: repository.branch });
  const baseSha = await repository.head();
  const files = {
    "index.md": "# Two\n",
    "old.md": null,
    "new.md": "# Moved\n\nThe same words.\n",
    "more.md": "More\n",
  };
  const headSha = await repository.commit(files, "fix");
  const words = { title: "T", body: "", isDraft: false };
  const store = createPullRequestStore(services, { projectId: ctx.project.id, repository: ctx.project.repository });
  const { number } = await store.create({ jobId: "job_1", branch: "fix", baseRef: "main", baseSha, headSha, ...words });
  return { repository, ctx, number };
});

test("a page is read at the branch's base and at its head", async ({ openPullRequest }) => {
  const { repository, ctx, number } = await openPullRequest();
  await using _ = repository;
  await repository.commit({ "index.md": "# Meanwhile\n" });

  const moved = "# Moved\n\nThe same words.\n";
  expect(await getChangedPage(ctx, { number, path: "index.md" })).toEqual({
    path: "index.md",
    status: "modified",
    before: "# One\n",
    after: "# Two\n",
  });
  expect(await getChangedPage(ctx, { number, path: "more.md" })).toMatchObject({ before: null, after: "More\n" });
  expect(await getChangedPage(ctx, { number, path: "new.md" })).toMatchObject({ before: moved, after: moved });
});

test("a file that the pull request does not change is not read, and another project's is hidden", async ({
  services,
  openPullRequest,
}) => {
  const { repository, ctx, number } = await openPullRequest();
  await using _ = repository;
  const other = await seedProject(services, { repository: repository.url });

  for (const path of ["HEAD", "../index.md", "absent.md"]) {
    await expect(getChangedPage(ctx, { number, path })).rejects.toMatchObject({ code: "not_found" });
  }
  await expect(getChangedPage(other, { number, path: "index.md" })).rejects.toMatchObject({ code: "not_found" });
});

test("thirty looks of one organization at the same time are all answered, by few git processes at a time", async ({
  openPullRequest,
}) => {
  const { repository, ctx, number } = await openPullRequest();
  await using _ = repository;
  let running = 0;
  let most = 0;
  setGitStarter((command, { onEnd, ...events }) => {
    running += 1;
    most = Math.max(most, running);
    return spawnGit(command, {
      ...events,
      onEnd(end) {
        running -= 1;
        onEnd(end);
      },
    });
  });
  try {
    const pulls = await Promise.all(Array.from({ length: 30 }, () => getPullRequest(ctx, { number })));

    expect(pulls.map(({ files }) => files.length)).toEqual(Array.from({ length: 30 }, () => 3));
    expect(most).toBeLessThanOrEqual(4);
  } finally {
    setGitStarter(spawnGit);
  }
});
