import { makeRepository, type TestRepository } from "@docsteward/git/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ProjectContext } from "../context.ts";
import { createTestServices, seedJob, seedProject, type TestServices } from "../testing.ts";
import { findPullRequestChecks } from "./checks.ts";
import { getMergeObstacle, getPullRequest } from "./get.ts";
import { createPullRequestStore } from "./store.ts";

let services: TestServices;
beforeAll(async () => {
  services = await createTestServices();
});
afterAll(() => services.close());

type Found = { path: string; message: string };
const at = ({ path, message }: Found) => ({ path, line: 1, message });

/** A project over a real repository, with a job that has a branch. */
async function openProject(repository: TestRepository) {
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
}

let seq = 100;
/** What a round of a job records: its checks and its push. */
async function recordRound(jobId: string, round: { warnings: Found[]; commit: string; opened?: number }) {
  const { warnings, commit, opened } = round;
  const events = [
    { type: "checks.finished", data: { errors: 0, warnings: warnings.length, problems: warnings.map(at) } },
    { type: "branch.pushed", data: { branch: "fix", commit, files: 1, additions: 1, deletions: 1 } },
    ...(opened === undefined ? [] : [{ type: "pull_request.opened", data: { number: opened, url: "x", title: "T" } }]),
  ];
  for (const event of events) {
    await services.db.jobEvent.create({ data: { jobId, seq: ++seq, createdAt: new Date(), ...event } });
  }
}

const checksOf = async (ctx: ProjectContext) => findPullRequestChecks(ctx, await getPullRequest(ctx, { number: 1 }));

test("a warning of an earlier round stays until its file changes", async () => {
  await using repository = await makeRepository({ "a.md": "a\n", "b.md": "b\n" });
  const { ctx, job, open } = await openProject(repository);
  const [inA, inB] = [
    { path: "a.md", message: "A code block differs." },
    { path: "b.md", message: "A link is broken." },
  ];
  const first = await repository.commit({ "a.md": "a1\n", "b.md": "b1\n" }, "fix");
  await open(first);
  await recordRound(job.id, { warnings: [inA, inB], commit: first, opened: 1 });
  await recordRound(job.id, { warnings: [], commit: await repository.commit({ "b.md": "b2\n" }, "fix") });

  expect(await checksOf(ctx)).toMatchObject({ errors: 0, warnings: 1, problems: [at(inA)] });

  await recordRound(job.id, { warnings: [], commit: await repository.commit({ "a.md": "a2\n" }, "fix") });

  expect(await checksOf(ctx)).toMatchObject({ errors: 0, warnings: 0, problems: [] });
});

test("the checks of a job's earlier pull request are left out, and another project's are hidden", async () => {
  await using repository = await makeRepository({ "a.md": "a\n" });
  const { ctx, job, open } = await openProject(repository);
  const old = await repository.commit({ "a.md": "a1\n" }, "old");
  const head = await repository.commit({ "c.md": "c\n" }, "fix");
  await open(head);
  await recordRound(job.id, { warnings: [{ path: "a.md", message: "Old." }], commit: old, opened: 7 });
  await recordRound(job.id, { warnings: [{ path: "c.md", message: "New." }], commit: head, opened: 1 });
  const other = await seedProject(services);

  expect(await checksOf(ctx)).toMatchObject({ warnings: 1, problems: [{ path: "c.md" }] });
  expect(
    await findPullRequestChecks(other, { jobId: job.id, number: 1, repository: repository.url, range: null }),
  ).toBeNull();
});

test("what is in the way of a merge is known before it is tried", async () => {
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
