import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeDataDir, makeRepository, openTestJob } from "./testing.ts";

const AT = new Date("2026-01-02T03:04:05Z");

async function openJob(files: Record<string, string | Uint8Array>, docsPath = "") {
  const repository = await makeRepository(files);
  const data = await makeDataDir();
  const job = await openTestJob({ repository, dataDir: data.path, docsPath });
  return {
    ...job,
    repository,
    dataDir: data.path,
    async [Symbol.asyncDispose]() {
      await job[Symbol.asyncDispose]();
      await repository.remove();
      await data.remove();
    },
  };
}

/** Adds entries of any mode to the repository's branch: what a person's git would write, and what it never would. */
async function openJobWithEntries(entries: Record<string, { mode: string; content: string }>) {
  const repository = await makeRepository({ "index.md": "Hello\n" });
  const lines = [];
  for (const [path, { mode, content }] of Object.entries(entries)) {
    const sha = mode === "160000" ? "1".repeat(40) : await repository.hashObject(content);
    lines.push(`${mode} ${sha}\t${path}`);
  }
  await repository.commitEntries(lines);
  const data = await makeDataDir();
  const job = await openTestJob({ repository, dataDir: data.path });
  return {
    ...job,
    async [Symbol.asyncDispose]() {
      await job[Symbol.asyncDispose]();
      await repository.remove();
      await data.remove();
    },
  };
}

test("lists pages and navigation files, sorted, and nothing else", async () => {
  await using job = await openJob({
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
  await using job = await openJob(
    { "README.md": "r", "mkdocs.yml": "nav: []", "docs/a.md": "a", "docs/b/c.mdx": "c", "other/d.md": "d" },
    "docs",
  );

  expect(await job.workspace.paths()).toEqual(["docs/a.md", "docs/b/c.mdx", "mkdocs.yml"]);
  await expect(job.workspace.read("README.md")).rejects.toMatchObject({ code: "path_refused" });
  await expect(job.workspace.write("other/d.md", "x")).rejects.toMatchObject({ code: "path_refused" });
});

test("reads what was written, also with BOM, CRLF and no final newline, byte for byte", async () => {
  const files = { "crlf.md": "a\r\nb\r\n", "bom.md": "\uFEFFa\n", "open.md": "no newline", "empty.md": "" };
  await using job = await openJob(files);
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
  await using job = await openJob({ "x.md": content, "ok.md": "fine" });

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
  await using job = await openJob({ "x.md": "x" });

  await expect(job.workspace.write("x.md", text)).rejects.toMatchObject({ code: "path_refused" });
  expect(await job.workspace.changes()).toEqual([]);
});

test.each([
  ["120000", "../../etc/passwd", "a symbolic link"],
  ["100755", "#!/bin/sh\n", "an executable file"],
  ["160000", "", "a submodule"],
])("neither reads, writes, moves nor removes an entry of mode %s", async (mode, content, name) => {
  await using job = await openJobWithEntries({ "x.md": { mode, content } });
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
  ["symbolic link", "120000"],
  ["submodule", "160000"],
])("writes nothing below a %s", async (_, mode) => {
  await using job = await openJobWithEntries({ docs: { mode, content: "/etc" } });

  await expect(job.workspace.write("docs/x.md", "x")).rejects.toMatchObject({ code: "path_refused" });
});

test.each([
  ["GUIDE/new.md", "folder"],
  ["guide/INSTALL.md", "case"],
  ["guide/install.md/x.md", "is a file"],
  ["dir.md", "is a folder"],
])("refuses the new file %s, which clashes with what is there", async (path, sentence) => {
  await using job = await openJob({ "guide/install.md": "x", "dir.md/page.md": "x" });

  await expect(job.workspace.write(path, "x")).rejects.toThrow(sentence);
});

test("a page may be renamed to another case of its own name, and a folder emptied for a file", async () => {
  await using job = await openJob({ "Install.md": "Some text that stays.\n", "old.md/page.md": "x\n" });
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
  await using job = await openJob({ "a.md": "a", "b/c.md": "c" });

  await expect(job.workspace.move("a.md", "B/a.md")).rejects.toMatchObject({ code: "path_refused" });

  expect(await job.workspace.read("a.md")).toEqual({ path: "a.md", text: "a" });
  expect(await job.workspace.changes()).toEqual([]);
});

test("a removed file is gone for reads, lists and searches, and can be written again", async () => {
  await using job = await openJob({ "a.md": "needle", "b.md": "b" });
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

test("a search sees the job's own edits, below a path, and nothing that is no page", async () => {
  await using job = await openJob({
    "a.md": "one needle\nand text\r\n",
    "docs/[slug].md": "a needle in brackets\n",
    "docs/s.md": "a needle in s\n",
    "src/code.ts": "needle",
  });
  const { workspace } = job;
  await workspace.write("new.md", "\n\nfresh needle\r\n");
  await workspace.write("a.md", "nothing\n");

  const { matches, isCut } = await workspace.grep("need(le|ful)");

  expect(isCut).toBe(false);
  expect(matches).toEqual([
    { path: "docs/[slug].md", line: 1, text: "a needle in brackets" },
    { path: "docs/s.md", line: 1, text: "a needle in s" },
    { path: "new.md", line: 3, text: "fresh needle" },
  ]);
  expect((await workspace.grep("needle", "docs/[slug].md")).matches.map(({ path }) => path)).toEqual([
    "docs/[slug].md",
  ]);
  expect((await workspace.grep("needle", "docs/")).matches).toHaveLength(2);
});

test("a search is cut at 200 lines, and a bad pattern or path is a refusal", async () => {
  await using job = await openJob({ "a.md": "needle\n".repeat(300), "long.md": `needle ${"x".repeat(2_000)}\n` });

  const { matches, isCut } = await job.workspace.grep("needle");

  expect(matches).toHaveLength(200);
  expect(isCut).toBe(true);
  expect((await job.workspace.grep("needle x")).matches[0]?.text.length).toBe(501);
  for (const pattern of ["a(", "[z-a]", "a\\", "a\0", "a\nb"])
    await expect(job.workspace.grep(pattern)).rejects.toMatchObject({ code: "path_refused" });
  await expect(job.workspace.grep("x", "../..")).rejects.toMatchObject({ code: "path_refused" });
});

test("a search that takes too long is stopped and says so", async () => {
  await using job = await openJob({ "a.md": `${"a".repeat(5_000)}\n`.repeat(100) });

  await expect(job.workspace.grep("(a*)*(a*)*(a*)*\\1\\2\\3b")).rejects.toMatchObject({ code: "limit_reached" });
});

test("changes tell files, moves, lines and patches, with names in any script", async () => {
  const text = Array.from({ length: 30 }, (_, index) => `Line ${index}\n`).join("");
  await using job = await openJob({ "old.md": text, "café.md": "a\nb\n", "gone.md": "x\n" });
  const { workspace } = job;
  await workspace.move("old.md", "new folder/日本語.md");
  await workspace.write("new folder/日本語.md", text.replace("Line 3\n", "Line three\n"));
  await workspace.write("café.md", "a\nc\nd\n");
  await workspace.remove("gone.md");

  const changes = await workspace.changes();

  expect(changes.map(({ patch: _, ...change }) => change)).toMatchObject([
    { path: "café.md", status: "modified", additions: 2, deletions: 1 },
    { path: "gone.md", status: "deleted", additions: 0, deletions: 1 },
    { path: "new folder/日本語.md", from: "old.md", status: "renamed", additions: 1, deletions: 1 },
  ]);
  expect(changes[0]?.patch.replace(/^index .*\n/m, "")).toBe(
    "diff --git a/café.md b/café.md\n--- a/café.md\n+++ b/café.md\n@@ -1,2 +1,3 @@\n a\n-b\n+c\n+d\n",
  );
  expect(changes[2]?.patch).toContain("rename from old.md\nrename to new folder/日本語.md\n");
});

test("the same files, message and time give the same commit, with one parent and Docsteward as author", async () => {
  await using job = await openJob({ "a.md": "a\n" });
  await job.workspace.write("a.md", "b\n");

  const first = await job.workspace.commit("Change\n\nWhy\0not.\n", AT);
  const second = await job.workspace.commit("Change\n\nWhy\0not.\n", AT);

  expect(second).toEqual(first);
  const { stdout } = await job.cache.git({ args: ["cat-file", "commit", first?.sha ?? ""] });
  expect(stdout.toString()).toBe(
    `tree ${first?.tree}\nparent ${job.heads.baseSha}\n` +
      "author Docsteward <docsteward@users.noreply.localhost> 1767323045 +0000\n" +
      "committer Docsteward <docsteward@users.noreply.localhost> 1767323045 +0000\n\nChange\n\nWhynot.\n",
  );
});

test("files the job did not touch stay in the commit, whatever they are", async () => {
  await using job = await openJobWithEntries({
    "run.sh": { mode: "100755", content: "#!/bin/sh\n" },
    link: { mode: "120000", content: "index.md" },
    "deep/.github/workflows/x.yml": { mode: "100644", content: "on: push\n" },
  });
  await job.workspace.write("index.md", "Hi\n");

  const commit = await job.workspace.commit("Change", AT);

  const { stdout } = await job.cache.git({
    args: ["diff-tree", "-r", "--name-status", job.heads.baseSha, commit?.sha ?? ""],
  });
  expect(stdout.toString()).toBe("M\tindex.md\n");
});

test("50 files may change, not 51; a move counts once", async () => {
  const files = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`old/${index}.md`, `Page ${index}\n`]));
  await using job = await openJob(files);
  const { workspace } = job;

  for (let index = 0; index < 50; index += 1) await workspace.move(`old/${index}.md`, `new/${index}.md`);

  await expect(workspace.move("old/50.md", "new/50.md")).rejects.toThrow("50 files");
  await expect(workspace.write("old/51.md", "x")).rejects.toThrow("50 files");
  expect(await workspace.exists("old/50.md")).toBe(true);
  expect(await workspace.commit("Move", AT)).not.toBeNull();
});

test("a change of more than 5,000 lines is not committed", async () => {
  await using job = await openJob({ "a.md": "a\n" });
  await job.workspace.write("a.md", "line\n".repeat(5_001));

  await expect(job.workspace.commit("Too much", AT)).rejects.toMatchObject({ code: "limit_reached" });
});

test("the first state stays readable beside the edits, instructions included", async () => {
  await using job = await openJob({ "a.md": "before", "AGENTS.md": "Be kind.", "style/GUIDE.txt": "Plain words." });
  const { workspace } = job;
  await workspace.write("a.md", "after");
  await workspace.remove("a.md");

  expect(await workspace.start.read("a.md")).toEqual({ path: "a.md", text: "before" });
  expect(await workspace.start.paths()).toEqual(["a.md"]);
  expect(await workspace.start.readMany(["AGENTS.md", "style/GUIDE.txt", "none.md", "../x.md"])).toEqual([
    { path: "AGENTS.md", text: "Be kind." },
    { path: "style/GUIDE.txt", text: "Plain words." },
  ]);
  await expect(workspace.read("AGENTS.md")).rejects.toMatchObject({ code: "path_refused" });
});

test("instructions above the docs path are found too", async () => {
  await using job = await openJob({ "AGENTS.md": "Root.", "docs/AGENTS.md": "Docs.", "docs/a.md": "a" }, "docs");

  const files = await job.workspace.start.readMany(["AGENTS.md", "docs/AGENTS.md"]);

  expect(files.map(({ text }) => text)).toEqual(["Root.", "Docs."]);
});

test("of 5,000 files only the pages are fetched, and committing fetches nothing more", async () => {
  const files: Record<string, string> = {};
  for (let index = 0; index < 1_000; index += 1) files[`docs/${index % 50}/page-${index}.md`] = `# Page ${index}\n`;
  for (let index = 0; index < 4_000; index += 1)
    files[`src/${index % 50}/file-${index}.ts`] = `export const x = ${index};\n`;
  await using job = await openJob(files);
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
  await using job = await openJob({ "a.md": "a\n" });
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
