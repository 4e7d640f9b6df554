import { access } from "node:fs/promises";
import { expect, test } from "vitest";
import { makeDataDir, makeRepository } from "../testing.ts";
import { openTestCache } from "../testing-jobs.ts";
import { pruneCaches, removeCaches } from "./prune-caches.ts";

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

test("the caches of one repository go, and those of others stay", async () => {
  await using data = await makeDataDir();
  await using mine = await makeRepository({ "a.md": "a" });
  await using other = await makeRepository({ "b.md": "b" });
  const [cache, kept] = [await openTestCache(mine, data.path), await openTestCache(other, data.path)];
  cache.close();
  kept.close();

  await removeCaches(data.path, mine.url);

  expect(await isThere(cache.gitDir)).toBe(false);
  expect(await isThere(kept.gitDir)).toBe(true);
});

test("a cache that a job has open goes once it is closed", async () => {
  await using data = await makeDataDir();
  await using mine = await makeRepository({ "a.md": "a" });
  const cache = await openTestCache(mine, data.path);

  await removeCaches(data.path, mine.url);
  expect(await isThere(cache.gitDir)).toBe(true);
  cache.close();
  await pruneCaches(data.path);

  expect(await isThere(cache.gitDir)).toBe(false);
});
