import { expect, test } from "vitest";
import { wholeReaderOf } from "../testing.ts";
import { checkSite } from "./check-site.ts";
import { allFaults, faultsOf, PAGE, titled } from "./testing-changes.ts";
import type { Files } from "./testing-sites.ts";

const DOCSIFY: Files = {
  "README.md": "# Lantern\n\n[gone](CONTRIBUTING.md)\n",
  "book/index.html": "<script>window.$docsify = { name: 'Lantern' }</script>\n",
  "book/README.md": "# Lantern\n\n[Use](guide/use.md)\n",
  "book/guide/use.md": '# Use\n\n[Set up](guide/setup.md)\n\n<img src="../img/a.png">\n',
  "book/guide/setup.md": PAGE,
  "book/img/b.png": "",
};

test("links of a site of docsify are said once, as a warning with its name, and those of a README beside it are faults", async () => {
  const { errors, warnings } = await checkSite({ reader: wholeReaderOf(DOCSIFY), base: null });
  expect(errors.map(({ path, line }) => `${path}:${line}`)).toEqual(["README.md:3"]);
  expect(warnings.map(({ path, line, message }) => `${path}:${line} ${message}`)).toEqual([
    expect.stringMatching(/^book\/guide\/use\.md:\d docsify builds this site, .*: 2 links, files and addresses could/),
  ]);
});

test("what a change breaks in such a site is found", async () => {
  expect(await faultsOf(DOCSIFY, { "book/guide/use.md": null })).toEqual(["book/README.md:3 broken-link"]);
});

test("a sample of docsify says nothing of the pages around it", async () => {
  const site: Files = {
    "examples/index.html": DOCSIFY["book/index.html"] ?? "",
    "docs/use.md": "# Use\n\n[a](gone.md)\n",
  };
  expect(await allFaults(site)).toEqual(["docs/use.md:3 broken-link"]);
});

test("a site whose own generator is known is judged by that one", async () => {
  const site: Files = {
    "mkdocs.yml": "site_name: Lantern\n",
    "docs/index.html": DOCSIFY["book/index.html"] ?? "",
    "docs/index.md": "# Home\n\n[a](gone.md)\n",
  };
  expect(await allFaults(site)).toEqual(["docs/index.md:3 broken-link"]);
});

const PLAIN = { "docs/use.md": "# Use\n\n[a](gone.md)\n" };
const SITES: Record<string, Files> = {
  Hexo: {
    "_config.yml": "theme: next\npermalink: :title/\n",
    "package.json": '{ "dependencies": { "hexo": "7.0.0" } }',
    "source/_posts/use.md": titled("Use", "[a](gone.md)"),
  },
  VuePress: { ...PLAIN, "docs/.vuepress/config.js": "" },
  Eleventy: { ...PLAIN, "eleventy.config.js": "" },
  Gatsby: { ...PLAIN, "gatsby-config.js": "" },
  Antora: { "antora.yml": "", "modules/ROOT/pages/use.md": PLAIN["docs/use.md"] },
  Rspress: { ...PLAIN, "rspress.config.ts": "" },
  Vocs: { "docs/pages/use.md": PLAIN["docs/use.md"], "vocs.config.ts": "" },
  Retype: { ...PLAIN, "docs/retype.yml": "" },
  DocFX: { ...PLAIN, "docs/docfx.json": "{}" },
  Zola: {
    "config.toml": 'base_url = "https://example.com"\n',
    "templates/index.html": "",
    "content/_index.md": "+++\ntitle = 'Home'\n+++\n\n[a](gone.md)\n",
  },
  Quartz: { "quartz.config.ts": "", "content/use.md": PLAIN["docs/use.md"] },
  Nuxt: { "nuxt.config.ts": "", "content/use.md": PLAIN["docs/use.md"] },
  Astro: { "astro.config.mjs": "export default {};\n", "src/pages/use.md": PLAIN["docs/use.md"] },
};

test.each(Object.entries(SITES))("%s is known by its files", async (name, site) => {
  const { errors, warnings } = await checkSite({ reader: wholeReaderOf(site), base: null });
  expect(errors).toEqual([]);
  expect(warnings.map(({ message }) => message.split(" ")[0])).toEqual([name]);
});

test("without those files the same links are faults", async () => {
  expect(await allFaults(PLAIN)).toEqual(["docs/use.md:3 broken-link"]);
  const jekyll: Files = { ...SITES.Hexo, "package.json": "{}" };
  expect((await allFaults(jekyll)).join()).toContain("broken-link");
});
