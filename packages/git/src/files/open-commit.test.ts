import { afterAll, beforeAll, expect, test } from "vitest";
import { openRepositoryCache, type RepositoryCache } from "../cache/repository-cache.ts";
import { localAccess } from "../local/access.ts";
import { makeDataDir, makeRepository, type TestRepository } from "../testing.ts";
import { openCommit } from "./open-commit.ts";

let repository: TestRepository;
let data: Awaited<ReturnType<typeof makeDataDir>>;
let cache: RepositoryCache;
beforeAll(async () => {
  repository = await makeRepository({
    "docs/index.md": "# Welcome\n",
    "docs/guide.md": "# Guide\n",
    "docs/logo.png": new Uint8Array([137, 80, 78, 71, 0, 1]),
    "mkdocs.yml": "site_name: Glimmer\n",
    "src/main.ts": "export {};\n",
  });
  data = await makeDataDir();
  const access = async () => localAccess(repository.url);
  cache = await openRepositoryCache({ dataDir: data.path, repository: repository.url, access });
});
afterAll(async () => {
  cache.close();
  await data.remove();
  await repository.remove();
});

const open = (docsPath = "", ref = "main") => openCommit(cache, { holder: `test-${docsPath}-${ref}`, ref, docsPath });

test("reads the pages of the newest commit, and knows the names of all other files", async () => {
  const files = await open();

  expect(files.commit).toBe(await repository.head());
  expect((await files.paths()).toSorted()).toEqual(["docs/guide.md", "docs/index.md", "mkdocs.yml"]);
  expect(await files.read("docs/index.md")).toEqual({ path: "docs/index.md", text: "# Welcome\n" });
  expect((await files.readMany(["docs/guide.md", "docs/none.md"])).map(({ path }) => path)).toEqual(["docs/guide.md"]);
  expect([...(await files.assets())].sort()).toEqual([
    "docs/guide.md",
    "docs/index.md",
    "docs/logo.png",
    "mkdocs.yml",
    "src/main.ts",
  ]);
  await files.close();
});

test("a file has the same blob in two commits exactly when it is the same", async () => {
  const before = await open();
  await repository.commit({ "docs/guide.md": "# Guide\n\nMore.\n" });
  const after = await open();

  expect(after.blobs.get("docs/index.md")).toBe(before.blobs.get("docs/index.md"));
  expect(after.blobs.get("docs/guide.md")).not.toBe(before.blobs.get("docs/guide.md"));
  await before.close();
  await after.close();
});

test("keeps to the docs folder", async () => {
  const files = await open("docs");

  expect((await files.paths()).toSorted()).toEqual(["docs/guide.md", "docs/index.md", "mkdocs.yml"]);
  expect(await files.assets()).not.toContain("src/main.ts");
  await files.close();
});

test("lets go of the commit when it is closed", async () => {
  const files = await open();
  await files.close();

  const { stdout } = await cache.git({ args: ["for-each-ref", "refs/jobs/"] });
  expect(stdout.toString()).toBe("");
});

test("says that there is no such branch", async () => {
  await expect(open("", "trunk")).rejects.toMatchObject({ code: "ref_not_found" });
});
