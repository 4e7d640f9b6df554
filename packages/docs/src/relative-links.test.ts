import { expect, test } from "vitest";
import { allFaults, edited, faultsOf } from "./checks/testing-changes.ts";
import type { Files } from "./checks/testing-sites.ts";

const PAGE = "# Page\n\nText.\n";
const DOCUSAURUS: Files = {
  "website/docusaurus.config.js": "module.exports = { presets: [['classic', { docs: {} }]] };\n",
  "website/package.json": "{}",
  "website/docs/install.md": PAGE,
};

test("Docusaurus: the address of a folder ends with a slash where no setting says otherwise", async () => {
  const site = {
    ...DOCUSAURUS,
    "website/docs/records/index.md": "# Records\n\n[one](first-record)\n",
    "website/docs/records/001-first-record.md": PAGE,
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "website/docs/records/index.md", "first-record", "last-record"))).toEqual([
    "website/docs/records/index.md:3 broken-link",
  ]);
});

test("Docusaurus: a page that is called like its folder has the address of the folder, whatever its id", async () => {
  const config = "module.exports = { trailingSlash: false, presets: [['classic', { docs: {} }]] };\n";
  const site = {
    ...DOCUSAURUS,
    "website/docusaurus.config.js": config,
    "website/docs/store/store.md": "---\nid: store_overview\n---\n\n# Store\n\n[keys](./keys/rotate)\n",
    "website/docs/keys/rotate.md": PAGE,
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "website/docs/store/store.md", "keys/rotate", "keys/turn"))).toEqual([
    "website/docs/store/store.md:7 broken-link",
  ]);
});

test("Docusaurus: a link counts from the root of the docs only with the ending of a file", async () => {
  const site = {
    ...DOCUSAURUS,
    "website/docs/start/index.md": PAGE,
    "website/docs/start/next.md": "# Next\n\n[keys](core/keys.md)\n",
    "website/docs/core/keys.md": PAGE,
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "website/docs/start/next.md", "core/keys.md", "core/keys"))).toEqual([
    "website/docs/start/next.md:3 broken-link",
  ]);
});

test("Docusaurus and Starlight: no source file outside of the site's folder answers to an address", async () => {
  const docusaurus = { ...DOCUSAURUS, "src/Lantern.ts": "", "website/docs/install.md": "# A\n\n[x](../../Lantern)\n" };
  expect(await allFaults(docusaurus)).toEqual(["website/docs/install.md:3 broken-link"]);
  expect(await allFaults({ ...docusaurus, "website/src/Lantern.js": "" })).toEqual([]);

  const starlight: Files = {
    "docs/astro.config.mjs":
      "import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({})] };\n",
    "docs/src/content/docs/index.md": "---\ntitle: Home\n---\n\nText.\n",
    "docs/src/content/docs/guides/a.md": "---\ntitle: A\n---\n\n[x](../../../lantern/)\n",
    "src/lantern/main.c": "",
  };
  expect(await allFaults(starlight)).toEqual(["docs/src/content/docs/guides/a.md:5 broken-link"]);
  // What is built apart may be shown by the same host.
  expect(await allFaults({ ...starlight, "src/lantern/package.json": "{}" })).toEqual([]);
});

test("an address that the configuration names in code answers to a relative link, too", async () => {
  const site: Files = {
    "next.config.mjs":
      "import nextra from 'nextra';\nconst moved = { '/guides/start': '/guides/install' };\nexport default nextra({})({ redirects: () => list(moved) });\n",
    "pages/guides/install.mdx": PAGE,
    "pages/guides/deploy.mdx": "# Deploy\n\n[start](../guides/start)\n",
    "pages/index.mdx": PAGE,
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "pages/guides/deploy.mdx", "guides/start", "guides/begin"))).toEqual([
    "pages/guides/deploy.mdx:3 broken-link",
  ]);
});

test("no link leads above the first part of the addresses of a site", async () => {
  const site: Files = {
    "astro.config.mjs":
      "import starlight from '@astrojs/starlight';\nexport default { base: '/lantern', integrations: [starlight({})] };\n",
    "src/content/docs/index.md": "---\ntitle: Home\n---\n\n[oil](./reference/oil/)\n",
    "src/content/docs/reference/oil.md": "---\ntitle: Oil\n---\n\nText.\n",
    "src/content/docs/reference/wick.md": "---\ntitle: Wick\n---\n\nText.\n",
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "src/content/docs/index.md", "./reference", "../reference"))).toEqual([
    "src/content/docs/index.md:5 broken-link",
  ]);
});

test("without a generator, a name without a folder is that of a file beside the page", async () => {
  const site: Files = {
    "docs/user-guide.md": PAGE,
    "docs/user/users.md": "# Users\n\n[guide](../user-guide.md)\n",
    "docs/user/keys.md": PAGE,
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await faultsOf(site, edited(site, "docs/user/users.md", "../user-guide", "user-guide"))).toEqual([
    "docs/user/users.md:3 broken-link",
  ]);
  const fromRoot = edited(site, "docs/user/keys.md", "Text.", "[users](user/users.md)");
  expect(await faultsOf(site, fromRoot)).toEqual([]);
});

test("Hugo: a link to `./` leads to the page itself, whose address ends with a slash", async () => {
  const site: Files = {
    "hugo.toml": 'title = "Lantern"\n',
    "content/_index.md": PAGE,
    "content/api/_index.md": "# Api\n\n## Wick\n\n[wick](./#wick) [oil](./#oil)\n",
    "content/api/oil.md": "# Oil\n\nText.\n",
  };
  expect(await allFaults(site)).toEqual(["content/api/_index.md:5 broken-anchor"]);
});
