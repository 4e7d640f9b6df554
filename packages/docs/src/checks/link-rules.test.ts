import { expect, test } from "vitest";
import { allFaults, edited, faultsOf, PAGE } from "./testing-changes.ts";
import type { Files } from "./testing-sites.ts";

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

test("GitHub looks up the anchors of a page that no generator shows in any case", async () => {
  const site: Files = { "README.md": "# Lantern\n\n[keys](#My-Keys)\n\n## My keys\n" };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "README.md", "#My-Keys", "#My-Rules"))).toEqual([
    "README.md:3 broken-anchor",
  ]);
});

test("a definition that no link and no image uses leads no reader anywhere", async () => {
  const text = "# Page\n\nSee [this][used].\n\n[used]: ./gone.md\n[other]: ./lost.md\n";
  expect(await allFaults({ "mkdocs.yml": "nav:\n  - a.md\n", "docs/a.md": text })).toEqual(["docs/a.md:5 broken-link"]);
});

test("a page that another one links to is no orphan, unless the change dropped it from its navigation", async () => {
  const site: Files = {
    "mkdocs.yml": "nav:\n  - index.md\n  - install.md\n",
    "docs/index.md": "# Home\n\n[more](more/a.md)\n",
    "docs/install.md": PAGE,
    "docs/more/a.md": "# A\n\n[b](b.md)\n",
    "docs/more/b.md": PAGE,
    "docs/more/c.md": "# C\n\n[d](d.md)\n",
    "docs/more/d.md": "# D\n\n[c](c.md)\n",
  };
  expect(await allFaults(site)).toEqual(["docs/more/c.md:1 orphan-page", "docs/more/d.md:1 orphan-page"]);

  const linked = { ...site, "docs/index.md": "# Home\n\n[more](more/a.md) [i](install.md)\n" };
  expect(await faultsOf(linked, edited(site, "mkdocs.yml", "  - install.md\n", ""))).toEqual([
    "docs/install.md:1 orphan-page",
  ]);
  const added = { "docs/new.md": PAGE, ...edited(site, "docs/install.md", "Text.", "See [new](new.md).") };
  expect(await faultsOf(site, added)).toEqual([]);
  expect(await faultsOf(site, { "docs/new.md": PAGE })).toEqual(["docs/new.md:1 orphan-page"]);
});

test("the picture of a heading is no part of its id", async () => {
  const site: Files = {
    "mkdocs.yml": "nav:\n  - a.md\n",
    "docs/a.md": "# A\n\n[b](#lanterns)\n\n## ![Flag](flag.png) Lanterns\n",
    "docs/flag.png": "",
  };
  expect(await allFaults(site)).toEqual([]);
});

test("without a generator, a link of the page of a folder may count from an address without a slash", async () => {
  const site: Files = {
    "docs/guides/README.md": "# Guides\n\n[keys](./guides/keys)\n",
    "docs/guides/keys.md": PAGE,
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "docs/guides/README.md", "guides/keys", "guides/locks"))).toEqual([
    "docs/guides/README.md:3 broken-link",
  ]);
});

test("an entity in an attribute of HTML stands for a sign", async () => {
  const site: Files = {
    "mkdocs.yml": "nav:\n  - a.md\n",
    "docs/a.md": '# A\n\n<img src="Ada&#x27;s talk.png">\n',
    "docs/Ada's talk.png": "",
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "docs/a.md", "talk", "walk"))).toEqual(["docs/a.md:3 missing-asset"]);
});

test("blanks around the address of a tag are no part of it", async () => {
  const site: Files = {
    "mkdocs.yml": "nav:\n  - a.md\n",
    "docs/a.md": '# A\n\n<a href=" https://example.com/oil ">oil</a> <a href=" #a">a</a>\n',
  };
  expect(await allFaults(site)).toEqual([]);
});

test("Sphinx: a name in the text of a directive is an anchor of the page", async () => {
  const site: Files = {
    "docs/conf.py": "extensions = ['myst_parser']\n",
    "docs/index.md": '# A\n\n[note](#wick)\n\n```{note}\n <a name="wick"></a>\nTrim it.\n```\n',
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "docs/index.md", "(#wick)", "(#oil)"))).toEqual([
    "docs/index.md:3 broken-anchor",
  ]);
});

test("MkDocs: a picture that the home page names lies among the pages, whatever git ignores above them", async () => {
  const site: Files = {
    ".gitignore": "*.png\n!docs/pages/images/**.png\n",
    "docs/mkdocs.yml": "docs_dir: pages\nnav:\n  - index.md\n",
    "docs/pages/index.md": "# A\n\n![oil](images/oil.png)\n",
    "docs/pages/images/oil.png": "",
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "docs/pages/index.md", "oil.png", "wick.png"))).toEqual([
    "docs/pages/index.md:3 missing-asset",
  ]);
});
