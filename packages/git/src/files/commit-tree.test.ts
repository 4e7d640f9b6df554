import { expect, test } from "vitest";
import { makeTestJob } from "../testing-jobs.ts";
import { commitRawTree } from "../testing-trees.ts";

const AT = new Date("2026-01-02T03:04:05Z");

test("changes tell files, moves, lines and patches, with names in any script", async () => {
  const text = Array.from({ length: 30 }, (_, index) => `Line ${index}\n`).join("");
  await using job = await makeTestJob({ "old.md": text, "café.md": "a\nb\n", "gone.md": "x\n" });
  const { workspace } = job;
  await workspace.move("old.md", "new folder/日本語.md");
  await workspace.write("new folder/日本語.md", text.replace("Line 3\n", "Line three\n"));
  await workspace.write("café.md", "a\nc\nd\n");
  await workspace.remove("gone.md");

  const changes = await workspace.changes();

  expect(changes.map(({ patch: _, ...change }) => change)).toMatchObject([
    { path: "café.md", status: "modified", additions: 2, deletions: 1 },
    { path: "gone.md", status: "deleted", additions: 0, deletions: 1 },
    { path: "new folder/日本語.md", from: "old.md", status: "renamed", additions: 1, deletions: 1 },
  ]);
  expect(changes[0]?.patch.replace(/^index .*\n/m, "")).toBe(
    "diff --git a/café.md b/café.md\n--- a/café.md\n+++ b/café.md\n@@ -1,2 +1,3 @@\n a\n-b\n+c\n+d\n",
  );
  expect(changes[2]?.patch).toContain("rename from old.md\nrename to new folder/日本語.md\n");
});

test("the same files, message and time give the same commit, with one parent and Docsteward as author", async () => {
  await using job = await makeTestJob({ "a.md": "a\n" });
  await job.workspace.write("a.md", "b\n");

  const first = await job.workspace.commit("Change\n\nWhy\0not.\n", AT);
  const second = await job.workspace.commit("Change\n\nWhy\0not.\n", AT);

  expect(second).toEqual(first);
  const { stdout } = await job.cache.git({ args: ["cat-file", "commit", first?.sha ?? ""] });
  expect(stdout.toString()).toBe(
    `tree ${first?.tree}\nparent ${job.heads.baseSha}\n` +
      "author Docsteward <docsteward@users.noreply.localhost> 1767323045 +0000\n" +
      "committer Docsteward <docsteward@users.noreply.localhost> 1767323045 +0000\n\nChange\n\nWhynot.\n",
  );
});

test("files the job did not touch stay in the commit, whatever they are", async () => {
  const workflows = [{ mode: "100644", name: "x.yml", content: "on: push\n" }];
  const github = [{ mode: "40000", name: "workflows", content: workflows }];
  await using job = await makeTestJob(
    {},
    {
      prepare: (repository) =>
        commitRawTree(repository, [
          { mode: "40000", name: ".github", content: github },
          { mode: "100644", name: "index.md", content: "Hello\n" },
          { mode: "120000", name: "link", content: "index.md" },
          { mode: "160000", name: "module", content: "1".repeat(40) },
          { mode: "100755", name: "run.sh", content: "#!/bin/sh\n" },
        ]),
    },
  );
  await job.workspace.write("index.md", "Hi\n");

  const commit = await job.workspace.commit("Change", AT);

  const { stdout } = await job.cache.git({
    args: ["diff-tree", "-r", "--name-status", job.heads.baseSha, commit?.sha ?? ""],
  });
  expect(stdout.toString()).toBe("M\tindex.md\n");
});

test("50 files may change, not 51; a move counts once", async () => {
  const files = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`old/${index}.md`, `Page ${index}\n`]));
  await using job = await makeTestJob(files);
  const { workspace } = job;

  for (let index = 0; index < 50; index += 1) await workspace.move(`old/${index}.md`, `new/${index}.md`);

  await expect(workspace.move("old/50.md", "new/50.md")).rejects.toThrow("50 files");
  await expect(workspace.write("old/51.md", "x")).rejects.toThrow("50 files");
  expect(await workspace.exists("old/50.md")).toBe(true);
  expect(await workspace.commit("Move", AT)).not.toBeNull();
});

test("a change of more than 5,000 lines is not committed", async () => {
  await using job = await makeTestJob({ "a.md": "a\n" });
  await job.workspace.write("a.md", "line\n".repeat(5_001));

  await expect(job.workspace.commit("Too much", AT)).rejects.toMatchObject({ code: "limit_reached" });
});
