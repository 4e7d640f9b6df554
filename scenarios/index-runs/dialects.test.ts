import type { ProjectContext } from "@docsteward/services/context";
import { listInventory } from "@docsteward/services/site/inventory";
import { writeLlmsIndex } from "@docsteward/services/site/llms";
import { openSite } from "@docsteward/services/site/read";
import { answerQuestion } from "@docsteward/services/thread/answer";
import { startTestIndexer } from "@docsteward/worker/testing/indexer";
import { expect, test } from "vitest";

const HIDDEN = "---\ntitle: Hidden\nhidden: true\n---\n\nzanzibar\n";
const DRAFT = "---\ntitle: Draft\ndraft: true\n---\n\nzanzibar\n";

/** A small site of each kind: its page paths, and the URLs of its readers. Zanzibar marks text that must not be found. */
const SITES: [dialect: string, files: Record<string, string>, paths: string[], anchor: string][] = [
  [
    "Mintlify",
    {
      "docs.json": '{"navigation":{"pages":["index","guides/install"]}}\n',
      "index.mdx": "---\ntitle: Welcome\n---\n\nStart here.\n",
      "guides/install.mdx":
        '---\ntitle: Install\n---\n\nimport Note from "/snippets/note.mdx"\n\n<Steps>\n  <Step title="npm">Install gizmos.</Step>\n</Steps>\n\n## With gizmos\n\nInstall gizmos with npm.\n',
      "snippets/note.mdx": "zanzibar\n",
      "secret.mdx": HIDDEN,
    },
    ["/", "/guides/install"],
    "with-gizmos",
  ],
  [
    "Docusaurus",
    {
      "docusaurus.config.js": "module.exports = { title: 'Glimmer' };\n",
      "package.json": '{"dependencies":{"@docusaurus/core":"3.1.0"}}\n',
      "docs/intro.md": "---\nslug: /\ntitle: Intro\n---\n\nStart here.\n",
      "docs/01-guides/02-install.mdx":
        "---\ntitle: Install\n---\n\nimport Tabs from '@theme/Tabs';\n\nexport const secret = 'zanzibar';\n\n## With gizmos {#gizmo-way}\n\nInstall gizmos with npm.\n",
      "docs/_partial.mdx": "zanzibar\n",
      "docs/draft.md": DRAFT,
    },
    ["/docs", "/docs/guides/install"],
    "gizmo-way",
  ],
  [
    "Docusaurus with versions",
    {
      "website/docusaurus.config.js":
        "const path = '1.x';\nmodule.exports = { presets: [['classic', { docs: { versions: { '1.0': { path } } } }]] };\n",
      "website/package.json": '{"dependencies":{"@docusaurus/core":"3.1.0"}}\n',
      "website/sidebars.json": '{"main":["intro"]}\n',
      "website/versions.json": '["2.0","1.0"]\n',
      "website/docs/intro.md": "# Intro\n\nStart here.\n",
      "website/versioned_docs/version-1.0/intro.md": "# Intro\n\nStart here.\n",
      "website/versioned_docs/version-2.0/install.md":
        "# Install\n\nGet it.\n\n## With gizmos\n\nInstall gizmos with npm.\n",
    },
    ["/docs/1.x/intro", "/docs/install", "/docs/next/intro"],
    "with-gizmos",
  ],
  [
    "Nextra",
    {
      "next.config.mjs": "import nextra from 'nextra'\nexport default nextra({})()\n",
      "content/_meta.json": '{"index":"Welcome","install":"Install"}\n',
      "content/index.mdx": "# Welcome\n\nStart here.\n",
      "content/install.mdx": "# Install\n\n## With gizmos\n\nInstall gizmos with npm.\n",
      "content/_hidden.mdx": "zanzibar\n",
    },
    ["/", "/install"],
    "with-gizmos",
  ],
  [
    "Fumadocs",
    {
      "source.config.ts": "import { defineDocs } from 'fumadocs-mdx/config';\nexport const docs = defineDocs();\n",
      "content/docs/meta.json": '{"pages":["index","install"]}\n',
      "content/docs/index.mdx": "---\ntitle: Welcome\n---\n\nStart here. See [install](/docs/install).\n",
      "content/docs/(guides)/install.mdx": "---\ntitle: Install\n---\n\n## With gizmos\n\nInstall gizmos with npm.\n",
      "content/docs/draft.mdx": DRAFT,
    },
    ["/docs", "/docs/install"],
    "with-gizmos",
  ],
  [
    "MkDocs",
    {
      "mkdocs.yml": "site_name: Glimmer\nnav:\n  - index.md\n  - Install: guides/install.md\n",
      "docs/index.md": "# Welcome\n\nStart here.\n",
      "docs/guides/install.md":
        '# Install\n\n<!-- zanzibar -->\n\n## With gizmos\n\n!!! note "Mind"\n    Install gizmos with npm.\n',
    },
    ["/", "/guides/install"],
    "with-gizmos",
  ],
  [
    "VitePress",
    {
      "docs/.vitepress/config.ts": "export default { title: 'Glimmer' }\n",
      "docs/index.md": "# Welcome\n\nStart here.\n",
      "docs/guide/install.md":
        "<script setup>\nconst secret = 'zanzibar'\n</script>\n\n# Install\n\n## With gizmos\n\nInstall gizmos with npm.\n",
    },
    ["/", "/guide/install"],
    "with-gizmos",
  ],
  [
    "Starlight",
    {
      "astro.config.mjs":
        "import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ title: 'Glimmer', sidebar: [{ slug: 'guides/install' }] })] };\n",
      "src/content/docs/index.mdx": "---\ntitle: Welcome\n---\n\nStart here.\n",
      "src/content/docs/guides/install.md": "---\ntitle: Install\n---\n\n## With gizmos\n\nInstall gizmos with npm.\n",
      "src/content/docs/draft.md": DRAFT,
    },
    ["/", "/guides/install"],
    "with-gizmos",
  ],
  [
    "Hugo",
    {
      "hugo.toml": 'baseURL = "/"\n',
      "content/_index.md": "---\ntitle: Welcome\n---\n\nStart here.\n",
      "content/Guides/Install/index.md": "---\ntitle: Install\n---\n\n## With gizmos\n\nInstall gizmos with npm.\n",
      "content/draft.md": DRAFT,
    },
    ["/", "/guides/install"],
    "with-gizmos",
  ],
  [
    "Jekyll",
    {
      "_config.yml": "title: Glimmer\ncollections:\n  guides:\n    output: true\n",
      "index.md": "---\ntitle: Welcome\n---\n\nStart here.\n",
      "_guides/install.md": "---\ntitle: Install\n---\n\n## With gizmos\n\nInstall gizmos with npm.\n",
      "_drafts/later.md": "---\ntitle: Later\n---\n\nzanzibar\n",
    },
    ["/", "/guides/install"],
    "with-gizmos",
  ],
  [
    "Sphinx",
    {
      "docs/conf.py": "extensions = ['myst_parser']\n",
      "docs/index.md": "# Welcome\n\nStart here.\n\n```{toctree}\nguides/install\n```\n",
      "docs/guides/install.md": "# Install\n\n## With gizmos\n\nInstall gizmos with npm.\n",
    },
    ["/", "/guides/install"],
    "with-gizmos",
  ],
  [
    "mdBook",
    {
      "book.toml": '[book]\ntitle = "Glimmer"\n',
      "src/SUMMARY.md": "# Summary\n\n- [Welcome](README.md)\n  - [Install](guides/install.md)\n",
      "src/README.md": "# Welcome\n\nStart here.\n",
      "src/guides/install.md": "# Install\n\n## With gizmos\n\nInstall gizmos with npm.\n",
    },
    ["/", "/guides/install"],
    "with-gizmos",
  ],
  [
    "GitBook",
    {
      ".gitbook.yaml": "root: ./text/\n",
      "text/SUMMARY.md": "# Summary\n\n* [Welcome](README.md)\n* [Install](guides/install.md)\n",
      "text/README.md": "# Welcome\n\nStart here.\n",
      "text/guides/install.md": "# Install\n\n## With gizmos\n\nInstall gizmos with npm.\n",
    },
    ["/", "/guides/install"],
    "with-gizmos",
  ],
  [
    "plain Markdown",
    {
      "README.md": "# Welcome\n\nStart here.\n",
      "guides/install.md": "# Install\n\n## With gizmos\n\nInstall gizmos with npm.\n",
      ".github/CONTRIBUTING.md": "zanzibar\n",
      "AGENTS.md": "zanzibar\n",
    },
    ["/", "/guides/install"],
    "with-gizmos",
  ],
];

/** The addresses of pages that the list of the dashboard, llms.txt and the citations of an answer give. */
async function addressesEverywhere(own: ProjectContext) {
  const ctx = { ...own, project: { ...own.project, siteUrl: "https://glimmer.example" } };
  const { signal } = new AbortController();
  const inventory = (await listInventory(ctx)).pages.map(({ url }) => url).sort();
  const llms = [...(await writeLlmsIndex(ctx)).matchAll(/\]\(([^)]+)\)/g)].map(([, url]) => url).sort();
  const messages = [{ role: "user", content: "How do I install gizmos with npm?" }] as const;
  const { chunks } = await answerQuestion(ctx, { fp: "ada", messages, signal });
  const cited = new Set<string>();
  for await (const chunk of chunks) if (chunk.type === "source-url") cited.add(withoutAnchor(chunk.url));
  return { inventory, llms, cited: [...cited] };
}

const withoutAnchor = (url: string) => url.replace(/#.*$/, "");

test.each(SITES)("%s pages are found where their readers find them", async (_, files, paths, anchor) => {
  await using indexer = await startTestIndexer(files);
  const index = await indexer.index();

  const { retriever } = await openSite(indexer.ctx);
  const [hit] = await retriever.search({ text: "how do I install gizmos?", limit: 1 });
  const hidden = await retriever.search({ text: "zanzibar", limit: 10 });

  expect(index).toMatchObject({ status: "ready", failure: null });
  expect([...retriever.pages()].map(({ path }) => path).sort()).toEqual(paths);
  expect(hit?.page.path).toBe(paths[1]);
  expect(hit?.page.title).toBe("Install");
  expect(hit?.passages.map(({ chunk }) => chunk.anchor)).toContain(anchor);
  expect(hidden.map(({ page }) => page.path)).toEqual([]);
  const urls = paths.map((path) => `https://glimmer.example${path}`);
  expect(await addressesEverywhere(indexer.ctx)).toEqual({ inventory: urls, llms: urls, cited: [urls[1]] });
});
