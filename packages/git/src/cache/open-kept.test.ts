import { expect, test } from "vitest";
import { compareCommits, readTextsAt } from "../files/compare-commits.ts";
import { makeDataDir, makeRepository } from "../testing.ts";
import { openTestCache } from "../testing-jobs.ts";
import { openListing } from "./commit-listing.ts";
import { fetchJobHeads } from "./job-refs.ts";
import { holdsCommits, openCachedRepository } from "./repository-cache.ts";

test("what a job has fetched is compared without its repository", async () => {
  await using repository = await makeRepository({ "a.md": "one\n", "b.md": "b\n" });
  await using data = await makeDataDir();
  const base = await repository.head();
  const head = await repository.commit({ "a.md": "two\n" }, "fix");
  {
    using cache = await openTestCache(repository, data.path);
    await fetchJobHeads(cache, { jobId: "job_1", ref: "main", branch: "fix" });
    for (const commit of [base, head]) await (await openListing(cache, commit, "")).fetched;
  }
  await repository.remove();

  using kept = await openCachedRepository({ dataDir: data.path, repository: repository.url });
  expect(await holdsCommits(kept, [base, head])).toBe(true);
  expect(await compareCommits(kept, { base, head })).toMatchObject({
    files: [{ path: "a.md", additions: 1, deletions: 1 }],
    commits: [{ sha: head, subject: "Change a.md" }],
  });
  expect(await readTextsAt(kept, [{ commit: base, path: "a.md" }])).toEqual(["one\n"]);
});

test("what was never fetched is not there", async () => {
  await using repository = await makeRepository({ "a.md": "one\n" });
  await using data = await makeDataDir();

  using kept = await openCachedRepository({ dataDir: data.path, repository: repository.url });

  expect(await holdsCommits(kept, [await repository.head()])).toBe(false);
});
