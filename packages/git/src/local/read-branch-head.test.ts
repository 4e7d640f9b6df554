import { expect, test } from "vitest";
import { makeRepository } from "../testing.ts";
import { readBranchHead } from "./local-repository.ts";

test.each([true, false])("finds the head of a branch (bare: %s), loose and packed", async (bare) => {
  await using repository = await makeRepository({ "index.md": "# Hello\n" }, { bare });

  const loose = await readBranchHead(repository.url, "main");
  await repository.git("pack-refs", "--all");
  const packed = await readBranchHead(repository.url, "main");
  const moved = await repository.commit({ "index.md": "# Hello again\n" });

  expect([loose, packed]).toEqual([loose, loose]);
  expect(loose).toMatch(/^[0-9a-f]{40}$/);
  expect(await readBranchHead(repository.url, "main")).toBe(moved);
});

test("a branch with slashes is found, and one that is not there is null", async () => {
  await using repository = await makeRepository({ "index.md": "# Hello\n" });
  const head = await repository.commit({ "index.md": "# Two\n" }, "feature/two");

  expect(await readBranchHead(repository.url, "feature/two")).toBe(head);
  expect(await readBranchHead(repository.url, "feature")).toBeNull();
  expect(await readBranchHead(repository.url, "trunk")).toBeNull();
});

test("reports a repository that is gone", async () => {
  await expect(readBranchHead("file:///nowhere/docs.git", "main")).rejects.toMatchObject({
    code: "repository_not_found",
  });
});
