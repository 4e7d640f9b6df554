import { execFileSync } from "node:child_process";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeDataDir, makeRepository } from "../testing.ts";
import { makeTestJob, openTestJob, type TestJob } from "../testing-jobs.ts";
import { pushBranch } from "./push-branch.ts";
import { rebuildCommit } from "./rebuild-commit.ts";

const AT = new Date("2026-01-02T03:04:05Z");
const BRANCH = "docsteward/fix";

async function commitEdit({ workspace }: Pick<TestJob, "workspace">, path: string, text: string): Promise<string> {
  await workspace.write(path, text);
  return (await workspace.commit("Edit", AT))?.sha ?? "";
}

test("pushes a new branch, and pushing it again changes nothing", async () => {
  await using job = await makeTestJob({ "a.md": "a\n" });
  const sha = await commitEdit(job, "a.md", "b\n");

  expect(await pushBranch(job.cache, { branch: BRANCH, sha, expected: null })).toEqual({ kind: "pushed" });
  expect(await pushBranch(job.cache, { branch: BRANCH, sha, expected: null })).toEqual({ kind: "pushed" });

  expect(await job.repository.head(BRANCH)).toBe(sha);
  expect(await job.repository.git("log", "--format=%s %P", BRANCH, "-1")).toBe(`Edit ${job.heads.baseSha}`);
  expect(await job.repository.git("for-each-ref", "--format=%(refname)")).toBe(`refs/heads/${BRANCH}\nrefs/heads/main`);
});

test("pushes although the base has moved on, been rewritten, or lost the commit the job began with", async () => {
  await using job = await makeTestJob({ "a.md": "a\n", "big.bin": "x".repeat(100_000) });
  const sha = await commitEdit(job, "a.md", "b\n");
  await job.repository.commit({ "c.md": "c\n" });
  expect(await pushBranch(job.cache, { branch: BRANCH, sha, expected: null })).toEqual({ kind: "pushed" });

  await job.repository.git("update-ref", "-d", `refs/heads/${BRANCH}`);
  await job.repository.git("update-ref", "-d", "refs/heads/main");
  await job.repository.commit({ "a.md": "rewritten\n" });
  expect(await pushBranch(job.cache, { branch: BRANCH, sha, expected: null })).toEqual({ kind: "pushed" });

  expect(await job.repository.read("big.bin", BRANCH)).toHaveLength(100_000);
});

test.runIf(process.getuid?.() === 0)(
  "a push to another user's repository fetches nothing first, also when the base has moved on",
  async () => {
    const image = "\0an image that no job needs";
    await using job = await makeTestJob({ "a.md": "a\n", "image.png": image }, { name: "a=b c" });
    const sha = await commitEdit(job, "a.md", "b\n");
    await job.repository.commit({ "c.md": "c\n" });
    const blob = await job.repository.hashObject(image);
    execFileSync("sh", ["-c", 'chmod 755 "$0/.." && chown -R 65534:65534 "$0"', job.repository.path]);

    expect(await pushBranch(job.cache, { branch: BRANCH, sha, expected: null })).toEqual({ kind: "pushed" });

    const { code } = await job.cache.git({ args: ["cat-file", "-e", blob], okCodes: [1, 128] });
    expect(code).not.toBe(0);
  },
);

test("another user's push to the branch is reported, never overwritten", async () => {
  await using job = await makeTestJob({ "a.md": "a\n", "b.md": "b\n" });
  const sha = await commitEdit(job, "a.md", "mine\n");
  const theirs = await job.repository.commit({ "b.md": "theirs\n" }, BRANCH);

  const outcome = await pushBranch(job.cache, { branch: BRANCH, sha, expected: null });

  expect(outcome).toEqual({ kind: "moved", head: theirs });
  expect(await job.repository.head(BRANCH)).toBe(theirs);
});

test("a branch that was deleted meanwhile is reported with no head", async () => {
  await using job = await makeTestJob({ "a.md": "a\n" });
  const sha = await commitEdit(job, "a.md", "b\n");

  const outcome = await pushBranch(job.cache, { branch: BRANCH, sha, expected: job.heads.baseSha });

  expect(outcome).toEqual({ kind: "moved", head: null });
});

test("of eight concurrent pushes to one branch, one wins and the others get its head", async () => {
  await using repository = await makeRepository({ "a.md": "a\n" });
  await using data = await makeDataDir();
  const ids = Array.from({ length: 8 }, (_, index) => `job_${index}`);
  const jobs = await Promise.all(ids.map((jobId) => openTestJob({ repository, dataDir: data.path, jobId })));
  try {
    const shas = await Promise.all(jobs.map((job, index) => commitEdit(job, "a.md", `${index}\n`)));

    const outcomes = await Promise.all(
      jobs.map(({ cache }, index) => pushBranch(cache, { branch: BRANCH, sha: shas[index] ?? "", expected: null })),
    );

    const winner = outcomes.findIndex(({ kind }) => kind === "pushed");
    expect(outcomes.filter(({ kind }) => kind === "pushed")).toHaveLength(1);
    expect(await repository.head(BRANCH)).toBe(shas[winner]);
    for (const outcome of outcomes.filter(({ kind }) => kind === "moved"))
      expect(outcome).toEqual({ kind: "moved", head: shas[winner] });
  } finally {
    for (const job of jobs) await job[Symbol.asyncDispose]();
  }
});

test("a push to a branch that is checked out is refused, and the files there stay", async () => {
  await using job = await makeTestJob({ "a.md": "a\n" }, { bare: false });
  const sha = await commitEdit(job, "a.md", "b\n");

  const push = pushBranch(job.cache, { branch: "main", sha, expected: job.heads.baseSha });

  await expect(push).rejects.toMatchObject({ code: "push_refused" });
  expect(await job.repository.git("status", "--porcelain")).toBe("");
  expect(await job.repository.head()).toBe(job.heads.baseSha);
});

test("a branch below a branch of the same name is refused in a sentence", async () => {
  await using job = await makeTestJob({ "a.md": "a\n" });
  await job.repository.commit({ "a.md": "x\n" }, "docsteward");
  const sha = await commitEdit(job, "a.md", "b\n");

  await expect(pushBranch(job.cache, { branch: BRANCH, sha, expected: null })).rejects.toMatchObject({
    code: "push_refused",
    message: expect.stringContaining(BRANCH),
  });
});

test("hooks of the repository do not run", async () => {
  await using job = await makeTestJob({ "a.md": "a\n" });
  await mkdir(join(job.repository.path, "hooks"));
  for (const hook of ["pre-receive", "update", "post-receive", "reference-transaction"]) {
    await writeFile(join(job.repository.path, "hooks", hook), `#!/bin/sh\ntouch "${job.dataDir}/hook-ran"\nexit 1\n`);
    await chmod(join(job.repository.path, "hooks", hook), 0o755);
  }
  const sha = await commitEdit(job, "a.md", "b\n");

  expect(await pushBranch(job.cache, { branch: BRANCH, sha, expected: null })).toEqual({ kind: "pushed" });
  await expect(chmod(join(job.dataDir, "hook-ran"), 0o644)).rejects.toMatchObject({ code: "ENOENT" });
});

test("a change is rebuilt on another user's push, and then pushed", async () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index}\n`);
  await using job = await makeTestJob({ "a.md": lines.join(""), "b.md": "b\n" });
  const sha = await commitEdit(job, "a.md", lines.with(18, "mine\n").join(""));
  const onto = await job.repository.commit({ "a.md": lines.with(1, "theirs\n").join(""), "big.txt": "x" }, BRANCH);

  const rebuilt = await rebuildCommit(job.cache, { jobId: "job_1", branch: BRANCH, sha, onto, at: AT });
  const outcome = await pushBranch(job.cache, { branch: BRANCH, sha: rebuilt, expected: onto });

  expect(outcome).toEqual({ kind: "pushed" });
  expect(await job.repository.read("a.md", BRANCH)).toBe(lines.with(1, "theirs\n").with(18, "mine\n").join(""));
  expect(await job.repository.read("big.txt", BRANCH)).toBe("x");
  expect(await job.repository.git("log", "--format=%s %P", BRANCH, "-1")).toBe(`Edit ${onto}`);
});

test("a rebuilt commit is the same each time, and an existing commit is not made again", async () => {
  await using job = await makeTestJob({ "a.md": "a\n", "b.md": "b\n" });
  const sha = await commitEdit(job, "a.md", "mine\n");
  const onto = await job.repository.commit({ "b.md": "theirs\n" }, BRANCH);
  const input = { jobId: "job_1", branch: BRANCH, sha, onto, at: AT };

  const rebuilt = await rebuildCommit(job.cache, input);

  expect(await rebuildCommit(job.cache, input)).toBe(rebuilt);
  expect(await rebuildCommit(job.cache, { ...input, onto: rebuilt })).toBe(rebuilt);
});

test.each([
  ["the same line changed", { "a.md": "theirs\n" }],
  ["the page deleted", { "a.md": null }],
])("%s by another user is a branch_moved that names the page", async (_, files) => {
  await using job = await makeTestJob({ "a.md": "a\n", "b.md": "b\n" });
  const sha = await commitEdit(job, "a.md", "mine\n");
  const onto = await job.repository.commit(files, BRANCH);

  await expect(rebuildCommit(job.cache, { jobId: "job_1", branch: BRANCH, sha, onto, at: AT })).rejects.toMatchObject({
    code: "branch_moved",
    message: expect.stringContaining("a.md"),
  });
});

test("a follow-up goes on from the branch and keeps its commits", async () => {
  await using job = await makeTestJob({ "a.md": "a\n", "b.md": "b\n" });
  const first = await commitEdit(job, "a.md", "first\n");
  await pushBranch(job.cache, { branch: BRANCH, sha: first, expected: null });
  await using data = await makeDataDir();

  await using next = await openTestJob({ repository: job.repository, dataDir: data.path, branch: BRANCH });
  const second = await commitEdit(next, "b.md", "second\n");
  await pushBranch(next.cache, { branch: BRANCH, sha: second, expected: first });

  expect(await job.repository.git("rev-list", "--first-parent", BRANCH)).toBe(
    [second, first, job.heads.baseSha].join("\n"),
  );
});
