import { readdir, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { localAccess } from "../local/access.ts";
import { makeDataDir, makeRepository, type TestRepository } from "../testing.ts";
import { openTestCache, openTestJob } from "../testing-jobs.ts";
import { commitRawTree } from "../testing-trees.ts";
import { fetchJobHeads } from "./job-refs.ts";
import { openRepositoryCache } from "./repository-cache.ts";

const heads = async (repository: TestRepository, dataDir: string, ref = "main", branch: string | null = null) => {
  using cache = await openTestCache(repository, dataDir);
  return await fetchJobHeads(cache, { jobId: "job_1", ref, branch });
};

test("finds the base, and the job's branch only where there is one", async () => {
  await using repository = await makeRepository({ "a.md": "a" });
  await using data = await makeDataDir();
  const base = await repository.head();
  const branch = await repository.commit({ "a.md": "b" }, "docsteward/fix");

  expect(await heads(repository, data.path, "main", "docsteward/fix")).toEqual({ baseSha: base, branchSha: branch });
  expect(await heads(repository, data.path, "main", "docsteward/none")).toEqual({ baseSha: base, branchSha: null });
  // ls-remote looks for the end of a name: this one is no branch of its own.
  expect(await heads(repository, data.path, "main", "fix")).toEqual({ baseSha: base, branchSha: null });
});

test.each(["a folder with spaces", "größe 文档", 'it\'s "quoted" $(id)', "100%41"])(
  "works with a repository at %j",
  async (name) => {
    await using repository = await makeRepository({ "a.md": "a" }, { name });
    await using data = await makeDataDir();

    expect((await heads(repository, data.path)).baseSha).toBe(await repository.head());
  },
);

test("a branch that is not there is a ref_not_found, and names it", async () => {
  await using repository = await makeRepository({ "a.md": "a" });
  await using data = await makeDataDir();

  await expect(heads(repository, data.path, "trunk")).rejects.toMatchObject({
    code: "ref_not_found",
    message: expect.stringContaining("trunk"),
  });
});

test.each([
  ["v1.0", "The project's base ref v1.0 is a tag. Set it to a branch."],
  ["refs/heads/main", "The project's base ref refs/heads/main is a full ref name. Set it to the branch name: main."],
  ["HEAD", "The repository has no branch HEAD. Check the project's base ref."],
  ["m*", "The repository has no branch m*. Check the project's base ref."],
  ["--upload-pack=x", "The repository has no branch --upload-pack=x. Check the project's base ref."],
])("the base ref %s is no branch, and the sentence says what it is", async (ref, message) => {
  await using repository = await makeRepository({ "a.md": "a" });
  await using data = await makeDataDir();
  await repository.git("tag", "v1.0");

  await expect(heads(repository, data.path, ref)).rejects.toMatchObject({ code: "ref_not_found", message });
});

test("a repository with SHA-256 names is refused in a sentence", async () => {
  await using repository = await makeRepository({ "a.md": "a" }, { objectFormat: "sha256" });
  await using data = await makeDataDir();

  await expect(heads(repository, data.path)).rejects.toMatchObject({
    code: "repository_unsupported",
    message: expect.stringContaining("SHA-256"),
  });
});

test("a repository without commits is a repository_empty", async () => {
  await using repository = await makeRepository({});
  await using data = await makeDataDir();

  await expect(heads(repository, data.path)).rejects.toMatchObject({ code: "repository_empty" });
});

test.each([
  ["nothing", async () => undefined],
  ["a folder that is no repository", async (path: string) => writeFile(join(path, "HEAD"), "no")],
])("%s is a repository_not_found, in a sentence without the path", async (_, prepare) => {
  await using data = await makeDataDir();
  await using other = await makeDataDir();
  await prepare(other.path);
  const repository = pathToFileURL(join(other.path, "none.git")).href;
  using cache = await openRepositoryCache({
    dataDir: data.path,
    repository,
    access: async () => localAccess(repository),
  });

  const failure = fetchJobHeads(cache, { jobId: "job_1", ref: "main", branch: null });

  await expect(failure).rejects.toMatchObject({ code: "repository_not_found" });
  await expect(failure).rejects.toThrow(expect.not.stringContaining(other.path));
});

test.each([
  ["a folder named .git", ["40000 .git"]],
  ["a folder named .GIT", ["40000 .GIT"]],
  ["a folder that NTFS takes for .git", ["40000 git~1"]],
  ["a folder that HFS+ takes for .git", ["40000 .g\u200cit"]],
  ["a folder named ..", ["40000 .."]],
  ["a file named .", ["100644 ."]],
  ["a slash in a name", ["100644 a/b.md"]],
  ["one name twice", ["100644 a.md", "100644 a.md"]],
  ["names in the wrong order", ["100644 b.md", "100644 a.md"]],
  ["a .gitmodules that is a link", ["120000 .gitmodules"]],
])("a tree with %s is refused as hostile", async (_, entries) => {
  await using repository = await makeRepository({ "a.md": "a" });
  await using data = await makeDataDir();
  const raw = entries.map((entry) => {
    const [mode = "", ...name] = entry.split(" ");
    return {
      mode,
      name: name.join(" "),
      content: mode === "40000" ? [{ mode: "100644", name: "x", content: "x" }] : "x",
    };
  });
  await commitRawTree(repository, raw);

  await expect(heads(repository, data.path)).rejects.toMatchObject({
    code: "repository_hostile",
    message: expect.stringMatching(/^The repository contains an object that fails git's checks/),
  });
});

test.each([
  ["a tree that is gone", "main^{tree}", null, "repository_damaged"],
  ["a tree that is garbage", "main^{tree}", "garbage", "repository_damaged"],
  ["a commit that is garbage", "main", "garbage", "repository_damaged"],
  ["a page that is garbage", "main:a.md", "garbage", "repository_damaged"],
  ["a page that is gone", "main:a.md", null, "ref_not_found"],
  ["a commit that is gone", "main", null, "ref_not_found"],
])("a repository with %s is reported as damaged, and its cache is not", async (_, revision, content, code) => {
  await using repository = await makeRepository({});
  await using data = await makeDataDir();
  await commitRawTree(repository, [{ mode: "100644", name: "a.md", content: "a" }]);
  const sha = await repository.git("rev-parse", revision);
  const object = join(repository.path, "objects", sha.slice(0, 2), sha.slice(2));
  await rm(object);
  if (content !== null) await writeFile(object, content);

  await expect(openTestJob({ repository, dataDir: data.path })).rejects.toMatchObject({
    code,
    message: expect.stringContaining("git fsck"),
  });

  using cache = await openTestCache(repository, data.path);
  expect(cache.gitDir).toMatch(/-1\.git$/);
});

test("a repository with submodules is sound", async () => {
  await using repository = await makeRepository({
    "a.md": "a",
    ".gitmodules": '[submodule "x"]\n\tpath = x\n\turl = https://example.com/x.git\n',
  });
  await using data = await makeDataDir();

  expect((await heads(repository, data.path)).baseSha).toBe(await repository.head());
});

test("eight concurrent jobs on a new repository all get their files, through one fetch of each thing", async () => {
  await using repository = await makeRepository(
    Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`page-${index}.md`, `Page ${index}\n`])),
  );
  await using data = await makeDataDir();
  const ids = Array.from({ length: 8 }, (_, index) => `job_${index}`);

  const jobs = await Promise.all(ids.map((jobId) => openTestJob({ repository, dataDir: data.path, jobId })));

  try {
    for (const { workspace } of jobs) {
      expect(await workspace.paths()).toHaveLength(100);
      expect(await workspace.read("page-7.md")).toEqual({ path: "page-7.md", text: "Page 7\n" });
    }
    expect(new Set(jobs.map(({ cache }) => cache.gitDir)).size).toBe(1);
    expect((await packs(jobs[0]?.cache.gitDir ?? "")).length).toBe(2);
  } finally {
    for (const job of jobs) await job[Symbol.asyncDispose]();
  }
});

test("a moved base is fetched at its current head, without its history", async () => {
  await using repository = await makeRepository({ "a.md": "a" });
  await using data = await makeDataDir();
  await heads(repository, data.path);
  for (const text of ["b", "c", "d"]) await repository.commit({ "a.md": text });

  await using job = await openTestJob({ repository, dataDir: data.path });

  expect(await job.workspace.read("a.md")).toEqual({ path: "a.md", text: "d" });
  const { stdout } = await job.cache.git({ args: ["rev-list", "--count", job.heads.baseSha] });
  expect(stdout.toString().trim()).toBe("1");
});

test("a base whose history was rewritten is fetched like any other", async () => {
  await using repository = await makeRepository({ "a.md": "a" });
  await using data = await makeDataDir();
  await heads(repository, data.path);
  await repository.git("update-ref", "-d", "refs/heads/main");
  await repository.commit({ "a.md": "rewritten" });

  await using job = await openTestJob({ repository, dataDir: data.path });

  expect(await job.workspace.read("a.md")).toEqual({ path: "a.md", text: "rewritten" });
});

test.each([
  ["a lock that a killed fetch left", async (gitDir: string) => writeFile(join(gitDir, "shallow.lock"), "")],
  [
    "a pack that was cut short",
    async (gitDir: string) => {
      for (const pack of await packs(gitDir)) await truncate(join(gitDir, "objects/pack", pack), 40);
    },
  ],
  ["packs that are gone", async (gitDir: string) => rm(join(gitDir, "objects/pack"), { recursive: true })],
  ["a configuration that is no configuration", async (gitDir: string) => writeFile(join(gitDir, "config"), "[core")],
])("a cache with %s is replaced: the second attempt works at the latest", async (_, breakCache) => {
  await using repository = await makeRepository({ "a.md": "a" });
  await using data = await makeDataDir();
  const first = await openTestJob({ repository, dataDir: data.path });
  await first[Symbol.asyncDispose]();
  await breakCache(first.cache.gitDir);
  await repository.commit({ "a.md": "b" });

  const attempt = async () => {
    await using job = await openTestJob({ repository, dataDir: data.path });
    return (await job.workspace.read("a.md"))?.text;
  };

  expect(await attempt().catch(attempt)).toBe("b");
});

test("a blob that is gone from the cache fails the read, and the next attempt has it again", async () => {
  await using repository = await makeRepository({ "a.md": "a" });
  await using data = await makeDataDir();
  {
    await using job = await openTestJob({ repository, dataDir: data.path });
    await rm(join(job.cache.gitDir, "objects/pack"), { recursive: true });
    await expect(job.workspace.read("a.md")).rejects.toMatchObject({ code: "git_failed" });
  }

  await using again = await openTestJob({ repository, dataDir: data.path });

  expect(await again.workspace.read("a.md")).toEqual({ path: "a.md", text: "a" });
});

async function packs(gitDir: string): Promise<string[]> {
  return (await readdir(join(gitDir, "objects/pack"))).filter((file) => file.endsWith(".pack"));
}
