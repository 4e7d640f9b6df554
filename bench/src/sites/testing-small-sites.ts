import type { DocsReader } from "../../../packages/docs/src/docs-reader.ts";
import type { Generator, OpenSite } from "./site-list.ts";

type Files = Readonly<Record<string, string>>;

const body = [
  "Lanterns need oil.",
  "",
  "Fill them each evening.",
  "",
  "## Fill it",
  "",
  "```sh",
  "lantern fill",
  "```",
  "",
  "Then light it.",
  "",
  "```sh",
  "lantern light",
  "```",
  "",
  "It burns until dawn.",
  "",
  "Then it rests.",
  "",
];
const page = (title: string, ...links: string[]) =>
  [
    "---",
    `title: ${title}`,
    "---",
    "",
    ...body,
    ...links.flatMap((link) => [`See ${link} for more.`, ""]),
    "That is all.",
    "",
  ].join("\n");

export const DOCUSAURUS_SITE: Files = {
  "package.json": '{ "dependencies": { "@docusaurus/core": "3.8.1" } }\n',
  "docusaurus.config.js": "module.exports = { title: 'Lantern' };\n",
  "sidebars.js":
    "module.exports = {\n  docs: [\n    'intro',\n    'oil',\n    'wick',\n    'guides/light',\n    'guides/store',\n  ],\n};\n",
  "docs/intro.md": page("Intro", "[oil](./oil.md)", "[light](/docs/guides/light)", "![Lantern](./lantern.png)"),
  "docs/oil.md": page("Oil", "[intro](intro.md#fill-it)"),
  "docs/wick.md": page("Wick", "[oil](oil.md)"),
  "docs/guides/light.mdx": page("Light", "[wick](../wick.md)", "[store](/docs/guides/store)"),
  "docs/guides/store.mdx": page("Store", "[light](./light.mdx#fill-it)"),
  "docs/lantern.png": "",
};

export const MKDOCS_SITE: Files = {
  "mkdocs.yml":
    "site_name: Lantern\nnav:\n  - index.md\n  - Oil: oil.md\n  - Wick: wick.md\n  - Guides:\n      - guides/light.md\n      - guides/store.md\n",
  "docs/index.md": page("Home", "[oil](oil.md)"),
  "docs/oil.md": page("Oil", "[wick](wick.md#fill-it)"),
  "docs/wick.md": page("Wick", "[light](guides/light.md)"),
  "docs/guides/light.md": page("Light", "[oil](../oil.md)"),
  "docs/guides/store.md": page("Store", "[light](light.md)"),
};

export const MINTLIFY_SITE: Files = {
  "docs.json":
    '{\n  "navigation": {\n    "pages": [\n      "index",\n      "oil",\n      "wick",\n      "guides/light"\n    ]\n  }\n}\n',
  "index.mdx": page("Home", "[oil](/oil)"),
  "oil.mdx": page("Oil", "[light](/guides/light)"),
  "wick.mdx": page("Wick", "[oil](./oil)"),
  "guides/light.mdx": page("Light", "[wick](/wick)"),
};

/** A site in memory, as one of the list is opened. */
export function openSmallSite(dialect: Generator, files: Files, pages: string[]): OpenSite {
  const paths = Object.keys(files).sort();
  const readMany = async (wanted: string[]) =>
    wanted.flatMap((path) => {
      const text = files[path];
      return text === undefined ? [] : [{ path, text }];
    });
  const reader: DocsReader = {
    paths: async () => paths.filter((path) => /\.(mdx?|json|ya?ml)$/.test(path)),
    assets: async () => new Set(paths),
    read: async (path) => (await readMany([path]))[0] ?? null,
    readMany,
  };
  const texts = new Map(Object.entries(files));
  return { name: "lantern/docs", commit: "0", dialect, docsPath: "", pages, half: "first", reader, texts };
}
