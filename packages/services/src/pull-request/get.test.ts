import { setGitStarter, spawnGit } from "@docsteward/git/run/git-process";
import { makeRepository, type TestRepository } from "@docsteward/git/testing";
import { expect } from "vitest";
import type { ProjectContext } from "../context.ts";
import { seedJob, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { findPullRequestChecks, getChangedPage, getMergeObstacle, getPullRequest } from "./get.ts";
import { createPullRequestStore } from "./store.ts";

const test = servicesTest()
  .extend("openPullRequest", { scope: "file" }, ({ services }) => async () => {
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
    const { number } = await store.create({
      jobId: "job_1",
      branch: "fix",
      baseRef: "main",
      baseSha,
      headSha,
      ...words,
    });
    return { repository, ctx, number };
  })
  /** A project over a real repository, with a job that has a branch. */
  .extend("openProject", { scope: "file" }, ({ services }) => async (repository: TestRepository) => {
    const ctx = await seedProject(services, { repository: repository.url, baseRef: repository.branch });
    const job = await seedJob(ctx, { status: "completed", pullRequestNumber: 1 });
    const baseSha = await repository.head();
    const store = createPullRequestStore(services, { projectId: ctx.project.id, repository: ctx.project.repository });
    const open = (headSha: string) =>
      store.create({
        ...{ jobId: job.id, branch: "fix", baseRef: repository.branch, baseSha, headSha },
        ...{ title: "T", body: "", isDraft: false },
      });
    return { ctx, job, open };
  })
  /** What a round of a job records: its checks and its push. */
  .extend(
    "recordRound",
    { scope: "file" },
    ({ services }) =>
      async (jobId: string, round: { warnings: Found[]; commit: string; opened?: number }) => {
        const { warnings, commit, opened } = round;
        const events = [
          { type: "checks.finished", data: { errors: 0, warnings: warnings.length, problems: warnings.map(at) } },
          { type: "branch.pushed", data: { branch: "fix", commit, files: 1, additions: 1, deletions: 1 } },
          ...(opened === undefined
            ? []
            : [{ type: "pull_request.opened", data: { number: opened, url: "x", title: "T" } }]),
        ];
        for (const event of events) {
          await services.db.jobEvent.create({ data: { jobId, seq: ++seq, createdAt: new Date(), ...event } });
        }
      },
  );

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

type Found = { path: string; message: string };
const at = ({ path, message }: Found) => ({ path, line: 1, message });

let seq = 100;

const checksOf = async (ctx: ProjectContext) => findPullRequestChecks(ctx, await getPullRequest(ctx, { number: 1 }));

test("the checks of the last round count, and another project's are hidden", async ({
  services,
  openProject,
  recordRound,
}) => {
  await using repository = await makeRepository({ "a.md": "a\n" });
  const { ctx, job, open } = await openProject(repository);
  const commit = await repository.commit({ "a.md": "a1\n" }, "fix");
  await open(commit);
  await recordRound(job.id, { warnings: [{ path: "a.md", message: "First." }], commit, opened: 1 });
  await recordRound(job.id, { warnings: [{ path: "a.md", message: "Second." }], commit });
  const other = await seedProject(services);

  expect(await checksOf(ctx)).toMatchObject({ errors: 0, warnings: 1, problems: [{ message: "Second." }] });
  expect(await findPullRequestChecks(other, { jobId: job.id, number: 1 })).toBeNull();
});

test("each pull request of a job has its own checks", async ({ services, recordRound }) => {
  const ctx = await seedProject(services);
  const { id: jobId } = await seedJob(ctx);
  const round = (message: string, opened?: number) =>
    recordRound(jobId, { warnings: [{ path: "a.md", message }], commit: "c", ...(opened && { opened }) });
  await round("opens the first", 1);
  await round("moves the first");
  await round("opens the second", 2);
  await round("moves the second");

  const messageOf = async (number: number) =>
    (await findPullRequestChecks(ctx, { jobId, number }))?.problems[0]?.message;
  expect([await messageOf(1), await messageOf(2)]).toEqual(["moves the first", "moves the second"]);
});

test("what is in the way of a merge is known before it is tried", async ({ openProject }) => {
  await using free = await makeRepository({ "a.md": "a\n" }, { bare: true });
  await using busy = await makeRepository({ "a.md": "a\n" }, { bare: false });
  await using torn = await makeRepository({ "a.md": "a\n" }, { bare: true });
  const obstacleOf = async (repository: TestRepository) => {
    const { ctx, open } = await openProject(repository);
    await open(await repository.commit({ "a.md": "theirs\n" }, "fix"));
    if (repository === torn) await repository.commit({ "a.md": "ours\n" });
    return getMergeObstacle(ctx, await getPullRequest(ctx, { number: 1 }));
  };

  expect(await obstacleOf(free)).toBeNull();
  expect(await obstacleOf(busy)).toMatchObject({
    kind: "checked_out",
    command: expect.stringMatching(/^git -C .* merge fix$/),
  });
  expect(await obstacleOf(torn)).toMatchObject({ kind: "conflict", message: expect.stringContaining("(a.md)") });
});
