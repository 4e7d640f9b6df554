import { expect, test } from "vitest";
import { makeRepository, type TestRepository } from "../testing.ts";
import { readChangeTimes } from "./read-change-times.ts";

/** Commits with the time of now; the repository's own commits all have one time. */
async function commitNow(repository: TestRepository, files: Record<string, string>): Promise<void> {
  const sha = await repository.commit(files);
  const [tree, parent] = [`${sha}^{tree}`, `${sha}^`];
  const dated = await repository.git("commit-tree", tree, "-p", parent, "-m", "Now");
  await repository.git("update-ref", "refs/heads/main", dated);
}

const timesOf = async (repository: TestRepository, paths: string[], since: string | null = null) => {
  const commit = await repository.head();
  const times = await readChangeTimes({ repository: repository.url, commit, paths, since });
  return Object.fromEntries([...times].map(([path, at]) => [path, at.toISOString()]));
};

const FIRST = "2026-01-01T00:00:00.000Z";

test("tells when each file came or changed last, also with a name that is not plain", async () => {
  const odd = "docs/Größe und\tMaß.md";
  await using repository = await makeRepository({ "a.md": "1", [odd]: "1" });

  expect(await timesOf(repository, ["a.md", odd, "none.md"])).toEqual({ "a.md": FIRST, [odd]: FIRST });
});

test("looks only at what came since a commit, and further back for what is not among it", async () => {
  await using repository = await makeRepository({ "a.md": "1", "b.md": "1" });
  const since = await repository.head();
  await commitNow(repository, { "a.md": "2" });

  const times = await timesOf(repository, ["a.md", "b.md"], since);

  expect(times["b.md"]).toBe(FIRST);
  expect(new Date(times["a.md"] ?? 0).getTime()).toBeGreaterThan(new Date(FIRST).getTime());
});

test("a change that came by a merge is as old as the merge", async () => {
  await using repository = await makeRepository({ "a.md": "1" });
  const base = await repository.head();
  const branch = await repository.commit({ "b.md": "on the branch" }, "topic");
  const tree = await repository.git("rev-parse", `${branch}^{tree}`);
  const merge = await repository.git("commit-tree", tree, "-p", base, "-p", branch, "-m", "Merge topic");
  await repository.git("update-ref", "refs/heads/main", merge);
  const mergedAt = Number(await repository.git("show", "-s", "--format=%ct", merge));

  const times = await timesOf(repository, ["a.md", "b.md"]);

  expect(times).toEqual({ "a.md": FIRST, "b.md": new Date(mergedAt * 1000).toISOString() });
});

test("nothing is asked for no files", async () => {
  expect(await readChangeTimes({ repository: "file:///nowhere", commit: "0", paths: [], since: null })).toEqual(
    new Map(),
  );
});
