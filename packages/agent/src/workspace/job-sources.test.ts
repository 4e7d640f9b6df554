import { GitError } from "@docsteward/git/error";
import { localAccess } from "@docsteward/git/local/access";
import { DEFAULT_BOUNDS } from "@docsteward/git/rules/repository-bounds";
import { makeDataDir, makeRepository } from "@docsteward/git/testing";
import { expect, test } from "vitest";
import type { SourceRead } from "../journal.ts";
import { ToolRefusal } from "../tools/tool-refusal.ts";
import { createJobSources } from "./job-sources.ts";

async function open() {
  await using opening = new AsyncDisposableStack();
  const repository = opening.use(await makeRepository({ "src/a.ts": "export {};\n", "src/b.ts": "let b;\n" }));
  const data = opening.use(await makeDataDir());
  const commit = await repository.head();
  const reads: SourceRead[] = [];
  let isAllowed = true;
  const access = async () => {
    if (!isAllowed) throw new GitError("access_denied", "This organization may not read acme/secret.");
    return localAccess(repository.url);
  };
  const opened = opening.move();
  return {
    reads,
    revoke() {
      isAllowed = false;
    },
    /** The sources of a worker that has just taken the job. */
    start() {
      const sources = createJobSources({
        sources: [{ name: "app", repository: repository.url, ref: commit, access, note: async () => undefined }],
        jobId: "job_TEST",
        dataDir: data.path,
        bounds: DEFAULT_BOUNDS,
        signal: new AbortController().signal,
        commits: new Map(),
        onRead: async (read) => void reads.push(read),
      });
      opened.defer(() => sources.close());
      return sources;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

test("a commit that the cache holds is not read when the project has lost its access", async () => {
  await using job = await open();
  const before = job.start();
  expect(await (await before.open("app")).read("src/a.ts")).toMatchObject({ text: "export {};\n" });
  await before.close();
  job.revoke();

  await expect(job.start().open("app")).rejects.toBeInstanceOf(ToolRefusal);
  expect(job.reads.at(-1)).toMatchObject({ error: "This organization may not read acme/secret." });
});

test("access that ends while a job runs ends the call and not the job, and names no repository", async () => {
  await using job = await open();
  const files = await job.start().open("app");
  job.revoke();
  const refused = new ToolRefusal("The source @app can't be read. Continue without it, and say so in `reply`.");

  await expect(files.read("src/b.ts")).rejects.toThrow(refused);
  await expect(files.grep("b")).rejects.toThrow(refused);
  await expect(files.read("../b.ts")).rejects.toBeInstanceOf(GitError);
});
