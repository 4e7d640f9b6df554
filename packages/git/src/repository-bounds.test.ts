import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listTree } from "./cache/commit-listing.ts";
import { fetchWithin } from "./cache/fetch-within.ts";
import { listRemote } from "./cache/remote-refs.ts";
import { openRepositoryCache, type RepositoryCache } from "./cache/repository-cache.ts";
import { type CommitFiles, openCommit } from "./files/open-commit.ts";
import { openWorkspace } from "./files/open-workspace.ts";
import { localAccess } from "./local/access.ts";
import { readComparison } from "./local/local-repository.ts";
import { mergeLocalBranch } from "./local/merge.ts";
import { DEFAULT_BOUNDS, type RepositoryBounds } from "./rules/repository-bounds.ts";
import { makeDataDir, makeRepository, type TestRepository } from "./testing.ts";

let repository: TestRepository;
let data: Awaited<ReturnType<typeof makeDataDir>>;
beforeEach(async () => {
  repository = await makeRepository({ "docs/index.md": "# Start\n", "docs/guide.md": "# Guide\n" });
  data = await makeDataDir();
});
afterEach(async () => {
  await repository.remove();
  await data.remove();
});

const openCache = (bounds: Partial<RepositoryBounds> = {}) =>
  openRepositoryCache({
    dataDir: data.path,
    repository: repository.url,
    access: async () => localAccess(repository.url),
    bounds: { ...DEFAULT_BOUNDS, ...bounds },
  });

async function withFiles<T>(
  input: { bounds?: Partial<RepositoryBounds>; docsPath?: string },
  work: (files: CommitFiles) => Promise<T>,
): Promise<T> {
  using cache = await openCache(input.bounds);
  const files = await openCommit(cache, { holder: "test", ref: "main", docsPath: input.docsPath ?? "" });
  try {
    return await work(files);
  } finally {
    await files.close();
  }
}

/** A tree of these entries, as `git ls-tree` prints them. */
async function makeTree(entries: readonly string[]): Promise<string> {
  const file = join(data.path, "tree");
  await writeFile(file, entries.map((entry) => `${entry}\0`).join(""));
  return repository.git("-c", "alias.make=!git mktree -z <", "make", file);
}

/** A tree that holds one other under so many names, so many times over; in the innermost lie as many pages, or nothing. */
async function makeBomb(input: { width: number; depth: number; isEmpty?: boolean }): Promise<string> {
  const { width, depth, isEmpty = false } = input;
  const names = Array.from({ length: width }, (_, index) => index);
  const page = await repository.hashObject("# Page\n");
  let tree = await makeTree(isEmpty ? [] : names.map((index) => `100644 blob ${page}\tp${index}.md`));
  for (let level = 1; level < depth; level += 1) {
    const inner = tree;
    tree = await makeTree(names.map((index) => `040000 tree ${inner}\td${index}`));
  }
  return tree;
}

/** Makes the tree a folder `bomb` beside the docs, on a branch. */
async function plant(tree: string, branch = "main"): Promise<string> {
  const parent = await repository.head(branch).catch(() => repository.head());
  const docs = await repository.git("rev-parse", `${parent}:docs`);
  const root = await makeTree([`040000 tree ${tree}\tbomb`, `040000 tree ${docs}\tdocs`]);
  const commit = await repository.git("commit-tree", root, "-p", parent, "-m", "Plant");
  await repository.git("update-ref", `refs/heads/${branch}`, commit);
  return commit;
}

const TOO_MANY = { code: "repository_too_large", message: expect.stringMatching(/more than [\d,]+ files and folders/) };

describe("a repository whose few objects make very many files", () => {
  test.each([
    ["pages", { width: 10, depth: 6 }],
    ["folders with nothing in them", { width: 10, depth: 12, isEmpty: true }],
  ])("is refused as soon as git has named too many of a million %s", async (_, bomb) => {
    const commit = await plant(await makeBomb(bomb));
    using cache = await openCache();
    let bytes = 0;
    const git: RepositoryCache["git"] = ({ onOutput, ...run }) =>
      cache.git({
        ...run,
        onOutput: (chunk) => {
          bytes += chunk.length;
          return onOutput?.(chunk);
        },
      });

    await expect(withFiles({}, async () => null)).rejects.toMatchObject(TOO_MANY);
    await expect(listTree({ git, bounds: { ...DEFAULT_BOUNDS, maxFiles: 1_000 } }, commit, "")).rejects.toMatchObject({
      message:
        "The repository has more than 1,000 files and folders. Move the documentation to a smaller repository, or raise MAX_REPOSITORY_FILES.",
    });
    expect(bytes).toBeLessThan(1_000_000);
  });

  test("is refused where it only lies beside the docs, by what needs the whole of it", async () => {
    const before = await repository.head();
    const commit = await plant(await makeBomb({ width: 10, depth: 4 }));
    const bounds = { ...DEFAULT_BOUNDS, maxFiles: 1_000 };
    using cache = await openCache(bounds);

    await withFiles({ bounds, docsPath: "docs" }, async (files) => {
      expect(await files.paths()).toEqual(["docs/guide.md", "docs/index.md"]);
    });
    await using workspace = await openWorkspace(cache, {
      jobId: "a",
      docsPath: "docs",
      baseSha: commit,
      startSha: commit,
    });
    await workspace.write("docs/new.md", "# New\n");

    await expect(workspace.assets()).rejects.toMatchObject(TOO_MANY);
    await expect(workspace.changes()).rejects.toMatchObject(TOO_MANY);
    await expect(
      readComparison({ repository: repository.url, base: before, headSha: commit, bounds }),
    ).rejects.toMatchObject(TOO_MANY);
  });

  test("is refused when a site that was listed before becomes one, and when it is to be merged", async () => {
    const bounds = { maxFiles: 1_000 };
    await withFiles({ bounds }, (files) => files.paths());
    const bomb = await makeBomb({ width: 10, depth: 4 });
    await repository.git("branch", "bomb");
    await plant(bomb, "bomb");
    await repository.commit({ "docs/other.md": "# Other\n" });

    await expect(
      mergeLocalBranch({
        dataDir: data.path,
        repository: repository.url,
        number: 1,
        title: "Bomb",
        branch: "bomb",
        baseRef: "main",
        at: new Date(0),
        bounds: { ...DEFAULT_BOUNDS, ...bounds },
      }),
    ).rejects.toMatchObject(TOO_MANY);
    await plant(bomb);
    await expect(withFiles({ bounds }, async () => null)).rejects.toMatchObject(TOO_MANY);
  });
});

describe("bounds of a site", () => {
  test("more pages than the bound fail it with a sentence that names the folder", async () => {
    await expect(withFiles({ bounds: { maxPages: 1 }, docsPath: "docs" }, async () => null)).rejects.toMatchObject({
      code: "repository_too_large",
      message:
        "The repository has more than 1 pages and navigation files under docs/. Point the project at a smaller folder, or raise MAX_SITE_PAGES.",
    });
  });

  test("pages that are too deep, too long in their path or too large are left out and named, and the rest is read", async () => {
    const deep = `docs/${"a/".repeat(40)}page.md`;
    const long = `docs/${"b".repeat(200)}/${"c".repeat(200)}/${"d".repeat(200)}/${"e".repeat(200)}/${"f".repeat(220)}.md`;
    await repository.commit({ [deep]: "# Deep\n", [long]: "# Long\n", "docs/large.md": "x".repeat(1_000_001) });
    const read = async (files: CommitFiles) => ({
      paths: await files.paths(),
      blobs: [...files.blobs.keys()].sort(),
      leftOut: files.leftOut.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    });
    const paths = ["docs/guide.md", "docs/index.md"];
    const leftOut = [
      { path: deep, reason: "is nested 41 folders deep; the limit is 40" },
      { path: long.slice(0, 1_024), reason: "has a path longer than 1,024 bytes" },
      { path: "docs/large.md", reason: "is larger than 1,000 kB" },
    ];

    expect(await withFiles({}, read)).toEqual({ paths, blobs: paths, leftOut });
    await repository.commit({ "docs/third.md": "# Third\n" });
    const more = [...paths, "docs/third.md"];
    expect(await withFiles({}, read)).toEqual({ paths: more, blobs: more, leftOut });
    await repository.commit({ [deep]: null, [long]: null, "docs/large.md": "# Small\n" });
    expect((await withFiles({}, read)).leftOut).toEqual([]);
  });

  test("the size of a page and how deep it may lie can be set", async () => {
    await repository.commit({ "docs/a/b/page.md": "# Deep\n", "docs/long.md": "x".repeat(20_001) });

    const { leftOut } = await withFiles({ bounds: { maxPageBytes: 20_000, maxDepth: 2 } }, async (files) => files);

    expect(leftOut).toEqual([
      { path: "docs/a/b/page.md", reason: "is nested 3 folders deep; the limit is 2" },
      { path: "docs/long.md", reason: "is larger than 20 kB" },
    ]);
  });

  test("a job gets an error for a page that is too large, and git does not read it", async () => {
    await repository.commit({ "docs/large.md": "x".repeat(1_000_001) });
    using cache = await openCache();
    const head = await repository.head();
    await using workspace = await openWorkspace(cache, { jobId: "a", docsPath: "docs", baseSha: head, startSha: head });

    await expect(workspace.read("docs/large.md")).rejects.toThrow("docs/large.md is larger than 1 MB.");
    expect(await workspace.start.readMany(["docs/large.md", "docs/index.md"])).toEqual([
      { path: "docs/index.md", text: "# Start\n" },
    ]);
  });

  test("a page that is one long line is read while the page itself is not too large", async () => {
    await repository.commit({ "docs/line.md": "x".repeat(1_000_000) });

    const [page] = await withFiles({}, (files) => files.readMany(["docs/line.md"]));

    expect(page?.text).toHaveLength(1_000_000);
  });

  test("one text at many paths counts once for each path, and reading a page again counts once", async () => {
    const pages = Object.fromEntries(Array.from({ length: 6 }, (_, page) => [`docs/p${page}.md`, "x".repeat(100_000)]));
    await repository.commit(pages);
    const paths = Object.keys(pages);

    await withFiles({ bounds: { maxBytes: 500_000 } }, async (files) => {
      for (let time = 0; time < 10; time += 1) await files.readMany(paths.slice(0, 4));
      await expect(files.readMany(paths)).rejects.toMatchObject({
        code: "repository_too_large",
        message:
          "The pages have more than 0.5 MB of text. Point the project at a smaller folder, or raise MAX_REPOSITORY_MB.",
      });
    });
  });
});

describe("what comes from the repository over the wire", () => {
  test("a fetch that brings more than the bound fails, and the next job's cache holds nothing of it", async () => {
    await repository.git("config", "core.compression", "0");
    await repository.commit({ "docs/a.md": randomBytes(700_000), "docs/b.md": randomBytes(700_000) });

    await expect(withFiles({ bounds: { maxBytes: 1_000_000 } }, async () => null)).rejects.toMatchObject({
      code: "repository_too_large",
      message:
        "The repository sends more than 1 MB in one fetch. Remove large files from its pages, or raise MAX_REPOSITORY_MB.",
    });
    // Git was stopped in its midst, or had just ended.
    using next = await openCache();
    const packs = join(next.gitDir, "objects/pack");
    const sizes = (await readdir(packs)).map(async (name) => (await stat(join(packs, name))).size);
    expect((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)).toBeLessThan(1_000_000);
    expect(await withFiles({}, (files) => files.paths())).toHaveLength(4);
  });

  test.each([
    ["git ends", async () => ({ stdout: Buffer.alloc(0), stderr: "", code: 0, isCut: false })],
    ["git is stopped before it ends", () => Promise.reject(new Error("stopped"))],
  ])("a cache whose pack is whole and too large when %s is given up", async (_, end) => {
    using cache = await openCache({ maxBytes: 1_000_000 });
    const pack = join(cache.gitDir, "objects/pack/pack-test.pack");
    await mkdir(dirname(pack), { recursive: true });
    const remoteGit: RepositoryCache["remoteGit"] = async () => {
      await writeFile(pack, randomBytes(1_000_001));
      return end();
    };

    await expect(fetchWithin({ ...cache, remoteGit }, { args: [] })).rejects.toThrow();

    using next = await openCache();
    expect(next.gitDir).not.toBe(cache.gitDir);
  });

  test("a fetch is stopped in its midst, and leaves nothing behind", async () => {
    using cache = await openCache({ maxBytes: 1_000_000 });
    const partial = join(cache.gitDir, "objects/pack/tmp_pack_test");
    await mkdir(dirname(partial), { recursive: true });
    const remoteGit: RepositoryCache["remoteGit"] = async ({ signal }) => {
      await writeFile(partial, randomBytes(1_000_001));
      await once(signal ?? new AbortController().signal, "abort");
      throw signal?.reason;
    };

    await expect(fetchWithin({ ...cache, remoteGit }, { args: [] })).rejects.toMatchObject({
      code: "repository_too_large",
    });
    expect(await readdir(dirname(partial))).toEqual([]);
  });

  test("a repository with very many branches is refused with a sentence", async () => {
    const head = await repository.head();
    const refs = Array.from(
      { length: 110_000 },
      (_, number) => `${head} refs/heads/b${String(number).padStart(32, "0")}\n`,
    );
    await writeFile(
      join(repository.path, "packed-refs"),
      `# pack-refs with: peeled fully-peeled sorted \n${refs.join("")}`,
    );

    await expect(listRemote(() => localAccess(repository.url))).rejects.toMatchObject({
      message: "The repository has too many branches and tags. Delete unused ones.",
    });
  });

  test("long names and subjects of commits are cut", async () => {
    const base = await repository.head();
    const tree = await repository.git("rev-parse", "main^{tree}");
    const file = join(data.path, "message");
    await writeFile(file, "s".repeat(100_000));
    const head = await repository.git(
      "-c",
      `user.name=${"n".repeat(5_000)}`,
      "commit-tree",
      tree,
      "-p",
      base,
      "-F",
      file,
    );

    const comparison = await readComparison({ repository: repository.url, base, headSha: head });

    expect(comparison?.commits).toMatchObject([{ sha: head, author: "n".repeat(200), subject: "s".repeat(500) }]);
  });
});

describe("a large real site", () => {
  let large: TestRepository;
  beforeAll(async () => {
    const pages = Array.from({ length: 15_000 }, (_, page) => [`docs/s${page % 150}/p${page}.md`, `# Page ${page}\n`]);
    const others = Array.from({ length: 45_000 }, (_, file) => [`docs/assets/a${file % 300}/i${file}.png`, ""]);
    large = await makeRepository(Object.fromEntries([...pages, ...others]));
  });
  afterAll(() => large.remove());

  test("of 60,000 files and 15,000 pages passes every bound", async () => {
    repository = Object.assign(large, { remove: async () => undefined });

    await withFiles({}, async (files) => {
      expect(files.leftOut).toEqual([]);
      expect([(await files.paths()).length, (await files.assets()).size]).toEqual([15_000, 60_000]);
    });
  });
});
