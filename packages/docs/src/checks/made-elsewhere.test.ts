import { expect, test } from "vitest";
import { wholeReaderOf } from "../testing.ts";
import { checkSite } from "./check-site.ts";
import { allFaults, allTold, edited, faultsOf, PAGE, titled } from "./testing-changes.ts";
import type { Files } from "./testing-sites.ts";

const DOCUSAURUS: Files = { "docusaurus.config.js": "module.exports = { title: 'Lantern' };\n" };

test("a page that is not read is there for links and navigation, and its anchors are not known", async () => {
  const site: Files = {
    "docs.json": '{ "navigation": [{ "group": "A", "pages": ["index", "changes"] }] }',
    "index.mdx": titled("Home", "[a](/changes) [b](/changes#v2) [c](./changes.mdx)\n\n[d](/change)"),
    "changes.mdx": titled("Changes", "Long."),
  };
  const whole = wholeReaderOf(site);
  const reader = {
    ...whole,
    readMany: async (paths: string[]) => whole.readMany(paths.filter((path) => path !== "changes.mdx")),
  };
  const { errors } = await checkSite({ reader, base: null });
  expect(errors.map(({ path, line, rule }) => `${path}:${line} ${rule}`)).toEqual(["index.mdx:7 broken-link"]);
});

test("an id that a layout of the site gives to what stands around its pages is an anchor of each", async () => {
  const site: Files = {
    "_config.yml": "theme: minima\n",
    "_layouts/default.html": '<main id="main_content">{{ content }}</main>\n',
    "index.md": "# Home\n\n[a](install.md#main_content)\n\n[b](install.md#main)\n",
    "install.md": PAGE,
  };
  expect(await allFaults(site)).toEqual(["index.md:5 broken-anchor"]);
});

test("an import below a symbolic link is not known, and neither is a navigation entry", async () => {
  const site: Files = {
    "docs.json": '{ "navigation": [{ "group": "A", "pages": [\n"index",\n"shared/a",\n"other/a"\n] }] }',
    "index.mdx": titled("Home", 'import A from "./shared/a.jsx";\nimport B from "./gone/b.jsx";\n\n<A /><B />'),
    shared: "",
  };
  expect(await allFaults(site)).toEqual(["docs.json:4 navigation-entry", "index.mdx:6 bad-import"]);
});

test("of two configurations of a generator either may be built, so that what one of them has is there", async () => {
  const site: Files = {
    "docs.json": '{ "navigation": [{ "group": "A", "pages": [\n"index",\n"keys",\n"flags"\n] }] }',
    "index.mdx": titled("Home", "[a](/keys) [b](/site/keys)\n\n[c](/flags)"),
    "site/mint.json": '{ "navigation": [{ "group": "A", "pages": ["keys"] }] }',
    "site/keys.mdx": titled("Keys", "Text."),
  };
  expect(await allFaults(site)).toEqual(["docs.json:4 navigation-entry", "index.mdx:7 broken-link"]);
});

test("a folder that a workflow or a script writes to is made elsewhere, by its name", async () => {
  const site: Files = {
    ...DOCUSAURUS,
    "docs/intro.md": "# Intro\n\n[a](/docs/api/store)\n\n[b](./reference/store.md)\n\n[c](./refs/store.md)\n",
    "docs/guides/install.md": PAGE,
    ".github/workflows/build.yml": "jobs:\n  a:\n    steps:\n      - run: cp -r out $SITE/docs/reference\n",
    "scripts/api.sh": "typedoc --out docs/api src\n",
  };
  expect(await allTold(site)).toEqual(["docs/intro.md:7 broken-link"]);
  expect(await allTold({ ...site, "scripts/api.sh": "ls docs/guides\n" })).toEqual([
    "docs/intro.md:3 shared-cause",
    "docs/intro.md:7 broken-link",
  ]);
});

test("a version at the top of a site is built by itself", async () => {
  const site: Files = {
    "mkdocs.yml": "site_name: Lantern\n",
    "docs/index.md": "# Home\n\n[a](latest/) [b](v0.7/) [c](docs/1.2/) [e](dev/)\n\n[d](lately/)\n",
  };
  expect(await allFaults(site)).toEqual(["docs/index.md:5 broken-link"]);
});

test("what a template has in place of a link, and front matter that something fills in, are no faults", async () => {
  const site: Files = {
    ...DOCUSAURUS,
    "docs/intro.md": "# Intro\n\n[a](URL) [b](path/to/file.md) [c](...)\n\n[d](./curl.md)\n",
    "templates/page.md": '---\ntitle: "{{ replace .Name "-" " " }}"\n---\n\nText.\n',
  };
  expect(await allFaults(site)).toEqual(["docs/intro.md:5 broken-link"]);
});

test("a component of a site whose generator is guessed may be registered anywhere", async () => {
  const site: Files = { "docs/intro.mdx": "---\nsidebar_position: 1\ntitle: Intro\n---\n\n<Install packages='a' />\n" };
  expect(await allFaults(site)).toEqual([]);
  expect(await allFaults({ ...site, ...DOCUSAURUS })).toEqual(["docs/intro.mdx:6 unknown-component"]);
});

test("pages of different folders of a Fumadocs site share an address only as far as it is guessed", async () => {
  const site: Files = {
    "source.config.ts":
      "import { defineDocs } from 'fumadocs-mdx/config';\nexport const a = defineDocs({ dir: 'content/docs' });\nexport const b = defineDocs({ dir: 'content/handbook' });\n",
    "package.json": '{ "dependencies": { "fumadocs-mdx": "14.0.0" } }',
    "content/docs/(start)/index.mdx": titled("Docs", "Text."),
    "content/handbook/(start)/index.mdx": titled("Handbook", "Text."),
    "content/docs/keys.mdx": titled("Keys", "Text."),
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await allTold({ ...site, "content/docs/(more)/keys.mdx": titled("Keys", "Text.") })).toEqual([
    "content/docs/keys.mdx:1 duplicate-slug",
  ]);
});

test("a page that only sends readers elsewhere needs no title, and neither does a post of a list of releases", async () => {
  const pages = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`docs/page-${n}.md`, `# Page ${n}\n`]));
  const site: Files = {
    "docusaurus.config.js":
      "module.exports = { presets: [['classic', { blog: { path: 'releases', routeBasePath: 'releases' } }]] };\n",
    ...pages,
    "docs/old.mdx": "import { Redirect } from '@docusaurus/router';\n\n<Redirect to='/docs/page-1' />\n",
    "releases/2024-01-02-v1.md": "## What changed\n\nMuch.\n",
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "docs/page-1.md", "# Page 1", "Text."))).toEqual([
    "docs/page-1.md:1 missing-title",
  ]);
});

test("Nextra passes over a hidden entry without a page", async () => {
  const site: Files = {
    "next.config.mjs": "import nextra from 'nextra';\nexport default nextra({})({});\n",
    "package.json": '{ "dependencies": { "nextra": "2.13.0", "nextra-theme-docs": "2.13.0" } }',
    "pages/_meta.json": '{\n"index": "Home",\n"old": { "title": "Old", "display": "hidden" },\n"gone": "Gone"\n}\n',
    "pages/index.mdx": PAGE,
  };
  expect(await allFaults(site)).toEqual(["pages/_meta.json:4 navigation-entry"]);
});

test("an entry of Nextra names a page in the default language, whose file may bear it", async () => {
  const site: Files = {
    "next.config.mjs":
      "import nextra from 'nextra';\nexport default nextra({})({ i18n: { locales: ['en-US', 'fr'] } });\n",
    "package.json": '{ "dependencies": { "nextra": "2.13.0", "nextra-theme-docs": "2.13.0" } }',
    "pages/_meta.json": '{\n"index": "Home",\n"start": "Start",\n"gone": "Gone"\n}\n',
    "pages/index.en-US.mdx": PAGE,
    "pages/index.fr.mdx": PAGE,
    "pages/start.en-US.mdx": PAGE,
    "pages/start.fr.mdx": PAGE,
  };
  expect(await allFaults(site)).toEqual(["pages/_meta.json:4 navigation-entry"]);
});

test("a file called like the navigation of another generator, among the pages, is not read", async () => {
  const site: Files = {
    "astro.config.mjs":
      "import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ title: 'Lantern' })] };\n",
    "src/content/docs/index.md": "---\ntitle: Home\n---\n\nText.\n",
    "src/content/docs/engine/docs.json": '{ "navigation": { "pages": ["gone"] } }',
    "src/content/docs/engine/meta.json": '{ "pages": ["gone"] }',
  };
  expect(await allFaults(site)).toEqual([]);
});

test("a link of a component that is shown at work, with the same line in a block of code, leads nowhere by intent", async () => {
  const site: Files = {
    "astro.config.mjs":
      "import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ title: 'Lantern' })] };\n",
    "src/content/docs/index.mdx":
      '---\ntitle: Home\n---\n\n<my-crumb href="/gone">Docs</my-crumb>\n\n```html\n<my-crumb href="/gone">Docs</my-crumb>\n```\n\n<my-crumb href="/lost">Docs</my-crumb>\n',
  };
  expect(await allFaults(site)).toEqual(["src/content/docs/index.mdx:11 broken-link"]);
});

test("Jekyll leaves out packages, whatever its configuration excludes, unless it includes them", async () => {
  const site = (more: string): Files => ({
    "_config.yml": `title: Lantern\ntheme: minima\nexclude: [drafts]\n${more}`,
    "index.md": "# Home\n",
    "vendor/bundle/ruby/gem/README.md": "# Gem\n\n[Usage](usage.md)\n",
  });
  const { errors, warnings } = await checkSite({ reader: wholeReaderOf(site("")), base: null });
  expect([...errors, ...warnings]).toEqual([]);
  const included = await checkSite({ reader: wholeReaderOf(site("include: [vendor/bundle]\n")), base: null });
  expect([...included.errors, ...included.warnings]).toMatchObject([{ rule: "broken-link" }]);
});

test("where most entries of the site's own configuration lead nowhere, a change to a right one is seen", async () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
  const refs = [...numbers(8).map((one) => `/guide/page-${one}`), ...numbers(22).map((one) => `/made/page-${one}`)];
  const links = refs.map((ref) => `{ text: 'Page', link: '${ref}' }`);
  const site: Files = {
    ".vitepress/config.ts": `export default { themeConfig: { sidebar: [\n${links.join(",\n")}\n] } };\n`,
    "index.md": "# Home\n",
    ...Object.fromEntries(numbers(8).map((number) => [`guide/page-${number}.md`, `# Page ${number}\n`])),
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, ".vitepress/config.ts", "/guide/page-3'", "/guide/page-3x'"))).toContain(
    ".vitepress/config.ts:5 navigation-entry",
  );
});

test("a navigation entry in a folder that extensions write is not known", async () => {
  const site: Files = {
    "docs/conf.py": "extensions = ['myst_parser']\n",
    "docs/index.md": "# Home\n\n```{toctree}\nautoapi/lantern/index\nother/lantern/index\n```\n",
  };
  expect(await allFaults(site)).toEqual(["docs/index.md:5 navigation-entry"]);
});

test("an anchor between the marks of a tool that writes a table of contributors is not known", async () => {
  const site: Files = {
    ...DOCUSAURUS,
    "docs/intro.md": "# Intro\n\nText.\n",
    "README.md": [
      "# Lantern",
      "<!-- ALL-CONTRIBUTORS-LIST:START - Do not remove -->",
      '<a href="#code-ada">Code</a>',
      "<!-- ALL-CONTRIBUTORS-LIST:END -->",
      "",
      "[no](#code-ada)",
      "",
    ].join("\n"),
  };
  expect(await allFaults(site)).toEqual(["README.md:6 broken-anchor"]);
});

test("pages and labels of Doxygen are known to it alone, where its settings lie beside or above the pages", async () => {
  const site: Files = {
    "doc/Doxyfile.in": "INPUT = @SOURCE@/doc\n",
    "doc/intro.md": "# Intro\n\n[a](modules.html), [b](#lamp) and [c](#wick).\n\n[d](#gone)\n",
    "doc/lamp.md": "@page lamp The lamp\n\n# Wick {#wick}\n",
    "README.md": "# Lantern\n\n[a](doc/intro.md)\n",
  };
  expect(await allFaults(site)).toEqual(["doc/intro.md:5 broken-anchor"]);
  const { "doc/Doxyfile.in": _, ...without } = site;
  expect((await allTold(without)).filter((one) => one.startsWith("doc/intro.md:3 "))).toHaveLength(3);
});

test("an address from the top of a repository leads to what lies there, whatever folder has the pages", async () => {
  const page = (name: string) => `# ${name}\n\n[tools](/qa/tools/) and [a](/qa/a.md)\n\n[gone](/qa/gone/)\n`;
  const site = {
    "qa/README.md": page("QA"),
    "qa/a.md": "# A\n",
    "qa/b.md": "# B\n",
    "qa/tools/run.py": "",
  };
  expect((await allFaults(site)).filter((one) => one.includes(":3 "))).toEqual([]);
});

test("a route of an app beside the site is no page that is lost", async () => {
  const site = {
    "website/docusaurus.config.js": "module.exports = { title: 'Lantern', url: 'https://lantern.example' };\n",
    "website/docs/start.md": "# Start\n\n[a](/hosting)\n\n[b](/hostings)\n",
    "apps/web/src/app/hosting/page.tsx": "export default () => null;\n",
    "apps/web/package.json": "{}",
  };
  expect(await allTold(site)).toEqual(["website/docs/start.md:5 shared-cause"]);
});

test("a page that was there before is no page of a build, however many beside it cannot be seen", async () => {
  const names = Array.from({ length: 12 }, (_, n) => `- [${n}](/parts/part-${n})\n`);
  const site: Files = {
    ".vitepress/config.ts":
      "export default { themeConfig: { sidebar: [{ text: 'A', link: '/' },\n{ text: 'B', link: '/parts/oil' }] } };\n",
    "index.md": `# Home\n\n${names.join("")}`,
    "parts/oil.md": PAGE,
  };
  const renamed = { "parts/oil.md": null, "parts/oils.md": PAGE };
  expect(await faultsOf(site, renamed)).toContain(".vitepress/config.ts:2 navigation-entry");
});

test("what a template has in place of a link by a name of its own is no link yet", async () => {
  const site = {
    ...DOCUSAURUS,
    "docs/report.md": "# Report\n\n[Pull request](PR_URL) and [log](BUILD_LOG_LINK)\n\n[Rules](RULES)\n",
  };
  expect(await allFaults(site)).toEqual(["docs/report.md:5 broken-link"]);
});

test("a navigation that Docusaurus left behind in a site of Mintlify is not read", async () => {
  const site = {
    "docs.json": '{ "name": "Lantern", "navigation": { "pages": ["index"] } }\n',
    "index.mdx": titled("Home", "Text."),
    "sidebars.js": "module.exports = { docs: ['intro', 'gone'] };\n",
  };
  expect(await allTold(site)).toEqual([]);
});

test("an anchor of an option of a module is one that the manual of NixOS makes", async () => {
  const site = { "README.md": "# Lantern\n\n[on](#opt-programs.lantern.enable)\n\n[off](#opt-lantern)\n" };
  expect(await allFaults(site)).toEqual(["README.md:5 broken-anchor"]);
});

test("a page whose title a script fills in is no page of the site", async () => {
  const page = (title: string) => `---\ntitle: "${title}"\n---\n\n{{BODY}} and [more](./gone.md)\n`;
  const site = {
    "docs.json": '{ "name": "Lantern", "navigation": { "pages": ["index"] } }\n',
    "index.mdx": titled("Home", "Text."),
    "scripts/templates/page.mdx": page("{{TITLE}}"),
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await allFaults({ ...site, "scripts/templates/page.mdx": page("{{NAME}} API") })).toEqual([]);
  expect(await allFaults({ ...site, "scripts/templates/page.mdx": page("Title") })).toHaveLength(2);
});

test("Sphinx: other documents and their templates give names to places, which a page of the site may name", async () => {
  const site = {
    "docs/conf.py": "extensions = ['myst_parser']\n",
    "docs/index.md": "# Home\n\n[wick](#wick-length) [oil](#oil-kinds)\n\n[gone](#gone)\n\n```{toctree}\nlamp\n```\n",
    "docs/lamp.rst": "Lamp\n====\n\n.. _oil-kinds:\n\nOil\n---\n",
    "docs/_templates/flags.md.jinja": "(wick-length)=\n# {{ title }}\n",
  };
  expect(await allFaults(site)).toEqual(["docs/index.md:5 broken-anchor"]);
});
