import { expect, test } from "vitest";
import { allFaults, allTold, titled } from "./testing-changes.ts";
import type { Files } from "./testing-sites.ts";

const bad = "[gone](./gone.md)\n";

test("what VitePress, Mintlify, Sphinx and a plugin of MkDocs leave out of a site is not checked", async () => {
  const vitepress: Files = {
    "docs/.vitepress/config.ts": "export default { srcDir: 'src', srcExclude: ['**/TODO.md', 'fr/drafts/**'] };\n",
    "docs/src/index.md": `# Home\n\n${bad}`,
    "docs/src/TODO.md": bad,
    "docs/src/fr/drafts/a.md": bad,
  };
  expect(await allFaults(vitepress)).toEqual(["docs/src/index.md:3 broken-link"]);
  const mintlify: Files = {
    "docs.json": JSON.stringify({ name: "Lantern", navigation: { pages: ["index"] } }),
    ".mintignore": "drafts/\n*.draft.mdx\n",
    "index.mdx": titled("Home", "[gone](/gone)"),
    "drafts/a.mdx": "[gone](/gone) <Unclosed\n",
    "b.draft.mdx": "[gone](/gone)\n",
  };
  expect(await allFaults(mintlify)).toEqual(["index.mdx:5 broken-link"]);
  const sphinx: Files = {
    "docs/conf.py": [
      'extensions = ["myst_parser"]',
      'exclude_patterns = ["_build",  # "index.md"',
      '    "README.md", "drafts/**"]',
      "",
    ].join("\n"),
    "docs/index.md": `# Home\n\n${bad}`,
    "docs/README.md": bad,
    "docs/drafts/a.md": bad,
  };
  expect(await allFaults(sphinx)).toEqual(["docs/index.md:3 broken-link"]);
  const mkdocs: Files = {
    "mkdocs.yml": 'site_name: Lantern\nplugins:\n  - exclude:\n      glob: ["*.tmp.md", "secret/*"]\n',
    "docs/index.md": `# Home\n\n${bad}`,
    "docs/more/a.tmp.md": bad,
    "docs/secret/deep/a.md": bad,
  };
  expect(await allFaults(mkdocs)).toEqual(["docs/index.md:3 broken-link"]);
});

test("lists that builds make of pages, and pages of plugins, are no lost links", async () => {
  const docusaurus: Files = {
    "docusaurus.config.js": [
      "module.exports = {",
      "  title: 'Lantern', url: 'https://lantern.example', baseUrl: '/',",
      "  presets: [['classic', { docs: {}, blog: { routeBasePath: 'news' } }]],",
      "  plugins: [['docusaurus-plugin-openapi-docs', { config: { pet: { outputDir: 'docs/pets' } } }]],",
      "  themeConfig: { algolia: { appId: 'a', apiKey: 'b', indexName: 'c' } },",
      "};",
      "",
    ].join("\n"),
    "docs/intro.md":
      "# Intro\n\n[a](/news/archive) [b](/news/page/2) [c](/search) [d](./pets/get.mdx) [e](/docs/pets/get)\n",
    "docs/more.md": "# More\n\n[a](/docs/up/here)\n\n[b](./gone.mdx)\n",
    "docs/deep/page.md": "---\ntitle: Page\nslug: ../up/here\n---\n\nText.\n",
    "news/2024-01-01-one.md": "---\ntitle: One\n---\n\nText.\n",
    "blog/2024-01-01-one.md": "---\ntitle: One\n---\n\nText.\n",
  };
  expect(await allTold(docusaurus)).toEqual(["docs/more.md:5 broken-link"]);
  const hugo: Files = {
    "hugo.toml": 'baseURL = "https://lantern.example/"\n[taxonomies]\n  tag = "tags"\n  series = "series"\n',
    "content/_index.md": titled(
      "Home",
      "[a](/tags/) [b](/series/x/) [c](/docs/_print/) [d](/docs/page/2/)\n\n[e](/docs/gone/)",
    ),
    "content/docs/_index.md": titled("Docs", "Text."),
    "content/docs/a.md": titled("A", "Text."),
  };
  expect(await allTold(hugo)).toEqual(["content/_index.md:7 broken-link"]);
  const jekyll: Files = {
    "_config.yml": "title: Lantern\nplugins: [jekyll-archives]\n",
    "index.md": titled("Home", "[a](/tag/x/) [b](/category/y/)"),
  };
  expect(await allTold(jekyll)).toEqual([]);
});

test("pages of VitePress with a part that stands for anything answer to files and in the navigation", async () => {
  const site: Files = {
    "docs/.vitepress/config.js":
      "export default { themeConfig: { sidebar: [{ link: '/guide/a' }, { link: '/guide/c' }, { link: '/guide/d' }, { text: 'A', link: '/pkg/a' }, { text: 'B', link: '/guide/lost' }] } };\n",
    "docs/index.md": "# Home\n\n[a](./pkg/a.md)\n\n[b](./gone.md)\n",
    "docs/guide/a.md": "# A\n",
    "docs/guide/c.md": "# C\n",
    "docs/guide/d.md": "# D\n",
    "docs/pkg/[name].md": "# Package\n",
    "docs/pkg/[name].paths.js": "export default {};\n",
  };
  expect(await allFaults(site)).toEqual([
    "docs/.vitepress/config.js:1 navigation-entry",
    "docs/index.md:5 broken-link",
  ]);
});

test("pages in Markdoc and notebooks are there, and so are the index of a folder and the page for printing", async () => {
  const starlight: Files = {
    "astro.config.mjs": [
      "import starlight from '@astrojs/starlight';",
      "export default { integrations: [starlight({ title: 'L', sidebar: [",
      "  'ref/one',",
      "  'ref/gone',",
      "  { label: 'A', link: import.meta.env.BASE_URL + 'ref/two/' },",
      "  { label: 'B', link: import.meta.env.BASE_URL + 'ref/lost/' },",
      "] })] };",
      "",
    ].join("\n"),
    "src/content/docs/index.md": titled("Home", "[one](/ref/one/)"),
    "src/content/docs/ref/one.mdoc": "---\ntitle: One\n---\n",
    "src/content/docs/ref/two.md": titled("Two", "Text."),
  };
  expect(await allFaults(starlight)).toEqual([
    "astro.config.mjs:4 navigation-entry",
    "astro.config.mjs:6 navigation-entry",
  ]);
  const book: Files = {
    "_config.yml": "title: Lantern\n",
    "_toc.yml": "format: jb-book\nroot: intro\nchapters:\n  - file: lab\n  - file: gone\n",
    "intro.md": "# Intro\n",
    "lab.ipynb": "{}",
  };
  expect(await allFaults(book)).toEqual(["_toc.yml:5 navigation-entry"]);
  const mdbook: Files = {
    "book.toml": '[book]\ntitle = "Lantern"\n',
    "src/SUMMARY.md": "# Summary\n\n- [A](a.md)\n",
    "src/a.md": "# A\n\n[print](print.html)\n\n[gone](gone.html)\n",
  };
  expect(await allFaults(mdbook)).toEqual(["src/a.md:5 broken-link"]);
  const gitbook: Files = {
    "SUMMARY.md": "# Summary\n\n* [Home](README.md)\n* [A](a/README.md)\n",
    "README.md": "# Home\n\n[a](a/index.html)\n\n[b](b/index.html)\n",
    "a/README.md": "# A\n",
  };
  expect(await allFaults(gitbook)).toEqual(["README.md:5 broken-link"]);
  const hugo: Files = {
    "hugo.toml": 'baseURL = "https://lantern.example/"\n',
    "content/_index.md": titled("Home", "[a](a/index.html)"),
    "content/a/_index.md": titled("A", "Text."),
  };
  expect(await allFaults(hugo)).toEqual([]);
});

test("links in comments of a generator are not read", async () => {
  const hugo: Files = {
    "hugo.toml": 'baseURL = "https://lantern.example/"\n',
    "content/docs/a.md": titled("A", "{{% comment %}}\n[x](/docs/gone/)\n{{% /comment %}}\n\n[y](/docs/lost/)"),
    "content/docs/b.md": titled("B", "Text."),
  };
  expect(await allFaults(hugo)).toEqual(["content/docs/a.md:9 broken-link"]);
  const sphinx: Files = {
    "docs/conf.py": 'extensions = ["myst_parser"]\n',
    "docs/index.md": "# Home\n\n% [x](gone.md)\n\n[y](lost.md)\n",
  };
  expect(await allFaults(sphinx)).toEqual(["docs/index.md:5 broken-link"]);
  const jekyll: Files = {
    "_config.yml": "title: Lantern\nmarkdown: kramdown\n",
    "docs/a.md": titled("A", "{::comment}\n[x](./gone.md)\n{:/comment}\n\n[y](./lost.md)"),
  };
  expect(await allFaults(jekyll)).toEqual(["docs/a.md:9 broken-link"]);
});

test("anchors that GitHub makes are there: of lines, with its prefix, and of a heading behind a picture", async () => {
  const site: Files = {
    "README.md": [
      "# Lantern",
      "",
      "[a](docs/a.md?plain=1#L3-L9) [b](#user-content-use) [c](#-logo) [d](#-photo)",
      "",
      "[e](#user-content-gone)",
      "",
      "## Use",
      "",
      "## ![x](logo.png) Logo",
      "",
      '## <img src="logo.png"> Photo',
      "",
    ].join("\n"),
    "docs/a.md": "# A\n",
    "logo.png": "",
  };
  expect(await allFaults(site)).toEqual(["README.md:5 broken-anchor"]);
});

test("a fence in preformatted HTML is text, but not in Python-Markdown", async () => {
  const text = "# A\n\n<pre>\n```\n</pre>\n\n```sh\nrun\n```\n";
  expect(await allFaults({ "README.md": "# L\n", "docs/a.md": text })).toEqual([]);
  expect(await allFaults({ "mkdocs.yml": "site_name: Lantern\n", "docs/index.md": text })).toEqual([
    "docs/index.md:4 unclosed-fence",
  ]);
});

test("classes behind a heading are no part of its id", async () => {
  const site: Files = {
    "mkdocs.yml": "site_name: Lantern\nmarkdown_extensions: [attr_list]\n",
    "docs/index.md": "# Home\n\n[a](#wick) [b](#oil)\n\n[c](#gone)\n\n## Wick { .wide }\n\n## Oil {: .wide title=x }\n",
  };
  expect(await allFaults(site)).toEqual(["docs/index.md:5 broken-anchor"]);
});

test("a page of another language of Hugo borrows no page that its source does not have either", async () => {
  const site: Files = {
    "hugo.toml": '[languages.en]\ncontentDir = "content/en"\n[languages.fr]\ncontentDir = "content/fr"\n',
    "content/en/a.md": titled("A", "[b](b.md)"),
    "content/en/b.md": titled("B", "Text."),
    "content/fr/a.md": titled("A", "[b](b.md) [c](../b/)\n\n[gone](gone.md)"),
  };
  expect(await allFaults(site)).toEqual(["content/fr/a.md:7 broken-link"]);
});

test("Sphinx puts the files of a folder beside the pages", async () => {
  const site: Files = {
    "docs/conf.py": 'extensions = ["myst_parser"]\nhtml_extra_path = ["_extra"]\n',
    "docs/index.md": "# Home\n\n[a](report.html)\n\n[b](gone.html)\n",
    "docs/_extra/report.html": "",
  };
  expect(await allFaults(site)).toEqual(["docs/index.md:5 broken-link"]);
});

test("braces in a bare address of MDX are a part of it", async () => {
  const site: Files = {
    "docs.json": JSON.stringify({ name: "Lantern", navigation: { pages: ["index"] } }),
    "index.mdx": titled(
      "Home",
      [
        "Call https://api.example.com/lamps/{lampid}/oil, or (http://x.example/{a, b}).",
        "",
        "Call lamps/{oilid}, or https://api.example.com/lamps/ {wickid}.",
      ].join("\n"),
    ),
  };
  expect(await allFaults(site)).toEqual(["index.mdx:7 undefined-name", "index.mdx:7 undefined-name"]);
});

test("Fumadocs: code of the app serves pictures, and a _meta.json is no navigation", async () => {
  const site: Files = {
    "source.config.ts":
      "import { defineDocs } from 'fumadocs-mdx/config';\nexport const docs = defineDocs({ dir: 'content/docs' });\n",
    "package.json": '{ "dependencies": { "fumadocs-mdx": "11.0.0", "fumadocs-ui": "15.0.0" } }',
    "public/lamp.png": "",
    "app/docs/media/[name]/route.ts": "export async function GET() {}\n",
    "content/docs/meta.json": '{ "pages": ["index"] }',
    "content/docs/_meta.json": '{ "index": "Home", "gone": "Gone" }',
    "content/docs/index.mdx": titled("Home", "![a](/docs/media/a.png)\n\n![b](/docs/other/a.png)"),
  };
  expect(await allTold(site)).toEqual(["content/docs/index.mdx:7 missing-asset"]);
});

test("Sphinx: directives that describe a command make headings, and a folder of apidoc is made by the build", async () => {
  const site: Files = {
    "docs/conf.py": 'extensions = ["myst_parser"]\n',
    "docs/index.md":
      "# Home\n\n```{toctree}\nusage\n_apidoc/modules\n```\n\n[run](usage.md#lantern-run) [gone](gone.md)\n",
    "docs/usage.md": "# Usage\n\n```{argparse}\n:module: lantern\n```\n",
  };
  expect(await allFaults(site)).toEqual(["docs/index.md:8 broken-link"]);
});
