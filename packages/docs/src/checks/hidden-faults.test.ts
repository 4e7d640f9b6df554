import { expect, test } from "vitest";
import { allFaults, edited, faultsOf, PAGE, titled } from "./testing-changes.ts";
import type { Files } from "./testing-sites.ts";

const PICTURE = "# Page\n\n![A](./shot.png)\n";

test("pictures of pages in other instances, versions and languages are looked up as those of the first are", async () => {
  const site: Files = {
    "docusaurus.config.js":
      "module.exports = { i18n: { defaultLocale: 'en', locales: ['en', 'fr'] }, presets: [['classic', { docs: {} }]], plugins: [['@docusaurus/plugin-content-docs', { id: 'base', path: 'base', routeBasePath: 'base' }]] };\n",
    "docs/intro.md": PICTURE,
    "docs/shot.png": "",
    "base/intro.md": PICTURE,
    "base/shot.png": "",
    "i18n/fr/docusaurus-plugin-content-docs/current/intro.md": PICTURE,
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "base/intro.md", "./shot.png", "./gone.png"))).toEqual([
    "base/intro.md:3 missing-asset",
  ]);
  const french = "i18n/fr/docusaurus-plugin-content-docs/current/intro.md";
  expect(await faultsOf(site, edited(site, french, "./shot.png", "./gone.png"))).toEqual([`${french}:3 missing-asset`]);
});

test("a kind of file that git keeps in some folders is written by people, and one that it keeps nowhere may be a build's", async () => {
  const site = (ignored: string): Files => ({
    ".gitignore": ignored,
    "mkdocs.yml": "site_name: Lantern\n",
    "docs/index.md": "# Home\n\n![A](./img/gone.png)\n",
    "docs/img/logo.svg": "",
  });
  expect(await allFaults(site("*.png\n!public/**/*.png\n"))).toEqual(["docs/index.md:3 missing-asset"]);
  expect(await allFaults(site("*.png\n"))).toEqual([]);
});

test("what git ignores in the served folder of another package answers to no picture of this one", async () => {
  const site: Files = {
    "packages/docs/source.config.ts":
      "import { defineDocs } from 'fumadocs-mdx/config';\nexport const docs = defineDocs({ dir: 'content/docs' });\n",
    "packages/docs/package.json": '{ "dependencies": { "fumadocs-mdx": "14.0.0" } }',
    "packages/docs/content/docs/guides/intro.md": titled("Intro", "![A](./assets/shot.png)"),
    "packages/docs/content/docs/guides/assets/shot.png": "",
    "packages/docs/public/logo.svg": "",
    "packages/shop/public/logo.svg": "",
    "packages/shop/.gitignore": "/public/guides\n",
  };
  const path = "packages/docs/content/docs/guides/intro.md";
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, path, "shot.png", "gone.png"))).toEqual([`${path}:5 missing-asset`]);
});

test("VitePress: a link of a sidebar without a slash in front counts from the root of the site", async () => {
  const site: Files = {
    "docs/.vitepress/config.ts":
      "export default { themeConfig: { sidebar: [\n  { text: 'Alert', link: 'parts/alert' },\n  { text: 'Form', link: 'parts/form' },\n] } }\n",
    "docs/index.md": PAGE,
    "docs/parts/alert.md": PAGE,
    "docs/parts/form.md": PAGE,
  };
  expect(await allFaults(site)).toEqual([]);
  const config = "docs/.vitepress/config.ts";
  expect(await allFaults({ ...site, ...edited(site, config, "parts/form", "parts/from") })).toEqual([
    `${config}:3 navigation-entry`,
  ]);
  expect(await faultsOf(site, edited(site, config, "  { text: 'Form', link: 'parts/form' },\n", ""))).toEqual([
    "docs/parts/form.md:1 orphan-page",
  ]);
});

test("Starlight: a plugin that names where its pages lie makes none elsewhere, and those of Expressive Code make none", async () => {
  const site = (plugin: string): Files => ({
    "astro.config.mjs": `import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({\n  expressiveCode: { plugins: [pluginLineNumbers()] },\n  plugins: [${plugin}],\n  sidebar: [\n    { label: 'Ideas', link: 'ideas' },\n    { label: 'API', autogenerate: { directory: 'api' } },\n  ],\n})] };\n`,
    "src/content/docs/index.md": titled("Home", "Text."),
    "src/content/docs/install.md": titled("Install", "Text."),
  });
  expect(await allFaults(site("typeDoc({ entryPoints: ['a.ts'], output: 'api' })"))).toEqual([
    "astro.config.mjs:6 navigation-entry",
  ]);
  expect(await allFaults(site("typeDoc({ entryPoints: ['a.ts'] })"))).toEqual([]);
});

test("mdBook: what begins with a dot is of the repository, where it has to be", async () => {
  const site: Files = {
    "book/book.toml": "[book]\ntitle = 'Lantern'\n",
    "book/src/SUMMARY.md": "# Summary\n\n- [Home](home.md)\n",
    "book/src/home.md": "# Home\n\n[a](../../.cloud/) [b](../other/)\n\n[c](../.cloud/)\n",
    ".cloud/task.json": "{}\n",
  };
  expect(await allFaults(site)).toEqual(["book/src/home.md:5 broken-link"]);
});

test("Nextra: an address that only code beside the site is called like leads nowhere", async () => {
  const site: Files = {
    "site/next.config.mjs":
      "import nextra from 'nextra';\nexport default nextra({ theme: 'nextra-theme-docs' })({ trailingSlash: true });\n",
    "site/package.json": '{ "dependencies": { "nextra": "3.0.0" } }',
    "site/pages/index.mdx": PAGE,
    "site/pages/guides/use.mdx": "# Use\n\n[a](./runs/)\n",
    "site/pages/guides/runs.mdx": PAGE,
    "src/runs.ts": "",
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "site/pages/guides/use.mdx", "./runs/", "../../runs/"))).toEqual([
    "site/pages/guides/use.mdx:3 broken-link",
  ]);
});

test("Mintlify: a page that is called like a piece needs its title, and the piece that a page takes in does not", async () => {
  const site: Files = {
    "docs.json": '{ "navigation": { "pages": ["index", "cards/start"] } }\n',
    "index.mdx": titled("Home", 'import Start from "/snippets/start.mdx";\n\n<Start />'),
    "snippets/start.mdx": "Text.\n",
    "cards/start.mdx": titled("Start", "Text."),
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, { "cards/start.mdx": "---\nicon: rocket\n---\n\nText.\n" })).toEqual([
    "cards/start.mdx:1 missing-title",
  ]);
});

test("Sphinx: a page that is taken out of a list of one is dropped", async () => {
  const site: Files = {
    "conf.py": 'extensions = ["myst_parser"]\n',
    "index.md": "# Home\n\n```{toctree}\nuse/index\n```\n",
    "use/index.md": "# Use\n\n```{toctree}\nstart\n```\n",
    "use/start.md": PAGE,
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "use/index.md", "start\n", ""))).toEqual(["use/start.md:1 orphan-page"]);
});
