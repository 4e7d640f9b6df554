import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeSampleRepository } from "./make-sample-repository.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sample-repository-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: string[]) => execFileSync("git", ["--git-dir", folder, ...args], { encoding: "utf8" });
const SAMPLE_DOCS = join(import.meta.dirname, "../../prisma/seed/sample-docs");

test("makes a bare repository with a history of four commits", async () => {
  const { head, ref } = await makeSampleRepository(folder);

  expect(ref).toBe("main");
  expect(git("rev-parse", "HEAD").trim()).toBe(head);
  expect(git("rev-parse", "--is-bare-repository").trim()).toBe("true");
  expect(git("log", "--format=%s").trim().split("\n")).toHaveLength(4);
  expect(git("fsck", "--strict", "--no-progress").trim()).toBe("");
});

test("holds every sample file unchanged, as an ordinary file", async () => {
  await makeSampleRepository(folder);

  const tree = git("ls-tree", "-r", "main").trim().split("\n");

  expect(tree.length).toBeGreaterThan(25);
  expect(tree.every((line) => line.startsWith("100644 blob"))).toBe(true);
  for (const path of ["docs.json", "quickstart.mdx", "images/overview.svg"])
    expect(git("show", `main:${path}`)).toBe(readFileSync(join(SAMPLE_DOCS, path), "utf8"));
});

test("gives the same commit every time", async () => {
  const other = mkdtempSync(join(tmpdir(), "sample-repository-"));
  try {
    const [first, second] = [await makeSampleRepository(folder), await makeSampleRepository(other)];

    expect(second.head).toBe(first.head);
  } finally {
    rmSync(other, { recursive: true, force: true });
  }
});

test("lists in each commit's navigation only pages that the commit has", async () => {
  await makeSampleRepository(folder);

  for (const commit of git("log", "--format=%H").trim().split("\n")) {
    const files = new Set(git("ls-tree", "-r", "--name-only", commit).trim().split("\n"));
    const listed = [...git("show", `${commit}:docs.json`).matchAll(/"pages": \[([^\]]*)\]/g)].flatMap((match) =>
      [...(match[1] ?? "").matchAll(/"([^"]+)"/g)].map(([, page]) => `${page}.mdx`),
    );
    expect(listed.length).toBeGreaterThan(2);
    expect(listed.filter((page) => !files.has(page))).toEqual([]);
    expect(git("show", `${commit}:docs.json`)).toContain('"source": "/install"');
  }
});

test("leaves a folder alone that holds something", async () => {
  writeFileSync(join(folder, "mine.txt"), "mine");

  await expect(makeSampleRepository(folder)).rejects.toThrow(/isn't empty/);
});
