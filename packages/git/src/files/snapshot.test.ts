import { expect, test } from "vitest";
import { makeTestJob, openTestJob } from "../testing-jobs.ts";

test("the first state stays readable beside the edits, instructions included", async () => {
  await using job = await makeTestJob({ "a.md": "before", "AGENTS.md": "Be kind.", "style/GUIDE.txt": "Plain words." });
  const { workspace } = job;
  await workspace.write("a.md", "after");
  await workspace.remove("a.md");

  expect(await workspace.start.read("a.md")).toEqual({ path: "a.md", text: "before" });
  expect(await workspace.start.paths()).toEqual(["a.md"]);
  expect(await workspace.start.readMany(["AGENTS.md", "style/GUIDE.txt", "none.md", "../x.md"])).toEqual([
    { path: "AGENTS.md", text: "Be kind." },
    { path: "style/GUIDE.txt", text: "Plain words." },
  ]);
  await expect(workspace.read("AGENTS.md")).rejects.toMatchObject({ code: "path_refused" });
});

test("instructions above the docs path are found too", async () => {
  await using job = await makeTestJob(
    { "AGENTS.md": "Root.", "docs/AGENTS.md": "Docs.", "docs/a.md": "a" },
    { docsPath: "docs" },
  );

  const files = await job.workspace.start.readMany(["AGENTS.md", "docs/AGENTS.md"]);

  expect(files.map(({ text }) => text)).toEqual(["Root.", "Docs."]);
});

test("a file far from the docs is found where it is asked for, and a missing one is missing", async () => {
  await using job = await makeTestJob(
    { "site/docs/a.md": "a", "team/style/GUIDE.txt": "Plain words.", "site/NOTES.txt": "Notes." },
    { docsPath: "site/docs" },
  );
  const { start } = job.workspace;

  const files = await start.readMany(["team/style/GUIDE.txt", "site/NOTES.txt", "team/none.txt", "site/none.txt"]);

  expect(files.map(({ path }) => path)).toEqual(["team/style/GUIDE.txt", "site/NOTES.txt"]);
});

test("every file is known by name, also what may not be read and what lies beside the docs", async () => {
  await using job = await makeTestJob(
    { "docs/a.md": "a", "docs/a.png": new Uint8Array([137, 80]), "static/b.svg": "<svg/>", "src/c.ts": "" },
    { docsPath: "docs" },
  );
  const { workspace } = job;
  await workspace.write("docs/new.md", "new");
  await workspace.remove("docs/a.md");

  expect([...(await workspace.start.assets())].sort()).toEqual(["docs/a.md", "docs/a.png", "src/c.ts", "static/b.svg"]);
  expect([...(await workspace.assets())].sort()).toEqual(["docs/a.png", "docs/new.md", "src/c.ts", "static/b.svg"]);
});

test("a file's text has the same name while it stays the same, and another one in another copy of the repository", async () => {
  await using job = await makeTestJob({ "a.md": "one", "b.md": "two", "c.ts": "code" });
  await using other = await makeTestJob({ "a.md": "one", "b.md": "two" });
  const { start } = job.workspace;
  const before = start.identify("b.md");
  await job.repository.commit({ "a.md": "two" });

  await using later = await openTestJob({ repository: job.repository, dataDir: job.dataDir, jobId: "job_2" });

  expect(later.workspace.start.identify("b.md")).toBe(before);
  expect(later.workspace.start.identify("a.md")).toBe(before);
  expect(start.identify("a.md")).not.toBe(before);
  expect(other.workspace.start.identify("b.md")).not.toBe(before);
  expect(start.identify("c.ts")).toBe(later.workspace.start.identify("c.ts"));
  expect(start.identify("none.md")).toBeUndefined();
});

test("more paths are looked up than one command can hold", async () => {
  await using job = await makeTestJob({ "docs/a.md": "# A\n", "styles/one.txt": "one\n" }, { docsPath: "docs" });
  const paths = Array.from({ length: 12_000 }, (_, number) => `styles/${"x".repeat(190)}/${number}.txt`);

  const found = await job.workspace.start.readMany([...paths, "styles/one.txt"]);

  expect(found).toEqual([{ path: "styles/one.txt", text: "one\n" }]);
});
