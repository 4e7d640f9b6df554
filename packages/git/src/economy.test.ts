import { afterEach, expect, test } from "vitest";
import { readHeads } from "./cache/job-refs.ts";
import { pushBranch } from "./push/push-branch.ts";
import { setGitStarter, spawnGit } from "./run/git-process.ts";
import { makeDataDir, makeRepository } from "./testing.ts";
import { openTestJob } from "./testing-jobs.ts";

afterEach(() => setGitStarter(spawnGit));

/** The subcommands of every git that is started from now on. */
function countGit(): string[] {
  const started: string[] = [];
  setGitStarter((command, events) => {
    started.push(command.args.slice(command.args.lastIndexOf("-c") + 2)[0] ?? "");
    return spawnGit(command, events);
  });
  return started;
}

test("a job that edits a page of a repository that has not moved starts git for its reads, its difference, its search and its push", async () => {
  const files = { "README.md": "# Hello", "docs/a.md": "a\n", "docs/b.md": "b\n", "src/code.ts": "" };
  await using repository = await makeRepository(files);
  await using data = await makeDataDir();
  const run = async (jobId: string) => {
    await using job = await openTestJob({ repository, dataDir: data.path, jobId, docsPath: "docs" });
    const { workspace, cache, heads } = job;
    await workspace.start.readMany([".docsteward/checks.json", ".github/none.md"]);
    await workspace.assets();
    await workspace.read("docs/a.md");
    await workspace.grep("a");
    await workspace.write("docs/a.md", `${jobId}\n`);
    await workspace.changes();
    const commit = await workspace.commit("Change", new Date(0));
    const sha = commit?.sha ?? "";
    const branch = `docsteward/${jobId}`;
    const below = { ref: "main", sha: heads.baseSha };
    expect(await pushBranch(cache, { branch, sha, expected: null, below })).toEqual({ kind: "pushed" });
    expect((await readHeads(cache, [branch])).get(branch)).toBe(sha);
    return sha;
  };
  await run("job_1");

  const started = countGit();
  const sha = await run("job_2");

  expect(started.toSorted()).toEqual(["cat-file", "diff-tree", "grep", "push", "update-index"]);
  expect(await repository.read("docs/a.md", "docsteward/job_2")).toBe("job_2\n");
  expect(await repository.git("rev-parse", "docsteward/job_2^")).toBe(await repository.head());
  expect(await repository.git("fsck", "--strict", "--no-dangling", sha)).toBe("");
});
