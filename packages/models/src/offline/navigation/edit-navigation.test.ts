import { expect, test } from "vitest";
import { docsInMemory } from "../testing/docs-in-memory.ts";
import { runOffline } from "../testing/run-offline.ts";

globalThis.AI_SDK_LOG_WARNINGS = false;

/** Runs one instruction over empty pages and one navigation file, and gives that file's text afterwards. */
async function navigationAfter(
  file: string,
  before: string,
  pages: string[],
  prompt: string,
): Promise<string | undefined> {
  const docs = docsInMemory({ [file]: before, ...Object.fromEntries(pages.map((page) => [page, `# ${page}\n`])) });
  await runOffline(docs, prompt);
  return docs.files[file];
}

const CREATE = 'create page guides/new titled "New: one" saying "x"';
const MOVE = "move page guides/b to start/b";
const DELETE = "delete page guides/b";

const MKDOCS = `site_name: X
theme:
  features: !!python/name:x.y
nav:
  - Home: index.md
  # The guides
  - Guides:
      - guides/a.md
      - Second: guides/b.md # b
  - About: about.md
`;
const MKDOCS_PAGES = ["docs/index.md", "docs/guides/a.md", "docs/guides/b.md", "docs/about.md"];

test.each([
  [CREATE, "      - Second: guides/b.md # b\n", '      - Second: guides/b.md # b\n      - "New: one": guides/new.md\n'],
  [MOVE, "Second: guides/b.md # b", "Second: start/b.md # b"],
  [DELETE, "      - Second: guides/b.md # b\n", ""],
  ["delete page about", "  - About: about.md\n", ""],
])("mkdocs.yml, %s", async (prompt, from, to) => {
  expect(await navigationAfter("mkdocs.yml", MKDOCS, MKDOCS_PAGES, prompt)).toBe(MKDOCS.replace(from, to));
});

test("mkdocs.yml loses a group with its last page", async () => {
  const before = "nav:\n  - Home: index.md\n  - Guides:\n      - Second: guides/b.md\n";

  expect(await navigationAfter("mkdocs.yml", before, ["docs/index.md", "docs/guides/b.md"], DELETE)).toBe(
    "nav:\n  - Home: index.md\n",
  );
});

const TOC =
  "- name: Home\r\n  href: index.md\r\n- name: Guides\r\n  items:\r\n  - name: A\r\n    href: guides/a.md\r\n  - name: B\r\n    href: guides/b.md\r\n";

test.each([
  [CREATE, "    href: guides/b.md\r\n", '    href: guides/b.md\r\n  - name: "New: one"\r\n    href: guides/new.md\r\n'],
  [MOVE, "href: guides/b.md", "href: start/b.md"],
  [DELETE, "  - name: B\r\n    href: guides/b.md\r\n", ""],
])("toc.yml with CRLF, %s", async (prompt, from, to) => {
  const pages = ["index.md", "guides/a.md", "guides/b.md"];

  expect(await navigationAfter("toc.yml", TOC, pages, prompt)).toBe(TOC.replace(from, to));
});

const META = '{\n  "index": "Home",\n  "a": "First",\n  "b": { "title": "Second" }\n}\n';

test.each([
  [CREATE, '{ "title": "Second" }\n', '{ "title": "Second" },\n  "new": "New: one"\n'],
  ["rename page guides/b to c", '"b"', '"c"'],
  [MOVE, ',\n  "b": { "title": "Second" }', ""],
  [DELETE, ',\n  "b": { "title": "Second" }', ""],
])("_meta.json, %s", async (prompt, from, to) => {
  const pages = ["index.mdx", "guides/index.mdx", "guides/a.mdx", "guides/b.mdx"];

  expect(await navigationAfter("guides/_meta.json", META, pages, prompt)).toBe(META.replace(from, to));
});

test("_meta.json of the new folder takes the moved page in, under its title", async () => {
  const docs = docsInMemory({
    "guides/_meta.json": '{ "b": "Bee" }',
    "guides/b.mdx": '---\ntitle: "Bee & co"\n---\n',
    "start/_meta.json": '{ "a": "A" }',
    "start/a.mdx": "",
  });

  await runOffline(docs, MOVE);

  expect(docs.files["guides/_meta.json"]).toBe("{  }");
  expect(docs.files["start/_meta.json"]).toBe('{ "a": "A", "b": "Bee & co" }');
});

test.each([
  ['{ "pages": ["a", "b"] }', CREATE, '{ "pages": ["a", "b", "new"] }'],
  ['{ "pages": ["a", "b", "..."] }', CREATE, '{ "pages": ["a", "b", "..."] }'],
  ['{ "title": "Guides", "pages": ["b", "a"] }', DELETE, '{ "title": "Guides", "pages": ["a"] }'],
  ['{ "pages": ["a", "b"] }', "rename page guides/b to c", '{ "pages": ["a", "c"] }'],
])("meta.json %s, %s", async (before, prompt, after) => {
  expect(await navigationAfter("guides/meta.json", before, ["guides/a.mdx", "guides/b.mdx", "index.mdx"], prompt)).toBe(
    after,
  );
});

const SIDEBARS = `{
  "docs": [
    "intro",
    {
      "type": "category",
      "label": "Guides",
      "items": ["guides/a", { "type": "doc", "id": "guides/b", "label": "B" }]
    }
  ]
}
`;
const SIDEBAR_PAGES = ["docs/intro.md", "docs/guides/a.md", "docs/guides/b.md"];

test.each([
  [CREATE, '"guides/a",', '"guides/a", "guides/new",'],
  [MOVE, '"guides/b"', '"start/b"'],
  [DELETE, ', { "type": "doc", "id": "guides/b", "label": "B" }', ""],
])("sidebars.json, %s", async (prompt, from, to) => {
  expect(await navigationAfter("sidebars.json", SIDEBARS, SIDEBAR_PAGES, prompt)).toBe(SIDEBARS.replace(from, to));
});

test("the sidebars of a frozen version name other pages and stay", async () => {
  const file = "versioned_sidebars/version-1.0-sidebars.json";

  expect(await navigationAfter(file, SIDEBARS, SIDEBAR_PAGES, DELETE)).toBe(SIDEBARS);
});

const DOCS_JSON = `{
  "icon": "guides/b",
  "navigation": {
    "tabs": [
      { "tab": "T", "groups": [{ "group": "G", "root": "guides/index", "pages": ["guides/b"] }, { "group": "H", "pages": ["x"] }] }
    ]
  },
  "redirects": [{ "source": "/guides/b", "destination": "/guides/b" }],
}
`;
const MINTLIFY_PAGES = ["guides/index.mdx", "guides/b.mdx", "x.mdx"];

test("docs.json: a moved page keeps its place, redirects lead to it, and what only looks like it stays", async () => {
  const after = DOCS_JSON.replace('["guides/b"]', '["start/b"]').replace(
    '"destination": "/guides/b"',
    '"destination": "/start/b"',
  );

  expect(await navigationAfter("docs.json", DOCS_JSON, MINTLIFY_PAGES, MOVE)).toBe(after);
});

test("docs.json: a group with a page of its own outlives its last entry", async () => {
  const after = DOCS_JSON.replace('["guides/b"]', "[]").replace(
    '{ "source": "/guides/b", "destination": "/guides/b" }',
    "",
  );

  expect(await navigationAfter("docs.json", DOCS_JSON, MINTLIFY_PAGES, DELETE)).toBe(after);
});

test("a page is entered once, in the file nearest to it", async () => {
  const docs = docsInMemory({
    "docs.json": '{ "navigation": ["index"] }',
    "mint.json": '{ "navigation": ["index"] }',
    "index.mdx": "Home",
  });

  await runOffline(docs, 'create page about titled "About" saying "Us."');

  expect(docs.files["docs.json"]).toBe('{ "navigation": ["index", "about"] }');
  expect(docs.files["mint.json"]).toBe('{ "navigation": ["index"] }');
});

test("navigation that does not list pages is left alone, and the summary says so", async () => {
  const docs = docsInMemory({ "docs.json": "{ not json", "guides/a.mdx": "", "b.mdx": "" });

  await runOffline(docs, CREATE);

  expect(docs.files["docs.json"]).toBe("{ not json");
  expect(docs.finish?.summary).toContain("No navigation file lists pages next to it");
});

test.each([
  [CREATE, '"guides/b"]', '"guides/b", "guides/new"]'],
  [DELETE, ', "guides/b"', ""],
  ["move page guides/b to c", '"guides/b"', '"guides/c"'],
])("meta.json of the top reaches into folders, %s", async (prompt, from, to) => {
  const before = '{ "root": true, "pages": ["---Guides---", "index", "guides/a", "guides/b"] }';
  const pages = ["content/index.mdx", "content/guides/a.mdx", "content/guides/b.mdx"];

  expect(await navigationAfter("content/meta.json", before, pages, prompt)).toBe(before.replace(from, to));
});
