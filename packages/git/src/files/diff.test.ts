import { afterAll, beforeAll, expect, test } from "vitest";
import { runGit } from "../run/run-git.ts";
import { makeRepository, type TestRepository } from "../testing.ts";
import { commitRawTree } from "../testing-trees.ts";
import { listChanges } from "./diff.ts";

let repository: TestRepository;
beforeAll(async () => {
  repository = await makeRepository({ "first.md": "first\n" });
});
afterAll(() => repository.remove());

type Files = Record<string, string | null>;

/** The changes between two commits, the second on top of the first. */
async function changesOf(before: Files, after: Files, branch: string) {
  const from = await repository.commit(before, branch);
  const to = await repository.commit(after, branch);
  return listChanges(cache(), from, to);
}

const cache = () => ({ git: (run: object) => runGit({ args: [], ...run, gitDir: repository.path }) });

const LONG = Array.from({ length: 20 }, (_, line) => `line ${line}\n`).join("");

test("each file has its status, its counts and its own patch", async () => {
  const changes = await changesOf(
    { "added.md": null, "changed.md": "one\ntwo\n", "gone.md": "bye\n", "old name.md": LONG },
    {
      "added.md": "hello\n",
      "changed.md": "one\n2\n3\n",
      "gone.md": null,
      "old name.md": null,
      "new ünd.md": LONG.replace("line 3", "line three"),
    },
    "statuses",
  );

  expect(changes.map(({ patch: _, ...facts }) => facts)).toEqual([
    { path: "added.md", status: "added", mode: "100644", additions: 1, deletions: 0 },
    { path: "changed.md", status: "modified", mode: "100644", additions: 2, deletions: 1 },
    { path: "gone.md", status: "deleted", mode: "000000", additions: 0, deletions: 1 },
    { path: "new ünd.md", from: "old name.md", status: "renamed", mode: "100644", additions: 1, deletions: 1 },
  ]);
  for (const { path, from = path, patch } of changes)
    expect(patch.split("\n")[0]).toBe(`diff --git a/${from} b/${path}`);
  expect(changes[3]?.patch).toContain("+line three\n");
});

test("a move alone, an empty file and a change that begins with a mark keep their places", async () => {
  const changes = await changesOf(
    { "a.md": LONG, "m.md": "x\n", "z.md": "z\n" },
    { "a.md": null, "b.md": LONG, "empty.md": "", "m.md": "diff --git a/z.md b/z.md\n", "z.md": ":100644\n" },
    "places",
  );

  expect(changes.map(({ path, status, additions, deletions }) => [path, status, additions, deletions])).toEqual([
    ["b.md", "renamed", 0, 0],
    ["empty.md", "added", 0, 0],
    ["m.md", "modified", 1, 1],
    ["z.md", "modified", 1, 1],
  ]);
  expect(changes.map(({ patch }) => patch.match(/^[+-][^+-].*$/gm) ?? [])).toEqual([
    [],
    [],
    ["-x", "+diff --git a/z.md b/z.md"],
    ["-z", "+:100644"],
  ]);
});

test("a carriage return in a page cannot cut its patch short", async () => {
  const changes = await changesOf(
    { "a.md": "x\n", "b.md": "y\n" },
    { "a.md": "one\rdiff --git a/b.md b/b.md\n+secret\u2028diff --git a\n", "b.md": "z\n" },
    "carriage-returns",
  );

  expect(changes.map(({ path }) => path)).toEqual(["a.md", "b.md"]);
  expect(changes[0]?.patch).toContain("++secret\u2028diff --git a\n");
  expect(changes[1]?.patch).toContain("+z\n");
});

test("a file that becomes a link is one change, and the next file keeps its patch", async () => {
  const from = await repository.commit({ "a.md": "x\n", "b.md": "y\n" }, "links");
  const to = await commitRawTree(
    repository,
    [
      { mode: "120000", name: "a.md", content: "b.md" },
      { mode: "100644", name: "b.md", content: "z\n" },
      { mode: "100755", name: "first.md", content: "first\n" },
    ],
    "links",
  );

  const changes = await listChanges(cache(), from, to);

  expect(changes.map(({ path, mode, status }) => [path, mode, status])).toEqual([
    ["a.md", "120000", "modified"],
    ["b.md", "100644", "modified"],
    ["first.md", "100755", "modified"],
  ]);
  expect(changes[0]?.patch.match(/^diff --git /gm)).toHaveLength(2);
  expect(changes[1]?.patch).toContain("+z\n");
  expect(changes[2]?.patch).toContain("new mode 100755\n");
});

test("names with tabs, quotes, line ends and bytes that are no UTF-8 do not mix up the files", async () => {
  const from = await repository.commit({ "first.md": "1\n" }, "names");
  const names = ["\tx.md", 'q"\\.md', "two\nlines.md", Buffer.from([0xff, 0x2e, 0x6d, 0x64])];
  const entries = names.map((name) => ({ mode: "100644", name, content: `${Buffer.from(name).toString("hex")}\n` }));
  const to = await commitRawTree(repository, entries, "names");

  const changes = await listChanges(cache(), from, to);

  expect(changes.map(({ path, status }) => [path, status])).toEqual([
    ["\tx.md", "added"],
    ["first.md", "deleted"],
    ['q"\\.md', "added"],
    ["two\nlines.md", "added"],
    ["\ufffd.md", "added"],
  ]);
  for (const name of names) {
    const change = changes.find(({ path }) => path === Buffer.from(name).toString());
    expect(change?.patch).toContain(`+${Buffer.from(name).toString("hex")}\n`);
  }
});

test("the same tree has no changes", async () => {
  const head = await repository.head();

  expect(await listChanges(cache(), head, head)).toEqual([]);
});

test("a file that is larger than any page is not shown line by line", async () => {
  const changes = await changesOf({ "large.md": null }, { "large.md": "0123456789abcde\n".repeat(100_000) }, "large");

  expect(changes).toMatchObject([{ path: "large.md", status: "added", additions: 0 }]);
  expect(changes[0]?.patch).toContain("Binary files /dev/null and b/large.md differ");
});

test("a difference that is too large says so", async () => {
  const text = "0123456789abcde\n".repeat(60_000);
  const files = Object.fromEntries(Array.from({ length: 25 }, (_, count) => [`${count}.md`, `${count}\n${text}`]));

  await expect(changesOf({ "0.md": null }, files, "too-large")).rejects.toMatchObject({ code: "limit_reached" });
});

test("wherever git is stopped, every file has its whole patch or none", async () => {
  const before = { "b.md": "one\ntwo\n", "d.md": LONG, "gone.md": "bye\n" };
  const after = { "a.md": "hello\n", "b.md": "one\n2\n", "d.md": null, "moved.md": `${LONG}more\n`, "gone.md": null };
  const from = await repository.commit(before, "cut");
  const to = await repository.commit(after, "cut");
  const whole = new Map((await listChanges(cache(), from, to)).map((change) => [change.path, change]));

  for (let cutAtBytes = 1; cutAtBytes < 1_500; cutAtBytes += 7) {
    for (const change of await listChanges(cache(), from, to, { cutAtBytes })) {
      const { path, status, patch } = change;
      expect({ path, status }).toEqual({ path, status: whole.get(path)?.status });
      if (!change.isLeftOut) expect(patch).toBe(whole.get(path)?.patch);
    }
  }
});
