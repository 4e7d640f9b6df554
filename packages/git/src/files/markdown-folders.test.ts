import { expect, test } from "vitest";
import { openLocalRepository } from "../local/local-repository.ts";
import { makeRepository } from "../testing.ts";
import { listMarkdownFolders } from "./markdown-folders.ts";

test("the folders with Markdown are found, the fullest first, and the deepest of equal ones", async () => {
  await using repository = await makeRepository({
    "README.md": "r\n",
    "website/docs/a.md": "a\n",
    "website/docs/b.mdx": "b\n",
    "website/docs/guides/c.md": "c\n",
    "notes/d.markdown": "d\n",
    "src/code.ts": "x\n",
    ".github/e.md": "e\n",
    "node_modules/pkg/README.md": "f\n",
  });
  const local = await openLocalRepository(repository.url);
  const commit = await repository.head();

  expect(await listMarkdownFolders(local, { commit, most: 10 })).toEqual([
    { path: "website/docs", pages: 3 },
    { path: "notes", pages: 1 },
    { path: "website/docs/guides", pages: 1 },
  ]);
  expect(await listMarkdownFolders(local, { commit, most: 1 })).toHaveLength(1);
});
