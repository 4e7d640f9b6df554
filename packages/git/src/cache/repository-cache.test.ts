import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { makeDataDir, makeRepository } from "../testing.ts";
import { openTestCache } from "../testing-jobs.ts";
import { cacheFolder } from "./repository-cache.ts";

test("processes that open a new cache at the same time get the same one, whole", async () => {
  await using repository = await makeRepository({ "a.md": "a" });
  await using data = await makeDataDir();
  const module = pathToFileURL(join(import.meta.dirname, "../testing-jobs.ts")).href;
  const code = `
    import { openTestJob } from ${JSON.stringify(module)};
    const [jobId, url, dataDir] = process.argv.slice(1);
    const job = await openTestJob({ repository: { url, branch: "main" }, dataDir, jobId });
    console.log(job.cache.gitDir, (await job.workspace.read("a.md")).text);
    await job[Symbol.asyncDispose]();`;

  const outputs = await Promise.all(
    ["job_1", "job_2", "job_3"].map(async (jobId) => {
      const args = ["--input-type=module", "-e", code, jobId, repository.url, data.path];
      const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
      const [[status], text] = await Promise.all([once(child, "exit"), child.stdout.toArray()]);
      expect(status).toBe(0);
      return Buffer.concat(text).toString();
    }),
  );

  expect(new Set(outputs).size).toBe(1);
  expect(outputs[0]).toMatch(/ a\n$/);
  expect((await readdir(cacheFolder(data.path))).filter((entry) => /\.git|\.new/.test(entry))).toHaveLength(1);
});

test("two repositories have two caches, and one repository one", async () => {
  await using one = await makeRepository({ "a.md": "a" });
  await using two = await makeRepository({ "a.md": "a" });
  await using data = await makeDataDir();

  using first = await openTestCache(one, data.path);
  using again = await openTestCache(one, data.path);
  using other = await openTestCache(two, data.path);

  expect(again.gitDir).toBe(first.gitDir);
  expect(other.gitDir).not.toBe(first.gitDir);
});

test("a retired cache is not opened again, and concurrent callers share the new one", async () => {
  await using repository = await makeRepository({ "a.md": "a" });
  await using data = await makeDataDir();
  using old = await openTestCache(repository, data.path);
  await old.reportBroken();

  const opened = await Promise.all(Array.from({ length: 5 }, () => openTestCache(repository, data.path)));
  for (const cache of opened) cache.close();

  expect(new Set(opened.map(({ gitDir }) => gitDir)).size).toBe(1);
  expect(opened[0]?.gitDir).not.toBe(old.gitDir);
});

test("nothing about the remote is written to the cache", async () => {
  await using repository = await makeRepository({ "a.md": "a" });
  await using data = await makeDataDir();
  using cache = await openTestCache(repository, data.path);
  await cache.remoteGit({ args: ["ls-remote", "--quiet", "origin"] });

  const { stdout } = await cache.git({ args: ["config", "--local", "--list"] });

  expect(stdout.toString()).not.toContain("remote");
});
