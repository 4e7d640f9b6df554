import { expect, test } from "vitest";
import { makeRepository } from "../testing.ts";
import { readComparison } from "./read-comparison.ts";

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
