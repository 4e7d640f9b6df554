import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeDataDir, makeRepository } from "../testing.ts";
import { readComparison } from "./local-repository.ts";

test("shows what the branch brought since it left the base, not what the base did since", async () => {
  await using repository = await makeRepository({ "a.md": "a\n", "b.md": "b\n" });
  await repository.commit({ "a.md": "a\nfirst\n" }, "docs/fix");
  const headSha = await repository.commit({ "new page.md": "n\n" }, "docs/fix");
  await repository.commit({ "b.md": "moved on\n" });

  const comparison = await readComparison({ repository: repository.url, base: "main", headSha });

  expect(
    comparison?.files.map(({ path, status, additions, deletions }) => ({ path, status, additions, deletions })),
  ).toEqual([
    { path: "a.md", status: "modified", additions: 1, deletions: 0 },
    { path: "new page.md", status: "added", additions: 1, deletions: 0 },
  ]);
  expect(comparison?.commits.map(({ subject, author }) => [subject, author])).toEqual([
    ["Change new page.md", "Ada Example"],
    ["Change a.md", "Ada Example"],
  ]);
});

test("names the two commits, also where it was asked for branches, which move", async () => {
  await using repository = await makeRepository({ "a.md": "a\n" });
  const base = await repository.head();
  const asked = { repository: repository.url, base: "refs/heads/main", headSha: "refs/heads/docs/fix" };
  const first = await repository.commit({ "a.md": "first\n" }, "docs/fix");
  expect((await readComparison(asked))?.range).toEqual({ base, head: first });
  const second = await repository.commit({ "a.md": "second\n" }, "docs/fix");

  expect((await readComparison(asked))?.range).toEqual({ base, head: second });
});

test("is null when a commit is no longer there", async () => {
  await using repository = await makeRepository({ "a.md": "a\n" });

  expect(await readComparison({ repository: repository.url, base: "main", headSha: "1".repeat(40) })).toBeNull();
});

test("a repository that is gone is a repository_not_found", async () => {
  const repository = await makeRepository({ "a.md": "a\n" });
  await repository.remove();

  await expect(
    readComparison({ repository: repository.url, base: "main", headSha: "1".repeat(40) }),
  ).rejects.toMatchObject({ code: "repository_not_found" });
});

test("of a huge difference, git is stopped after four megabytes, and the files whose patches it had not printed are named", async () => {
  await using repository = await makeRepository({ "a.md": "a\n" });
  const large = "A line of a page that says something.\n".repeat(25_000);
  const names = Array.from({ length: 7 }, (_, index) => `large-${index}.md`);
  const headSha = await repository.commit(Object.fromEntries(names.map((name) => [name, large])), "docs/large");

  const comparison = await readComparison({ repository: repository.url, base: "main", headSha });

  const files = comparison?.files ?? [];
  expect(files.map(({ path, additions }) => [path, additions])).toEqual(names.map((name) => [name, 25_000]));
  expect(files.map(({ isLeftOut = false }) => isLeftOut)).toEqual([false, false, false, false, true, true, true]);
  expect(files.reduce((sum, { patch }) => sum + patch.length, 0)).toBeLessThan(4_000_000);
  expect(files.every(({ patch, isLeftOut }) => (patch === "") === (isLeftOut === true))).toBe(true);
});

test("of a difference of very many files it has the first, and says that there are more", async () => {
  await using repository = await makeRepository({ "a.md": "a\n" });
  const pages = Array.from({ length: 2_100 }, (_, index) => [`${String(index).padStart(4, "0")}.md`, "x\n"]);
  const headSha = await repository.commit(Object.fromEntries(pages), "docs/many");

  const comparison = await readComparison({ repository: repository.url, base: "main", headSha });

  expect(comparison).toMatchObject({ hasMoreFiles: true });
  expect(comparison?.files).toHaveLength(2_000);
});

test("of commits with huge messages it has the first, and git keeps no more than those", async () => {
  await using repository = await makeRepository({ "a.md": "a\n" });
  await using folder = await makeDataDir();
  const message = join(folder.path, "message");
  await writeFile(message, `Say more\n\n${"a".repeat(45_000_000)}`);
  let headSha = await repository.commit({ "a.md": "b\n" }, "docs/fix");
  const tree = `${headSha}^{tree}`;
  for (let count = 0; count < 3; count += 1) {
    headSha = await repository.git("-c", "core.compression=1", "commit-tree", tree, "-p", headSha, "-F", message);
  }

  const comparison = await readComparison({ repository: repository.url, base: "main", headSha });

  expect(comparison?.files).toHaveLength(1);
  expect(comparison?.commits.length).toBeLessThan(3);
});
