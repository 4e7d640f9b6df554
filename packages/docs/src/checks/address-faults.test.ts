import { expect, test } from "vitest";
import { allFaults, edited, faultsOf, PAGE, pages } from "./testing-changes.ts";
import type { Files } from "./testing-sites.ts";

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

test("Vercel: what the host answers from elsewhere is known by its form, and no other address is", async () => {
  const site: Files = {
    "docs/.vitepress/config.ts": "export default {}\n",
    "templates/app/vercel.json": '{ "rewrites": [{ "source": "/(.*)", "destination": "/index.html" }] }\n',
    "docs/vercel.json": '{ "rewrites": [{ "source": "/shop/:path*", "destination": "https://shop.example.com" }] }\n',
    "docs/index.md": "# Home\n\n[x](/shop/cart)\n\n[y](/guide)\n",
    ...pages("docs/guide.md"),
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "docs/index.md", "/guide", "/guides"))).toEqual([
    "docs/index.md:5 broken-link",
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

test("VitePress: the tag of a component may end on a line of its own", async () => {
  const site: Files = {
    "docs/.vitepress/config.ts": "export default {}\n",
    "docs/index.md": '# Home\n\n<Layout\n  title="Home"\n>\n\nText.\n\n</Layout>\n',
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "docs/index.md", "</Layout>", ""))).toEqual(["docs/index.md:3 html-tags"]);
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

test("Hugo: the shortcodes ref and relref lead to pages, by path or by the end of one", async () => {
  const site: Files = {
    "hugo.toml": 'title = "Lantern"\n',
    "content/_index.md": "---\ntitle: Home\n---\n",
    "content/docs/_index.md": "---\ntitle: Docs\n---\n",
    "content/docs/install.md": "---\ntitle: Install\n---\n\n## Linux\n",
    "content/docs/guide/index.md": "---\ntitle: Guide\n---\n",
    "content/docs/start.md": [
      "---\ntitle: Start\n---\n",
      'See [a]({{< ref "install.md" >}}), [b]({{% relref "/docs/guide" %}}) and [c]({{< relref "install#linux" >}}).',
      '[d]({{< ref "guide/" >}}), [e]({{< ref "Docs/Install.md" >}}) and [f]({{< relref path="x" lang="fr" >}}).',
      '{{</* ref "example" */>}}',
    ].join("\n"),
  };
  const path = "content/docs/start.md";

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, path, '"install.md"', '"instal.md"'))).toEqual([`${path}:5 broken-link`]);
  expect(await faultsOf(site, edited(site, path, "#linux", "#windows"))).toEqual([`${path}:5 broken-anchor`]);
  expect(await faultsOf(site, { "content/docs/guide/index.md": null })).toEqual([
    `${path}:5 broken-link`,
    `${path}:6 broken-link`,
  ]);
});

test("Hugo: terms have ids where the configuration says so, and a template for links looks pages up", async () => {
  const path = "content/docs/start.md";
  const site: Files = {
    "hugo.toml": "[markup.goldmark.parser]\nautoDefinitionTermID = true\n",
    "layouts/_markup/render-link.html": "{{ .Page.GetPage .Destination }}\n",
    "content/_index.md": "---\ntitle: Home\n---\n",
    "content/docs/newKey.md":
      "---\ntitle: Keys\n---\n\n## Region\n\n`region`\n: Where keys lie.\n\n`life`\n\n: How long.\n",
    [path]: [
      "---\ntitle: Start\n---\n",
      "[a](/docs/newKey/), [b](docs/newkey/), [c](/docs/newkey/#life) and [d](/docs/newkey/#region-1).",
    ].join("\n"),
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, path, "#region-1", "#region-2"))).toEqual([`${path}:5 broken-anchor`]);
  expect(await faultsOf(site, edited(site, path, "](docs/newkey/", "](docs/newkeys/"))).toEqual([
    `${path}:5 broken-link`,
  ]);
  expect(await allFaults({ ...site, ...edited(site, "hugo.toml", "true", "false") })).toEqual([
    `${path}:5 broken-anchor`,
    `${path}:5 broken-anchor`,
  ]);
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

test("MkDocs: what is indented below an admonition or a tab is read as Markdown", async () => {
  const site: Files = {
    "mkdocs.yml": "site_name: Lantern\n",
    "docs/keys.md": "# Keys\n\n!!! note\n\n    ## Rotate\n\n    Text.\n",
    "docs/index.md": [
      "# Home\n",
      "!!! warning\n\n    See [a](keys.md#rotate).\n",
      '???+ note "More"\n    See [b](keys.md).\n',
      '=== "Linux"\n\n    !!! tip\n        See [c](keys.md).\n\n    ```sh\n    [no](link.md)\n    ```\n',
      '=== "macOS"\n\n    [d](#linux)\n',
      "A text\n\n    [code](no.md)\n",
    ].join("\n"),
  };
  const wrong = (mark: string) => edited(site, "docs/index.md", `[${mark}](keys.md`, `[${mark}](kees.md`);

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, wrong("a"))).toEqual(["docs/index.md:5 broken-link"]);
  expect(await faultsOf(site, wrong("b"))).toEqual(["docs/index.md:8 broken-link"]);
  expect(await faultsOf(site, wrong("c"))).toEqual(["docs/index.md:13 broken-link"]);
  expect(await faultsOf(site, edited(site, "docs/keys.md", "## Rotate", "## Turn"))).toEqual([
    "docs/index.md:5 broken-anchor",
  ]);
});

test("Hugo: an address from the root may lead to the page of the source from every language", async () => {
  const site: Files = {
    "hugo.toml": 'defaultContentLanguage = "en"\n[languages.en]\n[languages.fr]\n',
    "content/docs/keys.md": "---\ntitle: Keys\n---\n\n## Rotate\n",
    "content/docs/keys.fr.md": "---\ntitle: Clefs\n---\n\n## Tourner\n",
    "content/docs/start.md": "---\ntitle: Start\n---\n",
    "content/docs/start.fr.md": "---\ntitle: Commencer\n---\n\n[x](/docs/keys/#rotate) [y](/docs/keys/#tourner)\n",
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "content/docs/start.fr.md", "#rotate", "#turn"))).toEqual([
    "content/docs/start.fr.md:5 broken-anchor",
  ]);
});

test("an import by an alias of TypeScript names a file of the project", async () => {
  const site: Files = {
    "web/next.config.mjs": "import nextra from 'nextra'\nexport default nextra({})({})\n",
    "web/tsconfig.json":
      '{\n  // aliases\n  "compilerOptions": { "paths": { "@/*": ["./src/*"], "~/*": ["./a/*", "./b/*"], } }\n}\n',
    "web/.gitignore": "src/made\n",
    "web/src/components/plan.tsx": "export const Plan = () => null\n",
    "web/content/index.mdx":
      "import { Plan } from '@/components/plan'\nimport { Made } from '@/made/api'\nimport { Other } from '~/other'\nimport { Kit } from '@kit/parts'\n\n# Home\n",
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "web/content/index.mdx", "/plan'", "/plans'"))).toEqual([
    "web/content/index.mdx:1 bad-import",
  ]);
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

test.each(["'!include ./api/mkdocs.yml'", "!include api/mkdocs.yml"])(
  "MkDocs: a navigation takes in another site by %s",
  async (include) => {
    const site: Files = {
      "mkdocs.yml": `site_name: Lantern\nplugins: [monorepo]\nnav:\n  - Home: index.md\n  - API: ${include}\n`,
      "api/mkdocs.yml": "site_name: api-reference\nnav:\n  - Keys: keys.md\n  - Teams: teams.md\n",
      "docs/index.md": "# Home\n\n[x](/api-reference/keys/)\n",
      "api/docs/keys.md": "# Keys\n\n[y](teams.md)\n",
      ...pages("api/docs/teams.md"),
    };

    expect(await allFaults(site)).toEqual([]);
    expect(await faultsOf(site, edited(site, "api/docs/keys.md", "teams.md", "team.md"))).toEqual([
      "api/docs/keys.md:3 broken-link",
    ]);
    expect(await faultsOf(site, edited(site, "docs/index.md", "/keys/", "/kees/"))).toEqual([
      "docs/index.md:3 broken-link",
    ]);
    expect(await faultsOf(site, edited(site, "api/mkdocs.yml", "teams.md", "team.md"))).toEqual([
      "api/docs/teams.md:1 orphan-page",
      "api/mkdocs.yml:4 navigation-entry",
    ]);
  },
);
