import { expect, test } from "vitest";
import { wholeReaderOf } from "../testing.ts";
import { checkSite } from "./check-site.ts";
import { allFaults, allTold, edited, faultsOf, PAGE, titled } from "./testing-changes.ts";
import type { Files } from "./testing-sites.ts";

const STARLIGHT: Files = {
  "astro.config.mjs":
    "import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ title: 'Lantern' })] };\n",
  "src/content/docs/index.md": titled("Home", "[store](/api/store/) [flags](/api/flags/)"),
  "src/content/docs/guides/install.md": titled("Install", "[rules](/api/rules/) [deploy](/guides/deploy/)"),
  "src/content/docs/guides/deploy.md": titled("Deploy", "Text."),
};

test("a folder that several pages name and that nothing in the repository shows is written by the build", async () => {
  expect(await allFaults(STARLIGHT)).toEqual([]);
  const { counts } = await checkSite({ reader: wholeReaderOf(STARLIGHT), base: null });
  expect(counts.unknownLinks).toBe(3);
  expect(
    await faultsOf(
      STARLIGHT,
      edited(STARLIGHT, "src/content/docs/guides/install.md", "/guides/deploy/", "/guides/roll/"),
    ),
  ).toEqual(["src/content/docs/guides/install.md:5 broken-link"]);
});

test("one page alone doesn't make a folder one of the build, and neither do pages that lie in another folder", async () => {
  const lone = { ...STARLIGHT, "src/content/docs/index.md": titled("Home", "Text.") };
  expect(await allTold(lone)).toEqual(["src/content/docs/guides/install.md:5 shared-cause"]);

  const moved = {
    ...STARLIGHT,
    "src/content/docs/reference/store.md": titled("Store", "Text."),
    "src/content/docs/reference/flags.md": titled("Flags", "Text."),
  };
  expect(await allTold(moved)).toEqual(["src/content/docs/guides/install.md:5 shared-cause"]);
});

test("a folder of files that several pages name and that is not there is written by the build, in books it is missing", async () => {
  const site: Files = {
    "docusaurus.config.js": "module.exports = { title: 'Lantern' };\n",
    "docs/intro.md": "# Intro\n\n[a](./api/store.md) [b](./api/flags.md)\n",
    "docs/install.md": "# Install\n\nSee [rules][r].\n\n[r]: ./api/rules.md\n",
  };
  expect(await allFaults(site)).toEqual([]);

  const book = { "book.toml": "[book]\n", "src/SUMMARY.md": "- [Intro](intro.md)\n- [Install](install.md)\n" };
  const chapters = { "src/intro.md": site["docs/intro.md"] ?? "", "src/install.md": site["docs/install.md"] ?? "" };
  expect(await allFaults({ ...book, ...chapters })).toEqual([
    "src/install.md:5 broken-link",
    "src/intro.md:3 broken-link",
    "src/intro.md:3 broken-link",
  ]);
});

test("Starlight: empty lines may stand before front matter", async () => {
  const site = { ...STARLIGHT, "src/content/docs/guides/deploy.md": `\n${titled("Deploy", "Text.")}` };
  expect(await allFaults(site)).toEqual([]);
});

test("a build writes what git ignores, also beside files of another kind that are kept", async () => {
  const site: Files = {
    ".gitignore": "*.json\nbuild*\n/docs/content/docs/api/\n",
    "docs/content/docs/building.mdx": titled("Building", "Text."),
    "docs/source.config.ts": "export const docs = defineDocs({ dir: 'content/docs' })\n",
    "docs/content/docs/meta.json": '{ "pages": ["index", "building", "api"] }\n',
    "docs/content/docs/index.mdx": titled("Home", "Text."),
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await allFaults({ ...site, ".gitignore": "build*\n" })).toEqual([
    "docs/content/docs/meta.json:1 navigation-entry",
  ]);
});

test("a build writes what git ignores by the end of its name, and a link may leave the ending out", async () => {
  const site: Files = {
    ".gitignore": "*-generated.md\n",
    "docusaurus.config.js": "module.exports = { title: 'Lantern' };\n",
    "docs/lamps.md": "# Lamps\n\n[all](lamps-generated) [shades](./shades-generated#top)\n",
    "docs/use.md": "# Use\n\nText.\n",
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "docs/lamps.md", "lamps-generated", "lamps-written"))).toEqual([
    "docs/lamps.md:3 broken-link",
  ]);
});

test("what lies beside files of the repository that are ignored was not written by a build", async () => {
  const site: Files = {
    ".gitignore": "docs/api\ndocs/made/*\n!docs/made/index.md\n",
    "docs/.vitepress/config.ts": "export default {}\n",
    "docs/api/store.md": "# Store\n\n![x](./store.png)\n",
    "docs/api/store.png": "",
    "docs/made/index.md": "# Made\n\n[x](./cli.md)\n\n![y](./cli.png)\n",
    "docs/index.md": "# Home\n\n[x](./api/store.md)\n",
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "docs/api/store.md", "./store.png", "./shop.png"))).toEqual([
    "docs/api/store.md:3 missing-asset",
  ]);
  expect(await faultsOf(site, edited(site, "docs/index.md", "store.md", "shop.md"))).toEqual([
    "docs/index.md:3 broken-link",
  ]);
});

test("what lies below a link to another folder can't be seen, and is not missing", async () => {
  const site: Files = {
    "_config.yml": "title: Lantern\n",
    // A link to a folder is listed as a file.
    "assets/img": "",
    "guide/shared": "",
    "index.md": "# Home\n\n![x](/assets/img/a.png)\n\n![y](assets/img/b.png)\n\n[z](guide/shared/c.md)\n",
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "index.md", "assets/img/b.png", "assets/b.png"))).toEqual([
    "index.md:5 missing-asset",
  ]);
});

test("Mintlify: an import counts from the root of the page's own site, below the one that was found first", async () => {
  const page = titled("Start", "import Intro from '/snippets/intro.mdx';\n\n<Intro />");
  const site: Files = {
    "mint.json": '{ "name": "Lantern", "navigation": [{ "group": "Start", "pages": ["index"] }] }',
    "index.mdx": titled("Home", "Text."),
    "docs/docs.json": '{ "navigation": { "pages": ["start"] } }',
    "docs/start.mdx": page,
    "docs/snippets/intro.mdx": "Welcome.\n",
  };
  expect((await allFaults(site)).filter((one) => one.endsWith("bad-import"))).toEqual([]);
  const { "docs/snippets/intro.mdx": _, ...without } = site;
  expect((await allFaults(without)).filter((one) => one.endsWith("bad-import"))).toEqual([
    "docs/start.mdx:5 bad-import",
  ]);
});

test("Jekyll: an address that climbs above the root counts from the page on GitHub Pages", async () => {
  const site: Files = {
    "_config.yml": "title: Lantern\n",
    "index.md": "# Home\n\n[a](/../use/start.md) [b](/use/gone)\n",
    "use/start.md": "# Start\n",
  };
  expect(await allFaults(site)).toEqual(["index.md:3 broken-link"]);
});

test("a component of the site may look a picture up in a folder of its own", async () => {
  const site: Files = {
    ...STARLIGHT,
    "src/content/docs/guides/deploy.mdx": titled(
      "Deploy",
      "import Sample from 'lantern-samples';\n\n<Sample src=\"deploy/a.png\" />",
    ),
  };
  const { "src/content/docs/guides/deploy.md": _, ...own } = site;
  expect(await allFaults(own)).toEqual([]);
  expect(await faultsOf(own, edited(own, "src/content/docs/guides/deploy.mdx", "deploy/a.png", "./a.png"))).toEqual([
    "src/content/docs/guides/deploy.mdx:7 missing-asset",
  ]);
});

test("Starlight: what a plugin makes of a program lies below the folder that its options name", async () => {
  const pages = {
    "src/content/docs/index.md": titled("Home", "[send](/reference/api/operations/send/)"),
    "src/content/docs/reference/keys.md": titled("Keys", "Text."),
  };
  const config = (options: string) => ({
    ...pages,
    "astro.config.mjs": `import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ plugins: [openApi([${options}])], sidebar: [{ label: 'API', autogenerate: { directory: 'api' } }] })] };\n`,
  });
  expect(await allTold(config("{ base: 'reference/api' }"))).toEqual([]);
  expect(await allTold(config("{ base: 'reference/http' }"))).toEqual(["src/content/docs/index.md:5 shared-cause"]);
});

test("Hugo: each folder has a feed, and pandoc may make the ids of headings", async () => {
  const site: Files = {
    "hugo.toml": "title = 'Lantern'\n",
    "content/posts/_index.md": titled(
      "Posts",
      "[feed](index.xml) [oil](#oil-and-wick.rules)\n\n## 1. Oil, and « wick.rules »",
    ),
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "content/posts/_index.md", "#oil-and", "#oil-or"))).toEqual([
    "content/posts/_index.md:5 broken-anchor",
  ]);
});

test("Sphinx: settings of MyST say that pages are Markdown where the list of extensions is imported", async () => {
  const site: Files = {
    "docs/conf.py": "from lantern_docs import extensions\nmyst_heading_anchors = 3\n",
    "docs/index.md": "# A\n\n```{toctree}\noil\n```\n",
    "docs/oil.md": "# Oil\n\nText.\n",
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "docs/index.md", "\noil\n", "\nwick\n"))).toContain(
    "docs/index.md:4 navigation-entry",
  );
});

test("Hugo: the HTML of a folder is shown at its address, and not the README beside it", async () => {
  const site: Files = {
    "hugo.toml": "title = 'Lantern'\n",
    "content/_index.md": titled("Home", "[try](/trial/#start)"),
    "content/trial/README.md": PAGE,
    "content/trial/index.html": "",
  };
  expect(await allFaults(site)).toEqual([]);
  const { "content/trial/index.html": _, ...rest } = site;
  expect(await allFaults({ ...rest, "content/trial/index.md": titled("Trial", "Text.") })).toEqual([
    "content/_index.md:5 broken-anchor",
  ]);
});

test("Sphinx: a document that a list names without its ending is made where git ignores it with one", async () => {
  const site: Files = {
    "docs/conf.py": "extensions = ['myst_parser']\n",
    "docs/index.md": "# A\n\n```{toctree}\noil\napi_index\nwick\n```\n",
    "docs/oil.md": "# Oil\n\nText.\n",
    ".gitignore": "docs/api_index.rst\n*.ipynb\n",
  };
  expect(await allFaults(site)).toEqual(["docs/index.md:6 navigation-entry"]);
});

test("a folder that code names, which is called after what it makes, is made elsewhere", async () => {
  const site: Files = {
    "site/mkdocs.yml": "nav:\n  - index.md\n  - nodes/index.md\n  - parts/index.md\n  - lamps/index.md\n",
    "site/docs/index.md": "# Home\n\n<a href='nodes/'>Nodes</a>\n\n[a](nodes/oil.md)\n\n[b](parts/oil.md)\n",
    "site/generate_nodes.py": "import os\nos.makedirs('docs/nodes')\n",
    "site/tools/copy-lamps.mjs": "cpSync('lamps', 'docs/lamps');\n",
    "site/serve.py": "os.makedirs('docs/parts')\n",
  };
  expect(await allTold(site)).toEqual(["site/docs/index.md:7 broken-link", "site/mkdocs.yml:4 navigation-entry"]);
});

test("a page that a workflow copies into the folder is made by the build", async () => {
  const site: Files = {
    "docs/_config.yml": "title: Lantern\nplugins: []\n",
    "docs/develop/index.md": "# Develop\n\n[a](CONTRIBUTING.md) [b](style.md) [c](gone.md)\n",
    "CONTRIBUTING.md": "# Contributing\n",
    "tools/style-guide.md": "# Style\n",
    ".github/workflows/docs.yml":
      "steps:\n  - run: sudo cp ./CONTRIBUTING.md ./docs/develop/\n  - run: cp tools/style-guide.md docs/develop/style.md\n  - run: cat lost.md docs/develop/\n",
  };
  expect(await allFaults(site)).toEqual(["docs/develop/index.md:3 broken-link"]);
});

test("Bazel: a page that a build file names is put beside it, and others below the folder it names", async () => {
  const site: Files = {
    "docs/conf.py": "extensions = ['myst_parser']\n",
    "docs/index.md": "# Home\n\n```{toctree}\nchangelog\nsphinxdocs/index\ngone\n```\n",
    "docs/BUILD.bazel": 'sphinx_docs(\n    renamed_srcs = {\n        "//:CHANGELOG.md": "changelog.md",\n    },\n)\n',
    "sphinxdocs/docs/BUILD.bazel": 'sphinx_docs_library(\n    name = "lib",\n    prefix = "sphinxdocs/",\n)\n',
    "sphinxdocs/docs/index.md": "# Sphinx\n",
    "CHANGELOG.md": "# Changes\n",
  };
  expect(await allFaults(site)).toEqual(["docs/index.md:6 navigation-entry"]);
  const { "docs/BUILD.bazel": _, ...without } = site;
  expect(await allFaults(without)).toEqual(["docs/index.md:4 navigation-entry", "docs/index.md:6 navigation-entry"]);
});

test("a folder that the navigation lists, and that a workflow fills beside the content, is made by the build", async () => {
  const config = (folder: string) =>
    `import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ sidebar: [{ label: 'A', autogenerate: { directory: '${folder}' } }] })] };\n`;
  const site: Files = {
    ...STARLIGHT,
    "astro.config.mjs": config("reference"),
    "src/content/docs/guides/install.md": titled("Install", "Text."),
    "src/content/docs/index.md": titled("Home", "Text."),
    ".github/workflows/docs.yml": "run: mkdir -p src/reference && cp api/*.md src/reference/\n",
  };
  expect(await allTold(site)).toEqual([]);
  expect(await allTold({ ...site, "astro.config.mjs": config("gone") })).toEqual([
    "astro.config.mjs:2 navigation-entry",
  ]);
});

test("MkDocs: the feeds that the plugin rss writes are there", async () => {
  const site: Files = {
    "mkdocs.yml": "site_name: Lantern\nplugins:\n  - rss\n",
    "docs/index.md": "# Home\n\n[feed](feed_rss_created.xml)\n\n[gone](feed_gone.xml)\n",
  };
  expect(await allFaults(site)).toEqual(["docs/index.md:5 missing-asset"]);
});

test("a page of a folder that a program writes into is made by the build, beside those that are kept", async () => {
  const site: Files = {
    ...STARLIGHT,
    "src/content/docs/index.md": titled("Home", "[run](/commands/run/) [stop](/commands/stop/) [all](/guides/gone/)"),
    "src/content/docs/guides/install.md": titled("Install", "Text."),
    "src/content/docs/commands/run.md": titled("Run", "Text."),
    ".github/workflows/pages.yml": "      - run: ./tool docs --markdown -o src/content/docs/commands -v\n",
  };
  expect(await allFaults(site)).toEqual(["src/content/docs/index.md:5 broken-link"]);
  const { ".github/workflows/pages.yml": _, ...without } = site;
  expect(await allFaults(without)).toHaveLength(2);
});

test("Starlight: a change that takes the title of the home page away ends the build", async () => {
  const untitled = { "src/content/docs/index.md": "---\ndescription: Light\n---\n\nText.\n" };
  expect(await faultsOf(STARLIGHT, untitled)).toEqual(["src/content/docs/index.md:1 missing-title"]);
  expect(await allTold({ ...STARLIGHT, ...untitled })).not.toContain("src/content/docs/index.md:1 missing-title");
});

test("a file in a folder that a script fills beside the built pages is not missing", async () => {
  const site: Files = {
    "docs/book.toml": "[book]\ntitle = 'Lantern'\n",
    "docs/src/SUMMARY.md": "- [Rules](rules.md)\n",
    "docs/src/rules.md": "# Rules\n\n[one](samples/rule.toml) [two](other/rule.toml)\n",
    "docs/data/rule.toml": "",
    "scripts/build.sh": "mdbook build docs --dest-dir site\ninstall -d site/samples\ncp docs/data/* site/samples/\n",
  };
  expect(await allFaults(site)).toEqual(["docs/src/rules.md:3 missing-asset"]);
});

test("VitePress: texts for language models, which a plugin writes, are no pages that are lost", async () => {
  const site = (name: string): Files => ({
    ".vitepress/config.ts": `export default { themeConfig: { sidebar: [{ text: 'A', link: '/guides/a' },\n{ text: 'B', link: '/guides/${name}' }] } };\n`,
    "index.md": "# Home\n",
    "guides/a.md": "# A\n",
    "guides/b.md": "# B\n",
  });
  expect(await allTold(site("llms-full.txt"))).toEqual([]);
  expect(await allTold(site("other.txt"))).toEqual([".vitepress/config.ts:2 navigation-entry"]);
});
