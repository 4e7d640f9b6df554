// Long because it is one list: what the build or the host of a site makes, which no file of the repository shows.
import { expect, test } from "vitest";
import { wholeReaderOf } from "../testing.ts";
import { checkSite } from "./check-site.ts";
import { allFaults, edited, faultsOf, PAGE, pages } from "./testing-changes.ts";
import type { Files } from "./testing-sites.ts";

const titled = (title: string, body: string) => `---\ntitle: ${title}\n---\n\n${body}\n`;

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
  expect(await allFaults(lone)).toEqual(["src/content/docs/guides/install.md:5 broken-link"]);

  const moved = {
    ...STARLIGHT,
    "src/content/docs/reference/store.md": titled("Store", "Text."),
    "src/content/docs/reference/flags.md": titled("Flags", "Text."),
  };
  expect(await allFaults(moved)).toEqual([
    "src/content/docs/guides/install.md:5 broken-link",
    "src/content/docs/index.md:5 broken-link",
    "src/content/docs/index.md:5 broken-link",
  ]);
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

test("Next.js: a route with a parameter answers to any address below it, unless it shows the pages", async () => {
  const site: Files = {
    "next.config.mjs": "import nextra from 'nextra'\nexport default nextra({})({})\n",
    "app/page.tsx": "export default () => null\n",
    "app/docs/[[...mdxPath]]/page.tsx": "export default () => null\n",
    "app/examples/[...slug]/page.tsx": "export default () => null\n",
    "app/examples/page.mdx": "# Examples\n",
    "content/index.mdx": "# Home\n\n[a](/examples/styling/dark) [b](/docs/install)\n",
    "content/install.mdx": "# Install\n",
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "content/index.mdx", "/docs/install", "/docs/setup/install"))).toEqual([
    "content/index.mdx:3 broken-link",
  ]);
});

test("Nextra: the one navigation of an app names its routes in code, and a navigation beside the pages is not read", async () => {
  const site: Files = {
    "next.config.mjs": "import nextra from 'nextra'\nexport default nextra({})({})\n",
    "src/app/_meta.global.ts":
      "export default {\n  index: 'Home',\n  showcase: 'Showcase',\n  install: 'Install',\n}\n",
    "src/app/(site)/page.tsx": "export default () => null\n",
    "src/app/(site)/showcase/page.tsx": "export default () => null\n",
    "src/content/install.mdx": "# Install\n",
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "src/app/_meta.global.ts", "showcase:", "gallery:"))).toEqual([
    "src/app/_meta.global.ts:3 navigation-entry",
  ]);

  const pagesOnly: Files = {
    "docs/next.config.js": "module.exports = require('nextra')({})()\n",
    "docs/_meta.js": "export default { gone: 'Gone' }\n",
    "docs/pages/_meta.js": "export default { index: 'Home' }\n",
    "docs/pages/index.mdx": "# Home\n",
  };
  expect(await allFaults(pagesOnly)).toEqual([]);
});

test("VitePress: HTML in a folder without pages is put there by another program", async () => {
  const site: Files = {
    "docs/.vitepress/config.ts":
      "export default defineConfig({\n  themeConfig: { sidebar: [\n    { link: '/guide/install' },\n    { link: '/guide/deploy' },\n    { link: '/api/index.html' },\n  ] },\n})\n",
    ...pages("docs/index.md", "docs/guide/install.md", "docs/guide/deploy.md"),
    "docs/api/.gitkeep": "",
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "docs/.vitepress/config.ts", "install'", "setup.html'"))).toEqual([
    "docs/.vitepress/config.ts:3 navigation-entry",
    "docs/guide/install.md:1 orphan-page",
  ]);
});

test("Sphinx: an extension writes documents into its folder", async () => {
  const site: Files = {
    "docs/conf.py": 'extensions = ["myst_parser", "autodoc2"]\n',
    "docs/index.md": "# Home\n\n```{toctree}\ninstall\napidocs/index\n```\n",
    "docs/install.md": PAGE,
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await allFaults({ ...site, "docs/conf.py": 'extensions = ["myst_parser"]\n' })).toEqual([
    "docs/index.md:5 navigation-entry",
  ]);
  const moved = { ...site, "docs/conf.py": 'extensions = ["myst_parser", "autodoc2"]\nautodoc2_output_dir = "ref"\n' };
  expect(await allFaults(moved)).toEqual(["docs/index.md:5 navigation-entry"]);
});

test("mdBook: a README is the index of its folder in HTML, too", async () => {
  const site: Files = {
    "book.toml": "[book]\n",
    "src/SUMMARY.md": "- [Home](README.md)\n- [Tools](tools/README.md)\n",
    "src/README.md": "# Home\n\n[tools](tools/index.html) [the same](tools/index.md)\n",
    "src/tools/README.md": "# Tools\n",
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "src/README.md", "tools/index", "tool/index"))).toEqual([
    "src/README.md:3 broken-link",
  ]);
});

test("mdBook: two hyphens in a heading are a dash, which is no part of its id, or are left as they are", async () => {
  const book = (anchor: string): Files => ({
    "book.toml": "[book]\n",
    "src/SUMMARY.md": "- [Options](options.md)\n- [Use](use.md)\n",
    "src/options.md": "# Options\n\n## --part, for big data\n\nText.\n",
    "src/use.md": `# Use\n\n[part](options.md#${anchor})\n`,
  });
  expect(await allFaults(book("part-for-big-data"))).toEqual([]);
  expect(await allFaults(book("--part-for-big-data"))).toEqual([]);
  expect(await allFaults(book("part-for-data"))).toEqual(["src/use.md:3 broken-anchor"]);
});

test("Hugo: a file lies where a browser looks for it from the address of its page", async () => {
  const site: Files = {
    "hugo.toml": "title = 'Lantern'\n",
    "content/docs/_index.md": titled("Docs", "Text."),
    "content/docs/monitor.md": titled("Monitor", "[rules](../lantern.rules)"),
    "content/docs/lantern.rules": "",
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "content/docs/monitor.md", "../lantern", "../lamp"))).toEqual([
    "content/docs/monitor.md:5 broken-link",
  ]);
});

test("GitBook: an id keeps its dots, gets id- before a digit, and is counted where a page has it several times", async () => {
  const site: Files = {
    ".gitbook.yaml": "root: ./\n",
    "SUMMARY.md": "* [Home](README.md)\n* [Set\\_up](set\\_up.md)\n",
    "README.md": [
      "# Home",
      "",
      "[a](#id-2.-write-values.yaml) [b](#fees-1) [c](set_up.md#terms-and-fees) [d](#edit-.git-config)",
      "",
      "## 2. Write values.yaml",
      "",
      "## Edit .git/config",
      "",
      '## Fees <a href="#fees" id="fees"></a>',
      "",
      '## Other fees <a href="#fees" id="fees"></a>',
      "",
    ].join("\n"),
    "set_up.md": "# Set up\n\n## Terms & fees\n",
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "README.md", "#fees-1)", "#fees-2)"))).toEqual([
    "README.md:3 broken-anchor",
  ]);
  expect(await faultsOf(site, edited(site, "SUMMARY.md", "set\\_up.md", "set\\_out.md"))).toEqual([
    "SUMMARY.md:2 navigation-entry",
    "set_up.md:1 orphan-page",
  ]);
});

test("Mintlify: the anchor of a parameter is its name with hyphens", async () => {
  const site: Files = {
    "docs.json": '{ "navigation": { "pages": ["index", "api"] } }\n',
    "index.mdx": titled("Home", "[a](/api#param-retry-after-seconds)"),
    "api.mdx": titled("API", '<ParamField body="retryAfterSeconds" type="number">Time.</ParamField>'),
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "index.mdx", "seconds", "minutes"))).toEqual(["index.mdx:5 broken-anchor"]);
});

test("GitHub looks up the anchors of a page that no generator shows in any case", async () => {
  const site: Files = { "README.md": "# Lantern\n\n[keys](#My-Keys)\n\n## My keys\n" };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "README.md", "#My-Keys", "#My-Rules"))).toEqual([
    "README.md:3 broken-anchor",
  ]);
});

test("ids that a component of the site or of its generator writes are known only to the build", async () => {
  const site: Files = {
    "next.config.mjs": "import nextra from 'nextra'\nexport default nextra({})({})\n",
    "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }\n',
    "app/docs/[[...mdxPath]]/page.tsx": "export default () => null\n",
    "components/fields.tsx": "export const Fields = () => names.map((name) => <dt id={name}>{name}</dt>)\n",
    "components/plan.tsx": "export const Plan = () => <h2>Plan</h2>\n",
    "content/index.mdx": "# Home\n\n[a](/docs/api#on-init) [b](/docs/types#on-init)\n",
    "content/api.mdx": "import { Fields } from '@/components/fields'\n\n# API\n\n<Fields />\n",
    "content/types.mdx": "import { TSDoc } from 'nextra/tsdoc'\n\n# Types\n\n<TSDoc />\n",
  };
  expect(await allFaults(site)).toEqual([]);
  const other = { ...site, ...edited(site, "content/api.mdx", "components/fields", "components/plan") };
  expect(await allFaults(other)).toEqual(["content/index.mdx:3 broken-anchor"]);
});

test("a definition that no link and no image uses leads no reader anywhere", async () => {
  const text = "# Page\n\nSee [this][used].\n\n[used]: ./gone.md\n[other]: ./lost.md\n";
  expect(await allFaults({ "mkdocs.yml": "nav:\n  - a.md\n", "docs/a.md": text })).toEqual(["docs/a.md:5 broken-link"]);
});

test("Jekyll: a tag of Liquid may stand before a fence, and HTML ends where kramdown ends it", async () => {
  const site: Files = {
    "_config.yml": "title: Lantern\ntheme: minima\n",
    "index.md": "# Home\n\n```\n{% raw %}{{ name }}\n{% endraw %}```\n\n```js\nstart();\n```\n",
    "keys.md": "# Keys\n\n```js\nrotate();\n```\n",
    "tags.md": '# Tags\n\n<div class="code" markdown="1">\nText\n</div>\n```markdown\n[a]\n\n[b]\n```\n',
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "keys.md", "rotate();\n```", "rotate();"))).toEqual([
    "keys.md:3 unclosed-fence",
  ]);
});

test("Docusaurus: the id of a heading may stand in a comment of MDX", async () => {
  const site: Files = {
    "docusaurus.config.js": "module.exports = {};\n",
    "docs/a.md": "# A\n\n[b](#stage-0:-fields)\n\n## Stage 0 { /*#stage-0:-fields*/ }\n",
  };
  expect(await allFaults(site)).toEqual([]);
});

test("Starlight: empty lines may stand before front matter", async () => {
  const site = { ...STARLIGHT, "src/content/docs/guides/deploy.md": `\n${titled("Deploy", "Text.")}` };
  expect(await allFaults(site)).toEqual([]);
});

test("a page that another one links to is no orphan, unless the change dropped it from its navigation", async () => {
  const site: Files = {
    "mkdocs.yml": "nav:\n  - index.md\n  - install.md\n",
    "docs/index.md": "# Home\n\n[more](more/a.md)\n",
    "docs/install.md": PAGE,
    "docs/more/a.md": "# A\n\n[b](b.md)\n",
    "docs/more/b.md": PAGE,
    "docs/more/c.md": "# C\n\n[d](d.md)\n",
    "docs/more/d.md": "# D\n\n[c](c.md)\n",
  };
  expect(await allFaults(site)).toEqual(["docs/more/c.md:1 orphan-page", "docs/more/d.md:1 orphan-page"]);

  const linked = { ...site, "docs/index.md": "# Home\n\n[more](more/a.md) [i](install.md)\n" };
  expect(await faultsOf(linked, edited(site, "mkdocs.yml", "  - install.md\n", ""))).toEqual([
    "docs/install.md:1 orphan-page",
  ]);
  const added = { "docs/new.md": PAGE, ...edited(site, "docs/install.md", "Text.", "See [new](new.md).") };
  expect(await faultsOf(site, added)).toEqual([]);
  expect(await faultsOf(site, { "docs/new.md": PAGE })).toEqual(["docs/new.md:1 orphan-page"]);
});

test("a piece of text that another page takes in needs no title", async () => {
  const site: Files = {
    "docs/.vitepress/config.ts": "export default {}\n",
    ...pages("docs/index.md", "docs/a.md", "docs/b.md", "docs/c.md", "docs/d.md", "docs/e.md"),
    "docs/part.md": "Text.\n",
  };
  const lone = await allFaults(site);
  expect(lone).toEqual(["docs/part.md:1 missing-title"]);
  expect(await allFaults({ ...site, "docs/a.md": "# A\n\n<!--@include: ./part.md-->\n" })).toEqual([]);
});

test("a page that is too much to be parsed is a note of a whole check", async () => {
  const site: Files = {
    "docs.json": '{ "navigation": { "pages": ["index"] } }\n',
    "index.mdx": titled("Home", "> ".repeat(5_000)),
  };
  const { errors, warnings, notes } = await checkSite({ reader: wholeReaderOf(site), base: null });
  expect([...errors, ...warnings]).toEqual([]);
  expect(notes.map(({ rule }) => rule)).toEqual(["unreadable"]);
});

test("Docusaurus takes the name of a file from the folder of the site, too", async () => {
  const site: Files = {
    "web/docusaurus.config.js": "module.exports = { presets: [['classic', { docs: { routeBasePath: '/' } }]] };\n",
    "web/docs/a.md": "# A\n\n[b](/docs/b.md)\n",
    "web/docs/b.md": PAGE,
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "web/docs/a.md", "b.md", "c.md"))).toEqual(["web/docs/a.md:3 broken-link"]);
});

test("the picture of a heading is no part of its id", async () => {
  const site: Files = {
    "mkdocs.yml": "nav:\n  - a.md\n",
    "docs/a.md": "# A\n\n[b](#lanterns)\n\n## ![Flag](flag.png) Lanterns\n",
    "docs/flag.png": "",
  };
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

test("Mintlify: a README in MDX is for those who write the pages", async () => {
  const site: Files = {
    "docs.json": '{ "navigation": { "pages": ["index"] } }\n',
    "index.mdx": titled("Home", "Text."),
    "README.mdx": "Run it.\n",
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await allFaults({ ...site, "more.mdx": titled("More", "Text.") })).toEqual(["more.mdx:1 orphan-page"]);
});

test("Docusaurus: the docs of a preset that is turned off are those of the plugin that is named in its place", async () => {
  const site: Files = {
    "docusaurus.config.js": [
      "module.exports = {",
      "  presets: [['classic', { docs: false, blog: false }]],",
      "  plugins: [['@docusaurus/plugin-content-docs', { path: 'learn', routeBasePath: '/learn' }]],",
      "};",
      "",
    ].join("\n"),
    "learn/a.md": "# A\n\n[b](/learn/b) [c](./c.md)\n",
    "learn/b.md": PAGE,
  };
  expect(await allFaults(site)).toEqual(["learn/a.md:3 broken-link"]);
});

test("Hugo: an address may begin with that of the site at its host", async () => {
  const site: Files = {
    "hugo.toml": "baseURL = 'https://example.org/lantern/'\n",
    "content/_index.md": titled("Home", "[a](/lantern/guides/keys) [b](/guides/keys)"),
    "content/guides/keys.md": titled("Keys", "Text."),
    "content/guides/rules.md": titled("Rules", "Text."),
  };
  expect(await allFaults(site)).toEqual([]);
  expect(
    await faultsOf(site, edited(site, "content/_index.md", "/lantern/guides/keys", "/lantern/guides/gone")),
  ).toEqual(["content/_index.md:5 broken-link"]);
});

test("Jekyll: what the build wrote is no page of the site", async () => {
  const site: Files = {
    "_config.yml": "title: Lantern\ntheme: minima\n",
    "index.md": "# Home\n\n[keys](keys.md)\n",
    "keys.md": PAGE,
    "_site/index.md": "# Home\n\n[keys](keys.md)\n",
  };
  expect(await allFaults(site)).toEqual([]);
});

test("without a generator, a link of the page of a folder may count from an address without a slash", async () => {
  const site: Files = {
    "docs/guides/README.md": "# Guides\n\n[keys](./guides/keys)\n",
    "docs/guides/keys.md": PAGE,
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "docs/guides/README.md", "guides/keys", "guides/locks"))).toEqual([
    "docs/guides/README.md:3 broken-link",
  ]);
});

test("GitBook: tabs and blocks that open have ids by their titles, and signs are words in an id", async () => {
  const site: Files = {
    ".gitbook.yaml": "root: ./\n",
    "SUMMARY.md": "* [Home](README.md)\n* [Keys](guides/keys.md)\n",
    "README.md": [
      "# Home",
      "",
      "[a](#response-1) [b](#rotate-a-key) [c](#scores-greater-than-x)",
      "",
      '{% tab title="Response" %}',
      '{% tab title="Response" %}',
      "",
      "<details>",
      "<summary>Rotate a <b>key</b></summary>",
      "</details>",
      "",
      "## Scores > X",
      "",
    ].join("\n"),
    "guides/keys.md": "# Keys\n\n[home](../)\n",
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "README.md", "#response-1", "#response-3"))).toEqual([
    "README.md:3 broken-anchor",
  ]);
});

test("an entity in an attribute of HTML stands for a sign", async () => {
  const site: Files = {
    "mkdocs.yml": "nav:\n  - a.md\n",
    "docs/a.md": '# A\n\n<img src="Ada&#x27;s talk.png">\n',
    "docs/Ada's talk.png": "",
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "docs/a.md", "talk", "walk"))).toEqual(["docs/a.md:3 missing-asset"]);
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

test("MkDocs: the configuration leaves pages out of the site, and others out of the navigation", async () => {
  const site: Files = {
    "mkdocs.yml": "nav:\n  - a.md\nexclude_docs: |\n  *.es.md\n  drafts/\nnot_in_nav: |\n  more/\n",
    ...pages("docs/a.md", "docs/more/b.md"),
    "docs/a.es.md": "# A\n\n[x](gone.md)\n",
    "docs/drafts/c.md": "# C\n\n[x](gone.md)\n",
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await allFaults({ ...site, "mkdocs.yml": "nav:\n  - a.md\n" })).toEqual([
    "docs/a.es.md:3 broken-link",
    "docs/drafts/c.md:1 orphan-page",
    "docs/drafts/c.md:3 broken-link",
    "docs/more/b.md:1 orphan-page",
  ]);
});
