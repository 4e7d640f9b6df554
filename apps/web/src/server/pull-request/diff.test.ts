import { expect, test } from "vitest";
import { type ChangedFile, renderDiff } from "./diff.ts";

const patch = (path: string, line: string) =>
  [
    `diff --git a/${path} b/${path}`,
    `--- a/${path}`,
    `+++ b/${path}`,
    "@@ -1,2 +1,2 @@",
    " # Title",
    "-old",
    `+${line}`,
    "",
  ].join("\n");
const file = (path: string, line = "new"): ChangedFile => ({
  path,
  status: "modified",
  additions: 1,
  deletions: 1,
  patch: patch(path, line),
});

test("the styles travel once for all files", async () => {
  const diff = await renderDiff([file("a.mdx"), file("b.md")]);

  expect(diff.head).toContain("<style");
  expect(diff.files.map(({ html }) => html?.startsWith("<pre"))).toEqual([true, true]);
  expect(diff.files.some(({ html }) => html?.includes("<style"))).toBe(false);
});

test("what a page says is text and never markup", async () => {
  const [rendered] = (await renderDiff([file("a.mdx", '<img src=x onerror="alert(1)"><script>alert(2)</script>')]))
    .files;

  expect(rendered?.html).not.toMatch(/<img|<script/);
  expect(rendered?.html).toContain("&#x3C;img");
});

test("a move without a change has no lines", async () => {
  const moved: ChangedFile = {
    path: "b.md",
    from: "a.md",
    status: "renamed",
    additions: 0,
    deletions: 0,
    patch: "diff --git a/a.md b/b.md\nsimilarity index 100%\nrename from a.md\nrename to b.md\n",
  };

  expect((await renderDiff([moved])).files).toMatchObject([{ path: "b.md", from: "a.md", html: null }]);
});
