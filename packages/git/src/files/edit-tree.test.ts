import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openBlobReader, storeBlob, storeObject } from "../cache/blob-store.ts";
import { makeTestJob, type OwnTestJob } from "../testing-jobs.ts";
import { commitRawTree } from "../testing-trees.ts";
import { editTree } from "./edit-tree.ts";
import { MAX_READ_BYTES } from "./file-text.ts";

const FILES = {
  "a.md": "a",
  "docs/a.md": "a",
  "docs/a/b.md": "b",
  "docs/a-b.md": "a-b",
  "docs/größe/日本語.md": "c",
  "docs/empty/only.md": "d",
  "image.png": "\0image",
};

async function edit({ cache, heads }: OwnTestJob, files: Record<string, string | null>): Promise<string | null> {
  const changes = new Map<string, string | null>();
  for (const [path, text] of Object.entries(files))
    changes.set(path, text === null ? null : await storeBlob(cache, Buffer.from(text)));
  const reader = openBlobReader(cache, { maxBytes: MAX_READ_BYTES });
  try {
    const store = (content: Buffer) => storeObject(cache, "tree", content);
    return await editTree({ read: reader.read, store }, `${heads.baseSha}^{tree}`, changes);
  } finally {
    reader.close();
  }
}

/** The same by git, over an index of the whole commit. */
async function editByGit({ cache, heads }: OwnTestJob, files: Record<string, string | null>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "docsteward-test-"));
  try {
    const env = { GIT_INDEX_FILE: join(folder, "index") };
    await cache.git({ args: ["read-tree", heads.baseSha], env });
    for (const [path, text] of Object.entries(files)) {
      const sha = text === null ? "0".repeat(40) : await storeBlob(cache, Buffer.from(text));
      const stdin = `${text === null ? "0" : "100644"} ${sha}\t${path}\0`;
      await cache.git({ args: ["update-index", "-z", "--index-info"], env, stdin });
    }
    return (await cache.git({ args: ["write-tree", "--missing-ok"], env })).stdout.toString().trim();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test.each<[string, Record<string, string | null>]>([
  ["a page changes", { "docs/a.md": "other" }],
  [
    "pages come, in folders old and new, before and behind what is there",
    { "docs/a.b.md": "x", "docs/new/deep/x.md": "x", "z.md": "z" },
  ],
  ["a page goes, and its folder with it", { "docs/empty/only.md": null }],
  ["names are in any script", { "docs/größe/日本語.md": "x", "docs/größe/ä.md": "y" }],
  [
    "a folder becomes a file, and a file a folder",
    { "docs/empty/only.md": null, "docs/empty": "x", "a.md": null, "a.md/b.md": "y" },
  ],
  ["everything below a folder moves", { "docs/a/b.md": null, "docs/b/b.md": "b" }],
  ["nothing changes", {}],
])("writes the very tree that git writes when %s", async (_, files) => {
  await using job = await makeTestJob(FILES);

  expect(await edit(job, files)).toBe(await editByGit(job, files));
});

test("what is no page stays as it is: executables, links and unusual names", async () => {
  const entries = [
    { mode: "100644", name: "a.md", content: "a" },
    { mode: "100644", name: "f\u00ff\u0001.txt", content: "x" },
    { mode: "120000", name: "link", content: "a.md" },
    { mode: "100755", name: "run.sh", content: "x" },
  ];
  await using job = await makeTestJob({}, { prepare: (repository) => commitRawTree(repository, entries) });

  expect(await edit(job, { "a.md": "b" })).toBe(await editByGit(job, { "a.md": "b" }));
});

test("leaves a folder of more than 1 MB to git", async () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`${"long-name-".repeat(20)}${n}.txt`, "x"]));
  await using job = await makeTestJob({ ...many, "a.md": "a" });

  expect(await edit(job, { "a.md": "b" })).toBeNull();
  await job.workspace.write("a.md", "b");
  expect((await job.workspace.changes()).map(({ path }) => path)).toEqual(["a.md"]);
});
