import { append, type Fault, move, remove, replace, write } from "./testing-faults.ts";

/** Faults between pages, files and navigation. Each line of what is expected is `path:line rule`. */
export const FAULTS_OF_SITES: Fault[] = [
  // Links
  ["a site path to nothing", "MINTLIFY", append("index.mdx", "[x](/guides/nothing)"), ["index.mdx:9 broken-link"]],
  [
    "a relative link to nothing",
    "MINTLIFY",
    append("guides/keys.mdx", "[x](./nothing)"),
    ["guides/keys.mdx:11 broken-link"],
  ],
  [
    "a link to a file that is not there",
    "MKDOCS",
    append("docs/index.md", "[x](nothing.md)"),
    ["docs/index.md:7 broken-link"],
  ],
  [
    "a link of another case",
    "DOCUSAURUS",
    replace("website/docs/intro.md", "./install.md", "./Install.md"),
    ["website/docs/intro.md:9 broken-link"],
  ],
  [
    "a link one folder off",
    "DOCUSAURUS",
    replace("website/docs/guides/deploy.mdx", "../faq.md", "./faq.md"),
    ["website/docs/guides/deploy.mdx:11 broken-link"],
  ],
  [
    "a link definition to nothing",
    "MKDOCS",
    append("docs/index.md", "[x][y]\n\n[y]: nothing.md"),
    ["docs/index.md:9 broken-link"],
  ],
  [
    "a card to nothing",
    "MINTLIFY",
    append("index.mdx", '<Card title="x" href="/nothing" />'),
    ["index.mdx:9 broken-link"],
  ],
  [
    "an href in braces",
    "NEXTRA",
    append("pages/guides/keys.mdx", '<a href={"/guides/nothing"}>x</a>'),
    ["pages/guides/keys.mdx:7 broken-link"],
  ],
  [
    "an HTML link to nothing",
    "VITEPRESS",
    append("docs/guide/deploy.md", '<a href="./nothing">x</a>'),
    ["docs/guide/deploy.md:7 broken-link"],
  ],
  [
    "a link in a table",
    "MINTLIFY",
    replace("guides/keys.mdx", "| a | b |", "| [a](/nothing) | b |"),
    ["guides/keys.mdx:9 broken-link"],
  ],
  [
    "a site path to where nothing is",
    "VITEPRESS",
    append("docs/guide/deploy.md", "[x](/nowhere/page)"),
    ["docs/guide/deploy.md:7 broken-link"],
  ],
  [
    "a site path below the docs to nothing",
    "DOCUSAURUS",
    append("website/docs/intro.md", "[x](/docs/nowhere/page)"),
    ["website/docs/intro.md:11 broken-link"],
  ],
  [
    "a site path to nothing in MkDocs",
    "MKDOCS",
    append("docs/index.md", "[x](/nowhere/)"),
    ["docs/index.md:7 broken-link"],
  ],
  // One level off
  ...(
    [
      ["MINTLIFY", "guides/keys.mdx", "../deploy", 11],
      ["DOCUSAURUS", "website/docs/guides/keys.md", "../deploy.mdx", 7],
      ["DOCUSAURUS", "website/docs/guides/keys.md", "../rollback", 7],
      ["DOCUSAURUS", "website/docs/guides/keys.md", "./rollback.mdx", 7],
      ["NEXTRA", "pages/guides/keys.mdx", "../deploy", 7],
      ["FUMADOCS", "content/docs/keys.mdx", "./docs/keys", 7],
      ["MKDOCS", "docs/guides/keys.md", "../deploy.md", 7],
      ["MKDOCS", "docs/guides/keys.md", "guides/deploy.md", 7],
      ["MKDOCS", "docs/guides/keys.md", "../../install.md", 7],
      ["MKDOCS", "docs/guides/keys.md", "../../../../server/caching.md", 7],
      ["VITEPRESS", "docs/guide/deploy.md", "../install", 7],
      ["VITEPRESS", "docs/guide/deploy.md", "../install.md", 7],
      ["VITEPRESS", "docs/guide/deploy.md", "../../guide/install", 7],
    ] as const
  ).map(([site, path, url, line]): Fault => {
    return [`a link one level off: ${url}`, site, append(path, `[x](${url})`), [`${path}:${line} broken-link`]];
  }),
  // Anchors
  [
    "an anchor to nothing",
    "MINTLIFY",
    replace("quickstart.mdx", "#flags", "#flag"),
    ["quickstart.mdx:17 broken-anchor"],
  ],
  [
    "an anchor of its own page to nothing",
    "NEXTRA",
    append("pages/start.mdx", "[x](#second)"),
    ["pages/start.mdx:17 broken-anchor"],
  ],
  [
    "a heading renamed under a link",
    "MKDOCS",
    replace("docs/install.md", "## On Linux", "## Linux"),
    ["docs/guides/deploy.md:3 broken-anchor"],
  ],
  [
    "an own id taken out under a link",
    "DOCUSAURUS",
    replace("website/docs/faq.md", " {#why}", " {#wherefore}"),
    ["website/docs/guides/deploy.mdx:11 broken-anchor"],
  ],
  [
    "a heading renamed under a Vue link",
    "VITEPRESS",
    replace("docs/guide/install.md", "## 1. Get it", "## 2. Get it"),
    ["docs/guide/deploy.md:3 broken-anchor"],
  ],
  [
    "an anchor in another case",
    "FUMADOCS",
    replace("content/docs/deploy.mdx", "#first", "#First"),
    ["content/docs/deploy.mdx:5 broken-anchor"],
  ],
  // Images and other files
  [
    "an image that is not there",
    "MINTLIFY",
    append("index.mdx", "![x](/images/nothing.png)"),
    ["index.mdx:9 missing-asset"],
  ],
  ["an image deleted", "MINTLIFY", remove("images/shot.png"), ["guides/rollback.mdx:7 missing-asset"]],
  [
    "an image moved",
    "FUMADOCS",
    move("content/docs/plan.png", "content/docs/plans.png"),
    ["content/docs/deploy.mdx:7 missing-asset"],
  ],
  [
    "an image in a tag that is not there",
    "MINTLIFY",
    replace("guides/rollback.mdx", "../images", "./images"),
    ["guides/rollback.mdx:7 missing-asset"],
  ],
  [
    "a served image that is not there",
    "DOCUSAURUS",
    replace("website/docs/intro.md", "/img/logo.png", "/img/logos.png"),
    ["website/docs/intro.md:7 missing-asset"],
  ],
  [
    "a public image that is not there",
    "NEXTRA",
    replace("pages/index.mdx", "/logo.png", "/logo.jpg"),
    ["pages/index.mdx:3 missing-asset"],
  ],
  [
    "an image of an HTML tag in Markdown",
    "MKDOCS",
    replace("docs/guides/keys.md", "img/logo.png", "img/logo.jpg"),
    ["docs/guides/keys.md:3 missing-asset"],
  ],
  [
    "an image in a Vue page",
    "VITEPRESS",
    replace("docs/guide/install.md", "/logo.png", "./logo.png"),
    ["docs/guide/install.md:3 missing-asset"],
  ],
  ["a download that is not there", "MKDOCS", remove("docs/files/plan.pdf"), ["docs/guides/deploy.md:5 missing-asset"]],
  [
    "a served download that is not there",
    "MINTLIFY",
    replace("reference.mdx", "manual.pdf", "manuals.pdf"),
    ["reference.mdx:7 missing-asset"],
  ],
  // Navigation
  [
    "an entry without a page",
    "MINTLIFY",
    replace("docs.json", '"quickstart"', '"quick-start"'),
    ["docs.json:9 navigation-entry", "quickstart.mdx:1 orphan-page"],
  ],
  [
    "a page deleted",
    "MINTLIFY",
    remove("guides/keys.mdx"),
    ["docs.json:18 navigation-entry", "guides/deploy.mdx:13 broken-link"],
  ],
  [
    "a page moved",
    "MKDOCS",
    move("docs/install.md", "docs/start/install.md"),
    [
      "docs/guides/deploy.md:3 broken-link",
      "docs/index.md:5 broken-link",
      "docs/start/install.md:1 orphan-page",
      "mkdocs.yml:4 navigation-entry",
    ],
  ],
  [
    "JSON with a comma too many",
    "MINTLIFY",
    replace("docs.json", '"concepts"', '"concepts",'),
    ["docs.json:11 navigation-syntax"],
  ],
  [
    "YAML that is none",
    "MKDOCS",
    replace("mkdocs.yml", "site_name: Lantern", "site_name: Lantern: all"),
    ["mkdocs.yml:1 navigation-syntax"],
  ],
  [
    "an entry of a sidebar in JavaScript",
    "DOCUSAURUS",
    replace("website/sidebars.js", "'install'", "'installs'"),
    ["website/docs/install.md:1 orphan-page", "website/sidebars.js:6 navigation-entry"],
  ],
  [
    "a page deleted under a sidebar in JavaScript",
    "DOCUSAURUS",
    remove("website/docs/guides/keys.md"),
    ["website/sidebars.js:8 navigation-entry"],
  ],
  [
    "an entry of _meta in TypeScript",
    "NEXTRA",
    replace("pages/_meta.ts", "start: 'Start'", "begin: 'Begin'"),
    ["pages/_meta.ts:3 navigation-entry"],
  ],
  [
    "an entry of _meta.json",
    "NEXTRA",
    replace("pages/guides/_meta.json", '"keys"', '"key"'),
    ["pages/guides/_meta.json:3 navigation-entry"],
  ],
  [
    "an entry of meta.json",
    "FUMADOCS",
    replace("content/docs/meta.json", '"deploy"', '"deployment"'),
    ["content/docs/meta.json:6 navigation-entry", "content/docs/deploy.mdx:1 orphan-page"],
  ],
  [
    "a link of a sidebar in VitePress",
    "VITEPRESS",
    replace("docs/.vitepress/config.ts", "/guide/install", "/guide/installation"),
    ["docs/.vitepress/config.ts:6 navigation-entry", "docs/guide/install.md:1 orphan-page"],
  ],
  ["a page deleted under a nav of YAML", "MKDOCS", remove("docs/guides/keys.md"), ["mkdocs.yml:7 navigation-entry"]],
  ["a new page nobody finds", "MKDOCS", write("docs/new.md", "# New\n"), ["docs/new.md:1 orphan-page"]],
  [
    "a new page outside docs.json",
    "MINTLIFY",
    write("guides/new.mdx", "---\ntitle: New\n---\n"),
    ["guides/new.mdx:1 orphan-page"],
  ],
  [
    "a new page outside a sidebar of VitePress",
    "VITEPRESS",
    write("docs/guide/new.md", "# New\n"),
    ["docs/guide/new.md:1 orphan-page"],
  ],
  [
    "a page that left a sidebar in JavaScript",
    "DOCUSAURUS",
    replace("website/sidebars.js", "    'faq',\n", ""),
    ["website/docs/faq.md:1 orphan-page"],
  ],
  // Addresses
  [
    "two files of one address",
    "DOCUSAURUS",
    write("website/docs/faq.mdx", "---\ntitle: FAQ\n---\n"),
    ["website/docs/faq.mdx:1 duplicate-slug", "website/docs/faq.md:1 orphan-page"],
  ],
  [
    "a slug that is taken",
    "DOCUSAURUS",
    replace("website/docs/guides/keys.md", "title: Keys", "title: Keys\nslug: rollback"),
    ["website/docs/guides/keys.md:3 duplicate-slug"],
  ],
  [
    "a page and a folder of one address",
    "MKDOCS",
    write("docs/install/index.md", "# Install\n"),
    ["docs/install/index.md:1 duplicate-slug", "docs/install/index.md:1 orphan-page"],
  ],
  [
    "two files of one address in Nextra",
    "NEXTRA",
    write("pages/start/index.mdx", "# Start\n"),
    ["pages/start/index.mdx:1 duplicate-slug"],
  ],
  [
    "a page outside the folder that the navigation of MkDocs lists whole",
    "MKDOCS",
    (files) => ({
      "mkdocs.yml": files["mkdocs.yml"]?.replace(/guides\/deploy\.md\n.*\n/, "guides/\n") ?? null,
      "docs/guides/index.md": "# Guides\n",
      "docs/lost.md": "# Lost\n",
    }),
    ["docs/lost.md:1 orphan-page"],
  ],
  [
    "a page that the navigation of MkDocs lists no more",
    "MKDOCS",
    replace("mkdocs.yml", "      - guides/keys.md\n", "      - Forum: https://example.com/forum/\n"),
    ["docs/guides/keys.md:1 orphan-page"],
  ],
  [
    "a page that a meta.json lists no more",
    "FUMADOCS",
    replace("content/docs/meta.json", '    "keys",\n', ""),
    ["content/docs/keys.mdx:1 orphan-page"],
  ],
];
