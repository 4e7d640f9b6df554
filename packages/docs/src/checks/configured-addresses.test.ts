import { expect, test } from "vitest";
import { allFaults, edited, faultsOf, pages } from "./testing-changes.ts";
import type { Files } from "./testing-sites.ts";

test("MkDocs: files of a theme's own folder are shown as if they lay among the pages", async () => {
  const site: Files = {
    "mkdocs.yml": "site_name: Lantern\ntheme:\n  name: material\n  custom_dir: docs/.theme\n",
    "docs/.theme/img/logo.png": "",
    ...pages("docs/keys.md"),
    "docs/guide/index.md": "# Home\n\n![x](../img/logo.png)\n",
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "docs/guide/index.md", "logo.png", "lego.png"))).toEqual([
    "docs/guide/index.md:3 missing-asset",
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

test("Hugo: folders that the configuration mounts have the address of the place they are put at", async () => {
  const site: Files = {
    "hugo.yaml": [
      "module:\n  mounts:",
      "    - source: content/en\n      target: content",
      "    - source: content/v2\n      target: content/docs",
      "    - source: assets\n      target: assets\n",
    ].join("\n"),
    ...pages("content/en/guide/keys.md", "content/v2/2.0/deploy.md"),
    "content/en/_index.md": "# Home\n\n[x](/guide/keys)\n\n[y](/docs/2.0/deploy)\n\n[z](/tags/security/)\n",
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "content/en/_index.md", "/guide/keys", "/en/guide/keys"))).toEqual([
    "content/en/_index.md:3 broken-link",
  ]);
  expect(await faultsOf(site, edited(site, "content/en/_index.md", "/deploy", "/deploy-gone"))).toEqual([
    "content/en/_index.md:5 broken-link",
  ]);
});

test("Hugo: a name without a path is the template's, where the site has one for links", async () => {
  const site: Files = {
    "hugo.toml": "",
    "layouts/_markup/render-link.html": "<a>{{ .Text }}</a>\n",
    ...pages("content/b.md"),
    "content/a.md": "# A\n\n[Term](g) and [b](../b/).\n",
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "content/a.md", "../b/", "../c/"))).toEqual(["content/a.md:3 broken-link"]);
  const { "layouts/_markup/render-link.html": _, ...without } = site;
  expect(await allFaults(without)).toEqual(["content/a.md:3 broken-link"]);
});

test("Hugo: a reference in a comment needs its page, and no heading that nobody sees", async () => {
  const site: Files = {
    "hugo.toml": "",
    "content/a.md":
      '# A\n\n<!-- later: [b]({{< ref "b#soon" >}})\n[b]({{< ref "b#soon" >}}) -->\n\n[c]({{< ref "b" >}})\n',
    ...pages("content/b.md"),
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "content/a.md", 'ref "b" ', 'ref "b#soon" '))).toEqual([
    "content/a.md:6 broken-anchor",
  ]);
  expect(await faultsOf(site, { "content/b.md": null })).toEqual([
    "content/a.md:3 broken-link",
    "content/a.md:4 broken-link",
    "content/a.md:6 broken-link",
  ]);
});

test("what lies below a link to another folder can't be seen, and is not missing", async () => {
  const site: Files = {
    "_config.yml": "title: Lantern\n",
    // A link to a folder is listed as a file.
    "assets/img": "",
    "guide/shared": "",
    "index.md": "# Home\n\n![x](/assets/img/a.png)\n\n![y](assets/img/b.png)\n\n[z](guide/shared/c.md)\n",
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "index.md", "assets/img/b.png", "assets/b.png"))).toEqual([
    "index.md:5 missing-asset",
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
