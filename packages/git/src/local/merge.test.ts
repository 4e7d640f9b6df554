import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pushBranch } from "../push/push-branch.ts";
import { makeDataDir, makeRepository, type RepositoryOptions, type TestRepository } from "../testing.ts";
import { openTestJob } from "../testing-jobs.ts";
import { readComparison } from "./local-repository.ts";
import { mergeLocalBranch } from "./merge.ts";

const AT = new Date("2026-01-02T03:04:05Z");
const BRANCH = "docsteward/fix";
const LINES = Array.from({ length: 20 }, (_, index) => `line ${index}\n`);

async function openRepository(options: RepositoryOptions = {}) {
  const repository = await makeRepository({ "a.md": LINES.join(""), "b.md": "b\n" }, options);
  const data = await makeDataDir();
  return {
    repository,
    dataDir: data.path,
    merge: (branch = BRANCH) =>
      mergeLocalBranch({
        dataDir: data.path,
        repository: repository.url,
        number: 7,
        title: "Fix",
        branch,
        baseRef: "main",
        at: AT,
      }),
    async [Symbol.asyncDispose]() {
      await repository.remove();
      await data.remove();
    },
  };
}

test("merges with a merge commit on top of the base, and twice is the same as once", async () => {
  await using opened = await openRepository();
  const head = await opened.repository.commit({ "a.md": LINES.with(2, "fixed\n").join("") }, BRANCH);
  const base = await opened.repository.commit({ "a.md": LINES.with(18, "moved on\n").join(""), "c.md": "c\n" });

  const { mergeSha, headSha } = await opened.merge();

  expect(headSha).toBe(head);
  expect(await opened.repository.head()).toBe(mergeSha);
  expect(await opened.repository.git("log", "-1", "--format=%P|%s|%an", "main")).toBe(
    `${base} ${head}|Merge pull request #7 from ${BRANCH}|Docsteward`,
  );
  expect(await opened.repository.read("a.md")).toBe(LINES.with(2, "fixed\n").with(18, "moved on\n").join(""));
  expect(await opened.repository.read("c.md")).toBe("c\n");
  expect(await opened.merge()).toEqual({ mergeSha, headSha: head });
});

test("a branch that was merged by hand needs no merge", async () => {
  await using opened = await openRepository();
  const head = await opened.repository.commit({ "a.md": "x\n" }, BRANCH);
  await opened.repository.git("update-ref", "refs/heads/main", head);

  expect(await opened.merge()).toEqual({ mergeSha: head, headSha: head });
});

test("the same lines changed on both sides are a refusal that names the page, and the base stays", async () => {
  await using opened = await openRepository();
  await opened.repository.commit({ "a.md": LINES.with(2, "mine\n").join("") }, BRANCH);
  const base = await opened.repository.commit({ "a.md": LINES.with(2, "theirs\n").join("") });

  await expect(opened.merge()).rejects.toMatchObject({
    code: "push_refused",
    message: expect.stringContaining("a.md"),
  });
  expect(await opened.repository.head()).toBe(base);
});

test("a branch that has nothing in common with the base any more is refused, whatever is in it", async () => {
  await using opened = await openRepository();
  await opened.repository.commit({ "a.md": "x\n" }, BRANCH);
  await opened.repository.git("update-ref", "-d", "refs/heads/main");
  await opened.repository.git("symbolic-ref", "HEAD", "refs/heads/main");
  const base = await opened.repository.commit({ "new.md": "rewritten\n" });

  await expect(opened.merge()).rejects.toMatchObject({ code: "push_refused" });
  expect(await opened.repository.head()).toBe(base);
});

test.each([BRANCH, "main"])("a missing branch %s is a ref_not_found", async (missing) => {
  await using opened = await openRepository();
  await opened.repository.commit({ "a.md": "x\n" }, BRANCH);
  await opened.repository.git("update-ref", "-d", `refs/heads/${missing}`);

  await expect(opened.merge()).rejects.toMatchObject({
    code: "ref_not_found",
    message: expect.stringContaining(missing),
  });
});

test("two concurrent merges both arrive", async () => {
  await using opened = await openRepository();
  await opened.repository.commit({ "x.md": "x\n" }, "docsteward/x");
  await opened.repository.commit({ "y.md": "y\n" }, "docsteward/y");

  await Promise.all([opened.merge("docsteward/x"), opened.merge("docsteward/y")]);

  expect([await opened.repository.read("x.md"), await opened.repository.read("y.md")]).toEqual(["x\n", "y\n"]);
});

test("a base that is checked out is left alone, and the refusal holds the command that merges there", async () => {
  await using opened = await openRepository({ bare: false, name: "my docs" });
  const head = await opened.repository.commit({ "b.md": "fixed\n" }, BRANCH);

  const refusal = await opened.merge().catch((error: Error) => error);

  expect(refusal).toMatchObject({ code: "push_refused" });
  const command = String((refusal as Error).message).split("Run: ")[1] ?? "";
  execFileSync("sh", ["-c", command], {
    stdio: "pipe",
    env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: "/dev/null" },
  });
  expect(await opened.repository.git("merge-base", "--is-ancestor", head, "main")).toBe("");
  expect(await opened.repository.git("status", "--porcelain")).toBe("");
});

test("a base that is checked out in a linked working tree is left alone, too", async () => {
  await using opened = await openRepository();
  await using linked = await makeDataDir();
  await opened.repository.git("worktree", "add", "--quiet", join(linked.path, "tree"), "main");
  const base = await opened.repository.head();
  await opened.repository.commit({ "b.md": "fixed\n" }, BRANCH);

  await expect(opened.merge()).rejects.toThrow(join(linked.path, "tree"));
  expect(await opened.repository.head()).toBe(base);
});

test("a dirty checkout is byte for byte as it was through fetch, push and a refused merge", async () => {
  await using opened = await openRepository({ bare: false });
  const { repository, dataDir } = opened;
  await writeFile(join(repository.path, "a.md"), "half done\n");
  await writeFile(join(repository.path, "staged.md"), "staged\n");
  await repository.git("add", "staged.md");
  await writeFile(join(repository.path, "untracked.md"), "new\n");
  const before = await fingerprint(repository);

  await using job = await openTestJob({ repository, dataDir });
  await job.workspace.write("b.md", "fixed\n");
  const commit = await job.workspace.commit("Fix", AT);
  await pushBranch(job.cache, { branch: BRANCH, sha: commit?.sha ?? "", expected: null });
  await expect(opened.merge()).rejects.toMatchObject({ code: "push_refused" });
  await readComparison({ repository: repository.url, base: "main", headSha: commit?.sha ?? "" });

  expect(await fingerprint(repository)).toEqual(before);
  expect(await repository.head(BRANCH)).toBe(commit?.sha);
});

test("files pushed into another user's repository belong to that user", async () => {
  await using opened = await openRepository();
  const { repository, dataDir } = opened;
  const isRoot = process.getuid?.() === 0;
  const owner = isRoot ? 65_534 : (process.getuid?.() ?? 0);
  if (isRoot) execFileSync("sh", ["-c", 'chmod 755 "$0/.." && chown -R 65534:65534 "$0/.."', repository.path]);

  await using job = await openTestJob({ repository, dataDir });
  await job.workspace.write("b.md", "fixed\n");
  const commit = await job.workspace.commit("Fix", AT);
  await pushBranch(job.cache, { branch: BRANCH, sha: commit?.sha ?? "", expected: null });

  const entries = await readdir(repository.path, { recursive: true });
  const owners = await Promise.all(entries.map(async (entry) => (await stat(join(repository.path, entry))).uid));
  expect(new Set(owners)).toEqual(new Set([owner]));
  expect(await readFile(join(repository.path, "refs/heads", BRANCH), "utf8")).toBe(`${commit?.sha}\n`);
});

test("a repository that its owner cannot reach is served all the same", async () => {
  await using opened = await openRepository();
  const { repository, dataDir } = opened;
  if (process.getuid?.() === 0)
    execFileSync("sh", ["-c", 'chmod 700 "$0/.." && chown -R 65534:65534 "$0"', repository.path]);

  await using job = await openTestJob({ repository, dataDir });
  await job.workspace.write("b.md", "fixed\n");
  const commit = await job.workspace.commit("Fix", AT);
  const outcome = await pushBranch(job.cache, { branch: BRANCH, sha: commit?.sha ?? "", expected: null });

  expect(outcome).toEqual({ kind: "pushed" });
});

/** Everything in the checkout that is a person's: files, index, HEAD, configuration, and their own branches. */
async function fingerprint({ path, git }: TestRepository): Promise<Record<string, string>> {
  const own = (await readdir(path, { recursive: true })).filter(
    (entry) =>
      !entry.startsWith(".git/") || /^\.git\/(HEAD|index|config|refs\/heads\/main|logs\/HEAD|info\/.*)$/.test(entry),
  );
  const prints: Record<string, string> = {
    branches: await git("for-each-ref", "refs/heads/main", "refs/tags", "refs/stash"),
  };
  for (const entry of own) {
    const found = await stat(join(path, entry));
    if (!found.isFile()) continue;
    const hash = createHash("sha256").update(await readFile(join(path, entry)));
    prints[entry] = `${hash.digest("hex")} ${found.mode} ${entry === ".git/index" ? "" : found.mtimeMs}`;
  }
  return prints;
}
