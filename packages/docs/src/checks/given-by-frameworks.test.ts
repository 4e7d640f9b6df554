import { expect, test } from "vitest";
import { allFaults, allTold, titled } from "./testing-changes.ts";
import type { Files } from "./testing-sites.ts";

const docusaurus = (options: string, preset = "docs: {}"): Files => ({
  "docusaurus.config.js": `module.exports = { title: 'L', url: 'https://l.example', baseUrl: '/', presets: [['classic', { ${preset} }]], ${options} };\n`,
  "package.json": '{ "dependencies": { "@docusaurus/core": "3.9.0" } }',
  "docs/more.md": "# More\n",
});
const mintlify = (pages: string[], more = {}): Files => ({
  "docs.json": JSON.stringify({ name: "Lantern", navigation: { pages }, ...more }),
});
const starlight = (options = "", imports = ""): Files => ({
  "astro.config.mjs": `import starlight from '@astrojs/starlight';\n${imports}export default { integrations: [starlight({ title: 'L', ${options} })] };\n`,
});
const fumadocs = (source: string): Files => ({
  "source.config.ts":
    "import { defineDocs } from 'fumadocs-mdx/config';\nexport const docs = defineDocs({ dir: 'content/docs' });\n",
  "package.json": '{ "dependencies": { "fumadocs-mdx": "12.0.0", "fumadocs-ui": "16.0.0" } }',
  "lib/source.ts": source,
});
const vitepress = (config = ""): Files => ({ "docs/.vitepress/config.ts": `export default { ${config} };\n` });

const PLUGINS_THAT_WRITE: [string, string][] = [
  ["['docusaurus-plugin-remote-content', { sourceBaseUrl: 'https://x.example', outDir: 'docs/remote' }]", "remote"],
  ["['docusaurus-plugin-typedoc', { entryPoints: ['../src/index.ts'] }]", "api"],
  ["['@graphql-markdown/docusaurus', { schema: './lamp.graphql', baseURL: 'graph' }]", "graph"],
  ["'@graphql-markdown/docusaurus'", "schema"],
];

test.for(PLUGINS_THAT_WRITE)("Docusaurus: %s writes into a folder of its own", async ([plugin, folder]) => {
  const page = `# Home\n\n[a](./${folder}/lamp.md) [b](/docs/${folder}/oil/wick)\n\n[c](./gone.md)\n`;
  const site = { ...docusaurus(`plugins: [${plugin}]`), "docs/intro.md": page };
  expect(await allFaults(site)).toEqual(["docs/intro.md:5 broken-link"]);
});

test("Docusaurus: lists by tag and author lie at the top where docs or posts do", async () => {
  const page = (links: string) => `# Home\n\n${links}\n\n[c](/more/gone)\n`;
  const docs: Files = {
    ...docusaurus("", "docs: { routeBasePath: '/' }, blog: false"),
    "docs/intro.md": page("[a](/tags) [b](/tags/oil)"),
    "docs/more/a.md": "# A\n",
  };
  expect(await allFaults(docs)).toEqual(["docs/intro.md:5 broken-link"]);
  const posts: Files = {
    ...docusaurus("", "docs: {}, blog: { routeBasePath: '/' }"),
    "docs/intro.md": page("[a](/tags/oil) [b](/authors) [c](/archive)").replace("/more/gone", "/docs/gone"),
    "blog/2026-01-02-lamp.md": titled("Lamp", "Text."),
  };
  expect(await allFaults(posts)).toEqual(["docs/intro.md:5 broken-link"]);
});

test("Docusaurus: a plugin of the site's own shows pages of code", async () => {
  const site: Files = {
    ...docusaurus("plugins: ['./plugins/showcase', require.resolve('./src/routes')]"),
    "plugins/showcase/index.js":
      "module.exports = () => ({ contentLoaded({ actions }) { actions.addRoute({ path: '/showcase' }); } });\n",
    "src/routes.ts":
      "export default () => ({ contentLoaded: ({ actions }) => actions.addRoute({ path: '/lamps' }) });\n",
    "docs/intro.md": "# Home\n\n[a](/showcase) [b](/lamps)\n\n[c](/docs/gone)\n",
  };
  expect(await allFaults(site)).toEqual(["docs/intro.md:5 broken-link"]);
});

test("Docusaurus: names and faults of MDX are not known where a preprocessor takes the text first", async () => {
  const site: Files = {
    ...docusaurus("markdown: { preprocessor: ({ fileContent }) => fileContent.replaceAll('%', '') }"),
    "docs/intro.md": "# Home\n\nLamp {{VERSION}} [a](./gone.md)\n",
    "docs/oil.md": "# Oil\n\nA {%oil%} lamp.\n",
  };
  expect(await allTold(site)).toEqual(["docs/intro.md:3 broken-link", "docs/oil.md:3 shared-cause"]);
  const plain = { ...site, ...docusaurus("") };
  expect(await allFaults(plain)).toContain("docs/intro.md:3 undefined-name");
});

test("the parts of a theme have ids that pages may name", async () => {
  const page = (...ids: string[]) => `${ids.map((id) => `[a](#${id})`).join(" ")}\n\n[b](#gone)\n`;
  const sites: [Files, string, string][] = [
    [docusaurus(""), "docs/intro.md", `# Home\n\n${page("__docusaurus_skipToContent_fallback")}`],
    [vitepress(), "docs/index.md", `# Home\n\n${page("VPContent", "app")}`],
    [starlight(), "src/content/docs/index.md", titled("Home", page("_top"))],
    [fumadocs(""), "content/docs/index.mdx", titled("Home", page("nd-page"))],
  ];
  for (const [site, path, text] of sites) {
    const line = text.split("\n").findIndex((one) => one.includes("gone")) + 1;
    expect(await allFaults({ ...site, [path]: text })).toEqual([`${path}:${line} broken-anchor`]);
  }
});

test("Starlight: an id ends with no hyphen, and a badge may be a part of it or not", async () => {
  const site: Files = {
    ...starlight(),
    "src/content/docs/index.md": titled(
      "Home",
      "## `<Picture />`\n\n## Streams :badge[New]{variant=tip}\n\n[a](#picture) [b](#streams) [c](#streams-new)\n\n[d](#gone)",
    ),
  };
  expect(await allFaults(site)).toEqual(["src/content/docs/index.md:11 broken-anchor"]);
});

test("Starlight: Astro shows a home page of its own, and a plugin the releases that a collection names", async () => {
  const site: Files = {
    ...starlight("plugins: [changelogs()]", "import changelogs from 'starlight-changelogs';\n"),
    "src/content.config.ts":
      "export const collections = { changelogs: { loader: changelogsLoader([{ base: 'news' }]) } };\n",
    "src/pages/index.astro": "",
    "src/content/docs/guide/a.md": titled("A", "[h](/) [n](/news/version/1-0-0/)\n\n[c](/guide/gone/)"),
  };
  expect(await allFaults(site)).toEqual(["src/content/docs/guide/a.md:7 broken-link"]);
});

test("Mintlify: ids keep some signs and drop others, and the text of a badge may be a part or not", async () => {
  const site: Files = {
    ...mintlify(["index"]),
    "index.mdx": titled(
      "Home",
      [
        "## What's new (beta) in v1.2?",
        "## Save & load (all)",
        "## Streams <Badge>New</Badge>",
        "[a](#what’s-new-beta-in-v1-2) [b](#save-&-load-all) [c](#streams) [d](#streams-new)",
        "[e](#gone)",
      ].join("\n\n"),
    ),
  };
  expect(await allFaults(site)).toEqual(["index.mdx:13 broken-anchor"]);
});

test("Mintlify: what a variable makes of a link, a picture or a heading is not known", async () => {
  const site: Files = {
    ...mintlify(["index"], { variables: { version: "v2" } }),
    "index.mdx": titled(
      "Home",
      "## About {{version}}\n\n[a](/{{version}}/oil) ![b](/{{version}}/oil.png) [c](#about-v2)\n\n[d](/gone)\n\n{{other}}",
    ),
  };
  expect(await allFaults(site)).toEqual(["index.mdx:11 undefined-name", "index.mdx:9 broken-link"]);
});

test("Mintlify: documents in capitals and pages that are not to be found need no entry", async () => {
  const site: Files = {
    ...mintlify(["index"]),
    "index.mdx": titled("Home", "[a](/skill.md)\n\n[b](/gone)"),
    "STYLE_GUIDE.md": "# Style\n",
    "CODE_OF_CONDUCT.md": "# Conduct\n",
    "aside.mdx": "---\ntitle: Aside\nnoindex: true\n---\n\nText.\n",
    "lost.mdx": titled("Lost", "Text."),
  };
  expect(await allFaults(site)).toEqual(["index.mdx:7 broken-link", "lost.mdx:1 orphan-page"]);
});

test("Fumadocs: a schema may let pages lack a title, and pages of an API need no files", async () => {
  const source = [
    "export const source = loader(",
    "  multiple({ docs: docs.toFumadocsSource(), api: await openapiSource(openapi, { baseDir: 'api/(made)' }) }),",
    "  { baseUrl: '/docs' },",
    ");",
    "",
  ].join("\n");
  const site: Files = {
    ...fumadocs(source),
    "content/docs/index.mdx": titled("Home", "[a](/docs/api/lamps/get)\n\n[b](/docs/gone)"),
    "content/docs/more.mdx": "# More\n\nText.\n",
  };
  expect(await allFaults(site)).toEqual([
    "content/docs/index.mdx:7 broken-link",
    "content/docs/more.mdx:1 missing-title",
  ]);
  const schema = "docs: { schema: frontmatterSchema.extend({ title: z.string().optional() }) }";
  const config = `import { defineDocs } from 'fumadocs-mdx/config';\nexport const docs = defineDocs({ dir: 'content/docs', ${schema} });\n`;
  expect(await allFaults({ ...site, "source.config.ts": config })).toEqual(["content/docs/index.mdx:7 broken-link"]);
});

test("VitePress: a formula holds no tags, and code may write a feed", async () => {
  const site: Files = {
    ...vitepress("markdown: { math: true }"),
    "docs/index.md": "# Home\n\nLet $x_{1}<y>2$.\n\n[a](/feed.rss)\n\n<b>never closed\n",
  };
  expect(await allFaults(site)).toEqual(["docs/index.md:7 html-tags"]);
});

test("addresses that Firebase, Azure and Apache send elsewhere answer, and others do not", async () => {
  const hosts: [string, string][] = [
    [
      "firebase.json",
      '{ "hosting": { "redirects": [{ "source": "/docs/old/**", "destination": "/" }], "rewrites": [{ "source": "/docs/was", "function": "a" }] } }',
    ],
    [
      "static/staticwebapp.config.json",
      '{ "routes": [{ "route": "/docs/old/*", "redirect": "/" }, { "route": "/docs/was", "redirect": "/" }, { "route": "/docs/*", "allowedRoles": ["a"] }] }',
    ],
    [
      "static/.htaccess",
      "RewriteEngine On\nRewriteRule ^docs/old/(.*)$ /docs/$1 [R=301]\nRedirect 301 /docs/was /docs\n",
    ],
  ];
  for (const host of hosts) {
    const page = "# Home\n\n[a](/docs/old/x) [b](/docs/was)\n\n[c](/docs/gone)\n";
    const site: Files = { ...docusaurus(""), ...Object.fromEntries([host]), "docs/intro.md": page };
    expect(await allFaults(site)).toEqual(["docs/intro.md:5 broken-link"]);
  }
});

test("an address leads into a folder that a script writes below the pages", async () => {
  const site: Files = {
    ...docusaurus("", "docs: { path: 'made' }"),
    "scripts/copy.js": "fs.cpSync('../packages', './made/packages');\n",
    "made/intro.md": "# Home\n\n[a](/docs/packages/lamp) [b](./packages/oil.md)\n\n[c](/docs/gone)\n",
    "made/more.md": "# More\n",
  };
  expect(await allFaults(site)).toEqual(["made/intro.md:5 broken-link"]);
});

test("a formula may go on in the next line of its paragraph, and money does not", async () => {
  const site: Files = {
    ...docusaurus(""),
    "docs/intro.mdx": "# Home\n\nLet $\\frac{a}\n{b_{1}}$ be.\n\n{lost}\n\nIt costs $5 and {wick}\nor 6$.\n",
  };
  expect(await allFaults(site)).toEqual(["docs/intro.mdx:6 undefined-name", "docs/intro.mdx:8 undefined-name"]);
});

test("options that say how ids of headings are made leave them unknown", async () => {
  const config = "markdown: { rehypePlugins: [[rehypeSlug, { prefix: 'on-' }]] },";
  const page = titled("Home", "## Oil\n\n[a](#on-oil)\n\n[b](/guide/gone/)");
  const astro: Files = {
    "astro.config.mjs": `import starlight from '@astrojs/starlight';\nexport default { ${config} integrations: [starlight({ title: 'L' })] };\n`,
    "src/content/docs/index.md": page,
    "src/content/docs/guide/a.md": titled("A", "Text."),
  };
  expect(await allFaults(astro)).toEqual(["src/content/docs/index.md:9 broken-link"]);
  const fuma: Files = {
    ...fumadocs("export const source = loader({ baseUrl: '/' });\n"),
    "source.config.ts":
      "import { defineDocs, defineConfig } from 'fumadocs-mdx/config';\nexport const docs = defineDocs({ dir: 'content/docs' });\nexport default defineConfig({ mdxOptions: { remarkHeadingOptions: { slug } } });\n",
    "content/docs/index.mdx": page,
    "content/docs/guide/a.mdx": titled("A", "Text."),
  };
  expect(await allFaults(fuma)).toEqual(["content/docs/index.mdx:9 broken-link"]);
});

test("Starlight: a collection may load its pages from another folder", async () => {
  const site: Files = {
    ...starlight("sidebar: ['guide/a', 'guide/gone']"),
    "src/content.config.ts":
      "export const collections = { docs: defineCollection({ loader: glob({ pattern: '**/*.md', base: './docs' }), schema: docsSchema() }) };\n",
    "docs/index.md": titled("Home", "[a](/guide/a/)\n\n[b](/guide/lost/)"),
    "docs/guide/a.md": titled("A", "Text."),
  };
  expect(await allFaults(site)).toEqual(["astro.config.mjs:2 navigation-entry", "docs/index.md:7 broken-link"]);
});

test("VitePress: a page that takes another in has its title", async () => {
  const others = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`docs/page-${at}.md`, "# Page\n\nText.\n"]));
  const site: Files = {
    ...vitepress(),
    ...others,
    "README.md": "# Lantern\n",
    "docs/taken.md": "<!--@include: ../README.md-->\n",
    "docs/bare.md": "Text.\n",
  };
  expect(await allFaults({ ...site, "docs/index.md": "# Home\n" })).toEqual(["docs/bare.md:1 missing-title"]);
});

test("Docusaurus 1: addresses name where the site is hosted, and the language", async () => {
  const site: Files = {
    "website/siteConfig.js":
      "const siteConfig = { title: 'L', baseUrl: '/lamp/', headerLinks: [{ doc: 'start', label: 'Docs' }] };\nmodule.exports = siteConfig;\n",
    "website/sidebars.json": '{ "docs": { "Guide": ["start", "oil"] } }',
    "docs/start.md":
      "---\nid: start\ntitle: Start\n---\n\n[a](/lamp/docs/oil) [b](/docs/en/oil) [c](wick.md)\n\n[z](/lamp/docs/gone)\n",
    "docs/wick.md": "---\nid: oil\ntitle: Oil\n---\n\nText.\n",
  };
  expect(await allFaults(site)).toEqual(["docs/start.md:8 broken-link"]);
});

test("Next.js: an address that a middleware answers is not lost", async () => {
  const site: Files = {
    ...fumadocs("export const source = loader({ baseUrl: '/docs' });\n"),
    "src/middleware.ts": "if (request.nextUrl.pathname === '/docs/legacy') return NextResponse.redirect(home);\n",
    "content/docs/index.mdx": titled("Home", "[a](/docs/legacy)\n\n[b](/docs/gone)"),
    "content/docs/more.mdx": titled("More", "Text."),
  };
  expect(await allFaults(site)).toEqual(["content/docs/index.mdx:7 broken-link"]);
});
