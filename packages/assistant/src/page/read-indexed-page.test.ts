import { expect, test } from "vitest";
import { readIndexedSite } from "../testing.ts";

async function read(files: Record<string, string>, path: string) {
  return (await readIndexedSite(files)).find((page) => page.path === path);
}

test("reads what searching and citing need", async () => {
  const page = await read(
    {
      "docs.json": JSON.stringify({
        navigation: { tabs: [{ tab: "Guides", groups: [{ group: "Start", pages: ["index", "guide/ssr"] }] }] },
      }),
      "index.mdx": "---\ntitle: Home\n---\nHello.\n",
      "guide/ssr.mdx":
        "---\ntitle: Rendering\ndescription: On a server\ntags: [ssr, node]\nkeywords: hydration, server\nboost: 1.5\n---\nIntro.\n\n## Set up\n\nSee [home](/index).\n",
    },
    "/guide/ssr",
  );

  expect(page).toEqual({
    file: "guide/ssr.mdx",
    path: "/guide/ssr",
    title: "Rendering",
    description: "On a server",
    version: null,
    language: null,
    tags: ["ssr", "node"],
    groups: ["Guides", "Start"],
    readers: [],
    keywords: ["hydration", "server"],
    isAside: false,
    boost: 1.5,
    links: [{ file: "index.mdx", text: "home" }],
    chunks: [
      { seq: 0, headings: [], anchor: null, text: "Intro." },
      { seq: 1, headings: ["Set up"], anchor: "set-up", text: "See [home](/index)." },
    ],
  });
});

test.each([
  ["a hidden page", "---\nhidden: true\n---\nText.\n"],
  ["a draft", "---\ndraft: true\n---\nText.\n"],
  ["a page that is kept from search", "---\nsearch: false\n---\nText.\n"],
  ["a page that is excluded as MkDocs does", "---\nsearch:\n  exclude: true\n---\nText.\n"],
])("leaves out %s", async (_, text) => {
  const pages = await readIndexedSite({ "index.md": "# Home\n", "page.md": text });

  expect(pages.map(({ file }) => file)).toEqual(["index.md"]);
});

test("leaves out partials", async () => {
  const pages = await readIndexedSite({ "docs/index.md": "# Home\n", "docs/_shared.md": "Part.\n" });

  expect(pages.map(({ file }) => file)).toEqual(["docs/index.md"]);
});

test("shows nothing of what no reader sees, and runs nothing", async () => {
  const page = await read(
    {
      "index.mdx": [
        'import { Tabs } from "tabs";',
        "import {\n  Card,\n} from 'cards';",
        "export const version = (() => { throw new Error('run'); })();",
        "",
        "# Title",
        "",
        "{/* not seen */}<!-- nor this -->Seen {version}.",
        "",
        "```js",
        'import { kept } from "code"; // {/* kept too */}',
        "```",
      ].join("\n"),
    },
    "/",
  );

  expect(page?.chunks.map(({ text }) => text)).toEqual([
    'Seen {version}.\n\n```js\nimport { kept } from "code"; // {/* kept too */}\n```',
  ]);
});

test("a page without text is represented by its description, else by its title", async () => {
  const pages = await readIndexedSite({
    "index.md": "---\ntitle: Home\ndescription: Where it begins\n---\n",
    "empty-page.md": "",
  });

  expect(pages.map(({ title, chunks }) => [title, chunks[0]?.text])).toEqual([
    ["Empty page", "Empty page"],
    ["Home", "Where it begins"],
  ]);
});

test("a passage knows its trail and the anchor that the site gives its heading", async () => {
  const page = await read(
    {
      "index.md":
        "# Title\n\nIntro.\n\n## API\n\n### `get()` {#own}\n\nOne.\n\n### Errors\n\nTwo.\n\n## Errors\n\nThree.\n",
    },
    "/",
  );

  expect(page?.chunks.map(({ headings, anchor, text }) => [headings, anchor, text])).toEqual([
    [[], null, "Intro."],
    [["API", "get()"], "own", "One."],
    [["API", "Errors"], "errors", "Two."],
    [["Errors"], "errors-1", "Three."],
  ]);
});

test.each([
  ["docs/v2/guide.md", "2", null],
  ["docs/2.1/guide.md", "2.1", null],
  ["docs/fr/guide.md", null, "fr"],
  ["docs/pt-BR/v2/guide.md", "2", "pt-br"],
  ["docs/guide.fr.md", null, "fr"],
  ["docs/api/v2/guide.md", null, null],
  ["docs/cs/sharp.md", null, null],
])("takes version and language of %s from its folders", async (path, version, language) => {
  const pages = await readIndexedSite({
    "docs/index.md": "# Home\n",
    "docs/guide.md": "# Guide\n",
    "docs/v2/other.md": "# Other\n",
    "docs/v2/guide.md": "# Guide\n",
    [path]: "# Guide\n",
  });

  expect(pages.find(({ file }) => file === path)).toMatchObject({ version, language });
});

const DOCUSAURUS = {
  "sidebars.json": '{ "main": ["intro", "guide"] }',
  "docs/intro.md": "# Intro\n\nSee [the guide](/docs/guide).\n",
  "docs/guide.md": "# Guide\n",
};

test("a translation of Docusaurus stands where its original does, below its language", async () => {
  const file = "i18n/fr/docusaurus-plugin-content-docs/current/intro.md";
  const pages = await readIndexedSite({ ...DOCUSAURUS, [file]: "# Intro\n" });

  expect(pages.find((page) => page.file === file)).toMatchObject({ path: "/fr/docs/intro", language: "fr" });
  expect(pages.find((page) => page.file === "docs/intro.md")).toMatchObject({ path: "/docs/intro", language: null });
});

const VERSIONED = {
  ...DOCUSAURUS,
  "versions.json": '["2.0", "1.0"]',
  "versioned_docs/version-2.0/intro.md": "# Intro\n\nSee [the guide](./guide.md).\n",
  "versioned_docs/version-2.0/guide.md": "# Guide\n",
  "versioned_docs/version-1.0/intro.md": "---\nslug: /\n---\n\n# Intro\n",
};

test("a frozen version of Docusaurus stands behind the base, the newest at it", async () => {
  const pages = await readIndexedSite(VERSIONED);

  expect(pages.map(({ file, path, version, isAside }) => [file, path, version, isAside])).toEqual([
    ["docs/guide.md", "/docs/next/guide", "next", true],
    ["docs/intro.md", "/docs/next/intro", "next", true],
    ["versioned_docs/version-1.0/intro.md", "/docs/1.0", "1.0", true],
    ["versioned_docs/version-2.0/guide.md", "/docs/guide", "2.0", false],
    ["versioned_docs/version-2.0/intro.md", "/docs/intro", "2.0", false],
  ]);
  expect(pages.at(-1)?.links).toEqual([{ file: "versioned_docs/version-2.0/guide.md", text: "the guide" }]);
});

test("where Docusaurus shows the pages being written first, they stand at the base", async () => {
  const config = "export default { presets: [['classic', { docs: { lastVersion: 'current' } }]] };";
  const pages = await readIndexedSite({ ...VERSIONED, "docusaurus.config.js": config });

  expect(pages.find(({ file }) => file === "docs/intro.md")).toMatchObject({ path: "/docs/intro", version: null });
  expect(pages.filter(({ isAside }) => !isAside).map(({ file }) => file)).toEqual(["docs/guide.md", "docs/intro.md"]);
});

test("translations of frozen versions stand below their language, and those of nothing nowhere", async () => {
  const folder = "i18n/fr/docusaurus-plugin-content-docs";
  const pages = await readIndexedSite({
    ...VERSIONED,
    [`${folder}/version-2.0/intro.md`]: "# Intro\n",
    [`${folder}/version-1.0/intro.md`]: "# Intro\n",
    [`${folder}/version-0.9/intro.md`]: "# Intro\n",
    [`${folder}/current/gone.md`]: "# Gone\n",
  });

  const french = pages.filter(({ language }) => language === "fr");
  expect(french.map(({ path, version, isAside }) => [path, version, isAside])).toEqual([
    ["/fr/docs/1.0/intro", "1.0", true],
    ["/fr/docs/intro", "2.0", false],
  ]);
});

test("where code decides which version of Docusaurus readers come to, the site's own links say it", async () => {
  const config = "export default { presets: [['classic', { docs: { lastVersion: process.env.LAST } }]] };";
  const pathsOf = async (link: string) => {
    const files = { ...VERSIONED, "docusaurus.config.js": config, "docs/guide.md": `# Guide\n\nSee [it](${link}).\n` };
    return (await readIndexedSite(files)).map(({ path }) => path);
  };

  const newest = ["/docs/next/guide", "/docs/next/intro", "/docs/1.0", "/docs/guide", "/docs/intro"];
  expect(await pathsOf("/docs/next/intro")).toEqual(newest);
  expect(await pathsOf("/docs/2.0/intro")).toEqual([
    "/docs/guide",
    "/docs/intro",
    "/docs/1.0",
    "/docs/2.0/guide",
    "/docs/2.0/intro",
  ]);
});

test("takes version and language from the navigation that lists the page", async () => {
  const navigation = {
    languages: [{ language: "de", versions: [{ version: "v3", groups: [{ group: "Start", pages: ["seite"] }] }] }],
  };
  const page = await read({ "docs.json": JSON.stringify({ navigation }), "seite.mdx": "# Seite\n" }, "/seite");

  expect(page).toMatchObject({ version: "v3", language: "de", groups: ["Start"] });
});

test.each([
  ["mkdocs.yml", "nav:\n  - Guide:\n      - Deep:\n          - Page: page.md\n", ["Guide", "Deep"]],
  ["sidebars.json", '{ "main": [{ "type": "category", "label": "Guide", "items": ["page"] }] }', ["Guide"]],
  ["docs/meta.json", '{ "title": "Guide", "pages": ["page"] }', ["Guide"]],
])("takes groups from %s", async (name, text, groups) => {
  const pages = await readIndexedSite({ [name]: text, "docs/index.md": "# Home\n", "docs/page.md": "# Page\n" });

  expect(pages.find(({ file }) => file === "docs/page.md")?.groups).toEqual(groups);
});

test("keeps links to other pages by what the reader sees, once each", async () => {
  const page = await read(
    {
      "index.md": [
        "[guide](guide.md), [guide](./guide.md#top), [**the** `API`](/api), [self](#x), [out](https://example.com)",
        '<Card title="Cards" href="/guide" />',
        "[by name][ref]",
        "",
        "```md",
        "[code](api.md)",
        "```",
        "",
        "[ref]: api.md",
      ].join("\n"),
      "guide.md": "# Guide\n",
      "api.md": "# API\n",
    },
    "/",
  );

  expect(page?.links).toEqual([
    { file: "guide.md", text: "guide" },
    { file: "api.md", text: "the API" },
    { file: "api.md", text: "by name" },
    { file: "guide.md", text: "Cards" },
  ]);
});

test("finds the page of a link whose base path stands in code", async () => {
  const page = await read(
    {
      "index.mdx": '[routing](/en/guides/routing/#dynamic), [other](/en/other/), {{< relref "deploy" >}}\n',
      "guides/routing.mdx": "# Routing\n",
      "guides/deploy.mdx": "# Deploy\n",
    },
    "/",
  );

  expect(page?.links.map(({ file }) => file)).toEqual(["guides/routing.mdx", "guides/deploy.mdx"]);
});

test.each([
  ["a list", "groups: [Staff, beta]", ["Staff", "beta"]],
  ["one text", "groups: staff, beta", ["staff", "beta"]],
  ["a number", "groups: [7]", ["7"]],
  ["an empty list", "groups: []", []],
  ["nothing", "tags: [a]", []],
  ["a map, which names none", "groups: { staff: true }", null],
  ["a list without names", "groups: [true]", null],
  ["YAML that can't be read", "groups: [staff", null],
])("restricts a page by front matter with %s", async (_, line, readers) => {
  const page = await read({ "index.md": "# Home\n", "page.md": `---\ntitle: Page\n${line}\n---\nText.\n` }, "/page");

  expect(page?.readers).toEqual(readers);
});
