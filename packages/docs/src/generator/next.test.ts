import { expect, test } from "vitest";
import { allFaults, allTold, edited, faultsOf, PAGE, pages, titled } from "../checks/testing-changes.ts";
import type { Files } from "../checks/testing-sites.ts";
import { readSite } from "../read-site.ts";
import { wholeReaderOf } from "../testing.ts";

test("Fumadocs: a folder shows what its own file lists, whatever names the folder", async () => {
  const site: Files = {
    "content/docs/meta.json": '{ "pages": ["index", "guides", "recipes"] }\n',
    "content/docs/guides/meta.json": '{ "pages": [\n  "deploy",\n  "keys"\n] }\n',
    "content/docs/index.mdx": "---\ntitle: Home\n---\n",
    "content/docs/guides/deploy.mdx": "---\ntitle: Deploy\n---\n",
    "content/docs/guides/keys.mdx": "---\ntitle: Keys\n---\n",
    "content/docs/recipes/soup.mdx": "---\ntitle: Soup\n---\n",
  };

  expect(await allFaults(site)).toEqual([]);
  expect(
    await faultsOf(site, edited(site, "content/docs/guides/meta.json", '"deploy",\n  "keys"', '"deploy"')),
  ).toEqual(["content/docs/guides/keys.mdx:1 orphan-page"]);
});

test("Fumadocs: a line of three hyphens separates entries and names no page", async () => {
  const site: Files = {
    "source.config.ts": "export const docs = defineDocs({ dir: 'content/docs' });\n",
    "content/docs/meta.json": '{ "pages": ["index", "---", "---Guides---", "keys"] }\n',
    "content/docs/index.mdx": "---\ntitle: Home\n---\n",
    "content/docs/keys.mdx": "---\ntitle: Keys\n---\n",
  };

  expect(await allFaults(site)).toEqual([]);
});

test("Fumadocs: an address at the top leads nowhere where the app shows the whole domain, and may be another's elsewhere", async () => {
  const site = (...code: string[]): Files => ({
    "lib/source.ts":
      "import { loader } from 'fumadocs-core/source';\nexport const source = loader({ baseUrl: '/docs', source: docs });\nconst docs = defineDocs({ dir: 'content/docs' });\n",
    "content/docs/index.mdx": "---\ntitle: fumadocs\n---\n\n[x](/no-such-place)\n\n[y](/pricing)\n",
    ...pages(...code),
  });
  const [docs, pricing] = ["app/docs/[[...slug]]/page.tsx", "app/(home)/pricing/page.tsx"];

  expect(await allFaults(site(docs, pricing, "app/(home)/page.tsx"))).toEqual(["content/docs/index.mdx:5 broken-link"]);
  expect(await allFaults(site(docs, pricing))).toEqual([]);
  expect(await allFaults(site(docs, pricing, "app/(home)/page.tsx", "app/[team]/page.tsx"))).toEqual([]);
});

test("Fumadocs: a folder of each language is shown at addresses that begin with the language", async () => {
  const page = (link: string) => `---\ntitle: Page\n---\n\n[x](${link})\n`;
  const site: Files = {
    "lib/source.ts":
      "import { loader } from 'fumadocs-core/source';\nexport const source = loader({ baseUrl: '/docs', i18n, source: docs });\nconst docs = defineDocs({ dir: 'content/docs' });\n",
    "lib/i18n.ts":
      "export const i18n = defineI18n({ languages: ['en', 'fr'], defaultLanguage: 'en', parser: 'dir' });\n",
    "content/docs/en/index.mdx": page("/en/docs/store"),
    "content/docs/en/store.mdx": page("/docs/store"),
    "content/docs/fr/index.mdx": page("/fr/docs/store"),
    "content/docs/fr/store.mdx": page("/en/docs"),
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "content/docs/en/index.mdx", "docs/store", "docs/stores"))).toEqual([
    "content/docs/en/index.mdx:5 broken-link",
  ]);
});

test("Nextra 4: one file may hold the navigation of all folders", async () => {
  const site: Files = {
    "next.config.mjs": "import nextra from 'nextra';\nexport default nextra({})({});\n",
    "app/[[...mdxPath]]/page.jsx": "",
    "app/_meta.global.ts":
      "export default {\n  index: 'Home',\n  guides: {\n    title: 'Guides',\n    items: {\n      deploy: 'Deploy',\n    },\n  },\n};\n",
    ...pages("content/index.mdx", "content/guides/deploy.mdx"),
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "app/_meta.global.ts", "deploy:", "deployment:"))).toEqual([
    "app/_meta.global.ts:6 navigation-entry",
  ]);
});

test("Next.js: a route with a parameter answers to any address below it, unless it shows the pages", async () => {
  const site: Files = {
    "next.config.mjs": "import nextra from 'nextra'\nexport default nextra({})({})\n",
    "app/page.tsx": "export default () => null\n",
    "app/docs/[[...mdxPath]]/page.tsx": "export default () => null\n",
    "app/examples/[...slug]/page.tsx": "export default () => null\n",
    "app/examples/page.mdx": "# Examples\n",
    "content/index.mdx": "# Home\n\n[a](/examples/styling/dark) [b](/docs/install)\n",
    "content/install.mdx": "# Install\n",
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "content/index.mdx", "/docs/install", "/docs/setup/install"))).toEqual([
    "content/index.mdx:3 broken-link",
  ]);
});

test("Nextra: the one navigation of an app names its routes in code, and a navigation beside the pages is not read", async () => {
  const site: Files = {
    "next.config.mjs": "import nextra from 'nextra'\nexport default nextra({})({})\n",
    "src/app/_meta.global.ts":
      "export default {\n  index: 'Home',\n  showcase: 'Showcase',\n  install: 'Install',\n}\n",
    "src/app/(site)/page.tsx": "export default () => null\n",
    "src/app/(site)/showcase/page.tsx": "export default () => null\n",
    "src/content/install.mdx": "# Install\n",
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "src/app/_meta.global.ts", "showcase:", "gallery:"))).toEqual([
    "src/app/_meta.global.ts:3 navigation-entry",
  ]);

  const pagesOnly: Files = {
    "docs/next.config.js": "module.exports = require('nextra')({})()\n",
    "docs/_meta.js": "export default { gone: 'Gone' }\n",
    "docs/pages/_meta.js": "export default { index: 'Home' }\n",
    "docs/pages/index.mdx": "# Home\n",
  };
  expect(await allFaults(pagesOnly)).toEqual([]);
});

test("Nextra: in a folder of the app router `index` is its page file, of Markdown or of code", async () => {
  const meta = (...names: string[]) => `export default {\n${names.map((name) => `  ${name}: "",\n`).join("")}};\n`;
  const site: Files = {
    "next.config.mjs": 'import nextra from "nextra";\nexport default nextra({})({});\n',
    "app/_meta.js": meta("index", "keys", "gone"),
    "app/page.mdx": PAGE,
    "app/keys/_meta.js": meta("index"),
    "app/keys/page.md": PAGE,
    "app/flags/_meta.js": meta("index"),
    "app/flags/page.jsx": "export default () => null;\n",
    "app/flags/a/page.mdx": PAGE,
  };
  expect(await allFaults(site)).toEqual(["app/_meta.js:4 navigation-entry"]);
});

test("Fumadocs: the configuration may take only some files of a folder", async () => {
  const site = (docs: string): Files => ({
    "source.config.ts": `import { defineDocs } from 'fumadocs-mdx/config';\nexport const docs = defineDocs({ dir: 'content/docs'${docs} });\n`,
    "package.json": '{ "dependencies": { "fumadocs-mdx": "14.0.0", "fumadocs-core": "16.0.0" } }',
    "content/docs/index.mdx": titled("Home", "[a](/docs/keys)"),
    "content/docs/keys.mdx": titled("Keys", "[home](/docs)"),
    "content/docs/README.md": PAGE,
    "content/docs/drafts/a.mdx": titled("A", "<5"),
  });
  expect(await allFaults(site(", docs: { files: ['**/*.mdx', '!drafts/**'] }"))).toEqual([]);
  expect(await allTold(site(""))).toEqual([
    "content/docs/README.md:1 missing-title",
    "content/docs/drafts/a.mdx:5 mdx-syntax",
  ]);
});

const NEXTRA_4: Files = {
  "next.config.mjs": "import nextra from 'nextra'\nexport default nextra({})({})\n",
  "app/docs/[[...mdxPath]]/page.tsx": "import { importPage } from 'nextra/pages'\n",
  ...pages("content/index.mdx", "content/guides/keys.mdx", "content/guides/alone.mdx"),
};

test("Nextra 4: code that merges names into the page map is navigation as far as it can be read", async () => {
  const layout = (page: string) =>
    [
      "import { getPageMap, mergeMetaWithPageMap } from 'nextra/page-map'",
      "export default async function Layout({ children }) {",
      "  const pageMap = mergeMetaWithPageMap(await getPageMap('/docs'), {",
      "    guides: {",
      "      title: 'Guides',",
      `      items: { ${page}: 'Keys', remote: '' },`,
      "    },",
      "  })",
      "}",
      "",
    ].join("\n");
  const site = (page = "keys"): Files => ({ ...NEXTRA_4, "app/docs/layout.tsx": layout(page) });
  const entries = async (files: Files) =>
    (await readSite(wholeReaderOf(files))).navigation.entries.map(({ file, line, ref, path, target }) =>
      [`${file}:${line}`, ref, path ?? target].join(" "),
    );

  expect(await entries(site())).toEqual([
    "app/docs/layout.tsx:4 guides content/guides",
    "app/docs/layout.tsx:6 keys content/guides/keys.mdx",
    "app/docs/layout.tsx:6 remote generated",
  ]);
  expect(await allFaults(site("kees"))).toEqual([]);
  const open = { ...NEXTRA_4, "app/docs/layout.tsx": layout("keys").replace("'/docs'", "route") };
  expect(await entries(open)).toEqual([]);
});

test("Nextra 4: pages of a page map that is made of another repository's files are not known, and no faults", async () => {
  const remote =
    "import { convertToPageMap, mergeMetaWithPageMap } from 'nextra/page-map'\nconst { pageMap } = convertToPageMap({ filePaths, basePath: 'blog/remote' })\nconst own = await getPageMap('/docs')\nexport const map = mergeMetaWithPageMap(pageMap[0], { index: 'Start', rules: { items: { a: '' } } })\n";
  const site: Files = {
    ...NEXTRA_4,
    // Before the route of the site's own pages in the order of names.
    "app/blog/remote/[[...slug]]/page.tsx": remote,
    "app/docs/showcase/page.tsx": "export default () => null\n",
    "content/_meta.ts": "export default {\n  index: 'Home',\n  guides: '',\n  showcase: '',\n  gone: '',\n}\n",
    "content/index.mdx": "# Home\n\n[a](/blog/remote/rules/a) [b](/docs/guides/keys)\n",
  };

  expect(await allFaults(site)).toEqual(["content/_meta.ts:5 navigation-entry"]);
  expect((await readSite(wholeReaderOf(site))).routeBase).toBe("/docs");
  const { entries } = (await readSite(wholeReaderOf(site))).navigation;
  expect(entries.filter(({ file }) => file !== "content/_meta.ts")).toEqual([]);
  const tied = { ...site, "content/index.mdx": "# Home\n" };
  expect((await readSite(wholeReaderOf(tied))).routeBase).toBe("/docs");
});

test("Nextra: a `_meta` is read through what it imports and spreads", async () => {
  const site: Files = {
    "next.config.mjs": "import nextra from 'nextra'\nexport default nextra({})({})\n",
    "pages/_meta.ts":
      "import { guides } from '../shared/guides'\nconst more = { keys: 'Keys' }\nexport default { index: 'Home', ...guides, ...more }\n",
    "shared/guides.ts": "export const guides = {\n  deploy: 'Deploy',\n}\n",
    ...pages("pages/index.mdx", "pages/deploy.mdx", "pages/keys.mdx"),
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "shared/guides.ts", "deploy:", "deployment:"))).toEqual([
    "shared/guides.ts:2 navigation-entry",
  ]);
  expect(await faultsOf(site, edited(site, "pages/_meta.ts", "keys:", "kees:"))).toEqual([
    "pages/_meta.ts:2 navigation-entry",
  ]);
});

test("Fumadocs: a folder is taken in whole by `...folder`, and the rest in turned order by `z...a`", async () => {
  const site = (...names: string[]): Files => ({
    "source.config.ts": "export const docs = defineDocs({ dir: 'content/docs' });\n",
    "content/docs/meta.json": `${JSON.stringify({ pages: ["index", ...names] })}\n`,
    "content/docs/index.mdx": titled("Home", "Text."),
    "content/docs/keys.mdx": titled("Keys", "Text."),
    "content/docs/a.mdx": titled("A", "Text."),
    "content/docs/guides/deploy.mdx": titled("Deploy", "Text."),
  });
  const entries = async (files: Files) =>
    (await readSite(wholeReaderOf(files))).navigation.entries.map(
      ({ ref, path, target }) => `${ref} ${path ?? target}`,
    );

  expect(await entries(site("...guides", "z...a", "...gone"))).toEqual([
    "index content/docs/index.mdx",
    "...guides content/docs/guides",
    "z...a generated",
    "...gone generated",
  ]);
  expect(await allFaults(site("...guides", "z...a"))).toEqual([]);
  expect(await allFaults(site("guides", "keys", "kees"))).toEqual(["content/docs/meta.json:1 navigation-entry"]);
});

test("Nextra: a `_meta.json` beside code of its name is not read, unless the code takes it in", async () => {
  const site: Files = {
    "next.config.mjs": "import nextra from 'nextra'\nexport default nextra({})({})\n",
    "pages/_meta.js": "export default { index: 'Home', oil: 'Oil' }\n",
    "pages/_meta.json": '{\n"index": "Home",\n"wick": "Wick"\n}\n',
    ...pages("pages/index.mdx", "pages/oil.mdx"),
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "pages/_meta.js", "oil:", "oils:"))).toEqual([
    "pages/_meta.js:1 navigation-entry",
  ]);
  const takesIn = { "pages/_meta.js": "import names from './_meta.json'\nexport default names\n" };
  expect(await allFaults({ ...site, ...takesIn })).toContain("pages/_meta.json:3 navigation-entry");
  const { "pages/_meta.js": _, ...alone } = site;
  expect(await allFaults(alone)).toEqual(["pages/_meta.json:3 navigation-entry"]);
});

test("Fumadocs: an entry stands for no file that the configuration leaves out", async () => {
  const site: Files = {
    "source.config.ts":
      "import { defineDocs } from 'fumadocs-mdx/config';\nexport const docs = defineDocs({ dir: 'content/docs', docs: { files: ['**/*.mdx'] } });\n",
    "content/docs/meta.json": '{ "pages": [\n"index",\n"oil"\n] }\n',
    "content/docs/index.mdx": titled("Home", "Text."),
    "content/docs/oil.mdx": titled("Oil", "Text."),
    "content/docs/oil.md": titled("Oil", "Text."),
  };

  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, { "content/docs/oil.mdx": null })).toContain("content/docs/meta.json:3 navigation-entry");
});
