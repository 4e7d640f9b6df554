import { expect, test } from "vitest";
import { allFaults, allTold, edited, faultsOf, PAGE, pages } from "../checks/testing-changes.ts";
import type { Files } from "../checks/testing-sites.ts";

test.each([
  ["of its workspace", { "package.json": '{ "devDependencies": { "@docusaurus/core": "^3.9.2" } }' }],
  [
    "in a catalog",
    {
      "website/package.json": '{ "dependencies": { "@docusaurus/core": "catalog:" } }',
      "pnpm-workspace.yaml": 'catalog:\n  "@docusaurus/core": 3.9.2\n',
    },
  ],
])("Docusaurus 3 reads Markdown as MDX, also where its version stands in the manifest %s", async (_place, manifest) => {
  const site: Files = {
    "website/docusaurus.config.ts": "export default { presets: [['classic', {}]] };\n",
    "website/docs/limits.md": "# Limits\n\nAt most {5 of them.\n",
    ...manifest,
  };

  expect(await allFaults(site)).toEqual(["website/docs/limits.md:3 mdx-syntax"]);
});

test("Docusaurus: pages of the version to come are checked as if they were shown", async () => {
  const site: Files = {
    "docusaurus.config.js":
      "module.exports = { presets: [['classic', { docs: { includeCurrentVersion: false, lastVersion: '1' } }]] };\n",
    "versions.json": '["1"]\n',
    "sidebars.json": '{ "docs": [\n  "install",\n  "cli/pack"\n] }\n',
    ...pages("docs/install.md", "docs/cli/pack.md", "versioned_docs/version-1/install.md"),
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "sidebars.json", '"install",\n  "cli/pack"', '"install"'))).toEqual([
    "docs/cli/pack.md:1 orphan-page",
  ]);
  expect(await faultsOf(site, { "docs/cli/pack.mdx": PAGE })).toContain("docs/cli/pack.mdx:1 duplicate-slug");
});

test("Docusaurus: a link without a dot may count from the folder of its own pages", async () => {
  const site: Files = {
    "docusaurus.config.js": "module.exports = { presets: [['classic', {}]] };\n",
    "versions.json": '["1"]\n',
    ...pages("docs/install.md", "versioned_docs/version-1/api/keys.md"),
    "versioned_docs/version-1/guide/old.md": "# Old\n\n[x](api/keys.md) and [y](./api/keys.md)\n",
  };

  const broken = "versioned_docs/version-1/guide/old.md:3 broken-link";
  expect((await allFaults(site)).filter((one) => one.endsWith("broken-link"))).toEqual([broken]);
  expect(await faultsOf(site, edited(site, "versioned_docs/version-1/guide/old.md", "[x](api", "[x](apis"))).toEqual([
    broken,
  ]);
});

test("Docusaurus: pages of a version and of a translation borrow nothing but what the source has", async () => {
  const site: Files = {
    "docusaurus.config.js":
      "module.exports = { presets: [['classic', {}]], i18n: { defaultLocale: 'en', locales: ['en', 'fr'] } };\n",
    "versions.json": '["1"]\n',
    ...pages("docs/install.md", "docs/guide/new.md", "versioned_docs/version-1/guide/old.md"),
    "versioned_docs/version-1/install.md": "# Install\n\n[x](./guide/old.md)\n\n[y](./guide/new.md)\n",
    "i18n/fr/docusaurus-plugin-content-docs/current/install.md":
      "# Page\n\n[x](./guide/new.md)\n\n[y](./guide/lost.md)\n",
  };

  expect(await allFaults(site)).toEqual([
    "i18n/fr/docusaurus-plugin-content-docs/current/install.md:5 broken-link",
    "versioned_docs/version-1/install.md:5 broken-link",
  ]);
});

test("Docusaurus: a link from the root of the site may name where the site is hosted", async () => {
  const site: Files = {
    "website/docusaurus.config.js":
      "module.exports = { baseUrl: '/project/', presets: [['classic', { docs: { path: '../docs', routeBasePath: '/docs' } }]] };\n",
    "docs/index.md": "# Home\n\n[x](/project/docs/install)\n\n[y](/docs/install)\n",
    ...pages("docs/install.md"),
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "docs/index.md", "/project/docs/install", "/project/docs/instal"))).toEqual([
    "docs/index.md:3 broken-link",
  ]);
  expect(await faultsOf(site, edited(site, "docs/index.md", "(/docs/install", "(/docs/instal"))).toEqual([
    "docs/index.md:5 broken-link",
  ]);
});

test("Docusaurus: versions are pages of the site, also where code decides which of them readers come to", async () => {
  const site: Files = {
    "website/docusaurus.config.js":
      "module.exports = { presets: [['classic', { docs: { path: '../docs', lastVersion: isLive() ? 'stable' : 'current' } }]] };\n",
    "website/versions.json": '["stable"]\n',
    "website/package.json": '{ "dependencies": { "@docusaurus/core": "3.9.2" } }\n',
    "docs/install.md": "# Install\n\n[x](/docs/install)\n\n[y](/docs/next/install)\n",
    "website/versioned_docs/version-stable/install.md": "# Install\n\nText.\n",
  };

  expect(await allFaults(site)).toEqual([]);
  const path = "website/versioned_docs/version-stable/install.md";
  expect(await faultsOf(site, edited(site, path, "Text.", "At most {5, [x](./instal.md)"))).toEqual([
    `${path}:3 mdx-syntax`,
  ]);
  expect(await faultsOf(site, edited(site, path, "Text.", "[x](./instal.md)"))).toEqual([`${path}:3 broken-link`]);
});

test("Docusaurus: a folder in the docs answers to no address at the top", async () => {
  const site: Files = {
    "docusaurus.config.js":
      "module.exports = { trailingSlash: true, presets: [['classic', { docs: { routeBasePath: '/' } }]] };\n",
    "tools/run.js": "",
    "docs/api/start.md": "# Start\n\n[x](../../fuel/fields/)\n\n[y](/tools/run)\n",
    ...pages("docs/fuel/fields.md"),
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "docs/api/start.md", "../../fuel", "/fuel/more"))).toEqual([
    "docs/api/start.md:3 broken-link",
  ]);
  expect(await faultsOf(site, { "docs/fuel/fields.md": null, "docs/api/fuel/fields.md": PAGE })).toEqual([
    "docs/api/start.md:3 broken-link",
  ]);
});

test.each([
  [
    "the configuration",
    { "docusaurus.config.js": "module.exports = { markdown: { anchors: { maintainCase: true } } };\n" },
  ],
  [
    "a patch of the builder",
    {
      "docusaurus.config.js": "module.exports = {};\n",
      "patches/@docusaurus+mdx-loader+3.9.0.patch":
        "-  slugs.slug(text, { maintainCase });\n+  slugs.slug(text, { maintainCase: true });\n",
    },
  ],
])("Docusaurus: ids of headings keep their upper case where %s says so", async (_name, files) => {
  const site: Files = { ...(files as Files), "docs/a.md": "# A\n\n## Command Log\n\n[x](#Command-Log)\n" };

  expect(await allFaults(site)).toEqual([]);
  expect(await allFaults({ ...site, ...edited(site, "docs/a.md", "#Command-Log", "#command-log") })).toEqual([
    "docs/a.md:5 broken-anchor",
  ]);
});

test("Docusaurus: the id of a heading may stand in a comment of MDX", async () => {
  const site: Files = {
    "docusaurus.config.js": "module.exports = {};\n",
    "docs/a.md": "# A\n\n[b](#stage-0:-fields)\n\n## Stage 0 { /*#stage-0:-fields*/ }\n",
  };
  expect(await allFaults(site)).toEqual([]);
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

test("Docusaurus: what the options exclude is no page of the site, and neither are folders with an underscore", async () => {
  const site: Files = {
    "docusaurus.config.js":
      "module.exports = { presets: [['classic', { docs: { exclude: ['en/**', '**/blog/**'] } }]] };\n",
    "docs/intro.md": "---\nslug: /\n---\n\n# Intro\n",
    "docs/en/intro.md": "---\nslug: /\n---\n\n# Intro\n\n[gone](./gone.md)\n",
    "docs/_pieces/intro.md": "---\nslug: /\n---\n\n# Intro\n",
  };
  expect(await allFaults(site)).toEqual([]);
  const all = { ...site, "docusaurus.config.js": "module.exports = { presets: [['classic', {}]] };\n" };
  expect(await allTold(all)).toEqual(["docs/en/intro.md:7 broken-link", "docs/intro.md:2 duplicate-slug"]);
});

test("Docusaurus: the page that a category opens with is one of its own version", async () => {
  const category = '{ "link": { "type": "doc", "id": "start/index" } }';
  const site: Files = {
    "docusaurus.config.js": "module.exports = { presets: [['classic', {}]] };\n",
    "versions.json": '["1"]\n',
    "versioned_docs/version-1/start/_category_.json": category,
    ...pages("docs/intro.md", "versioned_docs/version-1/start/index.md"),
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, { "versioned_docs/version-1/start/index.md": null })).toEqual([
    "versioned_docs/version-1/start/_category_.json:1 navigation-entry",
  ]);
});

test("Docusaurus: a formula in a quote is one, too", async () => {
  const site: Files = {
    "docusaurus.config.js": "module.exports = { presets: [['classic', {}]] };\n",
    "package.json": '{ "dependencies": { "@docusaurus/core": "3.9.2" } }',
    "docs/intro.md": "# Intro\n\n> $$\n> s^2 - s = 0 \\text{ | degree} = 2\n> $$\n\n$$ a_{1} $$\n",
  };
  expect(await allFaults(site)).toEqual([]);
});

test("Docusaurus: a sidebar is read through what it requires, imports and spreads, and a fault stands where it is written", async () => {
  const site: Files = {
    "docusaurus.config.js": "module.exports = { title: 'Lantern' };\n",
    "sidebars.js":
      "const { guides } = require('./sidebars/guides');\nconst { more: others } = require('./sidebars/more');\nimport api from './sidebars/api.json';\nmodule.exports = { docs: ['intro', ...guides, ...others, ...api] };\n",
    "sidebars/guides.js": "exports.guides = [\n  'guides/deploy',\n  'guides/keys',\n];\n",
    "sidebars/more.js": "module.exports = { more: ['faq'] };\n",
    "sidebars/api.json": '[\n  "api/store"\n]\n',
    ...pages("docs/intro.md", "docs/guides/deploy.md", "docs/guides/keys.md", "docs/faq.md", "docs/api/store.md"),
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "sidebars/more.js", "faq", "fag"))).toEqual([
    "docs/faq.md:1 orphan-page",
    "sidebars/more.js:1 navigation-entry",
  ]);
  expect(await faultsOf(site, edited(site, "sidebars/guides.js", "guides/keys", "guides/kees"))).toEqual([
    "docs/guides/keys.md:1 orphan-page",
    "sidebars/guides.js:3 navigation-entry",
  ]);
  expect(await faultsOf(site, edited(site, "sidebars/api.json", "api/store", "api/shop"))).toEqual([
    "docs/api/store.md:1 orphan-page",
    "sidebars/api.json:2 navigation-entry",
  ]);
});

test.each([
  ["2.4.3", []],
  ["^2.0.0-beta.9", []],
  ["3.0.0", ["docs/limits.md:3 mdx-syntax"]],
  ["^3.9.2", ["docs/limits.md:3 mdx-syntax"]],
])(
  "Docusaurus %s: an address in pointed brackets, which MDX 1 reads, ends the build in Markdown of version 3 alone",
  async (version, faults) => {
    const site: Files = {
      "package.json": JSON.stringify({ dependencies: { "@docusaurus/core": version } }),
      "docusaurus.config.js": "module.exports = { presets: [['classic', {}]] };\n",
      "docs/limits.md": "# Limits\n\nAsk <https://lantern.example>.\n",
    };

    expect(await allFaults(site)).toEqual(faults);
  },
);
