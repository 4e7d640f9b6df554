import { expect, test } from "vitest";
import { allFaults, allTold, titled } from "./testing-changes.ts";
import type { Files } from "./testing-sites.ts";

const sphinx = (files: Files, config = ""): Files => ({
  "docs/conf.py": `extensions = ["myst_parser"]\n${config}`,
  ...files,
});
const docs = "src/content/docs/";
const starlight = (plugin: string, files: Files): Files => ({
  "astro.config.mjs": `import starlight from '@astrojs/starlight';\n${plugin}`,
  [`${docs}guide/a.md`]: titled("A", "Text."),
  ...files,
});

test("Sphinx: formulas and blocks have names that any page may link to, and options have ids", async () => {
  const site = sphinx({
    "docs/index.md":
      "# Home\n\n[](#eq-lamp) [](#block-lamp) [](#cmdoption-lamp-oil)\n\n[x](#gone-lamp)\n\n```{toctree}\na\n```\n",
    "docs/a.md": "# A\n\n$$\na\n$$ (eq-lamp)\n\n{#block-lamp}\nText.\n\n```{option} --oil\nText.\n```\n",
  });
  expect(await allFaults(site)).toEqual(["docs/index.md:5 broken-anchor"]);
});

test("Sphinx makes an index and a page for search, and pages that the configuration adds", async () => {
  const site = (config: string) =>
    sphinx(
      { "docs/index.md": "# Home\n\n[a](genindex.html) [b](search.html) [c](download.html)\n\n[d](gone.html)\n" },
      config,
    );
  const both = await allTold(site("html_additional_pages = {'download': 'download.html'}\n"));
  expect(both).toEqual(["docs/index.md:5 broken-link"]);
  expect(await allTold(site(""))).not.toEqual(both);
});

test("Hugo: front matter may be TOML or JSON", async () => {
  const site = {
    "hugo.toml": 'title = "Lantern"\n',
    "content/docs/a.md": '{\n"title": "A",\n"url": "/own/a/"\n}\n\nText.\n',
    "content/docs/b.md":
      '+++\ntitle = "B"\nurl = "/own/b/"\naliases = ["/was/b"]\n+++\n\n[a](/own/a/) [b](/own/b/) [c](/was/b/)\n\n[d](/docs/gone/)\n',
    "content/docs/c.md": titled("C", "Text."),
  };
  expect(await allFaults(site)).toEqual(["content/docs/b.md:9 broken-link"]);
});

test("a page of Jekyll without any text shows what its layout makes, anchors too", async () => {
  const site = (text: string) => ({
    "_config.yml": "remote_theme: a/b\n",
    "tags.md": `---\ntitle: Tags\nlayout: tags\n---\n${text}`,
    "a.md": "---\ntitle: A\n---\n\n[a](tags.md#lamp)\n",
  });
  expect(await allFaults(site(""))).toEqual([]);
  expect(await allFaults(site("\nText.\n"))).toEqual(["a.md:5 broken-anchor"]);
});

test("a piece that Mintlify or a preprocessor of mdBook puts into a page may have its headings", async () => {
  const mintlify = (text: string) => ({
    "docs.json": JSON.stringify({ name: "Lantern", navigation: { pages: ["index"] } }),
    "index.mdx": titled("Home", `${text}\n\n[a](#of-part)`),
    "snippets/part.mdx": "## Of part\n",
  });
  expect(await allFaults(mintlify('<Snippet file="part.mdx" />'))).toEqual([]);
  expect(await allFaults(mintlify("Text."))).toEqual(["index.mdx:7 broken-anchor"]);
  const book = (text: string) => ({
    "book.toml": "[preprocessor.template]\n",
    "src/SUMMARY.md": "- [A](a.md)\n",
    "src/a.md": `# A\n\n[a](#of-part)\n\n${text}\n`,
  });
  expect(await allFaults(book("{{#template part.md name=x}}"))).toEqual([]);
  expect(await allFaults(book("Text."))).toEqual(["src/a.md:3 broken-anchor"]);
});

test("Starlight: TypeDoc writes to a folder of its own, the validator passes links over, and a version is no page", async () => {
  const typedoc =
    "import t from 'starlight-typedoc';\nexport default { integrations: [starlight({ title: 'L', plugins: [t({ entryPoints: ['a.ts'] })] })] };\n";
  const page = {
    [`${docs}index.md`]: titled("Home", "[a](/api/readme/) [b](/api/classes/lamp/)\n\n[c](/guide/gone/)"),
  };
  const own = { [`${docs}api/own.md`]: titled("Own", "Text.") };
  expect(await allFaults(starlight(typedoc, { ...page, ...own }))).toEqual([`${docs}index.md:7 broken-link`]);

  const validator =
    "import v from 'starlight-links-validator';\nexport default { integrations: [starlight({ title: 'L', plugins: [v({ exclude: ['/guide/play/**', '/guide/extra'] })] })] };\n";
  const links = { [`${docs}index.md`]: titled("Home", "[a](/guide/play/x) [b](/guide/extra)\n\n[c](/guide/gone/)") };
  expect(await allTold(starlight(validator, links))).toEqual([`${docs}index.md:7 broken-link`]);

  const versions = (slug: string) =>
    `import v from 'starlight-versions';\nexport default { integrations: [starlight({ title: 'L', plugins: [v({ versions: [{ slug: '${slug}' }] })] })] };\n`;
  const home = { [`${docs}index.md`]: titled("Home", "Text.") };
  expect(await allFaults(starlight(versions("1.0"), home))).toEqual([]);
  expect(await allFaults(starlight(versions("guide/gone"), home))).toEqual(["astro.config.mjs:3 navigation-entry"]);
});

test("Docusaurus: the lists of posts are called as the options say", async () => {
  const site = {
    "docusaurus.config.js":
      "module.exports = { title: 'L', presets: [['classic', { docs: {}, blog: { routeBasePath: 'news', archiveBasePath: 'all' } }]] };\n",
    "docs/intro.md": "# Intro\n\n[a](/news/all)\n\n[b](/news/other)\n",
    "blog/2024-01-01-one.md": "---\nslug: one\ntitle: One\n---\n\nText.\n",
  };
  expect(await allFaults(site)).toEqual(["docs/intro.md:5 broken-link"]);
});

test("MkDocs: the page that lists tags has an anchor for each", async () => {
  const site = (text: string) => ({
    "mkdocs.yml": "site_name: Lantern\nplugins: [tags]\n",
    "docs/index.md": "---\ntags: [HTML]\n---\n\n# Home\n\n[a](tags.md#html)\n",
    "docs/tags.md": `# Tags\n\n${text}\n`,
  });
  expect(await allFaults(site("[TAGS]"))).toEqual([]);
  expect(await allFaults(site("<!-- material/tags { scope: true } -->"))).toEqual([]);
  expect(await allFaults(site("Text."))).toEqual(["docs/index.md:7 broken-anchor"]);
});

test("a comment of Liquid or Jinja is no text of a page", async () => {
  const text = (open: string, close: string) =>
    `---\ntitle: A\n---\n\n${open}\n[x](gone.md)\n${close}\n\n[y](lost.md)\n`;
  const jekyll = {
    "_config.yml": "theme: minima\n",
    "a.md": text("{% comment %}", "{% endcomment %}"),
    "b.md": "# B\n",
  };
  expect(await allFaults(jekyll)).toEqual(["a.md:9 broken-link"]);
  const mkdocs = { "mkdocs.yml": "site_name: L\nplugins: [macros]\n", "docs/index.md": text("{# later", "#}") };
  expect(await allFaults(mkdocs)).toEqual(["docs/index.md:9 broken-link"]);
});

test("Nextra 4: folders of languages have addresses with the language, which may be left out for the source", async () => {
  const site = {
    "package.json": '{ "dependencies": { "nextra": "4.2.0", "nextra-theme-docs": "4.2.0" } }',
    "next.config.mjs":
      "import nextra from 'nextra';\nexport default nextra({})({ i18n: { locales: ['en', 'es'], defaultLocale: 'en' } });\n",
    "app/[lang]/[[...mdxPath]]/page.jsx": "import { importPage } from 'nextra/pages';\n",
    "content/en/index.mdx": "# Home\n\n[a](/guide) [b](/en/guide) [c](./guide.mdx) [d](/es/guide)\n\n[e](./gone.mdx)\n",
    "content/en/guide.mdx": "# Guide\n",
    "content/es/index.mdx": "# Inicio\n\n[a](/es/guide) [b](/guide)\n",
    "content/es/guide.mdx": "# Guide\n",
  };
  expect(await allFaults(site)).toEqual(["content/en/index.mdx:5 broken-link"]);
});

test("Fumadocs: where code gives pages their addresses, a link from the root may lead to any", async () => {
  const site = (option: string) => ({
    "source.config.ts":
      "import { defineDocs } from 'fumadocs-mdx/config';\nexport const docs = defineDocs({ dir: 'content/docs' });\n",
    "package.json": '{ "dependencies": { "fumadocs-mdx": "11.0.0" } }',
    "lib/source.ts": `export const source = loader({ baseUrl: '/docs', source: docs.toFumadocsSource()${option} });\n`,
    "content/docs/index.mdx": titled("Home", "[a](/docs/start) [b](/docs/guide/lamp)\n\n[c](./gone.mdx)"),
    "content/docs/01-start.mdx": titled("Start", "Text."),
    "content/docs/guide/02-lamp.mdx": titled("Lamp", "Text."),
  });
  const gone = "content/docs/index.mdx:7 broken-link";
  expect(await allFaults(site(", slugs: (file) => file.path.slice(3).split('/')"))).toEqual([gone]);
  expect(await allFaults(site(""))).toHaveLength(3);
});

test("Fumadocs: the list of a folder that the one above it leaves out is read by no tree", async () => {
  const site = (pages: string[]) => ({
    "source.config.ts":
      "import { defineDocs } from 'fumadocs-mdx/config';\nexport const docs = defineDocs({ dir: 'content' });\n",
    "package.json": '{ "dependencies": { "fumadocs-mdx": "14.0.0", "fumadocs-core": "16.0.0" } }',
    "content/meta.json": JSON.stringify({ pages }),
    "content/index.mdx": titled("Home", "Text."),
    "content/parts/oil.mdx": titled("Oil", "Text."),
    "content/old/wick.mdx": titled("Wick", "Text."),
    "content/old/meta.json": '{ "pages": ["wick", "gone"] }\n',
  });
  expect(await allTold(site(["index", "parts"]))).toEqual([]);
  expect(await allTold(site(["index", "old"]))).toHaveLength(1);
  expect(await allTold(site(["index", "..."]))).toHaveLength(1);
});

test("Nextra: a part of the site's own code may have the id that a link names", async () => {
  const site = {
    "next.config.js":
      "const withNextra = require('nextra')({ theme: 'nextra-theme-docs' });\nmodule.exports = withNextra();\n",
    "package.json": '{ "dependencies": { "next": "14.0.0", "nextra": "2.13.0" } }',
    "pages/index.mdx": "import { Home } from '../src/home/ui';\n\n# Home\n\n<Home />\n",
    "pages/a.mdx": "# A\n\n[lamps](/#lamps)\n\n[gone](/#gone)\n",
    "src/home/ui.tsx": "export * from './ui/parts';\nexport const Rest = () => <p id=\"rest\" />;\n",
    "src/other.tsx": 'export const Other = () => <p id="gone" />;\n',
    "src/home/ui/parts.tsx": 'export const Home = () => <Separator as="h2" id="lamps">Lamps</Separator>;\n',
  };
  expect(await allFaults(site)).toEqual(["pages/a.mdx:5 broken-anchor"]);
});
