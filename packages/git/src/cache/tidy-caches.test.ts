import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeDataDir, makeRepository } from "../testing.ts";
import { openTestCache, openTestJob } from "../testing-jobs.ts";
import { pinCommit } from "./job-refs.ts";
import { pruneCaches } from "./prune-caches.ts";
import { cacheFolder } from "./repository-cache.ts";

const caches = async (dataDir: string) =>
  (await readdir(cacheFolder(dataDir))).filter((entry) => entry.endsWith(".git"));

test("a cache that is idle keeps its objects and loses the refs of past jobs", async () => {
  await using repository = await makeRepository({ "a.md": "a" });
  await using data = await makeDataDir();
  const cache = await openTestCache(repository, data.path);
  await pinCommit(cache, await repository.head(), "refs/jobs/job_lost/base");
  cache.close();

  await pruneCaches(data.path);

  using again = await openTestCache(repository, data.path);
  expect(again.gitDir).toBe(cache.gitDir);
  expect((await again.git({ args: ["for-each-ref"] })).stdout.toString()).toBe("");
});

test("a cache that a job holds is left alone", async () => {
  await using repository = await makeRepository({ "a.md": "a" });
  await using data = await makeDataDir();
  await using job = await openTestJob({ repository, dataDir: data.path });

  await pruneCaches(data.path);

  expect((await job.cache.git({ args: ["for-each-ref"] })).stdout.toString()).toContain("refs/jobs/job_1/");
});

test("a retired cache goes when its last job has ended, and not before", async () => {
  await using repository = await makeRepository({ "a.md": "a" });
  await using data = await makeDataDir();
  const old = await openTestJob({ repository, dataDir: data.path });
  await old.cache.reportBroken();
  await using next = await openTestJob({ repository, dataDir: data.path });

  await pruneCaches(data.path);
  expect(await caches(data.path)).toHaveLength(2);
  expect(await old.workspace.read("a.md")).toEqual({ path: "a.md", text: "a" });
  await old[Symbol.asyncDispose]();
  await pruneCaches(data.path);

  expect(await caches(data.path)).toHaveLength(1);
  expect(await next.workspace.read("a.md")).toEqual({ path: "a.md", text: "a" });
});

test("a cache full of packs takes no new jobs while it is in use, and goes when it is idle", async () => {
  await using repository = await makeRepository({ "a.md": "a" });
  await using data = await makeDataDir();
  const busy = await openTestJob({ repository, dataDir: data.path });
  for (let index = 0; index < 101; index += 1)
    await writeFile(join(busy.cache.gitDir, "objects/pack", `pack-${index}.pack`), "");

  await pruneCaches(data.path);
  using next = await openTestCache(repository, data.path);
  expect(next.gitDir).not.toBe(busy.cache.gitDir);
  await busy[Symbol.asyncDispose]();
  await pruneCaches(data.path);

  expect(await caches(data.path)).toHaveLength(1);
});

test("what a process began and never finished is removed after a day", async () => {
  await using data = await makeDataDir();
  const folder = cacheFolder(data.path);
  for (const [name, age] of [
    ["old", 25],
    ["young", 1],
  ] as const) {
    const draft = join(folder, `${"0".repeat(32)}-1.git.${name}.new`);
    await mkdir(draft, { recursive: true });
    const at = new Date(Date.now() - age * 60 * 60 * 1000);
    await utimes(draft, at, at);
  }

  await pruneCaches(data.path);

  expect(await readdir(folder)).toEqual([`${"0".repeat(32)}-1.git.young.new`]);
});

test("a data folder without caches is tidy", async () => {
  await using data = await makeDataDir();

  await expect(pruneCaches(data.path)).resolves.toBeUndefined();
});
