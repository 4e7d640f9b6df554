import { expect, test } from "vitest";
import { allFaults, allTold, edited, faultsOf, PAGE, pages } from "../checks/testing-changes.ts";
import type { Files } from "../checks/testing-sites.ts";

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

test("VitePress: a script's types and the examples in its templates import no file that must be there", async () => {
  const script = (line: string) =>
    `# Edges\n\n<script setup lang="ts">\nimport type {\n  Edge,\n} from "../src/edge";\nconst code = \`\n${line}\n\`\n</script>\n`;
  const site: Files = {
    "docs/.vitepress/config.ts": "export default {}\n",
    "docs/edges.md": script("import StepEdge from './StepEdge.vue'"),
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await allTold({ ...site, "docs/edges.md": script("`\nimport Step from './Step.vue'\n`") })).toEqual([
    "docs/edges.md:9 bad-import",
  ]);
});

test("VitePress: a bar at the top leads to pages, unless another part of the repository or the host may answer", async () => {
  const nav = (...links: string[]) =>
    `export default { themeConfig: { nav: [\n${links.map((link) => `  { link: '${link}' },\n`).join("")}] } }\n`;
  const site: Files = {
    "docs/.vitepress/config.ts": nav("/guide/", "/pricing", "/playground/", "/chat", "/guide/keys", "/team"),
    "docs/public/_redirects": "/chat https://chat.example.com 302\n/guide/* /404 404\n",
    "playground/index.html": "<p></p>\n",
    ...pages("docs/guide/index.md", "docs/guide/keys.md", "docs/pricing.md", "docs/team.md"),
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "docs/.vitepress/config.ts", "/pricing", "/prices"))).toEqual([
    "docs/.vitepress/config.ts:3 navigation-entry",
    "docs/pricing.md:1 orphan-page",
  ]);
  expect(await faultsOf(site, { "docs/pricing.md": "# Page\n\n[x](/guide/keyes)\n" })).toEqual([
    "docs/pricing.md:3 broken-link",
  ]);
});

test("VitePress: a page whose name stands for anything answers to addresses of its form alone", async () => {
  const site: Files = {
    "docs/.vitepress/config.ts": "export default {}\n",
    "docs/packages/[name].md": PAGE,
    ...pages("docs/guide/next/install.md"),
    "docs/index.md": "# Home\n\n[x](/packages/core)\n\n[y](/guide/next/install)\n",
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "docs/index.md", "/install", "/instal"))).toEqual([
    "docs/index.md:5 broken-link",
  ]);
  expect(await faultsOf(site, edited(site, "docs/index.md", "/core", "/core/more"))).toEqual([
    "docs/index.md:3 broken-link",
  ]);
});

test("VitePress: the tag of a component may end on a line of its own", async () => {
  const site: Files = {
    "docs/.vitepress/config.ts": "export default {}\n",
    "docs/index.md": '# Home\n\n<Layout\n  title="Home"\n>\n\nText.\n\n</Layout>\n',
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "docs/index.md", "</Layout>", ""))).toEqual(["docs/index.md:3 html-tags"]);
});

test("VitePress: the anchors and the title of a page that is one component are the component's", async () => {
  const script = '<script setup>\nimport Gallery from "./Gallery.vue"\n</script>\n\n<Gallery />\n';
  const site: Files = {
    "docs/.vitepress/config.ts": "export default {}\n",
    "docs/Gallery.vue": "<template><h2 id='modal'>Modal</h2></template>\n",
    "docs/index.md": "# Home\n\nSee [the modal](/gallery#modal) and [keys](/keys#rotate).\n",
    "docs/keys.md": `# Keys\n\n${script}\n## Rotate\n`,
    "docs/gallery.md": script,
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "docs/keys.md", "## Rotate", "## Renew"))).toEqual([
    "docs/index.md:3 broken-anchor",
  ]);
});

test("VitePress: links that the configuration names as dead are meant, by text or by the fixed parts of an expression", async () => {
  const ignored = "['/guide/soon', /^\\/guide\\/repl/, /\\.zip$|\\/later\\//, (url) => url.includes('x')]";
  const site: Files = {
    ".vitepress/config.ts": `export default { ignoreDeadLinks: ${ignored} }\n`,
    ...pages("guide/a.md"),
    "index.md": "# Home\n\n[a](/guide/soon#x) [b](/guide/repl/1) [c](./guide/later/b) [d](/guide/a)\n",
  };
  const wrong = (from: string, to: string) => faultsOf(site, edited(site, "index.md", from, to));

  expect(await allFaults(site)).toEqual([]);
  expect(await wrong("/guide/soon", "/guide/soons")).toEqual(["index.md:3 broken-link"]);
  expect(await wrong("/guide/repl", "/guide/rep")).toEqual(["index.md:3 broken-link"]);
  expect(await wrong("later", "late")).toEqual(["index.md:3 broken-link"]);
  expect(await wrong("/guide/a", "/guide/ax")).toEqual(["index.md:3 broken-link"]);
});

test.each([
  ["a function", "rewrites: (id) => id.replace('packages/', '')"],
  ["a method without a value of its own", "rewrites(id) { if (id) return id.slice(9); throw id }"],
])("VitePress: where %s makes the addresses, no page is called missing", async (_name, rewrites) => {
  const site: Files = {
    ".vitepress/config.ts": `export default { ${rewrites}, themeConfig: { sidebar: [{ link: '/core/a' }, { link: '/core/' }] } }\n`,
    ...pages("packages/core/a.md", "packages/core/index.md"),
    "index.md": "# Home\n\n[a](/core/a) [b](./core/a.md)\n",
  };

  expect(await allFaults(site)).toEqual([]);
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
