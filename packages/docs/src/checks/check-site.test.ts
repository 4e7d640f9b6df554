import { isNavigationFile, isPageFile } from "@docsteward/contract/docs-files";
import { expect, test } from "vitest";
import type { DocsReader } from "../docs-reader.ts";
import { readerOf, wholeReaderOf } from "../testing.ts";
import { checkSite } from "./check-site.ts";
import { DOCUSAURUS } from "./testing-sites.ts";

type Files = Record<string, string>;
const docsJson = (...pages: string[]) => `${JSON.stringify({ navigation: { pages } }, null, 2)}\n`;
const SITE: Files = {
  "docs.json": docsJson("index", "guide", "api"),
  "index.mdx": "# Home\n\n[guide](/guide#install)\n",
  "guide.mdx": "# Guide\n\n## Install\n\n[api](/api)\n\n[gone before](/never)\n",
  "api.mdx": "# API\n\n## Errors\n",
};

/** Checks the change from SITE to SITE with these files; null deletes one. */
async function check(change: Record<string, string | null>, moves: Record<string, string> = {}, base: Files = SITE) {
  const now = Object.fromEntries(
    Object.entries({ ...base, ...change }).filter((entry): entry is [string, string] => entry[1] !== null),
  );
  const sources = new Set(Object.values(moves));
  const changes = Object.keys(change)
    .filter((path) => !sources.has(path))
    .map((path) => ({ path, from: moves[path] }));
  const { errors, warnings } = await checkSite({ reader: readerOf(now), base: readerOf(base), changes });
  const brief = ({ path, line, rule }: (typeof errors)[number]) => `${path}:${line} ${rule}`;
  return { errors: errors.map(brief), warnings: warnings.map(brief), messages: errors.map(({ message }) => message) };
}

test("an edit that breaks nothing is clean, whatever was wrong before", async () => {
  const result = await check({ "guide.mdx": `New first line.\n\n${SITE["guide.mdx"]}` });

  expect(result).toMatchObject({ errors: [], warnings: [] });
});

test("without a base everything is checked as if it were new", async () => {
  const { errors } = await checkSite({ reader: readerOf(SITE), base: null });

  expect(errors).toEqual([
    {
      path: "guide.mdx",
      line: 7,
      column: 1,
      rule: "broken-link",
      message: "The link /never doesn't match any page. Correct it or remove it.",
    },
  ]);
});

test("a page that does not parse any more, or whose front matter does not", async () => {
  const result = await check({
    "api.mdx": "---\ntitle: a\ntitle: b\n---\n\n## Errors\n",
    "guide.mdx": "# Guide\n\n<Note>\n\ntext\n",
  });

  expect(result.errors).toEqual(["api.mdx:3 frontmatter", "guide.mdx:3 mdx-syntax"]);
});

test("of a page that did not parse before, only what is new is reported", async () => {
  const base = { ...SITE, "api.mdx": "# API\n\n</div>\n" };

  expect((await check({ "api.mdx": "# API\n\nMore.\n\n</div>\n" }, {}, base)).errors).toEqual([]);
  expect((await check({ "api.mdx": "# API\n\n{\n" }, {}, base)).errors).toEqual(["api.mdx:4 mdx-syntax"]);
});

test("new links and anchors that lead nowhere, and the second of a kind where one was there", async () => {
  const result = await check({
    "api.mdx": "# API\n\n## Errors\n\n[a](/nope) [b](/guide#nope) [c](#nope)\n",
    "guide.mdx": `${SITE["guide.mdx"]}\n[again](/never)\n`,
  });

  expect(result.errors).toEqual([
    "api.mdx:5 broken-link",
    "api.mdx:5 broken-anchor",
    "api.mdx:5 broken-anchor",
    "guide.mdx:9 broken-link",
  ]);
});

test("a deleted page breaks the links of pages that were not touched, and its entry", async () => {
  const result = await check({ "guide.mdx": null });

  expect(result.errors).toEqual(["docs.json:5 navigation-entry", "index.mdx:3 broken-link"]);
  expect(result.messages[0]).toBe(
    'The navigation lists the page "guide", which doesn\'t exist. Remove the entry or create the page.',
  );
});

test("a moved page breaks what still names its old place", async () => {
  const moved = { "guide.mdx": null, "start/guide.mdx": SITE["guide.mdx"] ?? "" };

  expect((await check(moved, { "start/guide.mdx": "guide.mdx" })).errors).toEqual([
    "docs.json:5 navigation-entry",
    "index.mdx:3 broken-link",
  ]);
});

test("a page moved with its links and navigation is clean, old faults included", async () => {
  const result = await check(
    {
      "guide.mdx": null,
      "start/guide.mdx": SITE["guide.mdx"] ?? "",
      "docs.json": docsJson("index", "start/guide", "api"),
      "index.mdx": "# Home\n\n[guide](/start/guide#install)\n",
    },
    { "start/guide.mdx": "guide.mdx" },
  );

  expect(result).toMatchObject({ errors: [], warnings: [] });
});

test("relative links of a moved page are read from its new place", async () => {
  const base = { ...SITE, "a/one.mdx": "[two](./two)\n", "a/two.mdx": "# Two\n" };

  const result = await check({ "a/one.mdx": null, "b/one.mdx": "[two](./two)\n" }, { "b/one.mdx": "a/one.mdx" }, base);

  expect(result.errors).toEqual(["b/one.mdx:1 broken-link"]);
});

test("a renamed heading breaks the anchors that other pages name", async () => {
  const result = await check({ "guide.mdx": (SITE["guide.mdx"] ?? "").replace("## Install", "## Set up") });

  expect(result.errors).toEqual(["index.mdx:3 broken-anchor"]);
  expect(result.messages).toEqual([
    'guide.mdx has no heading "#install" for the link /guide#install. Correct the anchor or remove it.',
  ]);
});

test("a new entry without a page, and navigation that is no JSON any more", async () => {
  expect((await check({ "docs.json": docsJson("index", "guide", "api", "soon") })).errors).toEqual([
    "docs.json:7 navigation-entry",
  ]);
  expect((await check({ "docs.json": `${docsJson("index").trimEnd()},\n` })).errors).toEqual([
    "docs.json:7 navigation-syntax",
  ]);
});

test("a new page that no navigation lists is a warning; a hidden one is not", async () => {
  expect(await check({ "new.mdx": "# New\n" })).toMatchObject({ errors: [], warnings: ["new.mdx:1 orphan-page"] });
  expect(await check({ "new.mdx": "---\nhidden: true\n---\n# New\n" })).toMatchObject({ warnings: [] });
});

test("a page that loses its entry is a warning where the entry was edited away", async () => {
  const result = await check({ "docs.json": docsJson("index", "guide") });

  expect(result).toMatchObject({ errors: [], warnings: ["api.mdx:1 orphan-page"] });
});

test("anchors of imported pieces and of component titles are known, those of generated text are passed over", async () => {
  const base = {
    ...SITE,
    "snippets/part.mdx": "## From the piece\n",
    "api.mdx":
      'import Part from "/snippets/part.mdx";\n\n<Part />\n\n<Accordion title="More on errors">x</Accordion>\n',
    "openapi.mdx": "---\nopenapi: GET /users\n---\n",
  };

  const link = "[a](/api#from-the-piece) [b](/api#more-on-errors) [c](/openapi#whatever)\n";

  expect((await check({ "index.mdx": `${SITE["index.mdx"]}${link}` }, {}, base)).errors).toEqual([]);
});

test("pieces that include each other do not go round for ever", async () => {
  const base = { ...SITE, "snippets/a.mdx": 'import A from "./a.mdx";\n' };

  const result = await check({ "index.mdx": "[x](./snippets/a.mdx#nope)\n" }, {}, base);

  expect(result.errors).toEqual([]);
});

test("Docusaurus takes HTML comments in MDX", async () => {
  const base = { "docs/_category_.json": "{}", "docs/a.mdx": "# A\n" };

  expect((await check({ "docs/a.mdx": "<!-- x -->\n\n# A {#own}\n" }, {}, base)).errors).toEqual([]);
});

test("MkDocs and VitePress make anchors their own way", async () => {
  const mkdocs = { "mkdocs.yml": "nav:\n  - a.md\n", "docs/a.md": "# Café au lait\n\n## Twice\n\n## Twice\n" };
  const vitepress = { ".vitepress/config.ts": "", "a.md": "# 1. Start & go\n" };

  const links = "[x](a.md#cafe-au-lait) [y](a.md#twice_1)\n";

  expect((await check({ "docs/b.md": links }, {}, mkdocs)).errors).toEqual([]);
  expect((await check({ "b.md": "[x](a.md#_1-start-go)\n" }, {}, vitepress)).errors).toEqual([]);
});

test("files that may not be read are passed over", async () => {
  const reader = { ...readerOf(SITE), readMany: async () => [] };

  expect(await checkSite({ reader, base: readerOf(SITE), changes: [{ path: "api.mdx" }] })).toMatchObject({
    errors: [],
    warnings: [],
  });
});

test("a README or changelog of a package is no page of a Docusaurus site, and no MDX", async () => {
  const plain = "A <- b.\n";
  const names = ["README.md", "CHANGELOG-1.x.md", "lib/README.md", "website/docs/README.md"];
  const files = Object.fromEntries(names.map((name) => [name, plain]));
  const reader = wholeReaderOf({ ...DOCUSAURUS, ...files, "lib/package.json": "{}" });

  const { errors } = await checkSite({ reader, base: null });

  expect(new Set(errors.map(({ path }) => path))).toEqual(new Set(["website/docs/README.md"]));
});

test("where the addresses of a site are not understood, that is said once, and not of each link", async () => {
  const numbers = Array.from({ length: 40 }, (_, at) => at);
  const start = (lost: number) => ({
    "package.json": '{ "dependencies": { "nextra": "4.0.0" } }',
    "content/_meta.json": "{}",
    "content/start/all.mdx": [
      "# All",
      ...numbers.map((at) => `[x](/start/page${at})`),
      ...numbers.slice(0, lost).map((at) => `[x](/start/lost${at})`),
      "[y](./gone.mdx)",
      "",
    ].join("\n"),
    ...Object.fromEntries(numbers.map((at) => [`content/start/page${at}.mdx`, `# Page ${at}\n`])),
  });

  const many = await checkSite({ reader: wholeReaderOf(start(39)), base: null });
  const few = await checkSite({ reader: wholeReaderOf(start(20)), base: null });

  expect(many.warnings).toMatchObject([{ rule: "unknown-layout", message: expect.stringMatching(/^39 of 79 links/) }]);
  expect(many.errors.map(({ line, rule }) => `${line} ${rule}`)).toEqual(["81 broken-link"]);
  expect({ errors: few.errors.length, warnings: few.warnings }).toEqual({ errors: 21, warnings: [] });
});

test.each([
  [29, 40, "each"],
  [30, 40, "once"],
  [30, 269, "once"],
  [30, 270, "each"],
])("of %i lost links from the root beside %i that are right, it is told of %s", async (lost, right, told) => {
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
  const links = [...numbers(right).map((at) => `/page${at % 40}`), ...numbers(lost).map((at) => `/lost${at}`)];
  const files = {
    "package.json": '{ "dependencies": { "nextra": "4.0.0" } }',
    "content/_meta.json": "{}",
    "content/start/all.mdx": ["# All", ...links.map((to) => `[x](/start${to})`), ""].join("\n"),
    ...Object.fromEntries(numbers(40).map((at) => [`content/start/page${at}.mdx`, `# Page ${at}\n`])),
  };

  const { errors, warnings } = await checkSite({ reader: wholeReaderOf(files), base: null });

  expect({ errors: errors.length, warnings: warnings.map(({ rule }) => rule) }).toEqual(
    told === "once" ? { errors: 0, warnings: ["unknown-layout"] } : { errors: lost, warnings: [] },
  );
});

test("checks of two changes on one commit read its site once, and again when a file without a name differs", async () => {
  const files: Files = { ...DOCUSAURUS };
  const page = Object.keys(files).find((path) => path.endsWith(".md")) ?? "";
  let read = 0;
  const base = (own: Files): DocsReader => {
    const reader = wholeReaderOf(own);
    return {
      ...reader,
      paths: async () => (await reader.paths()).filter((path) => isPageFile(path) || isNavigationFile(path)),
      identify: (path) => (isPageFile(path) || isNavigationFile(path) ? `once ${own[path]}` : undefined),
      async readMany(paths) {
        read += paths.length;
        return reader.readMany(paths);
      },
    };
  };
  const check = async (own: Files) => {
    read = 0;
    const now = { ...own, [page]: `${own[page]}\n[gone](./gone-for-good.md)\n` };
    const { errors } = await checkSite({ reader: base(now), base: base(own), changes: [{ path: page }] });
    return { rules: errors.map(({ rule }) => rule), read };
  };
  const first = await check(files);
  const second = await check(files);
  const config = Object.keys(files).find((path) => path.startsWith("docusaurus.config")) ?? "";
  const third = await check({ ...files, [config]: `${files[config]}\n// changed\n` });

  expect([first.rules, second.rules, third.rules]).toEqual([["broken-link"], ["broken-link"], ["broken-link"]]);
  expect(second.read).toBeLessThan(first.read);
  expect(third.read).toBeGreaterThan(second.read);
});
