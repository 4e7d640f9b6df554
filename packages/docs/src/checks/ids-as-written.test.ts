import { expect, test } from "vitest";
import { allFaults, allTold, titled } from "./testing-changes.ts";
import type { Files } from "./testing-sites.ts";

const mkdocs = (config: string, page: string): Files => ({
  "mkdocs.yml": `site_name: Lantern\n${config}`,
  "docs/index.md": `# Home\n\n${page}`,
});
const vitepress = (config: string, page: string): Files => ({
  "docs/.vitepress/config.ts": `export default { ${config} };\n`,
  "docs/index.md": `# Home\n\n${page}`,
});
const jekyll = (config: string, page: string): Files => ({ "_config.yml": `theme: minima\n${config}`, "a.md": page });
const hugo = (config: string, page: string): Files => ({
  "hugo.toml": `title = "Lantern"\n${config}`,
  "content/a.md": titled("A", page),
});

test("a name that stands for a picture in a heading is no part of its id in MkDocs and VitePress", async () => {
  const page =
    "[a](#start) [b](#end) [c](#mid-way)\n\n[d](#gone)\n\n## :material-home: Start\n\n## End :rocket:\n\n## Mid :octicons-x-16:{ .big } way\n";
  expect(await allFaults(mkdocs("", page))).toEqual(["docs/index.md:5 broken-anchor"]);
  expect(await allFaults(vitepress("", "[a](#launch)\n\n[b](#gone)\n\n## :tada: Launch\n"))).toEqual([
    "docs/index.md:5 broken-anchor",
  ]);
});

test("MkDocs: the configuration says how ids are made, or has code make them", async () => {
  const page = (anchor: string) => `[a](#${anchor})\n\n[b](#gone)\n\n## First steps: Öl\n`;
  const toc = (options: string) => `markdown_extensions:\n  - toc:\n      ${options}\n`;
  const gone = ["docs/index.md:5 broken-anchor"];
  expect(await allFaults(mkdocs(toc('separator: "_"'), page("first_steps_ol")))).toEqual(gone);
  const cased = toc("slugify: !!python/object/apply:pymdownx.slugs.slugify {}");
  expect(await allFaults(mkdocs(cased, page("First-steps-Öl")))).toEqual(gone);
  const unicode = toc("slugify: !!python/name:markdown.extensions.toc.slugify_unicode");
  expect(await allFaults(mkdocs(unicode, page("first-steps-ol")))).toEqual(gone);
  expect(await allFaults(mkdocs(toc("slugify: !!python/name:lantern.slug"), page("h1")))).toEqual([]);
  expect(await allFaults(mkdocs(toc("permalink: true"), page("h1")))).toHaveLength(2);
});

test("MkDocs: tabs and lines of code have anchors by number, blocks of code and of PyMdown by their own id", async () => {
  const page = [
    "[a](#__tabbed_1_2) [b](#__codelineno-0-2) [c](#code-id) [d](#div-id) [e](#static-id)",
    "",
    "[f](#gone)",
    "",
    "``` { .py #code-id }",
    "a = 1",
    "```",
    "",
    "/// html | div#div-id",
    "Text.",
    "///",
    "",
    "/// figure-caption",
    "    attrs: {id: static-id}",
    "Text.",
    "///",
    "",
  ].join("\n");
  expect(await allFaults(mkdocs("", page))).toEqual(["docs/index.md:5 broken-anchor"]);
});

test("a heading in an element that is marked for Markdown is one in MkDocs and Jekyll", async () => {
  const page =
    '[a](#inside) [b](#deep)\n\n[c](#gone)\n\n<div markdown="1">\n## Inside\n\nText.\n</div>\n\n<details markdown="block">\n<summary>More</summary>\n### Deep\n</details>\n';
  expect(await allTold(mkdocs("markdown_extensions: [md_in_html]\n", page))).toEqual(["docs/index.md:5 broken-anchor"]);
  expect(await allTold(jekyll("", `---\ntitle: A\n---\n\n${page}`))).toEqual(["a.md:7 broken-anchor"]);
});

test("a heading that is a tag of HTML has an id on GitHub, in Starlight, mdBook and GitBook", async () => {
  const page =
    '[a](#whats-new-1) [b](#raw-one)\n\n[c](#gone)\n\n<h2 align="center">\n  Raw &nbsp;<b>one</b>\n</h2>\n\n';
  const twice = `${page}<h2>What's new</h2>\n\n## What's new\n`.replace("&nbsp;", "");
  expect(await allTold({ "README.md": `# Lantern\n\n${twice}` })).toEqual(["README.md:5 broken-anchor"]);
  const book = { "book.toml": "[book]\n", "src/SUMMARY.md": "- [A](a.md)\n", "src/a.md": `# A\n\n${twice}` };
  expect(await allTold(book)).toEqual(["src/a.md:5 broken-anchor"]);
  const starlight = {
    "astro.config.mjs":
      "import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ title: 'L' })] };\n",
    "src/content/docs/index.md": titled("Home", twice),
  };
  expect(await allTold(starlight)).toEqual(["src/content/docs/index.md:7 broken-anchor"]);
  // Docutils makes none of it.
  const sphinx = { "docs/conf.py": 'extensions = ["myst_parser"]\n', "docs/index.md": `# Home\n\n${twice}` };
  expect(await allTold(sphinx)).toHaveLength(3);
});

test("headings that templates or code write are known to the build alone", async () => {
  const loop = "{% for lamp in lamps %}\n## {{ lamp.name }}\n{% endfor %}\n\n[a](#oil)\n\n[b](gone.md)\n";
  expect(await allFaults(mkdocs("plugins: [macros]\n", loop))).toEqual(["docs/index.md:9 broken-link"]);
  expect(await allFaults({ ...jekyll("", `---\ntitle: A\n---\n\n${loop}`), "b.md": "# B\n" })).toEqual([
    "a.md:11 broken-link",
  ]);
  const shown = "[a](#oil)\n\n## Write `{{ lamp.name }}`\n";
  expect(await allFaults(mkdocs("plugins: [macros]\n", shown))).toEqual(["docs/index.md:3 broken-anchor"]);
  const fumadocs = (heading: string) => ({
    "source.config.ts": "export const docs = defineDocs({ dir: 'content/docs' });\n",
    "package.json": '{ "dependencies": { "fumadocs-mdx": "11.0.0" } }',
    "content/docs/index.mdx": titled("Home", `export const name = 'oil';\n\n## Light ${heading}\n\n[a](#light-oil)`),
  });
  expect(await allFaults(fumadocs("{name}"))).toEqual([]);
  expect(await allFaults(fumadocs("{/* later */}"))).toEqual(["content/docs/index.mdx:9 broken-anchor"]);
  const vue =
    '<div v-for="lamp in lamps"><h2 :id="lamp.id">{{ lamp.name }}</h2></div>\n\n[a](#oil)\n\n[b](./gone.md)\n';
  expect(await allFaults(vitepress("", vue))).toEqual(["docs/index.md:7 broken-link"]);
});

test("VitePress: code may make ids, a link's own anchor is made one, and a link with a target is left alone", async () => {
  const page =
    '[a](#First-Steps) [b](/app/start){target="_self"} [c](/app/x){download}\n\n[d](/app/start)\n\n[e](#gone)\n\n## First steps\n';
  const site = (config: string) => ({ ...vitepress(config, page), "docs/app/own.md": "# Own\n" });
  expect(await allFaults(site(""))).toEqual(["docs/index.md:5 broken-link", "docs/index.md:7 broken-anchor"]);
  const own = "markdown: { anchor: { slugify: (text) => encodeURI(text) } }";
  expect(await allFaults(site(own))).toEqual(["docs/index.md:5 broken-link"]);
});

test("Hugo makes an id of the line with its marks, and without accents where its configuration says so", async () => {
  const page =
    "[a](#see-foohttpsxexample) [b](#a-_b_)\n\n[c](#gone)\n\n## See [Foo](https://x.example)\n\n## A _b_\n\n## Über Öl\n\n[d](#uber-ol)\n";
  const ascii = '[markup.goldmark.parser]\nautoHeadingIDType = "github-ascii"\n';
  expect(await allFaults(hugo(ascii, page))).toEqual(["content/a.md:7 broken-anchor"]);
  expect(await allFaults(hugo("", page))).toEqual(["content/a.md:15 broken-anchor", "content/a.md:7 broken-anchor"]);
});

test("Jekyll: kramdown may put a word before ids, and write letters without accents", async () => {
  const page = "---\ntitle: A\n---\n\n[a](#id-ol-lampe) [b](#gone)\n\n## Öl Lampe\n";
  const options = "kramdown:\n  auto_id_prefix: 'id-'\n  transliterated_header_ids: true\n";
  expect(await allFaults(jekyll(options, page))).toEqual(["a.md:5 broken-anchor"]);
  expect(await allFaults(jekyll("", page))).toHaveLength(2);
});

test("mdBook: a note of mdbook-admonish has an id of its own, or one by its title", async () => {
  const page = [
    "# A",
    "",
    "[a](#own-id) [b](#admonition-take-care) [c](#admonition-warning)",
    "",
    "[d](#gone)",
    "",
    '```admonish warning title="Oil" id="own-id"\nText.\n```',
    "",
    '```admonish tip title="Take care"\nText.\n```',
    "",
    "```admonish warning\nText.\n```",
    "",
  ].join("\n");
  const site = { "book.toml": "[book]\n", "src/SUMMARY.md": "- [A](a.md)\n", "src/a.md": page };
  expect(await allFaults(site)).toEqual(["src/a.md:5 broken-anchor"]);
});

test("Jekyll: a heading right below a closing tag is one, as kramdown reads it", async () => {
  const site = {
    "_config.yml": "theme: minima\n",
    "index.md":
      "---\n---\n\n# Home\n\n<div>\n  Note.\n</div>\n## Own hooks\n\n[above](#own-hooks) [gone](#other-hooks)\n",
  };
  expect(await allFaults(site)).toEqual(["index.md:11 broken-anchor"]);
});

test("MkDocs: an emoji or an icon in a heading is no part of its id", async () => {
  const site = {
    "mkdocs.yml": "site_name: Lantern\n",
    "docs/index.md":
      "# Home\n\n## :octicons-lock-16:{: .lock } Get a key\n\n## Tea :coffee: break\n\n[key](#get-a-key) [tea](#tea-break) [gone](#lock)\n",
  };
  expect(await allFaults(site)).toEqual(["docs/index.md:7 broken-anchor"]);
});

test("MkDocs: code that is run and modules of mkdocstrings write headings, and tabs of PyMdown have ids", async () => {
  const site = {
    "mkdocs.yml": "site_name: Lantern\n",
    "docs/index.md": '# Home\n\n```python exec="on"\nprint("## Lamp")\n```\n\n[a](#lamp)\n',
    "docs/a.md": "# A\n\n::: lantern\n\n[a](#lantern)\n",
    "docs/b.md": "# B\n\n/// tab | Oil lamp\nText\n///\n\n[a](#oil-lamp)\n\n[b](#gone)\n",
    "docs/c.md": "# C\n\n```python\nprint(1)\n```\n\n::: tip\nText\n:::\n\n[a](#lantern)\n",
  };
  expect(await allFaults(site)).toEqual(["docs/b.md:9 broken-anchor", "docs/c.md:11 broken-anchor"]);
});

test("Hugo: a heading that is a shortcode, blocks of Docsy and lists out of data have ids that the theme makes", async () => {
  const site = {
    "hugo.toml": 'title = "Lantern"\n',
    "content/a.md": titled("A", "[a](/b/#before-you-begin) [b](/c/#oil) [c](#td-block-1)\n\n[e](#gone)"),
    "content/b.md": titled("B", '## {{% heading "prerequisites" %}}'),
    "content/c.md": titled("C", "{{< propertylist name=oil >}}"),
  };
  expect(await allFaults(site)).toEqual(["content/a.md:7 broken-anchor"]);
});

test("Jekyll: kramdown gives its table of contents an id, and jekyll-scholar writes those of a bibliography", async () => {
  const site = {
    "_config.yml": "theme: minima\n",
    "a.md": titled("A", "* TOC\n{:toc}\n\n[a](#markdown-toc) [b](b.md#smith2020)\n\n[c](#gone)"),
    "b.md": titled("B", "{% bibliography --file lamps %}"),
  };
  expect(await allFaults(site)).toEqual(["a.md:10 broken-anchor"]);
});

test("hosts have ids of their own for files and headings, and GitLab takes files in", async () => {
  const site = {
    "README.md":
      "# Lantern\n\n[a](#MIT-1-ov-file) [b](#markdown-header-oil-lamp) [c](docs/a.md#of-part)\n[d](../../blob/main/README.md#oil-lamp) [e](#markdown-header-oil-lamp_1)\n\n[f](#markdown-header-gone) [g](../../x/main/GONE.md)\n\n## Oil lamp\n\n## Oil lamp\n",
    "docs/a.md": "# A\n\n::include{file=part.md}\n",
    "docs/part.md": "## Of part\n",
  };
  expect(await allFaults(site)).toEqual(["README.md:6 broken-anchor", "README.md:6 broken-link"]);
});

test("Sphinx: a role of MyST in a heading is no part of its id, or its text is", async () => {
  const site = {
    "docs/conf.py": 'extensions = ["myst_parser"]\n',
    "docs/index.md": "# Home\n\n## Lamp {octicon}`flame`\n\n## The {ref}`oil <oil>`\n\n[a](#lamp)\n\n[b](#gone)\n",
  };
  expect(await allFaults(site)).toEqual(["docs/index.md:9 broken-anchor"]);
});
