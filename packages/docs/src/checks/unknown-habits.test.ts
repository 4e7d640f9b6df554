import { expect, test } from "vitest";
import { wholeReaderOf } from "../testing.ts";
import { checkSite } from "./check-site.ts";
import { allFaults, allTold, faultsOf, titled } from "./testing-changes.ts";
import type { Files } from "./testing-sites.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
const lines = (...text: string[]) => `${text.join("\n\n")}\n`;
const errorsOf = async (site: Files) => (await told(site)).errors;

/** What a check of a whole site tells: errors and warnings, each by its rule; of a shared cause also how its sentence begins. */
async function told(site: Files) {
  const { errors, warnings, notes } = await checkSite({ reader: wholeReaderOf(site), base: null });
  expect(notes).toEqual([]);
  return {
    errors: errors.map(({ rule }) => rule),
    warnings: warnings.map(({ rule, message }) => (rule === "shared-cause" ? message : rule)),
  };
}

const DOCUSAURUS: Files = {
  "docusaurus.config.js": "module.exports = { title: 'Lantern' };\n",
  "docs/intro.md": "# Intro\n\n## Use\n\nText.\n",
  "docs/guides/install.md": "# Install\n\nText.\n",
};
const MKDOCS: Files = { "mkdocs.yml": "site_name: Lantern\n", "docs/index.md": "# Home\n" };

test("links to addresses in a folder without a page are said once a folder, and one beside pages is a fault", async () => {
  const site = { ...DOCUSAURUS, "docs/a.md": lines("# A", "[x](/app/settings) [y](/app/keys) [z](/docs/guides/gone)") };
  expect(await told(site)).toEqual({
    errors: ["broken-link"],
    warnings: [
      expect.stringMatching(/^2 links lead to addresses below \/app\/, such as \/app\/settings, where this site/),
    ],
  });
});

test("a change's link to an address in a folder without a page stays an error", async () => {
  expect(await faultsOf(DOCUSAURUS, { "docs/a.md": lines("# A", "[x](/app/settings)") })).toEqual([
    "docs/a.md:3 broken-link",
  ]);
});

test("in a site whose pages are all written, a link to such an address is a fault", async () => {
  const config = { "docs.json": '{ "navigation": [{ "group": "A", "pages": ["index"] }] }' };
  expect(await errorsOf({ ...config, "index.mdx": "---\ntitle: Home\n---\n\n[x](/app/settings)\n" })).toEqual([
    "broken-link",
  ]);
});

test("links from the root, of which most lead nowhere, are said once, and fewer are faults", async () => {
  const site = (lost: number): Files => ({
    "docs.json": '{ "navigation": [{ "group": "A", "pages": ["index", "keys"] }] }',
    "keys.mdx": "---\ntitle: Keys\n---\n\nText.\n",
    "index.mdx": lines("---\ntitle: Home\n---", "[k](/keys)", ...numbers(lost).map((n) => `[x](/guides/part-${n})`)),
  });
  expect(await told(site(4))).toEqual({
    errors: [],
    warnings: [expect.stringMatching(/^4 of 5 links from the root of the site lead to no page/)],
  });
  expect(await errorsOf(site(3))).toHaveLength(3);
});

test("relative links without an ending are said once where they are often wrong, and one among many is told by itself", async () => {
  const right = (count: number) => numbers(count).map(() => "[i](intro)");
  const site = (count: number): Files => ({
    ...DOCUSAURUS,
    "docs/a.md": lines("# A", ...right(count), "[x](part-one) [y](part-two)"),
  });
  expect(await told(site(3))).toEqual({
    errors: [],
    warnings: [expect.stringMatching(/^2 of 5 relative links without the ending of a page lead to no page/)],
  });
  expect(await told(site(20))).toEqual({ errors: [], warnings: ["broken-link", "broken-link"] });
  const lone = { ...DOCUSAURUS, "docs/a.md": lines("# A", "[x](part-one)") };
  expect(await told(lone)).toEqual({ errors: [], warnings: ["broken-link"] });
});

test("links of a page that are right from another folder are said once, unless the page has right ones", async () => {
  const pages = Object.fromEntries(numbers(4).map((n) => [`docs/guide/part-${n}.md`, `# Part ${n}\n`]));
  const taken = numbers(4).map((n) => `[p](guide/part-${n}.md)`);
  const site = (...more: string[]): Files => ({
    ...MKDOCS,
    ...pages,
    "docs/guide/start/index.md": lines("# Start", ...taken, ...more),
  });
  expect(await told(site())).toEqual({
    errors: [],
    warnings: [
      expect.stringMatching(/^4 links of this page, such as .*, would be right in docs\. Is the page shown there/),
    ],
  });
  const right = numbers(4).map((n) => `[p](../part-${n}.md)`);
  expect(await errorsOf(site(...right))).toHaveLength(4);
});

test("an anchor of what looks like a heading and is none here is a warning, and another one is a fault", async () => {
  const text = lines("# A", "[x](#set-it-up) [y](#no-such-part)", "<div>\n## Set it up\n</div>");
  expect(await told({ ...MKDOCS, "docs/a.md": text })).toEqual({
    errors: ["broken-anchor"],
    warnings: [expect.stringMatching(/^1 link leads to what looks like a heading of docs\/a\.md/)],
  });
});

test("one anchor of its own that a page names three times and does not have is said once", async () => {
  const page = (count: number): Files => ({ "docs/a.md": lines("# A", ...numbers(count).map((n) => `[b${n}](#go)`)) });
  expect(await told({ ...MKDOCS, ...page(3) })).toEqual({
    errors: [],
    warnings: [expect.stringMatching(/^3 links of this page name its anchor #go, which isn't there/)],
  });
  expect(await errorsOf({ ...MKDOCS, ...page(2) })).toHaveLength(2);
});

test("six anchors that a page does not have are said once, unless it has as many that are named", async () => {
  const target = { "docs/b.md": lines("# B", ...numbers(6).map((n) => `## Part ${n}`)) };
  const lost = numbers(6).map((n) => `[x](b.md#piece-of-${n}-it)`);
  const right = numbers(6).map((n) => `[x](b.md#part-${n})`);
  const site = (...links: string[]): Files => ({ ...MKDOCS, ...target, "docs/a.md": lines("# A", ...links) });
  expect(await told(site(...lost))).toEqual({
    errors: [],
    warnings: [expect.stringMatching(/^6 links name 6 headings of docs\/b\.md that aren't there, .* and 0 that are/)],
  });
  expect(await errorsOf(site(...lost, ...right))).toHaveLength(6);
  expect(await errorsOf(site(...lost.slice(1)))).toHaveLength(5);
});

test("an anchor that five pages lack is said once: their layout may have it", async () => {
  const site = (count: number): Files => ({
    ...MKDOCS,
    ...Object.fromEntries(numbers(count).map((n) => [`docs/page-${n}.md`, `# Page ${n}\n`])),
    "docs/a.md": lines("# A", ...numbers(count).map((n) => `[x](page-${n}.md#content)`)),
  });
  expect(await told(site(5))).toEqual({
    errors: [],
    warnings: [expect.stringMatching(/^5 links name #content of 5 pages, none of which has it/)],
  });
  expect(await errorsOf(site(4))).toHaveLength(4);
});

test("pictures of a page that shows none that is there, and that lie elsewhere by name, are said once", async () => {
  const elsewhere = Object.fromEntries(numbers(3).map((n) => [`media/part-${n}/step-${n}.png`, ""]));
  const site = (...more: string[]): Files => ({
    ...MKDOCS,
    ...elsewhere,
    "docs/own.png": "",
    "docs/a.md": lines("# A", ...numbers(3).map((n) => `![s](step-${n}.png)`), ...more),
  });
  expect(await told(site())).toEqual({
    errors: [],
    warnings: [expect.stringMatching(/^3 pictures of this page aren't where it names them/)],
  });
  expect(await errorsOf(site("![own](own.png)"))).toHaveLength(3);
  expect(await errorsOf(site("![gone](gone.png)"))).toHaveLength(4);
});

test("code blocks that are not closed are said once from five on", async () => {
  const open = "```sh\nrun\n\nText of the page.\n\n## Part\n";
  const site = (count: number): Files => ({
    ...MKDOCS,
    ...Object.fromEntries(numbers(count).map((n) => [`docs/page-${n}.md`, `# Page ${n}\n\n${open}`])),
  });
  expect(await told(site(5))).toEqual({
    errors: [],
    warnings: [expect.stringMatching(/^5 code blocks are not closed/)],
  });
  expect(await errorsOf(site(4))).toHaveLength(4);
});

test("what a builder would end on alone, and what another project wrote, are warnings of a site and errors of a change", async () => {
  const imported = { "docs/a.mdx": lines("import Part from './gone.js';", "# A", "<Part />") };
  expect(await told({ ...DOCUSAURUS, ...imported })).toEqual({ errors: [], warnings: ["bad-import"] });
  expect(await faultsOf(DOCUSAURUS, imported)).toEqual(["docs/a.mdx:1 bad-import"]);

  const taken = { "docs/vendor/lib/notes.md": "# Notes\n\n[x](./gone.md)\n" };
  expect(await told({ ...DOCUSAURUS, ...taken })).toEqual({ errors: [], warnings: ["broken-link"] });
  expect(await faultsOf(DOCUSAURUS, taken)).toEqual(["docs/vendor/lib/notes.md:3 broken-link"]);
});

const HUGO: Files = {
  "hugo.toml": 'title = "Lantern"\n',
  "content/_index.md": "---\ntitle: Home\n---\n\nText.\n",
  "content/use/start.md": "---\ntitle: Start\n---\n\nText.\n",
  "static/other.png": "",
};

test("files that Hugo may mount are warnings of a site, and errors of a change", async () => {
  const next = { "content/use/next.md": "---\ntitle: Next\n---\n\n![y](gone.png)\n" };
  expect(await told({ ...HUGO, ...next })).toEqual({ errors: [], warnings: ["missing-asset"] });
  expect(await faultsOf(HUGO, next)).toEqual(["content/use/next.md:5 missing-asset"]);
});

test("a relative link without an ending is an error of a site where it counts from a file", async () => {
  const book = {
    "book.toml": "[book]\n",
    "src/SUMMARY.md": "- [Intro](intro.md)\n",
    "src/intro.md": "# Intro\n\n[x](gone/)\n",
  };
  expect(await errorsOf(book)).toEqual(["broken-link"]);
  expect(await errorsOf({ ...DOCUSAURUS, "docs/a.md": lines("# A", "[x](./gone.md)") })).toEqual(["broken-link"]);
  expect(await faultsOf(DOCUSAURUS, { "docs/a.md": lines("# A", "[x](part-one)") })).toEqual([
    "docs/a.md:3 broken-link",
  ]);
});

test("a level in the configuration makes them errors of a site again", async () => {
  const site = { ...DOCUSAURUS, "docs/a.mdx": lines("import Part from './gone.js';", "# A", "<Part />") };
  const config = { ".docsteward/checks.json": '{ "rules": { "bad-import": "error" } }' };
  expect(await told({ ...site, ...config })).toEqual({ errors: ["bad-import"], warnings: [] });
});

test("what stands in a copied theme of Jekyll is a note, unless the configuration sets its level", async () => {
  const theme = "doc/themes/box/README.md";
  const site: Files = {
    "_config.yml": "title: Lantern\ntheme: box\n",
    "doc/use.md": titled("Use", "Text."),
    [theme]: "# Box\n\n[x](./gone.md)\n\n![y](gone.png)\n",
  };
  expect(await allFaults(site)).toEqual([]);
  expect(await allTold(site)).toEqual([`${theme}:3 broken-link`, `${theme}:5 missing-asset`]);
  const set = { ...site, ".docsteward/checks.json": '{ "rules": { "broken-link": "error" } }' };
  expect(await allFaults(set)).toEqual([`${theme}:3 broken-link`]);
});

test("many links to one address below which another app lies are no sign of a layout that is not understood", async () => {
  const site = {
    "astro.config.mjs":
      "import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ title: 'Lantern' })] };\n",
    "src/content/docs/index.md": titled(
      "Home",
      numbers(40)
        .map((n) => `[x](/storybook/?path=story-${n})`)
        .join("\n"),
    ),
    "src/content/docs/parts/oil.md": titled("Oil", "[home](/) [oil](/parts/oil/)"),
  };
  expect(await told(site)).toEqual({
    errors: [],
    warnings: [
      "40 links lead to /storybook, where this site has no page. Does something else serve them? If not, correct the links.",
    ],
  });
});
