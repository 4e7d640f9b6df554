import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { makeDataDir, makeRepository } from "../testing.ts";
import { openTestCache, openTestJob } from "../testing-jobs.ts";
import { commitRawTree, type RawEntry } from "../testing-trees.ts";
import { listFiles } from "./commit-files.ts";
import { listTree, openListing } from "./commit-listing.ts";
import { fetchJobHeads } from "./job-refs.ts";
import type { RepositoryCache } from "./repository-cache.ts";

/** Opens a listing and waits for its pages. */
async function openWhole(...input: Parameters<typeof openListing>) {
  const { fetched, ...listing } = await openListing(...input);
  await fetched;
  return listing;
}

const file = (name: string, content = name): RawEntry => ({ mode: "100644", name, content });
const program = (name: string): RawEntry => ({ mode: "100755", name, content: name });
const link = (name: string): RawEntry => ({ mode: "120000", name, content: "/etc" });
const submodule = (name: string, digit: string): RawEntry => ({ mode: "160000", name, content: digit.repeat(40) });
const folder = (name: string, content: RawEntry[]): RawEntry => ({ mode: "40000", name, content: inOrder(content) });

/** As git sorts a tree. */
function inOrder(entries: RawEntry[]): RawEntry[] {
  const key = ({ name, mode }: RawEntry) => Buffer.from(`${name}${mode === "40000" ? "/" : ""}`);
  return entries.toSorted((a, b) => Buffer.compare(key(a), key(b)));
}

/** `site/docs` of a repository, with what is beside it. */
const site = (docs: RawEntry | null, beside: RawEntry[] = [], root: RawEntry[] = []) =>
  inOrder([file("README.md"), ...root, folder("site", [...(docs ? [docs] : []), ...beside])]);
const DOCS = [file("a.md"), folder("guide", [file("b.mdx"), file("image.png")]), file("z.md")];
const START = site(folder("docs", DOCS), [file("mkdocs.yml")]);

async function openSite(entries: readonly RawEntry[]) {
  const repository = await makeRepository({});
  const data = await makeDataDir();
  await commitRawTree(repository, entries);
  const cache = await openTestCache(repository, data.path);
  const asked: string[][] = [];
  const watched: RepositoryCache = {
    ...cache,
    git: (run) => {
      asked.push([...run.args, String(run.stdin ?? "")]);
      return cache.git(run);
    },
  };
  return {
    repository,
    dataDir: data.path,
    cache,
    /** The commands of git since this was asked last. */
    commands: () => asked.splice(0).map(([command]) => command),
    asked,
    /** A listing, with the names of all files of its commit. */
    files: async <Of extends { commit: string }>(listing: Of) => ({
      ...listing,
      files: await listFiles(watched, listing.commit),
    }),
    async list(docsPath: string) {
      const { baseSha } = await fetchJobHeads(cache, { jobId: "job_1", ref: "main", branch: null });
      return openWhole(watched, baseSha, docsPath);
    },
    async [Symbol.asyncDispose]() {
      cache.close();
      await repository.remove();
      await data.remove();
    },
  };
}

type Listed = Awaited<ReturnType<Awaited<ReturnType<typeof openSite>>["list"]>>;

/** The same as a process that remembers nothing would list. */
async function expectFresh(cache: RepositoryCache, docsPath: string, listed: Listed & { files: ReadonlySet<string> }) {
  const { commit, tree, names, editable, paths, blobs, files } = listed;
  const { entries: fresh } = await listTree(cache, commit, docsPath);
  expect([...tree].sort()).toEqual([...fresh].sort());
  await using data = await makeDataDir();
  const elsewhere = { ...cache, gitDir: data.path };
  const again = await openWhole(elsewhere, commit, docsPath);
  expect([...editable].sort()).toEqual([...again.editable].sort());
  expect(blobs.shas.toSorted()).toEqual([...editable.values()].sort());
  expect(names.toSorted()).toEqual([...tree.keys()].sort());
  expect(paths).toEqual([...editable.keys()].sort());
  expect([...files].sort()).toEqual([...(await listFiles(elsewhere, commit))].sort());
}

const CHANGES: [string, RawEntry[]][] = [
  ["nothing but the commit", START],
  ["a page changed", site(folder("docs", [file("a.md", "new"), ...DOCS.slice(1)]), [file("mkdocs.yml")])],
  ["a page added and one gone", site(folder("docs", [file("a.md"), file("new.md")]), [file("mkdocs.yml")])],
  ["a page moved", site(folder("docs", [file("moved.md", "a.md"), ...DOCS.slice(1)]), [file("mkdocs.yml")])],
  ["a page that became executable", site(folder("docs", [program("a.md"), ...DOCS.slice(1)]))],
  ["a page that became a link", site(folder("docs", [link("a.md"), ...DOCS.slice(1)]))],
  ["a page that became a submodule", site(folder("docs", [submodule("a.md", "1"), ...DOCS.slice(1)]))],
  ["a page that became a folder", site(folder("docs", [folder("a.md", [file("x.md")]), ...DOCS.slice(1)]))],
  ["a folder that became a page", site(folder("docs", [file("a.md"), file("guide"), file("z.md")]))],
  ["a folder that became a link", site(folder("docs", [file("a.md"), link("guide"), file("z.md")]))],
  [
    "navigation changed above the docs",
    site(folder("docs", DOCS), [file("mkdocs.yml", "nav: []")], [file("docs.json")]),
  ],
  ["navigation gone from above the docs", site(folder("docs", DOCS))],
  [
    "folders beside the docs",
    site(folder("docs", DOCS), [folder("docs-old", [file("x.md")])], [folder("lib", [file("y")])]),
  ],
  ["docs that are gone", site(null, [file("mkdocs.yml")])],
  ["docs that became a link", site(link("docs"), [file("mkdocs.yml")])],
  ["docs that became a file", site(file("docs"), [file("mkdocs.yml")])],
  ["docs that became a submodule", site(submodule("docs", "2"))],
  ["a folder above the docs that became a file", [file("README.md"), file("site")]],
  ["names that are refused", site(folder("docs", [file("AGENTS.md"), file("a.md"), file("con.md"), file("ü [x].md")]))],
];

test.each(CHANGES)("a listing is moved on to a commit with %s, and back, without listing all", async (_, entries) => {
  await using opened = await openSite(START);
  const listAll = async () => {
    const listings = [await opened.list(""), await opened.list("site/docs")];
    return Promise.all(listings.map((listing) => opened.files(listing)));
  };
  const first = await listAll();
  const before = structuredClone(first.map(({ tree, editable }) => [...tree, ...editable]));
  opened.commands();

  await commitRawTree(opened.repository, entries);
  const moved = await listAll();
  await commitRawTree(opened.repository, START);
  const back = await listAll();

  expect(opened.commands()).not.toContain("ls-tree");
  for (const [whole, below] of [moved, back]) {
    if (whole) await expectFresh(opened.cache, "", whole);
    if (below) await expectFresh(opened.cache, "site/docs", below);
  }
  // Jobs that have it still use it.
  expect(first.map(({ tree, editable }) => [...tree, ...editable])).toEqual(before);
});

test("listings share the names of their files while none comes or goes", async () => {
  await using opened = await openSite(START);
  const first = await opened.files(await opened.list("site/docs"));
  await commitRawTree(
    opened.repository,
    site(folder("docs", [file("a.md", "new"), ...DOCS.slice(1)]), [file("mkdocs.yml")]),
  );
  const changed = await opened.files(await opened.list("site/docs"));
  await commitRawTree(opened.repository, site(folder("docs", [file("new.md"), ...DOCS]), [file("mkdocs.yml")]));
  const more = await opened.files(await opened.list("site/docs"));

  expect([changed.names, changed.paths, changed.files]).toEqual([first.names, first.paths, first.files]);
  expect(changed.names).toBe(first.names);
  expect(changed.paths).toBe(first.paths);
  expect(changed.files).toBe(first.files);
  expect(more.paths).toEqual([...first.paths, "site/docs/new.md"].sort());
  expect(more.files.has("site/docs/new.md")).toBe(true);
});

test("names that are no UTF-8 and look the same are listed again", async () => {
  const raw = (byte: number): RawEntry => ({
    mode: "100644",
    name: Buffer.from([0x78, byte, 0x2e, 0x6d, 0x64]),
    content: "x",
  });
  await using opened = await openSite([raw(0xfe), raw(0xff)]);
  await opened.list("");
  await commitRawTree(opened.repository, [raw(0xff)]);

  const { tree, editable } = await opened.list("");

  expect([tree.size, editable.size]).toEqual([1, 0]);
});

test("the same commit again costs no git, and one that changed a page asks for that page alone", async () => {
  await using opened = await openSite(START);
  const first = await opened.list("");
  opened.commands();

  expect(await opened.list("")).toEqual(first);
  expect(opened.commands()).toEqual([]);
  await commitRawTree(opened.repository, [file("README.md", "new"), ...START.slice(1)]);
  const { editable } = await opened.list("");

  const looked = opened.asked.filter(([command]) => command === "cat-file").map((args) => args.at(-1));
  expect(new Set(looked)).toEqual(new Set([`${editable.get("README.md")}\n`]));
});

test("where the cache has lost the commit it is listed again", async () => {
  await using opened = await openSite(START);
  const { commit } = await opened.list("");
  await commitRawTree(opened.repository, site(folder("docs", [file("new.md")])));
  const { baseSha } = await fetchJobHeads(opened.cache, { jobId: "job_1", ref: "main", branch: null });
  const asked: string[] = [];
  const lost: RepositoryCache = {
    ...opened.cache,
    git: (run) => {
      asked.push(run.args[0] ?? "");
      return opened.cache.git({ ...run, args: run.args.map((arg) => (arg === commit ? "1".repeat(40) : arg)) });
    },
  };

  const listing = await openWhole(lost, baseSha, "");

  expect(asked.slice(0, 2)).toEqual(["diff-tree", "ls-tree"]);
  await expectFresh(opened.cache, "", await opened.files(listing));
});

test("a new cache at the place of an old one gets its pages, whatever is remembered", async () => {
  await using repository = await makeRepository({ "a.md": "a\n", "b.md": "b\n" });
  await using data = await makeDataDir();
  for (const text of ["a\n", "changed\n"]) {
    const job = await openTestJob({ repository, dataDir: data.path });
    await job[Symbol.asyncDispose]();
    await rm(job.cache.gitDir, { recursive: true });
    await repository.commit({ "a.md": text });

    await using next = await openTestJob({ repository, dataDir: data.path });

    expect(next.cache.gitDir).toBe(job.cache.gitDir);
    expect(await next.workspace.readMany(["a.md", "b.md"])).toEqual([
      { path: "a.md", text },
      { path: "b.md", text: "b\n" },
    ]);
  }
});

test("concurrent jobs on different commits each see their own files and edits", async () => {
  await using repository = await makeRepository({ "a.md": "0\n", "gone.md": "g\n" });
  await using data = await makeDataDir();
  await (await openTestJob({ repository, dataDir: data.path }))[Symbol.asyncDispose]();
  const numbers = [1, 2, 3, 4];
  for (const number of numbers) {
    await repository.commit(
      { "a.md": `${number}\n`, [`only-${number}.md`]: "x\n", "gone.md": null },
      `docsteward/${number}`,
    );
  }
  const open = (number: number) =>
    openTestJob({ repository, dataDir: data.path, jobId: `job_${number}`, branch: `docsteward/${number}` });

  const jobs = await Promise.all([...numbers, ...numbers].map(open));

  try {
    await Promise.all(jobs.map(({ workspace }, at) => workspace.write(`new-${at}.md`, "new\n")));
    for (const [at, { workspace }] of jobs.entries()) {
      const number = (at % numbers.length) + 1;
      expect(await workspace.paths()).toEqual(["a.md", `new-${at}.md`, `only-${number}.md`]);
      expect(await workspace.read("a.md")).toEqual({ path: "a.md", text: `${number}\n` });
      expect((await workspace.changes()).map(({ path }) => path)).toEqual([`new-${at}.md`]);
    }
  } finally {
    for (const job of jobs) await job[Symbol.asyncDispose]();
  }
});
