import { expect, test } from "vitest";
import { localAccess } from "../local/access.ts";
import { makeRepository } from "../testing.ts";
import { listRemote } from "./remote-refs.ts";

test("names the default branch and the head of each branch", async () => {
  await using repository = await makeRepository({ "a.md": "a" }, { branch: "trunk" });
  const fix = await repository.commit({ "a.md": "b" }, "docs/fix");

  const refs = await listRemote(() => localAccess(repository.url));

  expect(refs).toEqual({
    defaultBranch: "trunk",
    branches: new Map([
      ["docs/fix", fix],
      ["trunk", await repository.head()],
    ]),
    hasCommits: true,
  });
});

test("names only the branches that were asked for, and none that merely end alike", async () => {
  await using repository = await makeRepository({ "a.md": "a" });
  await repository.git("branch", "docs/fix");
  await repository.git("update-ref", "refs/heads/x/refs/heads/fix", "main");

  const { branches } = await listRemote(() => localAccess(repository.url), ["main", "fix", "*", "none"]);

  expect([...branches.keys()]).toEqual(["main"]);
});

test("a repository whose HEAD was never born has commits all the same", async () => {
  await using repository = await makeRepository({ "a.md": "a" });
  await repository.git("symbolic-ref", "HEAD", "refs/heads/unborn");

  expect(await listRemote(() => localAccess(repository.url), ["none"])).toMatchObject({ hasCommits: true });
});

test("a checkout whose HEAD is detached has no default branch", async () => {
  await using repository = await makeRepository({ "a.md": "a" }, { bare: false });
  await repository.git("checkout", "--quiet", "--detach");

  expect(await listRemote(() => localAccess(repository.url))).toMatchObject({ defaultBranch: null, hasCommits: true });
});

test("a repository without commits says so", async () => {
  await using repository = await makeRepository({});

  const refs = await listRemote(() => localAccess(repository.url));

  expect(refs.hasCommits).toBe(false);
  expect(refs.branches.size).toBe(0);
});

test("a repository with SHA-256 names is refused", async () => {
  await using repository = await makeRepository({ "a.md": "a" }, { objectFormat: "sha256" });

  await expect(listRemote(() => localAccess(repository.url))).rejects.toMatchObject({ code: "repository_unsupported" });
});
