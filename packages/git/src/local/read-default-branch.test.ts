import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { makeRepository } from "../testing.ts";
import { readDefaultBranch } from "./local-repository.ts";

test.each([true, false])("reads the branch of HEAD, bare: %s", async (bare) => {
  await using repository = await makeRepository({ "a.md": "a" }, { bare, branch: "größe/x", name: "my docs" });

  expect(await readDefaultBranch(repository.url)).toBe("größe/x");
});

test("a working tree's own file HEAD is not taken for git's", async () => {
  await using repository = await makeRepository({ HEAD: "ref: refs/heads/other\n" }, { bare: false });
  await repository.git("worktree", "add", "--quiet", "--detach", "../linked");

  expect(await readDefaultBranch(repository.url)).toBe("main");
  expect(await readDefaultBranch(pathToFileURL(join(repository.path, "../linked")).href)).toBeNull();
});

test("what the file does not say is left to git: no branch, refs kept in another way, no repository", async () => {
  await using repository = await makeRepository({ "a.md": "a" });
  for (const head of [await repository.head(), "ref: refs/heads/.invalid\n", "ref: refs/tags/x\n", ""]) {
    await writeFile(join(repository.path, "HEAD"), head);
    expect(await readDefaultBranch(repository.url)).toBeNull();
  }
  await mkdir(join(repository.path, "none"));
  expect(await readDefaultBranch(`${repository.url}/none`)).toBeNull();
});
