import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestGitHub } from "@docsteward/git/testing-github";
import { commitRawTree, type RawEntry } from "@docsteward/git/testing-trees";
import { reply } from "@docsteward/model-script/script";
import { startGitHubWorker } from "@docsteward/worker/testing/worker";
import { afterAll, beforeAll, expect, test } from "vitest";

let folder = "";
let marker = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "docsteward-hostile-"));
  marker = join(folder, "ran");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const PAGE = "---\ntitle: Home\n---\n\nPlease recieve this.\n";
const FIX = [
  reply.tool("read", { path: "index.mdx" }),
  reply.tool("read", { path: "link.mdx" }),
  reply.tool("grep", { pattern: "root:" }),
  reply.tool("edit", { path: "index.mdx", old: "recieve", new: "receive" }),
  reply.tool("finish", { title: "Fix a typo", summary: "Fixed." }),
];

const evil = () => `sh -c "touch ${marker}"`;

/** In the order in which git keeps a tree: another one would be refused as damaged. */
const HOSTILE = (): RawEntry[] => [
  { mode: "100644", name: "$(touch ran).mdx", content: PAGE },
  { mode: "100644", name: "--upload-pack=touch ran.mdx", content: PAGE },
  { mode: "100644", name: ".gitattributes", content: "*.mdx filter=evil diff=evil merge=evil\n" },
  {
    mode: "40000",
    name: ".githooks",
    content: [{ mode: "100755", name: "pre-push", content: `#!/bin/sh\n${evil()}\n` }],
  },
  {
    mode: "100644",
    name: ".gitmodules",
    content: `[submodule "x"]\n\tpath = sub\n\turl = ext::${evil()}\n\tupdate = !${evil()}\n`,
  },
  { mode: "100644", name: "a\nb.mdx", content: PAGE },
  { mode: "100644", name: "index.mdx", content: PAGE },
  { mode: "120000", name: "link.mdx", content: "/etc/passwd" },
  { mode: "120000", name: "out", content: "../../../.." },
];

const ADA = ["-c", "user.name=Ada Example", "-c", "user.email=ada@example.com"];

const commit = ({ repository }: TestGitHub, entries: readonly RawEntry[]) => {
  const { path, head, git } = repository;
  return commitRawTree({ path, branch: "main", head, git: (...args) => git(...ADA, ...args) }, entries);
};

test("links, submodules, filters, hooks, odd names and odd refs: nothing runs, nothing becomes a file, the job does its work", async () => {
  await using opened = await startGitHubWorker(FIX, {
    prepare: async (at) => {
      const sha = await commit(at, HOSTILE());
      for (const ref of [
        `refs/heads/--exec=touch${"\u00a0"}ran`,
        ["refs/heads/$(touch$", "{IFS}ran)"].join(""),
        "refs/heads/docsteward/;x",
      ]) {
        await at.repository.git("update-ref", ref, sha);
      }
      await at.repository.git("config", "uploadpack.packObjectsHook", "/nowhere");
    },
  });
  const { worker, at } = opened;

  const job = await worker.run("Fix the typo");

  const [pull] = at.repository.pulls();
  expect(job).toMatchObject({ status: "completed", failureReason: null, pullRequestNumber: 1 });
  expect(await at.repository.git("diff", "--name-only", `main..${pull?.head}`)).toBe("index.mdx");
  expect(JSON.stringify(worker.model.requests.map(({ body }) => body))).not.toContain("root:x:0");
  expect(existsSync(marker)).toBe(false);
  const kept = await readdir(worker.services.dataDir, { recursive: true });
  expect(kept.filter((path) => /\.mdx|\.gitmodules|\.githooks|\bran$/.test(path))).toEqual([]);
});

test("a tree that no sound repository holds is refused by a name", async () => {
  await using opened = await startGitHubWorker(FIX, {
    prepare: (at) =>
      commit(at, [
        { mode: "40000", name: ".git", content: [{ mode: "100644", name: "config", content: "[core]\n" }] },
        { mode: "100644", name: "index.mdx", content: PAGE },
      ]),
  });

  const job = await opened.worker.run("Fix the typo");

  expect(job).toMatchObject({ status: "failed", failureCode: "git_misconfigured" });
  expect(job.failureReason).toContain("an object that fails git's checks");
});
