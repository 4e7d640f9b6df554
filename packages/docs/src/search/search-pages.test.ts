import { expect, test } from "vitest";
import type { DocsReader } from "../docs-reader.ts";
import { readerOf } from "../testing.ts";
import { filesHolding } from "./candidates.ts";
import { searchPages } from "./search-pages.ts";

const files: Record<string, string> = {
  "install.mdx":
    "---\ntitle: Installation\n---\n\nRun the installer.\n\n## Kubernetes\n\nUse the Helm chart and set `adminToken`.\n",
  "auth.mdx":
    "---\ntitle: Authentication\ndescription: Tokens and keys\n---\n\nSend a bearer token with each request.\n",
  "limits.mdx": "# Rate limits\n\nEach token may send 100 requests. See authentication.\n",
  "hooks.mdx": "# Hooks\n\n```ts\nconst user = getUserById(id);\n```\n\nSet `max_retry_count` too.\n",
};
const find = async (query: string) => (await searchPages(readerOf(files), query)).map(({ path }) => path);

test("ranks a page by its title before pages that only mention the word", async () => {
  expect(await find("authentication")).toEqual(["auth.mdx", "limits.mdx"]);
});

test("answers with the passage and its heading, one a page", async () => {
  const results = await searchPages(readerOf(files), "how do I use the helm chart?");

  expect(results).toMatchObject([{ path: "install.mdx", title: "Installation", heading: "Kubernetes" }]);
  expect(results[0]?.excerpt).toBe("Use the Helm chart and set `adminToken`.");
  expect(results[0]?.score).toBeGreaterThan(0);
});

test.each([
  ["getUserById", "hooks.mdx"],
  ["user by id", "hooks.mdx"],
  ["maxRetryCount", "hooks.mdx"],
  ["admin token", "install.mdx"],
  ["kuber", "install.mdx"],
  ["kubernetse", "install.mdx"],
  ["HOOK", "hooks.mdx"],
])("%s finds %s", async (query, path) => {
  expect((await find(query))[0]).toBe(path);
});

test("of a site that is larger than what is kept, a later search reads only what was not", async () => {
  const paths = Array.from({ length: 110 }, (_, page) => `large/page-${page}.md`);
  const read: string[] = [];
  const reader: DocsReader = {
    paths: async () => paths,
    identify: (path) => `large ${path}`,
    read: async () => null,
    async readMany(wanted) {
      read.push(...wanted.filter((path) => path.startsWith("large/")));
      return wanted.map((path) => ({ path, text: `# Lighthouse\n\n${"sea ".repeat(250_000)}` }));
    },
  };
  await searchPages(reader, "beacon");
  expect(read).toHaveLength(110);
  read.length = 0;

  await searchPages(reader, "buoy");

  expect(read.length).toBeGreaterThan(0);
  expect(read.length).toBeLessThan(30);
});

test("what is nowhere finds nothing, and so does an empty site", async () => {
  expect(await find("zebra")).toEqual([]);
  expect(await find("")).toEqual([]);
  expect(await searchPages(readerOf({}), "x")).toEqual([]);
});

test("a second search sees what was edited, added and deleted", async () => {
  const edited = { ...files };
  const reader = readerOf(edited);
  await searchPages(reader, "token");

  edited["auth.mdx"] = "# Passkeys\n\nNo more tokens.\n";
  edited["new.mdx"] = "# Passkeys in depth\n";
  delete edited["limits.mdx"];
  const paths = async (query: string) => (await searchPages(reader, query)).map(({ path }) => path);

  expect(await paths("passkeys")).toEqual(["auth.mdx", "new.mdx"]);
  expect(await paths("authentication")).toEqual([]);
  expect((await paths("token")).sort()).toEqual(["auth.mdx", "install.mdx"]);
});

test("a text with a name is read once, and again under another name", async () => {
  const edited: Record<string, string> = { "auth.mdx": "# Tokens\n", "hooks.mdx": "# Hooks\n" };
  let read: string[] = [];
  const reader: DocsReader = {
    ...readerOf(edited),
    identify: (path) => `cache ${edited[path]}`,
    async readMany(paths) {
      read.push(...paths);
      return readerOf(edited).readMany(paths);
    },
  };
  const search = async (query: string) => {
    read = [];
    return (await searchPages(reader, query)).map(({ path }) => path);
  };
  expect(await search("tokens")).toEqual(["auth.mdx"]);
  expect(read).toContain("hooks.mdx");

  // Pages are read again for their passages alone.
  expect(await search("tokens")).toEqual(["auth.mdx"]);
  expect(read).toEqual(["auth.mdx"]);

  edited["hooks.mdx"] = "# Hooks with tokens\n";
  expect((await search("tokens")).sort()).toEqual(["auth.mdx", "hooks.mdx"]);
});

test("once a site was searched, the files that may hold a text are those that do", async () => {
  const pages = Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => [
      `holding/${at}.md`,
      `# Page ${at}\n\nRoom ${at * 7} of the Großes Haus, K\u212a.\n`,
    ]),
  );
  const all: Record<string, string> = { ...pages, "docs.json": "{}" };
  const reader: DocsReader = { ...readerOf(all), identify: (path) => `holding ${all[path]}` };
  const holding = (text: string, max = 400) => filesHolding(reader, Object.keys(all), { text, max });
  expect(holding("room 7")).toHaveLength(301);

  await searchPages(reader, "haus");

  const having = (text: string) =>
    Object.keys(all).filter((path) => path === "docs.json" || all[path]?.toLowerCase().includes(text.toLowerCase()));
  for (const text of ["room 7", "ROOM 77", "room 2093 of", "kk", "of the", "none of it"])
    expect(holding(text)).toEqual(having(text));
  expect(holding("room 7", 10)).toBeNull();
  all["holding/3.md"] = "# Changed\n";
  expect(holding("none of it")).toEqual(["holding/3.md", "docs.json"]);
});

test("characters with a meaning in patterns are only characters", async () => {
  expect(await find("( [ .* + ?")).toEqual([]);
  expect(await find("__proto__ constructor toString")).toEqual([]);
});

const WORDS = "Set the lantern's timeout in seconds.";
const translated: Record<string, string> = {
  "docs.json": '{ "navigation": { "pages": [] } }',
  "en/lantern.mdx": `---\ntitle: Lantern\n---\n\n${WORDS}\n`,
  "fr/lantern.mdx": `---\ntitle: Lantern\n---\n\n${WORDS} Lantern lantern, en français.\n`,
  "de/lantern.mdx": `---\ntitle: Lantern\n---\n\n${WORDS}\n`,
  "en/index.mdx": "# Home\n\nA lantern.\n",
  "fr/index.mdx": "# Accueil\n",
  "de/index.mdx": "# Start\n",
  "v1.2/limits.mdx": "# Limits\n\nTimeout of requests.\n",
  "v1.3/limits.mdx": "# Limits\n\nTimeout of requests.\n",
};

test("translations and versions of a page are one result, which the original stands for", async () => {
  const results = await searchPages(readerOf(translated), "timeout");

  expect(results.map(({ path, alsoIn }) => [path, ...alsoIn.map((one) => one.path)])).toEqual([
    ["v1.2/limits.mdx", "v1.3/limits.mdx"],
    ["en/lantern.mdx", "de/lantern.mdx", "fr/lantern.mdx"],
  ]);
  expect(results[0]).toMatchObject({ version: "1.2", alsoIn: [{ version: "1.3" }] });
});

test("a search can be of one folder, language or version", async () => {
  const reader = readerOf(translated);
  const find = async (filter: object) => (await searchPages(reader, "timeout", 10, { filter })).map(({ path }) => path);

  expect(await find({ path: "de" })).toEqual(["de/lantern.mdx"]);
  expect(await find({ language: "fr" })).toEqual(["fr/lantern.mdx"]);
  expect(await find({ version: "v1.3" })).toEqual(["v1.3/limits.mdx"]);
});

test("a page that the query names by its file comes first", async () => {
  expect((await searchPages(readerOf(files), "authentication token in hooks.mdx"))[0]?.path).toBe("hooks.mdx");
});

test("a translation in a folder that no configuration names is one result with its page", async () => {
  const site = { "src/pages/grid.md": `# Grid\n\n${WORDS}\n`, "src/pages/es/grid.md": `# Grid\n\n${WORDS}\n` };

  const results = await searchPages(readerOf(site), "grid timeout");

  expect(results).toMatchObject([
    { path: "src/pages/grid.md", alsoIn: [{ path: "src/pages/es/grid.md", language: "es" }] },
  ]);
});

test("a post comes behind a page that says the same, unless the query asks for posts", async () => {
  const site = readerOf({ "blog/limits.md": "# Limits\n\nTimeout.\n", "guides/limits.md": "# Limits\n\nTimeout.\n" });
  const first = async (query: string) => (await searchPages(site, query))[0]?.path;

  expect(await first("limits timeout")).toBe("guides/limits.md");
  expect(await first("limits timeout blog")).toBe("blog/limits.md");
});

test("words that stand together as in the query tell more than the same words apart", async () => {
  const pages = {
    "a.md": "# Choices\n\nWe let you choose what you like. The rest is something else.\n",
    "b.md": "# Patterns\n\nWe use `let...else` here, with some words around it for you.\n",
  };

  expect((await searchPages(readerOf(pages), "Fix confusing sentence about let else"))[0]?.path).toBe("b.md");
});

test("a page that is named by its title or file among other words comes before pages that repeat them", async () => {
  const pages = {
    "guides/books.md":
      "# Accounting\n\nAn invoice names the tax. A refund of an invoice names its tax, and the invoice.\n",
    "guides/money/invoices.md": "# What you get each month\n\nIt names the tax, and a refund.\n",
  };

  expect((await searchPages(readerOf(pages), "tax and refund on invoices"))[0]?.path).toBe("guides/money/invoices.md");
});

test("indices are an index, and the key of an issue is no word", async () => {
  const pages = {
    "system-index.md": "# System index\n\nIt is protected.\n",
    "docs.md": "# DOCS\n\nDOCS-12, DOCS-13.\n",
  };

  expect((await searchPages(readerOf(pages), "DOCS-12: system indices"))[0]?.path).toBe("system-index.md");
});

test("a list of chapters is navigation, and no result", async () => {
  const pages = { "SUMMARY.md": "# Summary\n\n* [Install](install.md)\n", "install.md": "# Install\n\nRun it.\n" };

  expect((await searchPages(readerOf(pages), "install")).map(({ path }) => path)).toEqual(["install.md"]);
});
