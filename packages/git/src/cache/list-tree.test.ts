import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_BOUNDS } from "../rules/repository-bounds.ts";
import { runGit } from "../run/run-git.ts";
import { makeRepository, type TestRepository } from "../testing.ts";
import { commitRawTree } from "../testing-trees.ts";
import { isListed, listTree } from "./commit-listing.ts";
import type { RepositoryCache } from "./repository-cache.ts";

const FILES = {
  "README.md": "r",
  "site/mkdocs.yml": "m",
  "site/docs and more/index.md": "i",
  "site/docs and more/ünter/[slug].md": "s",
  "site/docs and more-old/x.md": "x",
  "src/app.ts": "a",
};
const DOCS = "site/docs and more";

let repository: TestRepository;
beforeAll(async () => {
  repository = await makeRepository(FILES);
});
afterAll(() => repository.remove());

const list = async (docsPath: string, branch = "main") => {
  const git: RepositoryCache["git"] = (run) => runGit({ ...run, gitDir: repository.path });
  const { entries } = await listTree({ git, bounds: DEFAULT_BOUNDS }, await repository.head(branch), docsPath);
  return entries;
};

test("lists every file of a whole repository, and no folder", async () => {
  const tree = await list("");

  expect([...tree.keys()].sort()).toEqual(Object.keys(FILES).sort());
  expect(tree.get("README.md")).toEqual({ mode: "100644", sha: await repository.git("rev-parse", "main:README.md") });
});

test("below a docs path it lists all, and what lies beside the folders that lead there", async () => {
  const tree = await list(DOCS);

  expect([...tree].map(([path, { mode }]) => [path, mode]).sort()).toEqual([
    ["README.md", "100644"],
    ["site", "040000"],
    ["site/docs and more", "040000"],
    ["site/docs and more-old", "040000"],
    ["site/docs and more/index.md", "100644"],
    ["site/docs and more/ünter/[slug].md", "100644"],
    ["site/mkdocs.yml", "100644"],
    ["src", "040000"],
  ]);
});

test.each(["", DOCS, "site", "none/at/all"])(
  "what it would list with the docs path %j is known without asking",
  async (docsPath) => {
    const tree = await list(docsPath);

    for (const path of Object.keys(FILES)) expect([path, isListed(path, docsPath)]).toEqual([path, tree.has(path)]);
  },
);

test.each(["120000", "160000"])("a docs path that is an entry of mode %s holds nothing", async (mode) => {
  const content = mode === "160000" ? "1".repeat(40) : "/etc";
  await commitRawTree(repository, [{ mode, name: "docs", content }], `mode-${mode}`);

  const tree = await list("docs", `mode-${mode}`);

  expect([...tree].map(([path, entry]) => [path, entry.mode])).toEqual([["docs", mode]]);
});
