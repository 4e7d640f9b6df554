import { expect, test } from "vitest";
import { wholeReaderOf } from "../testing.ts";
import { checkSite } from "./check-site.ts";
import { allFaults, allTold, PAGE, pages } from "./testing-changes.ts";
import type { Files } from "./testing-sites.ts";

const PLAIN: Files = { "README.md": PAGE, ...pages("docs/use.md", "docs/guide/oil.md") };
const BROKEN = "# Broken\n\n[a](none.md) ![b](none.png) [c](#none)\n";
const FAULTS = ["broken-anchor", "broken-link", "missing-asset"];

test.each(["testdata", "tests/fixtures", "src/__tests__/pages", "e2e/pages", "src/test/resources", "test-cases"])(
  "faults in %s are notes: tests read them, and they may be meant",
  async (folder) => {
    const { errors, warnings, notes } = await checkSite({
      reader: wholeReaderOf({ ...PLAIN, [`${folder}/broken.md`]: BROKEN }),
      base: null,
    });
    expect([...errors, ...warnings]).toEqual([]);
    expect(notes.map(({ rule }) => rule).sort()).toEqual(FAULTS);
  },
);

test("a README of tests is for readers, and a folder of documents about tests is one of the site", async () => {
  const site: Files = { ...PLAIN, "tests/README.md": BROKEN, "docs/tests/unit.md": BROKEN };
  expect(await allFaults(site)).toHaveLength(4);
  const built: Files = { "mkdocs.yml": "site_name: Lantern\n", ...pages("docs/use.md"), "docs/fixtures/a.md": BROKEN };
  expect(await allFaults(built)).toHaveLength(3);
});

test("faults of installed packages are notes, and those of another project's copy are warnings", async () => {
  const site: Files = {
    ...PLAIN,
    "web/node_modules/oil/README.md": BROKEN,
    "ios/Pods/Oil/README.md": BROKEN,
    "env/lib/python3/site-packages/oil/notes.md": BROKEN,
    "subprojects/oil/README.md": BROKEN,
  };
  const { errors, warnings } = await checkSite({ reader: wholeReaderOf(site), base: null });
  expect(errors).toEqual([]);
  expect(warnings.map(({ path }) => path)).toEqual(Array.from({ length: 3 }, () => "subprojects/oil/README.md"));
});

test("links of templates of requests and records, and of what projects begin with, are not known", async () => {
  const link = "# Title\n\n[a](none.md)\n";
  const made = "# <%= name %>\n\n[a](none.md)\n";
  const site: Files = {
    ...PLAIN,
    "docs/PULL_REQUEST_TEMPLATE.md": link,
    "ISSUE_TEMPLATE/fault.md": link,
    "docs/adr/template.md": link,
    "docs/rfcs/0000-template.md": link,
    "generators/app/templates/README.md": made,
    "templates/service/docs/index.md": "# {{ values.name }}\n\n[a](none.md)\n",
    "{{cookiecutter.slug}}/docs/index.md": link,
  };
  expect(await allFaults(site)).toEqual([]);
  const others: Files = {
    "docs/guide/template.md": link,
    "docs/templates/notes.md": link,
    "docs/adr/0001-oil.md": link,
  };
  expect(await allFaults({ ...site, ...others })).toHaveLength(3);
});

test("what stands for a name in a link is no name yet", async () => {
  const links = ["%URL%", "__DOCS_URL__", "REPLACE_ME", "insert-link", "NNNN-title.md", "./XXX.md"];
  const site = (more: readonly string[]): Files => ({
    ...PLAIN,
    "docs/use.md": `# Use\n\n${more.map((link) => `[a](${link})`).join(" ")}\n`,
  });
  expect(await allFaults(site(links))).toEqual([]);
  expect(await allFaults(site(["linking.md", "replaced.md", "addendum", "%C3%BC.md"]))).toHaveLength(4);
});

test("addresses of a project on its host, beside its files, are not known", async () => {
  const site = (link: string): Files => ({ ...PLAIN, "docs/guide/oil.md": `# Oil\n\n${link}\n` });
  for (const link of [
    "[a](../-/issues/1)",
    "[a](../../-/blob/main/none.md)",
    "[a](../../../../blob/main/none.md)",
    "[a](../../../wiki/None.md)",
    "![a](../badges/main/pipeline.svg)",
  ])
    expect(await allFaults(site(link)), link).toEqual([]);
  expect(await allFaults(site("[a](../blob/none.md)"))).toHaveLength(1);
  const built: Files = {
    "docs/.vitepress/config.ts": "export default {}\n",
    ...pages("docs/use.md", "docs/guide/wick.md"),
    "docs/guide/oil.md": "# Oil\n\n[a](../../docs/none.md)\n",
  };
  expect(await allFaults(built)).toHaveLength(1);
});

test("what DVC keeps elsewhere is there, a file or a folder", async () => {
  const site: Files = {
    "mkdocs.yml": "site_name: Lantern\n",
    ...pages("docs/use.md"),
    "docs/index.md": "# Home\n\n![a](img/a.png) ![b](chart.png)\n\n![c](charts.png)\n",
    "docs/img.dvc": "",
    "docs/chart.png.dvc": "",
  };
  expect(await allFaults(site)).toEqual(["docs/index.md:5 missing-asset"]);
});

test.each([
  ["<!-- BEGIN_TF_DOCS -->\n<!-- END_TF_DOCS -->"],
  ["<!-- commands -->\n\n<!-- commandsstop -->"],
  ["<!-- begin auto-generated rules -->\n<!-- end auto-generated rules -->"],
  ["{/* flags:start */}\n{/* flags:end */}"],
  ["%%COMMANDS%%"],
  ["<!-- INSERT COMMANDS -->"],
])("headings of a page with an open place are not known: %s", async (place) => {
  const page = (body: string) => ({ ...PLAIN, "docs/use.md": `# Use\n\n[a](#run)\n\n${body}\n` });
  expect(await allFaults(page(place))).toEqual([]);
});

test.each([
  ["<!-- BEGIN_TF_DOCS -->\n## Inputs\n<!-- END_TF_DOCS -->"],
  ["<!-- toc -->\n<!-- tocstop -->"],
  ["<!-- a first note -->\n<!-- and another -->"],
  ["<!-- prettier-ignore-start -->\nText.\n<!-- prettier-ignore-end -->"],
])("a place that is filled, and comments that are none, add no headings: %s", async (place) => {
  const site = { ...PLAIN, "docs/use.md": `# Use\n\n[a](#run)\n\n${place}\n` };
  expect(await allFaults(site)).toEqual(["docs/use.md:3 broken-anchor"]);
});

test("MkDocs: what lies among the pages for agents is no orphan", async () => {
  const site: Files = {
    "mkdocs.yml": "nav:\n  - index.md\n",
    ...pages("docs/index.md", "docs/AGENTS.md", "docs/prompts/write.md", "docs/archive/old.md", "docs/other.md"),
  };
  expect(await allTold(site)).toEqual(["docs/other.md:1 orphan-page"]);
});

test("mdBook: an address may begin with where the book is served", async () => {
  const site: Files = {
    "book.toml": "[output.html]\nsite-url = '/lantern/'\n",
    "src/SUMMARY.md": "- [Home](home.md)\n- [Use](use.md)\n",
    "src/home.md": "# Home\n\n[a](/lantern/use.html)\n\n[b](/lantern/uses.html)\n",
    "src/use.md": PAGE,
  };
  expect(await allFaults(site)).toHaveLength(1);
  expect((await allFaults(site))[0]).toContain("src/home.md:5");
});
