// Long because it is one list: what each generator lets stand and what it trips over.
import { expect, test } from "vitest";
import { allFaults, edited, faultsOf, PAGE, pages } from "./testing-changes.ts";
import type { Files } from "./testing-sites.ts";

test("VitePress: a language has a sidebar of its own, in a module of its own", async () => {
  const site: Files = {
    "docs/.vitepress/config/index.ts":
      "import { zh } from './zh'\nexport default defineConfig({ locales: { root: { lang: 'en' }, zh: { lang: 'zh', ...zh } } })\n",
    "docs/.vitepress/config/zh.ts":
      "export const zh = {\n  themeConfig: { sidebar: [\n    { link: '/zh/guide/install' },\n    { link: '/zh/guide/deploy' },\n  ] },\n}\n",
    ...pages("docs/guide/install.md", "docs/guide/keys.md", "docs/zh/guide/install.md", "docs/zh/guide/deploy.md"),
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, { "docs/zh/guide/deploy.md": "# Page\n\n[x](./install.md) [y](./keys.md)\n" })).toEqual([
    "docs/zh/guide/deploy.md:3 broken-link",
  ]);
  expect(await faultsOf(site, edited(site, "docs/.vitepress/config/zh.ts", "/deploy", "/deployment"))).toEqual([
    "docs/.vitepress/config/zh.ts:4 navigation-entry",
    "docs/zh/guide/deploy.md:1 orphan-page",
  ]);
});

test("VitePress: links of a sidebar are addresses, which rules may give to pages", async () => {
  const site: Files = {
    "docs/.vitepress/config.ts": [
      "export default defineConfig({",
      "  srcDir: './src',",
      "  rewrites: { 'packages/:name/docs/:page': ':name/:page' },",
      "  themeConfig: { sidebar: [",
      "    { link: '/core/install' },",
      "    { link: '/core/deploy' },",
      "  ] },",
      "})",
    ].join("\n"),
    ...pages("docs/src/packages/core/docs/install.md", "docs/src/packages/core/docs/deploy.md"),
  };

  expect(await allFaults(site)).toEqual([]);
  expect(
    await faultsOf(site, edited(site, "docs/.vitepress/config.ts", "    { link: '/core/deploy' },\n", "")),
  ).toEqual(["docs/src/packages/core/docs/deploy.md:1 orphan-page"]);
  expect(await faultsOf(site, edited(site, "docs/.vitepress/config.ts", "/core/deploy", "/core/rollout"))).toEqual([
    "docs/.vitepress/config.ts:6 navigation-entry",
    "docs/src/packages/core/docs/deploy.md:1 orphan-page",
  ]);
});

test("VitePress: the site's own base doesn't hide an entry that a function makes", async () => {
  const site: Files = {
    "docs/.vitepress/config.ts": [
      "const group = (text, items) => ({ text, items })",
      "const sidebar = {}",
      "sidebar['/guide/'] = [group('Guide', [",
      "  { text: 'Install', link: '/guide/install' },",
      "  { text: 'Agents', link: '/guide/agents' },",
      "])]",
      "export default defineConfig({ base: '/product/', themeConfig: { sidebar } })",
    ].join("\n"),
    ...pages("docs/guide/install.md", "docs/guide/agents.md"),
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "docs/.vitepress/config.ts", "/guide/install", "/guide/setup"))).toEqual([
    "docs/.vitepress/config.ts:4 navigation-entry",
    "docs/guide/install.md:1 orphan-page",
  ]);
});

test("VitePress: links of a group count from its base", async () => {
  const site: Files = {
    "docs/.vitepress/config.ts":
      "export default { themeConfig: { nav: [{ link: '/blog/', target: '_self' }], sidebar: { '/': [{ link: '/team/' }], '/guide/': { base: '/guide/', items: [\n  { link: 'install' },\n  { link: '/deploy' },\n] } } } }\n",
    ...pages("docs/team.md", "docs/guide/install.md", "docs/guide/deploy.md"),
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "docs/.vitepress/config.ts", "/team/", "/teams/"))).toEqual([
    "docs/.vitepress/config.ts:1 navigation-entry",
    "docs/team.md:1 orphan-page",
  ]);
  expect(await faultsOf(site, edited(site, "docs/.vitepress/config.ts", "'install'", "'installs'"))).toEqual([
    "docs/.vitepress/config.ts:2 navigation-entry",
    "docs/guide/install.md:1 orphan-page",
  ]);
});

test("VitePress: a link that code puts into the sidebar is one of the navigation", async () => {
  const site: Files = {
    "docs/.vitepress/config.ts":
      "import { all } from '@site/sidebar'\nexport default ({ mode }) => withPwa(extend(defineConfig({ themeConfig: { sidebar: sort(all, mode) } })))\n",
    "docs/.vitepress/sidebar/all.ts":
      "export const all = sorted(2,\n  { link: '/guide/install' },\n  { link: '/guide/deploy' })\n",
    ...pages("docs/guide/install.md", "docs/guide/deploy.md"),
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "docs/.vitepress/sidebar/all.ts", "/install'", "/installs'"))).toEqual([
    "docs/.vitepress/sidebar/all.ts:2 navigation-entry",
    "docs/guide/install.md:1 orphan-page",
  ]);
});

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

test("Fumadocs: a folder shows what its own file lists, whatever names the folder", async () => {
  const site: Files = {
    "content/docs/meta.json": '{ "pages": ["index", "guides", "recipes"] }\n',
    "content/docs/guides/meta.json": '{ "pages": [\n  "deploy",\n  "keys"\n] }\n',
    "content/docs/index.mdx": "---\ntitle: Home\n---\n",
    "content/docs/guides/deploy.mdx": "---\ntitle: Deploy\n---\n",
    "content/docs/guides/keys.mdx": "---\ntitle: Keys\n---\n",
    "content/docs/recipes/soup.mdx": "---\ntitle: Soup\n---\n",
  };

  expect(await allFaults(site)).toEqual([]);
  expect(
    await faultsOf(site, edited(site, "content/docs/guides/meta.json", '"deploy",\n  "keys"', '"deploy"')),
  ).toEqual(["content/docs/guides/keys.mdx:1 orphan-page"]);
});

test("Fumadocs: a line of three hyphens separates entries and names no page", async () => {
  const site: Files = {
    "source.config.ts": "export const docs = defineDocs({ dir: 'content/docs' });\n",
    "content/docs/meta.json": '{ "pages": ["index", "---", "---Guides---", "keys"] }\n',
    "content/docs/index.mdx": "---\ntitle: Home\n---\n",
    "content/docs/keys.mdx": "---\ntitle: Keys\n---\n",
  };

  expect(await allFaults(site)).toEqual([]);
});

test("VitePress: a script's types and the examples in its templates import no file that must be there", async () => {
  const script = (line: string) =>
    `# Edges\n\n<script setup lang="ts">\nimport type {\n  Edge,\n} from "../src/edge";\nconst code = \`\n${line}\n\`\n</script>\n`;
  const site: Files = {
    "docs/.vitepress/config.ts": "export default {}\n",
    "docs/edges.md": script("import StepEdge from './StepEdge.vue'"),
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await allFaults({ ...site, "docs/edges.md": script("`\nimport Step from './Step.vue'\n`") })).toEqual([
    "docs/edges.md:9 bad-import",
  ]);
});

test("Fumadocs: an address at the top leads nowhere where the app shows the whole domain, and may be another's elsewhere", async () => {
  const site = (...code: string[]): Files => ({
    "lib/source.ts":
      "import { loader } from 'fumadocs-core/source';\nexport const source = loader({ baseUrl: '/docs', source: docs });\nconst docs = defineDocs({ dir: 'content/docs' });\n",
    "content/docs/index.mdx": "---\ntitle: fumadocs\n---\n\n[x](/no-such-place)\n\n[y](/pricing)\n",
    ...pages(...code),
  });
  const [docs, pricing] = ["app/docs/[[...slug]]/page.tsx", "app/(home)/pricing/page.tsx"];

  expect(await allFaults(site(docs, pricing, "app/(home)/page.tsx"))).toEqual(["content/docs/index.mdx:5 broken-link"]);
  expect(await allFaults(site(docs, pricing))).toEqual([]);
  expect(await allFaults(site(docs, pricing, "app/(home)/page.tsx", "app/[team]/page.tsx"))).toEqual([]);
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

test("GitBook: each book of a repository has a summary of its own", async () => {
  const site: Files = {
    ".gitbook.yaml": "root: ./\n",
    "SUMMARY.md": "# Summary\n\n* [Home](README.md)\n",
    "handbook/SUMMARY.md": "# Summary\n\n* [Home](README.md)\n* [Rules](rules.md)\n",
    ...pages("README.md", "handbook/README.md", "handbook/rules.md"),
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "handbook/SUMMARY.md", "* [Rules](rules.md)\n", ""))).toEqual([
    "handbook/rules.md:1 orphan-page",
  ]);
  expect(await faultsOf(site, edited(site, "handbook/SUMMARY.md", "(rules.md)", "(rule.md)"))).toContain(
    "handbook/SUMMARY.md:4 navigation-entry",
  );
});

test("Nextra 4: one file may hold the navigation of all folders", async () => {
  const site: Files = {
    "next.config.mjs": "import nextra from 'nextra';\nexport default nextra({})({});\n",
    "app/[[...mdxPath]]/page.jsx": "",
    "app/_meta.global.ts":
      "export default {\n  index: 'Home',\n  guides: {\n    title: 'Guides',\n    items: {\n      deploy: 'Deploy',\n    },\n  },\n};\n",
    ...pages("content/index.mdx", "content/guides/deploy.mdx"),
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "app/_meta.global.ts", "deploy:", "deployment:"))).toEqual([
    "app/_meta.global.ts:6 navigation-entry",
  ]);
});

test("Starlight: pages that options of a plugin name are pages of the navigation", async () => {
  const site: Files = {
    "astro.config.mjs": [
      "import starlight from '@astrojs/starlight';",
      "import topics from 'starlight-sidebar-topics';",
      "export default defineConfig({ integrations: [starlight({ plugins: [topics([",
      "  { link: '/guides/deploy/', items: ['guides/rules', { slug: 'guides/keys' }] },",
      "])] })] });",
    ].join("\n"),
    "src/content/docs/guides/deploy.md": "---\ntitle: Deploy\n---\n",
    "src/content/docs/guides/keys.md": "---\ntitle: Keys\n---\n",
    "src/content/docs/guides/rules.md": "---\ntitle: Rules\n---\n",
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "astro.config.mjs", "slug: 'guides/keys'", "slug: 'guides/key'"))).toContain(
    "astro.config.mjs:4 navigation-entry",
  );
  expect(await faultsOf(site, edited(site, "astro.config.mjs", "'guides/rules'", "'guides/rule'"))).toContain(
    "astro.config.mjs:4 navigation-entry",
  );
});

test("Jekyll: images from the top of the site lie beside the pages", async () => {
  const site: Files = {
    "_config.yml": "theme: minima\n",
    "assets/img/logo.png": "",
    "index.md":
      "---\ntitle: Home\n---\n\n![x](/assets/img/logo.png)\n\n![y](/assets/img/lost.png)\n\n![z](/theme/lost.png)\n",
  };

  expect(await allFaults(site)).toEqual(["index.md:7 missing-asset"]);
});

test("a redirect of some addresses leaves others of their folder to be checked", async () => {
  const site: Files = {
    "docusaurus.config.js": "module.exports = { presets: [['classic', {}]] };\n",
    "vercel.json":
      '{ "redirects": [{ "source": "/docs/:path*.mdx", "destination": "/x" }, { "source": "/docs/old/:name", "destination": "/y" }] }\n',
    "docs/install.md": "# Install\n\n[x](/docs/old/a)\n\n[y](/docs/old/a/b)\n\n[z](/docs/gone)\n",
  };

  expect(await allFaults(site)).toEqual(["docs/install.md:5 broken-link", "docs/install.md:7 broken-link"]);
});

test("Starlight: a page that has no translation answers at the address of its translation", async () => {
  const page = (text: string) => `---\ntitle: Page\n---\n\n${text}\n`;
  const site: Files = {
    "astro.config.mjs":
      "import starlight from '@astrojs/starlight';\nexport default defineConfig({ integrations: [starlight({ locales: { root: { lang: 'en' }, fr: { lang: 'fr' } } })] });\n",
    "src/content/docs/index.md": page("Text."),
    "src/content/docs/guides/deploy.md": page("Text."),
    "src/content/docs/fr/guides/keys.md": page("[x](/fr/guides/deploy/) [y](/fr/)\n\n[z](/fr/guides/gone/)"),
  };

  expect(await allFaults(site)).toEqual(["src/content/docs/fr/guides/keys.md:7 broken-link"]);
});

test("MkDocs: a file of a folder lists what the plugin awesome-pages shows of it", async () => {
  const site: Files = {
    "mkdocs.yml": "site_name: Lantern\nplugins: [awesome-pages]\n",
    "docs/.pages": "nav:\n  - index.md\n  - Guides: guides\n  - ... | flat\n",
    "docs/guides/.pages": "nav:\n  - deploy.md\n  - Keys: keys.md\n  - more\n",
    ...pages("docs/index.md", "docs/guides/deploy.md", "docs/guides/keys.md", "docs/guides/more/a.md", "docs/api/b.md"),
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "docs/guides/.pages", "keys.md", "kees.md"))).toEqual([
    "docs/guides/.pages:3 navigation-entry",
    "docs/guides/keys.md:1 orphan-page",
  ]);
  expect(await faultsOf(site, edited(site, "docs/guides/.pages", "  - more\n", ""))).toEqual([
    "docs/guides/more/a.md:1 orphan-page",
  ]);
});

test("MkDocs: the table of contents of the plugin literate-nav is navigation", async () => {
  const site: Files = {
    "mkdocs.yml": "site_name: Lantern\nplugins:\n  - literate-nav:\n      nav_file: SUMMARY.md\n",
    "docs/SUMMARY.md": "* [Home](index.md)\n* [Deploy](guides/deploy.md)\n* [API](api/)\n",
    "docs/api/SUMMARY.md": "* [B](b.md)\n",
    ...pages("docs/index.md", "docs/guides/deploy.md", "docs/api/b.md"),
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "docs/SUMMARY.md", "guides/deploy.md", "guides/deploys.md"))).toEqual([
    "docs/SUMMARY.md:2 broken-link",
    "docs/SUMMARY.md:2 navigation-entry",
    "docs/guides/deploy.md:1 orphan-page",
  ]);
  expect(await allFaults({ ...site, "docs/SUMMARY.md": "* [Home](index.md)\n* *\n" })).toEqual([]);
});
