/** Small healthy sites, one of each dialect, as files by path. Images and the like are empty. */
export type Files = Readonly<Record<string, string>>;

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const page = (title: string, ...body: string[]) => `---\ntitle: ${title}\n---\n\n${body.join("\n")}\n`;
const heading = (title: string, ...body: string[]) => `# ${title}\n\n${body.join("\n")}\n`;

const CODE = ["```bash", "npm install lantern", "```", "", "Then:", "", "```js", "start();", "```"];

export const MINTLIFY: Files = {
  "docs.json": json({
    name: "Lantern",
    navigation: {
      groups: [
        { group: "Start", pages: ["index", "quickstart", "concepts"] },
        { group: "Guides", pages: ["guides/deploy", "guides/rollback", "guides/keys", "reference"] },
      ],
    },
  }),
  "index.mdx": page("Home", "Begin with the [quickstart](/quickstart).", "", "![Logo](/images/logo.svg)"),
  "quickstart.mdx": page(
    "Quickstart",
    "## Install",
    "",
    ...CODE,
    "",
    "<Note>Done. See [concepts](./concepts#flags).</Note>",
  ),
  "concepts.mdx": page("Concepts", "## Flags", "", "A flag is on or off.", "", "## Rules", "", "Rules decide."),
  "guides/deploy.mdx": page(
    "Deploy",
    'import Prerequisites from "/snippets/prerequisites.mdx";',
    "",
    "<Prerequisites />",
    "",
    "<Steps>",
    '  <Step title="Build">Run it.</Step>',
    "</Steps>",
    "",
    "[Keys](/guides/keys) and [rules](/concepts#rules).",
  ),
  "guides/rollback.mdx": page(
    "Roll back",
    "See [deploy](deploy).",
    "",
    '<Frame><img src="../images/shot.png" /></Frame>',
  ),
  "guides/keys.mdx": page("Keys", "Keys begin with `lk_`.", "", "| Key | Use |", "| --- | --- |", "| a | b |"),
  "reference.mdx": page("Reference", "Version {1 + 1}.", "", "Download the [manual](/files/manual.pdf)."),
  "snippets/prerequisites.mdx": "You need {version} of it.\n",
  "images/logo.svg": "",
  "images/shot.png": "",
  "files/manual.pdf": "",
};

export const DOCUSAURUS: Files = {
  "website/docusaurus.config.js": "module.exports = { title: 'Lantern' };\n",
  "website/package.json": json({ dependencies: { "@docusaurus/core": "3.8.1" } }),
  "website/sidebars.js": [
    "// @ts-check",
    "const guides = ['guides/deploy', 'guides/rollback'];",
    "module.exports = {",
    "  docs: [",
    "    'intro',",
    "    'install',",
    "    'faq',",
    "    { type: 'category', label: 'Guides', items: [...guides, 'guides/keys'] },",
    "  ],",
    "};",
    "",
  ].join("\n"),
  "website/static/img/logo.png": "",
  "website/src/components/Plan.js": "export default function Plan() {}\n",
  "website/docs/intro.md": page(
    "Intro",
    "<!-- a comment -->",
    "",
    "![Logo](/img/logo.png)",
    "",
    "[Install](./install.md).",
  ),
  "website/docs/install.md": page("Install", "## Linux", "", ...CODE, "", "Back to the [intro](intro.md)."),
  "website/docs/faq.md": page(
    "FAQ",
    "### Why? {#why}",
    "",
    "Because, as [install](install.md#linux) says.",
    "",
    ":::tip",
    "",
    "Ask.",
    "",
    ":::",
  ),
  "website/docs/guides/deploy.mdx": page(
    "Deploy",
    "import Plan from '@site/src/components/Plan';",
    "",
    "<Plan />",
    "",
    "<img src={require('./plan.png').default} />",
    "",
    "See [why](../faq.md#why).",
  ),
  "website/docs/guides/plan.png": "",
  "website/docs/guides/rollback.md": page("Roll back", "As in [deploy](/docs/guides/deploy)."),
  "website/docs/guides/keys.md": page("Keys", "See [roll back](./rollback.md)."),
};

export const NEXTRA: Files = {
  "package.json": json({ dependencies: { nextra: "4.0.0" } }),
  "mdx-components.tsx": "export const useMDXComponents = (own) => ({ Chart, ...own });\n",
  "public/logo.png": "",
  "pages/_meta.ts":
    "export default {\n  index: 'Home',\n  start: 'Start',\n  guides: 'Guides',\n  about: 'About'\n};\n",
  "pages/index.mdx": heading("Home", "![Logo](/logo.png)", "", "Go to [start](/start)."),
  "pages/start.mdx": heading("Start", "## First", "", ...CODE, "", "<Chart />"),
  "pages/about.tsx": "export default () => null;\n",
  "pages/guides/_meta.json": json({ deploy: "Deploy", keys: "Keys" }),
  "pages/guides/deploy.mdx": heading("Deploy", "See [first](/start#first) and [keys](./keys)."),
  "pages/guides/keys.mdx": heading("Keys", "export const limit = 5", "", "At most {limit} of them."),
};

export const FUMADOCS: Files = {
  "content/docs/meta.json": json({ pages: ["index", "start", "---Guides---", "deploy", "keys", "roles", "limits"] }),
  "content/docs/index.mdx": page("Home", "Go to [start](/docs/start)."),
  "content/docs/start.mdx": page("Start", "## First", "", ...CODE, "", "<Callout>Well done.</Callout>"),
  "content/docs/deploy.mdx": page("Deploy", "See [first](/docs/start#first).", "", "![Plan](./plan.png)"),
  "content/docs/keys.mdx": page("Keys", "Keys, for short."),
  "content/docs/roles.mdx": page("Roles", "Roles, for short."),
  "content/docs/limits.mdx": page("Limits", "Limits, for short."),
  "content/docs/plan.png": "",
};

export const MKDOCS: Files = {
  "mkdocs.yml":
    "site_name: Lantern\nnav:\n  - index.md\n  - Install: install.md\n  - Guides:\n      - guides/deploy.md\n      - guides/keys.md\n",
  "docs/index.md": heading("Lantern", "![Logo](img/logo.png)", "", "[Install](install.md) it: <5 minutes, {a, b}."),
  "docs/install.md": heading("Install", "## On Linux", "", ...CODE, "", "<https://example.com> <!-- fine -->"),
  "docs/guides/deploy.md": heading(
    "Deploy",
    "As in [install](../install.md#on-linux).",
    "",
    "[Plan](../files/plan.pdf)",
  ),
  "docs/guides/keys.md": heading("Keys", '<img src="../../img/logo.png">', "", "[Home](../index.md)"),
  "docs/img/logo.png": "",
  "docs/files/plan.pdf": "",
};

export const VITEPRESS: Files = {
  "docs/.vitepress/config.ts": [
    "import { defineConfig } from 'vitepress'",
    "import type { DefaultTheme } from 'vitepress'",
    "const sidebar = (): DefaultTheme.SidebarItem[] => [",
    "  {",
    "    text: 'Install',",
    "    link: '/guide/install' },",
    "  { text: 'Deploy', link: '/guide/deploy' },",
    "]",
    "export default defineConfig({",
    "  themeConfig: { nav: [{ text: 'Blog', link: '/blog', target: '_self' }], sidebar: { '/': sidebar(), '/guide/': sidebar() } },",
    "})",
    "",
  ].join("\n"),
  "docs/index.md": "---\nlayout: home\n---\n",
  "docs/public/logo.png": "",
  "docs/guide/install.md": heading(
    "Install",
    "![Logo](/logo.png)",
    "",
    "## 1. Get it",
    "",
    ...CODE,
    "",
    "<div>",
    "",
    "*fine*",
    "",
    "</div>",
    "",
    "<<< @/snippets/start.ts",
    "",
    "<!--@include: ../parts/note.md-->",
  ),
  "docs/parts/note.md": heading("Note", "A note."),
  "docs/snippets/start.ts": "start();\n",
  "docs/Plan.vue": "<template></template>\n",
  "docs/guide/deploy.md": heading(
    "Deploy",
    "As in [install](./install#_1-get-it), [its note](./install#note) or [here](/guide/install).",
    "",
    "<Badge text='new' /><br>",
  ),
};

export const SPHINX: Files = {
  "docs/conf.py": 'extensions = ["myst_parser"]\nmyst_enable_extensions = ["colon_fence"]\nmyst_heading_anchors = 3\n',
  "docs/index.rst":
    "Lantern\n=======\n\n.. toctree::\n   :maxdepth: 2\n   :caption: Start\n\n   Home <self>\n   install\n   guides/index\n   api\n   genindex\n",
  "docs/api.rst": "API\n===\n",
  "docs/install.md": heading("Install", ...CODE, "", "````md", "```{toctree}", "no-page", "```", "````"),
  "docs/guides/index.md": heading(
    "Guides",
    "```{toctree}",
    ":hidden:",
    ":numbered:",
    "deploy",
    "Secret keys <keys.md>",
    "/install",
    "https://example.com",
    "```",
    "",
    ":::{note}",
    "```{toctree}",
    "---",
    "glob: true",
    "---",
    "recipes/*",
    "```",
    ":::",
    "",
    "```{eval-rst}",
    ".. toctree::",
    "",
    "   limits",
    "```",
  ),
  "docs/guides/deploy.md": heading("Deploy", "As in [install](../install.md)."),
  "docs/guides/keys.md": heading("Keys", "Keys, for short."),
  "docs/guides/limits.md": heading("Limits", "Limits, for short."),
  "docs/guides/recipes/soup.md": heading("Soup", "Soup, for short."),
};
