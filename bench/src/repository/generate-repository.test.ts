import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addCommit, copyRepository, generateRepository } from "./generate-repository.ts";
import { git } from "./git.ts";
import { LARGE_SITE, listPages, SMALL_SITE } from "./site-files.ts";
import { reviewLine } from "./write-page.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "docsteward-bench-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const headOf = (repository: string) => git([`--git-dir=${repository}`, "rev-parse", "refs/heads/main"]);

test("the same shape gives the same commits, wherever it is generated", async () => {
  const [first, second] = await Promise.all(
    ["a", "b"].map((name) => generateRepository(join(folder, name), SMALL_SITE)),
  );

  expect(await headOf(first ?? "")).toBe(await headOf(second ?? ""));
});

test("an existing repository is used again", async () => {
  const first = await generateRepository(folder, SMALL_SITE);
  await git([`--git-dir=${first}`, "update-ref", "refs/heads/mark", "refs/heads/main"]);

  const second = await generateRepository(folder, SMALL_SITE);

  expect(await git([`--git-dir=${second}`, "rev-parse", "refs/heads/mark"])).toBe(await headOf(first));
});

test("every page holds the line that the scripts edit", async () => {
  const repository = await generateRepository(folder, SMALL_SITE);

  for (const page of listPages(SMALL_SITE)) {
    const text = await git([`--git-dir=${repository}`, "show", `refs/heads/main:${page.path}`]);
    expect(text.split(reviewLine(page.number, 1))).toHaveLength(2);
  }
});

test("a commit on a copy moves the copy and leaves the kept repository alone", async () => {
  const kept = await generateRepository(folder, SMALL_SITE);
  const before = await headOf(kept);
  const copy = await copyRepository(kept, join(folder, "copy.git"));

  await addCommit(copy, listPages(SMALL_SITE)[0]?.path ?? "", 2);

  expect(await git([`--git-dir=${copy}`, "rev-parse", "refs/heads/main^"])).toBe(before);
  expect(await headOf(kept)).toBe(before);
});

test("the large site has 12,000 pages of 20,000 files", () => {
  const notes = Math.floor(LARGE_SITE.pages / 59);

  expect(LARGE_SITE.pages + notes).toBe(12_000);
  expect(LARGE_SITE.pages + notes + LARGE_SITE.images + LARGE_SITE.sources + 1).toBe(20_000);
});
