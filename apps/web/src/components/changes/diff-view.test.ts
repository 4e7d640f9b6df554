import { expect, test } from "vitest";
import { buildFileTree } from "./diff-view.tsx";

const paths = (...all: string[]) => all.map((path) => ({ path }));

test("folders come first, each in the order of its names", () => {
  expect(buildFileTree(paths("b.md", "a.md", "docs/z.md"))).toMatchObject([
    { kind: "folder", name: "docs", children: [{ kind: "file", name: "z.md" }] },
    { kind: "file", name: "a.md" },
    { kind: "file", name: "b.md" },
  ]);
});

test("folders that hold one folder alone are one row", () => {
  expect(buildFileTree(paths("docs/guides/de/a.md", "docs/guides/de/b.md"))).toMatchObject([
    { kind: "folder", name: "docs/guides/de", path: "docs/guides/de/", children: [{ name: "a.md" }, { name: "b.md" }] },
  ]);
});

test("a folder with files of its own stays a row", () => {
  expect(buildFileTree(paths("docs/index.md", "docs/api/a.md"))).toMatchObject([
    {
      name: "docs",
      children: [
        { kind: "folder", name: "api" },
        { kind: "file", name: "index.md" },
      ],
    },
  ]);
});
