import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeDataDir, makeRepository } from "../testing.ts";
import { makeTestJob, openTestJob } from "../testing-jobs.ts";
import { commitRawTree } from "../testing-trees.ts";

const AT = new Date("2026-01-02T03:04:05Z");

test("lists pages and navigation files, sorted, and nothing else", async () => {
  await using job = await makeTestJob({
    "z.mdx": "z",
    "docs.json": "{}",
    "a/b.md": "b",
    "a/image.png": "p",
    "src/index.ts": "code",
    "package.json": "{}",
    "AGENTS.md": "Be kind.",
    ".github/workflows/x.yml": "on: push",
  });

  expect(await job.workspace.paths()).toEqual(["a/b.md", "docs.json", "z.mdx"]);
});

test("below a docs path only its own files are there, and the navigation beside it", async () => {
  await using job = await makeTestJob(
    { "README.md": "r", "mkdocs.yml": "nav: []", "docs/a.md": "a", "docs/b/c.mdx": "c", "other/d.md": "d" },
    { docsPath: "docs" },
  );

  expect(await job.workspace.paths()).toEqual(["docs/a.md", "docs/b/c.mdx", "mkdocs.yml"]);
  await expect(job.workspace.read("README.md")).rejects.toMatchObject({ code: "path_refused" });
  await expect(job.workspace.write("other/d.md", "x")).rejects.toMatchObject({ code: "path_refused" });
});

test("reads what was written, also with BOM, CRLF and no final newline, byte for byte", async () => {
  const files = { "crlf.md": "a\r\nb\r\n", "bom.md": "\uFEFFa\n", "open.md": "no newline", "empty.md": "" };
  await using job = await makeTestJob(files);
  const { workspace } = job;

  for (const [path, text] of Object.entries(files)) expect(await workspace.read(path)).toEqual({ path, text });
  await workspace.write("crlf.md", "a\r\nc\r\n");
  await workspace.write("bom.md", "\uFEFFb\n");
  const commit = await workspace.commit("Change", AT);

  const show = async (path: string) =>
    (await job.cache.git({ args: ["cat-file", "blob", `${commit?.sha}:${path}`] })).stdout.toString("utf8");
  expect(await show("crlf.md")).toBe("a\r\nc\r\n");
  expect(await show("bom.md")).toBe("\uFEFFb\n");
  expect(await show("open.md")).toBe("no newline");
});

test.each([
  ["a binary file", Buffer.from("a\0b"), "binary"],
  ["a file that is no UTF-8", Buffer.from([0x63, 0x61, 0x66, 0xe9]), "UTF-8"],
  ["a file over 1 MB", Buffer.alloc(1_000_001, "x"), "1 MB"],
  ["a Git LFS pointer", Buffer.from("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"), "LFS"],
])("refuses to read %s, and leaves it out of many", async (_, content, sentence) => {
  await using job = await makeTestJob({ "x.md": content, "ok.md": "fine" });

  await expect(job.workspace.read("x.md")).rejects.toMatchObject({ code: "path_refused" });
  await expect(job.workspace.read("x.md")).rejects.toThrow(sentence);
  expect(await job.workspace.readMany(["x.md", "ok.md", "none.md"])).toEqual([{ path: "ok.md", text: "fine" }]);
  expect(await job.workspace.start.readMany(["x.md", "ok.md"])).toEqual([{ path: "ok.md", text: "fine" }]);
});

test.each([
  ["NUL", "a\0b"],
  ["lone surrogates", "a\ud800b"],
  ["more than 512 KB", "x".repeat(512_001)],
  ["an LFS pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"],
])("refuses to write %s", async (_, text) => {
  await using job = await makeTestJob({ "x.md": "x" });

  await expect(job.workspace.write("x.md", text)).rejects.toMatchObject({ code: "path_refused" });
  expect(await job.workspace.changes()).toEqual([]);
});

test.each([
  ["120000", "../../etc/passwd", "a symbolic link"],
  ["100755", "#!/bin/sh\n", "an executable file"],
  ["160000", "1".repeat(40), "a submodule"],
])("neither reads, writes, moves nor removes an entry of mode %s", async (mode, content, name) => {
  const page = { mode: "100644", name: "index.md", content: "Hello\n" };
  await using job = await makeTestJob(
    {},
    { prepare: (repository) => commitRawTree(repository, [page, { mode, name: "x.md", content }]) },
  );
  const { workspace } = job;

  expect(await workspace.paths()).toEqual(["index.md"]);
  for (const attempt of [
    workspace.read("x.md"),
    workspace.write("x.md", "x"),
    workspace.remove("x.md"),
    workspace.move("x.md", "y.md"),
    workspace.move("index.md", "x.md"),
  ])
    await expect(attempt).rejects.toThrow(name);
  expect(await workspace.start.read("x.md")).toBeNull();
  expect(await workspace.changes()).toEqual([]);
});

test.each([
  ["symbolic link", "120000", "/etc"],
  ["submodule", "160000", "1".repeat(40)],
])("writes nothing below a %s", async (_, mode, content) => {
  await using job = await makeTestJob(
    {},
    { prepare: (repository) => commitRawTree(repository, [{ mode, name: "docs", content }]) },
  );

  await expect(job.workspace.write("docs/x.md", "x")).rejects.toMatchObject({ code: "path_refused" });
});

test.each([
  ["GUIDE/new.md", "folder"],
  ["guide/INSTALL.md", "capitalization"],
  ["guide/install.md/x.md", "is a file"],
  ["dir.md", "is a folder"],
])("refuses the new file %s, which clashes with an existing path", async (path, sentence) => {
  await using job = await makeTestJob({ "guide/install.md": "x", "dir.md/page.md": "x" });

  await expect(job.workspace.write(path, "x")).rejects.toThrow(sentence);
});

test("a page may be renamed to another case of its own name, and a folder emptied for a file", async () => {
  await using job = await makeTestJob({ "Install.md": "Some text that stays.\n", "old.md/page.md": "x\n" });
  const { workspace } = job;

  await workspace.move("Install.md", "install.md");
  await workspace.remove("old.md/page.md");
  await workspace.write("old.md", "now a page\n");

  expect((await workspace.changes()).map(({ path, from, status }) => ({ path, from, status }))).toEqual([
    { path: "install.md", from: "Install.md", status: "renamed" },
    { path: "old.md", from: undefined, status: "added" },
    { path: "old.md/page.md", from: undefined, status: "deleted" },
  ]);
  expect(await workspace.commit("Rename", AT)).not.toBeNull();
});

test("a move that is refused leaves the file where it was", async () => {
  await using job = await makeTestJob({ "a.md": "a", "b/c.md": "c" });

  await expect(job.workspace.move("a.md", "B/a.md")).rejects.toMatchObject({ code: "path_refused" });

  expect(await job.workspace.read("a.md")).toEqual({ path: "a.md", text: "a" });
  expect(await job.workspace.changes()).toEqual([]);
});

test("a removed file is gone for reads, lists and searches, and can be written again", async () => {
  await using job = await makeTestJob({ "a.md": "needle", "b.md": "b" });
  const { workspace } = job;

  await workspace.remove("a.md");

  expect(await workspace.exists("a.md")).toBe(false);
  expect(await workspace.read("a.md")).toBeNull();
  expect(await workspace.paths()).toEqual(["b.md"]);
  expect((await workspace.grep("needle")).matches).toEqual([]);
  await workspace.write("a.md", "needle");
  expect(await workspace.changes()).toEqual([]);
  expect(await workspace.commit("Nothing", AT)).toBeNull();
});

test("a text has one name: an edit changes it, undoing the edit brings it back, and a moved page keeps it", async () => {
  await using job = await makeTestJob({ "a.md": "one", "b.md": "two", "c.md": "one", "image.png": "p" });
  const { workspace } = job;
  const first = workspace.identify("a.md");

  expect(first).toBe(workspace.start.identify("a.md"));
  expect(workspace.identify("c.md")).toBe(first);
  expect(workspace.identify("b.md")).not.toBe(first);
  await workspace.write("a.md", "other");
  expect(workspace.identify("a.md")).not.toBe(first);
  expect(workspace.start.identify("a.md")).toBe(first);
  await workspace.write("a.md", "one");
  expect(workspace.identify("a.md")).toBe(first);
  await workspace.move("a.md", "moved.md");
  expect([workspace.identify("moved.md"), workspace.identify("a.md")]).toEqual([first, undefined]);
  expect([workspace.identify("image.png"), workspace.identify("none.md")]).toEqual([undefined, undefined]);
});

test("of 5,000 files only the pages are fetched, and committing fetches nothing more", async () => {
  const files: Record<string, string> = {};
  for (let index = 0; index < 1_000; index += 1) files[`docs/${index % 50}/page-${index}.md`] = `# Page ${index}\n`;
  for (let index = 0; index < 4_000; index += 1)
    files[`src/${index % 50}/file-${index}.ts`] = `export const x = ${index};\n`;
  await using job = await makeTestJob(files);
  const countBlobs = async () => {
    const { stdout } = await job.cache.git({
      args: ["cat-file", "--batch-all-objects", "--batch-check=%(objecttype)"],
    });
    return stdout
      .toString()
      .split("\n")
      .filter((type) => type === "blob").length;
  };

  expect(await job.workspace.paths()).toHaveLength(1_000);
  expect(await countBlobs()).toBe(1_000);
  await job.workspace.write("docs/0/page-0.md", "# Changed\n");
  await job.workspace.grep("Changed");
  await job.workspace.commit("Change", AT);

  expect(await countBlobs()).toBe(1_001);
});

test("nothing of the job is left when it is closed, but for a ref to fetch from next time", async () => {
  await using job = await makeTestJob({ "a.md": "a\n" });
  await job.workspace.write("a.md", "b\n");
  await job.workspace.grep("b");
  await job.workspace.commit("Change", AT);

  await job.workspace.close();

  expect(await readdir(join(job.dataDir, "jobs"))).toEqual([]);
  const { stdout } = await job.cache.git({ args: ["for-each-ref", "--format=%(refname) %(objectname)"] });
  expect(stdout.toString()).toBe(`refs/kept/base ${job.heads.baseSha}\n`);
  await expect(job.workspace.read("a.md")).rejects.toMatchObject({ code: "git_failed" });
});

test("two workspaces of one job do not disturb each other, as when a lost worker is merely slow", async () => {
  await using repository = await makeRepository({ "a.md": "a\n" });
  await using data = await makeDataDir();
  await using slow = await openTestJob({ repository, dataDir: data.path });
  await slow.workspace.write("a.md", "slow\n");
  await using next = await openTestJob({ repository, dataDir: data.path });
  await next.workspace.write("a.md", "next\n");

  await slow.workspace.close();

  expect((await next.workspace.changes())[0]?.patch).toContain("+next");
  expect(await next.workspace.commit("Change", AT)).not.toBeNull();
});
