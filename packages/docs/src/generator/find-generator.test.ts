// Long, because each generator is one story: the files of a small site, and what is read from them.
import { expect, test } from "vitest";
import { readSite, sitePath } from "../read-site.ts";
import { resolveLink } from "../resolve-link.ts";
import { pageEdition } from "../site/page-edition.ts";
import { wholeReaderOf } from "../testing.ts";

const PAGE = "# Page\n\nText.\n";

/** Reads a site of these files, of which lists of paths are pages without more. */
function siteOf(files: Record<string, string>, pages: readonly string[] = []) {
  return readSite(wholeReaderOf({ ...Object.fromEntries(pages.map((path) => [path, PAGE])), ...files }));
}

async function addressesOf(files: Record<string, string>, pages: readonly string[] = []) {
  const site = await siteOf(files, pages);
  const addresses = [...site.pages.keys()].map((path) => [path, sitePath(site, path)]);
  return { site, addresses: Object.fromEntries(addresses) as Record<string, string | null> };
}

test("Docusaurus: docs, a second docs plugin, posts and pages have the folders and addresses of the configuration", async () => {
  const { site, addresses } = await addressesOf(
    {
      "website/docusaurus.config.ts": `
        import path from "node:path";
        import { rules } from "./plugins";
        const config = {
          i18n: { defaultLocale: "en", locales: ["en", "fr"] },
          presets: [["classic", { docs: { path: path.resolve(__dirname, "../docs"), routeBasePath: "/" }, blog: { path: "news", routeBasePath: "news" } }]],
          plugins: [rules, ["@docusaurus/plugin-client-redirects", { redirects: [{ from: ["/old", "/older"], to: "/guide" }] }]],
        };
        export default config;`,
      "website/plugins.ts": `export const rules = ["@docusaurus/plugin-content-docs", { id: "rules", path: "rules", routeBasePath: "lint/rules" }];`,
      "website/news/2024-05-06-release.md": "---\ntitle: Release\n---\n",
    },
    [
      "docs/guide.md",
      "website/rules/no-var.md",
      "website/src/pages/about.md",
      "website/i18n/fr/docusaurus-plugin-content-docs/current/guide.md",
      "website/i18n/fr/docusaurus-plugin-content-docs/current/gone.md",
      "website/versioned_docs/version-1/guide.md",
    ],
  );

  expect(addresses).toEqual({
    "docs/guide.md": "/guide",
    "website/rules/no-var.md": "/lint/rules/no-var",
    "website/news/2024-05-06-release.md": "/news/2024/05/06/release",
    "website/src/pages/about.md": "/about",
    "website/i18n/fr/docusaurus-plugin-content-docs/current/guide.md": "/fr/guide",
    "website/i18n/fr/docusaurus-plugin-content-docs/current/gone.md": null,
    "website/versioned_docs/version-1/guide.md": null,
  });
  expect(pageEdition(site, "website/i18n/fr/docusaurus-plugin-content-docs/current/guide.md")).toMatchObject({
    language: "fr",
    original: "docs/guide.md",
  });
  expect(resolveLink(site, "docs/guide.md", "/older").kind).toBe("unknown");
});

test("Docusaurus: an index that the build makes of a category is no broken link", async () => {
  const site = await siteOf(
    {
      "docusaurus.config.js": `module.exports = { presets: [["classic", {}]] };`,
      "docs/api/_category_.json": `{ "label": "API", "link": { "type": "generated-index", "slug": "/api-index" } }`,
      "sidebars.js": `module.exports = { main: [{ type: "category", label: "My Tools", link: { type: "generated-index" }, items: ["a"] }] };`,
    },
    ["docs/a.md", "docs/api/b.md"],
  );
  const kindOf = (url: string) => resolveLink(site, "docs/a.md", url).kind;

  expect(["/docs/api-index", "/docs/category/my-tools", "/docs/api/gone"].map(kindOf)).toEqual([
    "unknown",
    "unknown",
    "missing",
  ]);
});

test("VitePress: source folder, rewritten addresses and languages come from the configuration", async () => {
  const { site, addresses } = await addressesOf(
    {
      "docs/.vitepress/config.mts": `
        import { defineConfig } from "vitepress";
        import { fr } from "./locales/fr";
        export default defineConfig({ srcDir: "src", rewrites: { "packages/:name/docs/:page.md": ":name/:page.md" }, locales: { root: { lang: "en-US" }, fr } });`,
      "docs/.vitepress/locales/fr.ts": `export const fr = { label: "Français", lang: "fr-FR" };`,
    },
    ["docs/src/guide.md", "docs/src/fr/guide.md", "docs/src/packages/core/docs/start.md"],
  );

  expect(addresses).toEqual({
    "docs/src/guide.md": "/guide",
    "docs/src/fr/guide.md": "/fr/guide",
    "docs/src/packages/core/docs/start.md": "/core/start",
  });
  expect(pageEdition(site, "docs/src/fr/guide.md")).toMatchObject({ language: "fr-fr", original: "docs/src/guide.md" });
});

test.each([
  ["a folder named after the address", {}, "site/content/docs/start.md", "/docs/start"],
  [
    "an address that the configuration gives",
    {
      "site/next.config.mjs": `import nextra from "nextra"; const withNextra = nextra({ contentDirBasePath: "/handbook" }); export default withNextra({});`,
    },
    "site/content/start.md",
    "/handbook/start",
  ],
  [
    "the route that shows the pages",
    { "site/src/app/manual/[[...mdxPath]]/page.jsx": "export default 1;" },
    "site/content/start.md",
    "/manual/start",
  ],
])("Nextra: an address is neither doubled nor dropped with %s", async (_, files, path, address) => {
  const { addresses } = await addressesOf({
    "site/next.config.mjs": `import nextra from "nextra"; export default nextra({})({});`,
    ...files,
    [path]: `# Start\n\n[again](${address})\n`,
  });

  expect(addresses).toEqual({ [path]: address });
});

test("Nextra: names that end with a language are translations below its address", async () => {
  const { site, addresses } = await addressesOf(
    {
      "next.config.js": `module.exports = require("nextra")({ theme: "nextra-theme-docs" })({ i18n: { locales: ["en-US", "zh-CN"], defaultLocale: "en-US" } });`,
    },
    ["pages/guide.en-US.mdx", "pages/guide.zh-CN.mdx"],
  );

  expect(addresses).toEqual({ "pages/guide.en-US.mdx": "/guide", "pages/guide.zh-CN.mdx": "/zh-CN/guide" });
  expect(pageEdition(site, "pages/guide.zh-CN.mdx")).toMatchObject({
    language: "zh-cn",
    original: "pages/guide.en-US.mdx",
  });
});

test("Nextra: redirects of the Next configuration answer", async () => {
  const site = await siteOf(
    {
      "next.config.js": `module.exports = require("nextra")({})({ async redirects() { return [{ source: "/docs/old", destination: "/docs/a", permanent: true }]; } });`,
    },
    ["pages/docs/a.mdx"],
  );

  expect(resolveLink(site, "pages/docs/a.mdx", "/docs/old").kind).toBe("unknown");
  expect(resolveLink(site, "pages/docs/a.mdx", "/docs/older").kind).toBe("missing");
});

test("Fumadocs: each folder of pages has the address of its loader", async () => {
  const { addresses } = await addressesOf(
    {
      "source.config.ts": `import { defineDocs } from "fumadocs-mdx/config"; export const docs = defineDocs({ dir: "content/docs" }); export const guides = defineDocs({ dir: "content/guides" });`,
      "lib/source.ts": `import { loader } from "fumadocs-core/source"; export const source = loader({ baseUrl: "/handbook/docs", source: docs }); export const guides = loader({ baseUrl: "/guides", source: guide });`,
    },
    ["content/docs/(start)/a.mdx", "content/guides/b.mdx"],
  );

  expect(addresses).toEqual({
    "content/docs/(start)/a.mdx": "/handbook/docs/a",
    "content/guides/b.mdx": "/guides/b",
  });
});

test("Starlight: pages, languages, redirects and sidebar come from the configuration", async () => {
  const { site, addresses } = await addressesOf(
    {
      "docs/astro.config.mjs": `
        import starlight from "@astrojs/starlight";
        import { sidebar } from "./sidebar.mjs";
        export default defineConfig({ redirects: { "/old": "/guides/start" }, integrations: [starlight({
          title: "X", locales: { root: { label: "English", lang: "en" }, fr: { label: "Français", lang: "fr" } }, sidebar })] });`,
      "docs/sidebar.mjs": `export const sidebar = [\n  { label: "Guides", items: ["guides/start",\n    { label: "Gone", slug: "guides/gone" }] },\n];`,
    },
    [
      "docs/src/content/docs/guides/start.md",
      "docs/src/content/docs/Big Page.mdx",
      "docs/src/content/docs/fr/guides/start.md",
    ],
  );

  expect(site.dialect).toBe("starlight");
  expect(addresses).toEqual({
    "docs/src/content/docs/guides/start.md": "/guides/start",
    "docs/src/content/docs/Big Page.mdx": "/big-page",
    "docs/src/content/docs/fr/guides/start.md": "/fr/guides/start",
  });
  expect(site.redirects).toContainEqual({ from: "/old", to: "/guides/start" });
  expect(pageEdition(site, "docs/src/content/docs/fr/guides/start.md").original).toBe(
    "docs/src/content/docs/guides/start.md",
  );
  expect(site.navigation.entries.map(({ file, line, ref, path }) => [file, line, ref, path])).toEqual([
    ["docs/sidebar.mjs", 2, "guides/start", "docs/src/content/docs/guides/start.md"],
    ["docs/sidebar.mjs", 3, "guides/gone", null],
  ]);
});

test("MkDocs: inherited settings, redirects and languages by suffix", async () => {
  const { site, addresses } = await addressesOf(
    {
      "base.yml": "docs_dir: manual\n",
      "mkdocs.yml": [
        "INHERIT: base.yml",
        "plugins:",
        "  - redirects: { redirect_maps: { 'old/index.md': 'a.md' } }",
        "  - i18n: { languages: [{ locale: en, default: true }, { locale: fr }] }",
      ].join("\n"),
    },
    ["manual/a.md", "manual/a.fr.md"],
  );

  expect(addresses).toEqual({ "manual/a.md": "/a", "manual/a.fr.md": "/fr/a" });
  expect(site.redirects).toEqual([{ from: "/old", to: "/a.md" }]);
  expect(pageEdition(site, "manual/a.fr.md")).toMatchObject({ language: "fr", original: "manual/a.md" });
});

test("MkDocs: a site for each language beside the source", async () => {
  const { site, addresses } = await addressesOf({ "docs/en/mkdocs.yml": "nav: [a.md]\n" }, [
    "docs/en/docs/a.md",
    "docs/fr/docs/a.md",
  ]);

  expect(addresses).toEqual({ "docs/en/docs/a.md": "/a", "docs/fr/docs/a.md": "/fr/a" });
  expect(pageEdition(site, "docs/fr/docs/a.md")).toMatchObject({ language: "fr", original: "docs/en/docs/a.md" });
});

test("Hugo: content folders by language, addresses in lower case, own addresses and aliases", async () => {
  const { site, addresses } = await addressesOf(
    {
      "site/hugo.toml":
        'baseURL = "/"\ndefaultContentLanguage = "en"\n[languages]\n  [languages.en]\n    contentDir = "content/en" # main\n  [languages.fr]\n    contentDir = "content/fr"\n',
      "site/config.yaml": "params: {}\n",
      "site/content/en/docs/named.md": "---\ntitle: N\nslug: other\naliases: [/was/here/]\n---\n",
    },
    ["site/content/en/docs/_index.md", "site/content/en/docs/Big Page.md", "site/content/fr/docs/Big Page.md"],
  );

  expect(site.dialect).toBe("hugo");
  expect(addresses).toEqual({
    "site/content/en/docs/_index.md": "/docs",
    "site/content/en/docs/Big Page.md": "/docs/big-page",
    "site/content/en/docs/named.md": "/docs/other",
    "site/content/fr/docs/Big Page.md": "/fr/docs/big-page",
  });
  expect(site.redirects).toEqual([{ from: "/was/here/", to: "/docs/other" }]);
});

test("mdBook: chapters and redirects of book.toml, navigation of SUMMARY.md", async () => {
  const { site, addresses } = await addressesOf(
    {
      "book.toml": '[book]\ntitle = "B"\nsrc = "text"\n\n[output.html.redirect]\n"/old.html" = "/a.html"\n',
      "text/SUMMARY.md": "# Summary\n\n- [Start](README.md)\n  - [A](a.md)\n- [Draft]()\n- [Gone](gone.md)\n",
    },
    ["text/README.md", "text/a.md"],
  );

  expect(site).toMatchObject({ dialect: "mdbook", root: "text", redirects: [{ from: "/old.html", to: "/a.html" }] });
  expect(addresses).toEqual({ "text/README.md": "/", "text/a.md": "/a", "text/SUMMARY.md": null });
  expect(site.navigation.entries.map(({ ref, path, line }) => [ref, path, line])).toEqual([
    ["README.md", "text/README.md", 3],
    ["a.md", "text/a.md", 4],
    ["gone.md", null, 6],
  ]);
});

test("GitBook: root and redirects of .gitbook.yaml, or the folder of SUMMARY.md", async () => {
  const pages = ["docs/README.md", "docs/guide/a b.md"];
  const summary = { "docs/SUMMARY.md": "* [Home](README.md)\n* [Guide](/guide/)\n* [A](guide/a%20b.md)\n" };

  const named = await siteOf(
    { ...summary, ".gitbook.yaml": "root: ./docs/\nredirects:\n  old/a: guide/a.md\n" },
    pages,
  );
  const found = await siteOf(summary, pages);

  expect(named).toMatchObject({ dialect: "gitbook", root: "docs", redirects: [{ from: "old/a", to: "/guide/a.md" }] });
  expect(resolveLink(named, "docs/README.md", "/old/a").kind).toBe("unknown");
  expect(found).toMatchObject({ dialect: "gitbook", root: "docs" });
  expect(found.navigation.entries.map(({ target, path }) => [target, path])).toEqual([
    ["page", "docs/README.md"],
    ["folder", "docs/guide"],
    ["page", "docs/guide/a b.md"],
  ]);
});

test("GitBook: a configuration whose table of contents is gone gives way to another generator's", async () => {
  const files = {
    ".gitbook.yaml": "structure:\n  summary: docs/README.md\n",
    "website/docusaurus.config.js":
      "module.exports = { presets: [['classic', { docs: { path: '../docs', routeBasePath: '/' } }]] };\n",
  };
  const pages = ["CHANGELOG.md", "docs/a.md", "docs/guide/b.md"];

  expect(await siteOf(files, pages)).toMatchObject({ dialect: "docusaurus", root: "docs" });
  expect(await siteOf({ ".gitbook.yaml": files[".gitbook.yaml"] }, pages)).toMatchObject({
    dialect: "gitbook",
    root: "",
  });
});

test("Jekyll: permalinks, collections and former addresses", async () => {
  const { site, addresses } = await addressesOf({
    "_config.yml":
      "theme: minima\ncollections:\n  docs: { output: true, permalink: '/:collection/:path/' }\n  data: {}\n",
    "about.md": "---\npermalink: /about-us/\nredirect_from: /who\n---\n",
    "_docs/guide/start.md": PAGE,
    "_data/x.md": PAGE,
    "_posts/2024-01-02-hello.md": PAGE,
    "_includes/part.md": PAGE,
  });

  expect(site).toMatchObject({ dialect: "jekyll", redirects: [{ from: "/who", to: "/about-us" }] });
  expect(addresses).toEqual({
    "about.md": "/about-us",
    "_docs/guide/start.md": "/docs/guide/start",
    "_data/x.md": null,
    "_posts/2024-01-02-hello.md": "/2024/01/02/hello",
    "_includes/part.md": null,
  });
});

test("Sphinx with MyST: names of places are never broken links, paths to nothing are", async () => {
  const site = await siteOf(
    { "docs/conf.py": 'extensions = [\n    "myst_parser",\n]\nlanguage = "de"\n', "docs/b.md": "(my-place)=\n\n# B\n" },
    ["docs/index.md"],
  );
  const kindOf = (url: string) => resolveLink(site, "docs/index.md", url).kind;

  expect(site).toMatchObject({ dialect: "sphinx", root: "docs", languages: ["de"] });
  expect(["my-place", "package.Class", "b.md", "b", "gone.md"].map(kindOf)).toEqual([
    "unknown",
    "unknown",
    "page",
    "page",
    "missing",
  ]);
});

test("of several generators the one that knows most pages is the site's, and test data is no site", async () => {
  const site = await siteOf(
    {
      "tests/fixture/docs.json": '{ "navigation": { "pages": ["a", "b", "c"] } }',
      "docs/mkdocs.yml": "docs_dir: notes\n",
      "site/hugo.toml": "",
    },
    [
      "docs/notes/a.md",
      "site/content/a.md",
      "site/content/b.md",
      "tests/fixture/a.mdx",
      "tests/fixture/b.mdx",
      "tests/fixture/c.mdx",
    ],
  );

  expect(site).toMatchObject({ dialect: "hugo", root: "site/content" });
});

test("Mintlify: navigation in parts is read from the files it refers to, each with its own lines", async () => {
  const site = await siteOf(
    {
      "docs.json":
        '{ "navigation": { "languages": [\n  { "language": "en", "pages": ["a"] },\n  { "$ref": "./nav/fr.json" }\n] } }',
      "nav/fr.json": '{\n  "language": "fr",\n  "groups": [\n    { "$ref": "./group.json" }\n  ]\n}',
      "nav/group.json": '{ "group": "G",\n  "pages": ["fr/a",\n    "fr/gone"] }',
    },
    ["a.mdx", "fr/a.mdx"],
  );

  expect(site.navigation.entries.map(({ file, line, ref, path }) => [file, line, ref, path])).toEqual([
    ["docs.json", 2, "a", "a.mdx"],
    ["nav/group.json", 2, "fr/a", "fr/a.mdx"],
    ["nav/group.json", 3, "fr/gone", null],
  ]);
});

test("redirects of the host answer, in each of its files", async () => {
  const site = await siteOf(
    {
      "mkdocs.yml": "nav: [guide/a.md]\n",
      "docs/_redirects": "# old ones\n/guide/one  /guide/a 301\n",
      "netlify.toml": '[[redirects]]\n  from = "/guide/two"\n  to = "/guide/a"\n',
      "vercel.json": '{ "redirects": [{ "source": "/guide/three/:path*", "destination": "/guide/a" }] }',
    },
    ["docs/guide/a.md"],
  );
  const kindOf = (url: string) => resolveLink(site, "docs/guide/a.md", url).kind;

  expect(["/guide/one", "/guide/two", "/guide/three/x", "/guide/four"].map(kindOf)).toEqual([
    "unknown",
    "unknown",
    "unknown",
    "missing",
  ]);
});

test("links into a folder whose pages only the build makes are unknown, and one wrong link among pages is missing", async () => {
  const rules = Array.from({ length: 12 }, (_, rule) => `[r](/rules/rule-${rule})`).join(" ");
  const site = await siteOf(
    {
      "docs/.vitepress/config.js": "export default {};",
      "docs/guide/a.md": `# A\n\n${rules} [b](/guide/b) [c](/guide/gone)\n`,
    },
    ["docs/guide/b.md", "docs/rules/index.md"],
  );

  expect(resolveLink(site, "docs/guide/a.md", "/rules/rule-1").kind).toBe("unknown");
  expect(resolveLink(site, "docs/guide/a.md", "/guide/gone").kind).toBe("missing");
});

test("mdBook: a link up and out of the book leads to another book of its host, one within it to a chapter", async () => {
  const site = await siteOf({ "book.toml": "", "src/SUMMARY.md": "- [A](a.md)\n" }, ["src/a.md", "src/b/c.md"]);
  const kindOf = (url: string) => resolveLink(site, "src/b/c.md", url).kind;

  const urls = ["../../std/index.html", "../../std/any.md", "../a.html", "../a.md", "../gone.html", "../../a.md"];
  expect(urls.map(kindOf)).toEqual(["unknown", "unknown", "page", "page", "missing", "missing"]);
});

test("Hugo: permalinks of a section make its addresses, and pages whose address cannot be known have none", async () => {
  const { addresses } = await addressesOf({
    "config/_default/hugo.yaml": "baseURL: /\n",
    "config/_default/permalinks.yaml":
      "posts: /news/:year/:slug/\ntips: /:title/\ndocs: '/docs/1.0/:sections[1:]/:title/'\n",
    "content/posts/0102-a/index.md": "---\ndate: 2024-01-02\nslug: hello\n---\n",
    "content/posts/_index.md": "# Posts\n",
    "content/tips/b.md": "# B\n",
    "content/docs/concepts/dag.md": "---\ntitle: The DJ DAG, in short\n---\n",
    "content/docs/start.md": "---\ntitle: Start\n---\n",
  });

  expect(addresses).toEqual({
    "content/posts/0102-a/index.md": "/news/2024/hello",
    "content/posts/_index.md": "/posts",
    "content/tips/b.md": null,
    "content/docs/concepts/dag.md": "/docs/1.0/concepts/the-dj-dag-in-short",
    "content/docs/start.md": "/docs/1.0/start",
  });
});

test("MkDocs: with a plugin that writes pages, one that is not there may be made; without it is missing", async () => {
  const nav = "nav:\n  - a.md\n  - cli.md\n";

  const made = await siteOf({ "mkdocs.yml": `${nav}plugins:\n  - search\n  - gen-files: { scripts: [gen.py] }\n` }, [
    "docs/a.md",
  ]);
  const plain = await siteOf({ "mkdocs.yml": nav }, ["docs/a.md"]);

  expect(made.navigation.entries.map(({ target }) => target)).toEqual(["page", "generated"]);
  expect(plain.navigation.entries.map(({ target }) => target)).toEqual(["page", "page"]);
});

test("ProperDocs is read as MkDocs, whose configuration it goes on with", async () => {
  const { site, addresses } = await addressesOf(
    { "properdocs.yml": "site_name: X\nnav:\n  - Home: index.md\n  - Install: guides/gone.md\n" },
    ["docs/index.md", "docs/guides/install.md"],
  );

  expect(site).toMatchObject({ dialect: "mkdocs", config: "properdocs.yml", root: "docs" });
  expect(addresses["docs/guides/install.md"]).toBe("/guides/install");
  expect(site.navigation.entries.map(({ ref, line, path }) => [ref, line, path])).toEqual([
    ["index.md", 3, "docs/index.md"],
    ["guides/gone.md", 4, null],
  ]);
});

test("MyST: the table of contents and the links of its site are navigation, and an address is the name of a page", async () => {
  const files = {
    "docs/myst.yml":
      "version: 1\nproject:\n  toc:\n    - file: index.md\n    - title: Guides\n      children:\n        - file: guides/01_Get_Started.md\n        - file: guides/gone.md\n        - pattern: more/*.md\nsite:\n  nav:\n    - title: Source\n      url: https://example.com\n",
  };
  const pages = ["docs/index.md", "docs/guides/01_Get_Started.md", "docs/more/get-started.md"];

  const { site, addresses } = await addressesOf(files, pages);

  expect(site).toMatchObject({ dialect: "sphinx", root: "docs" });
  expect(addresses).toEqual({
    "docs/index.md": "/",
    "docs/guides/01_Get_Started.md": "/get-started",
    "docs/more/get-started.md": "/get-started-1",
  });
  expect(
    site.navigation.entries.map(({ line, ref, groups, target, path }) => [line, ref, groups, target, path]),
  ).toEqual([
    [4, "index.md", [], "page", "docs/index.md"],
    [7, "guides/01_Get_Started.md", ["Guides"], "page", "docs/guides/01_Get_Started.md"],
    [8, "guides/gone.md", ["Guides"], "page", null],
    [9, "*", ["Guides"], "generated", null],
    [13, "https://example.com", [], "external", null],
  ]);
});

test("MyST: a site that keeps folders has them in its addresses", async () => {
  const { addresses } = await addressesOf(
    {
      "myst.yml":
        "project:\n  toc:\n    - file: intro.md\n    - file: guides/install.md\nsite:\n  options:\n    folders: true\n",
    },
    ["intro.md", "guides/install.md", "guides/left-out.md"],
  );

  expect(addresses).toEqual({ "intro.md": "/", "guides/install.md": "/guides/install", "guides/left-out.md": null });
});

test("Hugo: menus of the configuration, of files of their own and of front matter are navigation", async () => {
  const { site } = await addressesOf(
    {
      "config/_default/hugo.toml":
        'baseURL = "/"\n[[menus.main]]\nname = "Gone"\npageRef = "/docs/gone"\nweight = 30\n',
      "config/_default/menus.en.toml":
        '[[main]]\nname = "Guides"\nidentifier = "guides"\npageRef = "/docs"\nweight = 10\n[[main]]\nname = "Forum"\nurl = "https://example.com"\nweight = 40\n',
      "content/docs/install.md": "---\ntitle: Install\nmenus:\n  main:\n    parent: guides\n    weight: 20\n---\n",
      "content/docs/keys.md": "---\ntitle: Keys\nmenu: footer\n---\n",
    },
    ["content/_index.md", "content/docs/_index.md"],
  );

  expect(site.dialect).toBe("hugo");
  expect(
    site.navigation.entries.map(({ file, line, title, groups, target, path }) => [
      file,
      line,
      title,
      groups,
      target,
      path,
    ]),
  ).toEqual([
    ["content/docs/keys.md", 1, "Keys", ["footer"], "page", "content/docs/keys.md"],
    ["config/_default/menus.en.toml", 4, "Guides", ["main"], "page", "content/docs/_index.md"],
    ["content/docs/install.md", 1, "Install", ["main", "Guides"], "page", "content/docs/install.md"],
    ["config/_default/hugo.toml", 4, "Gone", ["main"], "page", null],
    ["config/_default/menus.en.toml", 8, "Forum", ["main"], "external", null],
  ]);
});
