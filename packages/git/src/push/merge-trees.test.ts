import { afterAll, beforeAll, expect, test } from "vitest";
import { pinCommit } from "../cache/job-refs.ts";
import type { RepositoryCache } from "../cache/repository-cache.ts";
import { makeDataDir, makeRepository, type TestRepository } from "../testing.ts";
import { openTestCache } from "../testing-jobs.ts";
import { mergeTrees } from "./merge-trees.ts";

type Files = Record<string, string | null>;

const PAGE = Array.from({ length: 10 }, (_, line) => `line ${line}\n`).join("");
const withLine = (line: number) => PAGE.replace(`line ${line}\n`, `changed ${line}\n`);

const GUIDE = Object.fromEntries(["a", "b", "c"].map((name) => [`guide/${name}.md`, `${name}\n`.repeat(9)]));
const BASE: Record<string, string> = { "page.md": PAGE, "other.md": "other\n", "image.png": "\0image", ...GUIDE };

let repository: TestRepository;
let data: Awaited<ReturnType<typeof makeDataDir>>;
let cache: RepositoryCache;
beforeAll(async () => {
  data = await makeDataDir();
  repository = await makeRepository(BASE);
  cache = await openTestCache(repository, data.path);
});
afterAll(async () => {
  cache.close();
  await repository.remove();
  await data.remove();
});

let count = 0;
/** Merges two changes of the base, in a cache that holds no file of either. */
async function merge(ours: Files, theirs: Files) {
  const id = count++;
  const base = await repository.head();
  const sides = [];
  for (const [side, files] of Object.entries({ ours, theirs })) {
    const sha = await repository.commit(files, `${side}-${id}`);
    sides.push(sha);
    await pinCommit(cache, sha, `refs/jobs/${id}/${side}`);
  }
  await pinCommit(cache, base, `refs/jobs/${id}/base`);
  return mergeTrees(cache, { base, ours: sides[0] ?? "", theirs: sides[1] ?? "" });
}

async function read(tree: string, path: string): Promise<string | null> {
  const { stdout, code } = await cache.git({ args: ["cat-file", "blob", `${tree}:${path}`], okCodes: [128] });
  return code === 0 ? stdout.toString() : null;
}

async function list(tree: string): Promise<string[]> {
  const { stdout } = await cache.git({ args: ["ls-tree", "-r", "--name-only", tree] });
  return stdout.toString().trim().split("\n");
}

test("takes the changes of both sides, line by line and file by file", async () => {
  const { tree, conflicts } = await merge(
    { "page.md": withLine(1), "image.png": "\0new", "added.md": "added\n" },
    { "page.md": withLine(8), "other.md": null },
  );

  expect(conflicts).toEqual([]);
  expect(await read(tree, "page.md")).toBe(withLine(1).replace("line 8", "changed 8"));
  expect(await list(tree)).toEqual(
    Object.keys({ ...BASE, "added.md": "" })
      .filter((path) => path !== "other.md")
      .sort(),
  );
});

test.each<[string, Files, Files]>([
  ["both changed the same line", { "page.md": withLine(3) }, { "page.md": PAGE.replace("line 3", "else") }],
  ["one changed what the other deleted", { "page.md": null }, { "page.md": withLine(3) }],
  [
    "one changed what the other deleted, among other files that came and went",
    { "page.md": null, "other.md": null, "image.png": null, "new.md": "new\n", "new.png": "\0new" },
    { "page.md": withLine(3) },
  ],
  ["both added it", { "page.md": null, "x.md": "x\n" }, { "page.md": withLine(0), "x.md": "y\n" }],
])("names the page when %s", async (_, ours, theirs) => {
  const { conflicts } = await merge(ours, theirs);

  expect(conflicts).toContain("page.md");
});

test("both sides made the same change: that is no conflict", async () => {
  const { tree, conflicts } = await merge({ "page.md": withLine(3) }, { "page.md": withLine(3) });

  expect(conflicts).toEqual([]);
  expect(await read(tree, "page.md")).toBe(withLine(3));
});

test.each([
  ["ours", { "page.md": null, "start.md": withLine(1), "photo.png": "\0p" }, { "page.md": withLine(8) }],
  ["theirs", { "page.md": withLine(8) }, { "page.md": null, "start.md": withLine(1) }],
])(
  "a page that %s moved and the other side changed is merged where it is now",
  async (_, ours: Files, theirs: Files) => {
    const { tree, conflicts } = await merge(ours, theirs);

    expect(conflicts).toEqual([]);
    expect(await read(tree, "start.md")).toBe(withLine(1).replace("line 8", "changed 8"));
    expect(await read(tree, "page.md")).toBeNull();
  },
);

test("a new page stays where it was written when its folder was moved meanwhile", async () => {
  const moved = Object.entries(GUIDE).flatMap(([path, text]) => [
    [path, null],
    [path.replace("guide", "guides"), `${text}more\n`],
  ]);

  const { tree, conflicts } = await merge(Object.fromEntries(moved), { "guide/new.md": "new\n" });

  expect(conflicts).toEqual([]);
  expect((await list(tree)).filter((path) => path.startsWith("guide"))).toEqual([
    "guide/new.md",
    "guides/a.md",
    "guides/b.md",
    "guides/c.md",
  ]);
});

test("fetches no file that only one side changed", async () => {
  const only = "\0only one side has this";

  await merge({ "image.png": only }, { "page.md": withLine(3) });

  const sha = await repository.hashObject(only);
  const { code } = await cache.git({ args: ["cat-file", "-e", sha], okCodes: [1, 128] });
  expect(code).not.toBe(0);
});
