import { expect, test } from "vitest";
import { wholeReaderOf } from "../testing.ts";
import { planMove } from "./plan-move.ts";

const page = (title: string, body = "Text.") => `---\ntitle: ${title}\n---\n\n${body}\n`;

/**
 * The texts that a move leads to, by path, and what it leaves to people.
 *
 * @param parts files that a job may edit, since the navigation refers to them
 */
async function move(files: Record<string, string>, from: string, to: string, parts: string[] = []) {
  const whole = wholeReaderOf(files);
  const reader = { ...whole, paths: async () => [...(await whole.paths()), ...parts] };
  // A job reads code and configuration from its first commit.
  const base = { ...reader, readMany: async (paths: string[]) => paths.flatMap((path) => toFile(files, path)) };
  const plan = await planMove({ reader, base }, { from, to, withTranslations: true, withRedirects: true });
  return { ...plan, texts: Object.fromEntries(plan.texts.map(({ path, text }) => [path, text])) };
}

const toFile = (files: Record<string, string>, path: string) =>
  files[path] === undefined ? [] : [{ path, text: files[path] }];

test("the navigation of MkDocs and its map of redirects follow a page", async () => {
  const { texts, undone } = await move(
    {
      "mkdocs.yml":
        "site_name: X\nnav:\n  - Home: index.md\n  - Install: guides/install.md # first\nplugins:\n  - redirects:\n      redirect_maps:\n        old.md: index.md\n",
      "docs/index.md": page("Home", "[Install](guides/install.md#now)"),
      "docs/guides/install.md": page("Install", "[Home](../index.md) ![x](../x.png)"),
      "docs/x.png": "",
    },
    "docs/guides/install.md",
    "docs/setup.md",
  );

  expect(undone).toEqual([]);
  expect(texts["mkdocs.yml"]).toContain("  - Install: setup.md # first\n");
  expect(texts["mkdocs.yml"]).toContain('        "guides/install.md": "setup.md"\n        old.md: index.md\n');
  expect(texts["docs/index.md"]).toContain("[Install](setup.md#now)");
  expect(texts["docs/setup.md"]).toContain("[Home](index.md) ![x](x.png)");
});

test("an entry of Nextra goes from the file of one folder to that of the other", async () => {
  const { texts } = await move(
    {
      "next.config.mjs": 'import nextra from "nextra";\nexport default nextra({})({});\n',
      "content/_meta.json": '{\n  "index": "Home",\n  "guides": "Guides"\n}\n',
      "content/index.mdx": page("Home", "[Install](/guides/install)"),
      "content/guides/_meta.json": '{\n  "intro": "Intro",\n  "install": "Install it"\n}\n',
      "content/guides/intro.mdx": page("Intro"),
      "content/guides/install.mdx": page("Install"),
    },
    "content/guides/install.mdx",
    "content/setup.mdx",
  );

  expect(texts["content/guides/_meta.json"]).toBe('{\n  "intro": "Intro"\n}\n');
  expect(JSON.parse(texts["content/_meta.json"] ?? "")).toEqual({
    index: "Home",
    guides: "Guides",
    setup: "Install it",
  });
  expect(texts["content/index.mdx"]).toContain("[Install](/setup)");
});

test("the summary of a book follows, and redirects in a file that a job may not edit are named", async () => {
  const { texts, undone } = await move(
    {
      ".gitbook.yaml": "root: ./\n",
      "SUMMARY.md": "# Summary\n\n* [Home](README.md)\n* [Install](guides/install.md)\n",
      "README.md": "# Home\n",
      "guides/install.md": "# Install\n\n[Home](../README.md)\n",
    },
    "guides/install.md",
    "start/setup.md",
  );

  expect(texts["SUMMARY.md"]).toContain("* [Install](start/setup.md)\n");
  expect(undone.map(({ path, message }) => `${path}: ${message}`)).toEqual([
    ".gitbook.yaml: Add these redirects there:\nguides/install: start/setup.md",
  ]);
});

test("a page of Hugo gets its old address as an alias", async () => {
  const { texts, undone } = await move(
    {
      "hugo.toml": 'baseURL = "/"\n',
      "content/docs/_index.md": page("Docs", "[Install](/docs/install/)"),
      "content/docs/install.md": page("Install"),
      "content/docs/old.md": page("Old"),
    },
    "content/docs/install.md",
    "content/docs/setup.md",
  );

  expect(undone).toEqual([]);
  expect(texts["content/docs/setup.md"]).toContain('title: Install\naliases:\n  - "/docs/install/"\n---\n');
  expect(texts["content/docs/_index.md"]).toContain("[Install](/docs/setup/)");
});

test("redirects of Mintlify that led to the old address lead to the new one, in the parts of its navigation too", async () => {
  const { texts, entries } = await move(
    {
      "docs.json":
        '{\n  "name": "X",\n  "navigation": { "pages": ["index", { "$ref": "./nav/guides.json" }] },\n  "redirects": [\n    { "source": "/older", "destination": "/guides/install" }\n  ]\n}\n',
      "nav/guides.json": '{ "group": "Guides", "pages": ["guides/install"] }\n',
      "index.mdx": page("Home"),
      "guides/install.mdx": page("Install"),
    },
    "guides/install.mdx",
    "setup.mdx",
  );

  expect(JSON.parse(texts["docs.json"] ?? "").redirects).toEqual([
    { source: "/older", destination: "/setup" },
    { source: "/guides/install", destination: "/setup" },
  ]);
  expect(entries).toEqual([]);
});

test("redirects of Mintlify that are in a file of their own go there, in its form", async () => {
  const { texts, redirects, undone } = await move(
    {
      "docs.json":
        '{\n  "name": "X",\n  "navigation": { "pages": ["index", "guides/install"] },\n  "redirects": { "$ref": "./redirects.json" }\n}\n',
      "redirects.json":
        '[\n    {\n      "source": "/older",\n      "destination": "/guides/install"\n    },\n    {\n      "source": "/a",\n      "destination": "/"\n    }\n]\n',
      "index.mdx": page("Home"),
      "guides/install.mdx": page("Install"),
    },
    "guides/install.mdx",
    "setup.mdx",
    ["redirects.json"],
  );

  expect(undone).toEqual([]);
  expect(redirects).toEqual([{ path: "redirects.json", from: "/guides/install", to: "/setup" }]);
  expect(texts["redirects.json"]).toBe(
    '[\n    {\n      "source": "/older",\n      "destination": "/setup"\n    },\n    {\n      "source": "/a",\n      "destination": "/"\n    },\n    {\n      "source": "/guides/install",\n      "destination": "/setup"\n    }\n]\n',
  );
});

test("redirects of Astro are named at its list of them, and not where another word holds their name", async () => {
  const { undone } = await move(
    {
      "astro.config.mjs":
        'import starlight from "@astrojs/starlight";\nexport default {\n  ignore: ["**_redirects**"],\n  redirects: { "/a": "/b" },\n  integrations: [starlight({ title: "X" })],\n};\n',
      "src/content/docs/index.md": page("Home"),
      "src/content/docs/guides/install.md": page("Install"),
    },
    "src/content/docs/guides/install.md",
    "src/content/docs/setup.md",
  );

  expect(undone).toEqual([
    {
      path: "astro.config.mjs",
      line: 4,
      message: 'Add these redirects there:\n"/guides/install": "/setup",',
    },
  ]);
});

test("a toctree of Sphinx follows a page, and a pattern stays", async () => {
  const { texts, undone } = await move(
    {
      "docs/conf.py": 'extensions = ["myst_parser"]\n',
      "docs/index.md": "# Home\n\n```{toctree}\n:glob:\n\nGet it <guides/install.md>\nguides/keys\nrecipes/*\n```\n",
      "docs/guides/install.md": "# Install\n",
      "docs/guides/keys.md": "# Keys\n",
      "docs/recipes/soup.md": "# Soup\n",
    },
    "docs/guides/install.md",
    "docs/setup/first.md",
  );

  expect(undone.filter(({ path }) => path.endsWith(".md"))).toEqual([]);
  expect(texts["docs/index.md"]).toContain("\nGet it <setup/first.md>\nguides/keys\nrecipes/*\n");
});
