import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { storeBlob } from "../cache/blob-store.ts";
import { makeDataDir, makeRepository, type TestRepository } from "../testing.ts";
import { openTestJob, type TestJob } from "../testing-jobs.ts";
import { createJobIndex, type JobIndex } from "./job-index.ts";

let repository: TestRepository;
let data: Awaited<ReturnType<typeof makeDataDir>>;
let job: TestJob;
let file: string;
beforeEach(async () => {
  repository = await makeRepository({ "a.md": "a\n", "b/c.md": "c\n" });
  data = await makeDataDir();
  job = await openTestJob({ repository, dataDir: data.path });
  file = join(data.path, "index");
});
afterEach(async () => {
  await job[Symbol.asyncDispose]();
  await repository.remove();
  await data.remove();
});

const wholeIndex = () => createJobIndex(job.cache, file, { commit: job.heads.baseSha });
const list = (index: JobIndex) =>
  index.use(async (env) => {
    const { stdout } = await job.cache.git({ args: ["ls-files", "-z"], env });
    return stdout.toString().split("\0").filter(Boolean);
  });

test("begins with a commit, or with the named blobs alone", async () => {
  const sha = await storeBlob(job.cache, Buffer.from("x"));
  const pages = createJobIndex(job.cache, `${file}-pages`, { blobs: () => [["x.md", sha]] });

  expect(await list(wholeIndex())).toEqual(["a.md", "b/c.md"]);
  expect(await list(pages)).toEqual(["x.md"]);
});

test("a file may stand where a folder was, and a folder where a file was, in any order", async () => {
  const index = wholeIndex();
  const sha = await storeBlob(job.cache, Buffer.from("x"));

  index.set("a.md/x.md", sha);
  index.set("a.md", null);
  index.set("b", sha);
  index.set("b/c.md", null);

  expect(await list(index)).toEqual(["a.md/x.md", "b"]);
});

test("what could not be put in is put in by the next use", async () => {
  const index = wholeIndex();
  await list(index);
  index.set("new.md", await storeBlob(job.cache, Buffer.from("x")));

  await writeFile(`${file}.lock`, "");
  await expect(list(index)).rejects.toMatchObject({ code: "git_failed" });
  await rm(`${file}.lock`);

  expect(await list(index)).toEqual(["a.md", "b/c.md", "new.md"]);
});

test("an index that could not be made is made by the next use", async () => {
  const index = wholeIndex();

  await writeFile(`${file}.lock`, "");
  await expect(list(index)).rejects.toMatchObject({ code: "git_failed" });
  await rm(`${file}.lock`);

  expect(await list(index)).toEqual(["a.md", "b/c.md"]);
});

test("concurrent uses take turns, and each sees the writes before it", async () => {
  const index = wholeIndex();
  const sha = await storeBlob(job.cache, Buffer.from("x"));

  const lists = [];
  for (let count = 0; count < 8; count++) {
    index.set(`new-${count}.md`, sha);
    lists.push(
      index.use((env) => job.cache.git({ args: ["write-tree", "--missing-ok"], env })),
      list(index).then((paths) => expect(paths).toContain(`new-${count}.md`)),
    );
  }

  await Promise.all(lists);
  expect(await list(index)).toHaveLength(10);
});

test("concurrent edits, searches and comparisons lose nothing", async () => {
  const { workspace } = job;
  const words = Array.from({ length: 10 }, (_, count) => `word-${count}`);

  await Promise.all(
    words.map(async (word) => {
      await workspace.write(`${word}.md`, `${word}\n`);
      const [{ matches }, changes] = await Promise.all([workspace.grep(`^${word}$`), workspace.changes()]);
      expect(matches).toEqual([{ path: `${word}.md`, line: 1, text: word }]);
      expect(changes.map(({ path }) => path)).toContain(`${word}.md`);
    }),
  );

  const commit = await workspace.commit("Add words", new Date("2026-01-02T03:04:05Z"));
  const { stdout } = await job.cache.git({ args: ["ls-tree", "-r", "--name-only", commit?.tree ?? ""] });
  expect(stdout.toString().trim().split("\n")).toEqual(["a.md", "b/c.md", ...words.map((word) => `${word}.md`)]);
});
