import { DEFAULT_BOUNDS } from "@docsteward/git/rules/repository-bounds";
import { makeRepository, type TestRepository } from "@docsteward/git/testing";
import { expect } from "vitest";
import type { ProjectContext } from "../context.ts";
import { getIndexState } from "../site/index-state.ts";
import { seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { getPullRequest, listPullRequests } from "./get.ts";
import { closePullRequest, draftRevert, mergePullRequest } from "./merge.ts";
import { createPullRequestStore } from "./store.ts";

const test = servicesTest()
  /** A project whose branch `fix` changes one line, with an open pull request for it. */
  .extend("open", { scope: "file" }, ({ services }) => async (repository: TestRepository): Promise<ProjectContext> => {
    const ctx = await seedProject(services, { repository: repository.url, baseRef: repository.branch });
    const baseSha = await repository.head();
    const headSha = await repository.commit({ "index.md": "# Hello\n\nTwo.\n" }, "fix");
    const store = createPullRequestStore(services, { projectId: ctx.project.id, repository: ctx.project.repository });
    const words = { title: "Say two", body: "It was one.", isDraft: false };
    await store.create({ jobId: "job_1", branch: "fix", baseRef: repository.branch, baseSha, headSha, ...words });
    return ctx;
  })
  .extend("openPullRequest", { scope: "file" }, ({ services }) => async (text: string) => {
    const repository = await makeRepository({ "a.md": "one\n" }, { bare: true });
    const ctx = await seedProject(services, { repository: repository.url, baseRef: repository.branch });
    const baseSha = await repository.head();
    const headSha = await repository.commit({ "a.md": text }, "fix");
    const store = createPullRequestStore(services, { projectId: ctx.project.id, repository: ctx.project.repository });
    const words = { title: 'Say "two"', body: "", isDraft: false };
    await store.create({ jobId: "job_1", branch: "fix", baseRef: repository.branch, baseSha, headSha, ...words });
    return { repository, ctx };
  });

const PAGES = { "index.md": "# Hello\n\nOne.\n", "other.md": "# Other\n" };

test("a pull request shows its commits and its difference, open and merged alike", async ({ open }) => {
  await using repository = await makeRepository(PAGES);
  const ctx = await open(repository);
  await repository.commit({ "other.md": "# Changed on main\n" });

  const before = await getPullRequest(ctx, { number: 1 });
  const merged = await mergePullRequest(ctx, { number: 1 });
  const after = await getPullRequest(ctx, { number: 1 });

  expect(before).toMatchObject({ state: "open", additions: 1, deletions: 1, problem: null });
  expect(before.files.map(({ path }) => path)).toEqual(["index.md"]);
  expect(before.commits).toHaveLength(1);
  expect(merged).toMatchObject({ state: "merged", mergeSha: await repository.head() });
  expect(merged.url).toMatch(/^http:\/\/docsteward\.test\/site-\w+\/site-\w+\/pulls\/1$/);
  expect(after).toMatchObject({ state: "merged", files: before.files, commits: before.commits });
  expect(await repository.read("index.md")).toBe("# Hello\n\nTwo.\n");
  expect(await repository.read("other.md")).toBe("# Changed on main\n");
});

test("a merge asks for the pages to be indexed anew", async ({ open }) => {
  await using repository = await makeRepository(PAGES);
  const ctx = await open(repository);

  await mergePullRequest(ctx, { number: 1 });

  expect(await getIndexState(ctx)).toMatchObject({ status: "waiting" });
});

test("merging twice, also concurrently, makes one merge commit", async ({ open }) => {
  await using repository = await makeRepository(PAGES);
  const ctx = await open(repository);

  await Promise.all([mergePullRequest(ctx, { number: 1 }), mergePullRequest(ctx, { number: 1 })]);
  await mergePullRequest(ctx, { number: 1 });

  expect(await repository.git("rev-list", "--merges", "--count", "main")).toBe("1");
});

test("a merge is refused with the command to run when the base is checked out, and that merge is noticed", async ({
  services,
  open,
}) => {
  await using repository = await makeRepository(PAGES, { bare: false });
  const ctx = await open(repository);

  await expect(mergePullRequest(ctx, { number: 1 })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining(`git -C ${repository.path} merge fix`),
  });
  await repository.git("merge", "fix");

  const store = createPullRequestStore(services, { projectId: ctx.project.id, repository: ctx.project.repository });
  expect(await store.findOpen("fix")).toBeNull();
  expect(await store.find(1)).toMatchObject({ state: "merged" });
  expect(await getPullRequest(ctx, { number: 1 })).toMatchObject({ state: "merged", additions: 1 });
});

test("a conflict is reported with the file, and nothing is pushed", async ({ open }) => {
  await using repository = await makeRepository(PAGES);
  const ctx = await open(repository);
  const base = await repository.commit({ "index.md": "# Hello\n\nThree.\n" });

  await expect(mergePullRequest(ctx, { number: 1 })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("index.md"),
  });
  expect(await repository.head()).toBe(base);
  expect(await listPullRequests(ctx)).toMatchObject([{ state: "open" }]);
});

test("a closed pull request keeps its difference and is not merged", async ({ open }) => {
  await using repository = await makeRepository(PAGES);
  const ctx = await open(repository);

  await closePullRequest(ctx, { number: 1 });
  await closePullRequest(ctx, { number: 1 });

  expect(await getPullRequest(ctx, { number: 1 })).toMatchObject({ state: "closed", additions: 1 });
  await expect(mergePullRequest(ctx, { number: 1 })).rejects.toMatchObject({ code: "conflict" });
});

test("a commit that a person pushed to the branch is shown", async ({ open }) => {
  await using repository = await makeRepository(PAGES);
  const ctx = await open(repository);
  await repository.commit({ "other.md": "# By hand\n" }, "fix");

  const shown = await getPullRequest(ctx, { number: 1 });

  expect(shown.commits).toHaveLength(2);
  expect(shown.files.map(({ path }) => path)).toEqual(["index.md", "other.md"]);
});

test("a repository that is gone hides the difference only", async ({ open }) => {
  const repository = await makeRepository(PAGES);
  const ctx = await open(repository);
  await repository.remove();

  expect(await getPullRequest(ctx, { number: 1 })).toMatchObject({
    state: "open",
    title: "Say two",
    files: [],
    problem: expect.stringMatching(
      /^The repository was not found at its path\. .* on several machines it must lie at this path/,
    ),
  });
});

test("a repository over a bound hides the difference with a sentence, and is not merged", async ({ open }) => {
  await using repository = await makeRepository(PAGES);
  const ctx = await open(repository);
  const bounded = { ...ctx, repositoryBounds: { ...DEFAULT_BOUNDS, maxFiles: 1, maxPages: 1, maxBytes: 1_000_000 } };
  const sentence =
    "The repository has more than 1 files and folders. Move the documentation to a smaller repository, or raise MAX_REPOSITORY_FILES.";

  expect(await getPullRequest(bounded, { number: 1 })).toMatchObject({ files: [], problem: sentence });
  await repository.commit({ "other.md": "# Changed on main\n" });
  await expect(mergePullRequest(bounded, { number: 1 })).rejects.toMatchObject({ code: "conflict", message: sentence });
});

test("hides another project's pull request", async ({ services, open }) => {
  await using repository = await makeRepository(PAGES);
  await open(repository);
  const mine = await seedProject(services, { repository: repository.url });

  for (const verb of [getPullRequest, mergePullRequest, closePullRequest]) {
    await expect(verb(mine, { number: 1 })).rejects.toMatchObject({ code: "not_found" });
  }
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
