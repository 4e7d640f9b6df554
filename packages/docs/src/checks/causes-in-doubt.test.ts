import { expect, test } from "vitest";
import { wholeReaderOf } from "../testing.ts";
import { checkSite } from "./check-site.ts";
import type { Files } from "./testing-sites.ts";

const whole = (site: Files) => checkSite({ reader: wholeReaderOf(site), base: null });
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
const rules = ({ errors, notes }: Awaited<ReturnType<typeof whole>>) => ({
  errors: errors.map(({ rule }) => rule),
  notes: notes.map(({ rule, message }) => `${rule}: ${message.split(".")[0]}`),
});

const MKDOCS: Files = { "mkdocs.yml": "site_name: Lantern\nnav:\n  - Home: index.md\n" };
const pictures = (count: number) => numbers(count).map((n) => `![Step](shots/step-${n}.png)`);
const files = (folder: string, count: number): Files =>
  Object.fromEntries(numbers(count).map((n) => [`${folder}/shots/step-${n}.png`, ""]));

test("files that are missing, and lie below one folder beside the site, are said once: a build may copy them", async () => {
  const page = { "docs/index.md": `# Home\n\n${pictures(3).join("\n")}\n\n![Gone](shots/gone.png)\n` };
  expect(rules(await whole({ ...MKDOCS, ...page, ...files("media", 3) }))).toEqual({
    errors: ["missing-asset"],
    notes: [
      "shared-cause: 3 links and images lead to 3 places that are not there, and lie below media, such as media/shots/step-0",
    ],
  });
});

test("two of them, and those that lie among the pages, are faults", async () => {
  const own = "![Own](own.png)";
  const page = (count: number) => ({
    "docs/index.md": `# Home\n\n${pictures(count).join("\n")}\n${own}\n`,
    "docs/own.png": "",
  });
  expect((await whole({ ...MKDOCS, ...page(2), ...files("media", 2) })).errors).toHaveLength(2);
  expect((await whole({ ...MKDOCS, ...page(3), ...files("docs/old", 3) })).errors).toHaveLength(3);
});

const FUMADOCS: Files = {
  "source.config.ts":
    "import { defineDocs } from 'fumadocs-mdx/config';\nexport const docs = defineDocs({ dir: 'content/docs' });\n",
  "package.json": '{ "dependencies": { "fumadocs-mdx": "14.0.0", "fumadocs-core": "16.0.0" } }',
};
const page = (name: string, text: string): Files => ({ [`content/docs/${name}.mdx`]: text });
const titled = numbers(8).map((n) => page(`good-${n}`, `---\ntitle: Good ${n}\n---\n\nText.\n`));

test("titles that a quarter of the pages lack are said once: the site is built all the same", async () => {
  const without = numbers(5).map((n) => page(`bare-${n}`, `# Bare ${n}\n\nText.\n`));
  const found = rules(await whole(Object.assign({}, FUMADOCS, ...titled, ...without)));
  expect(found.errors).toEqual([]);
  expect(found.notes).toEqual([expect.stringMatching(/^shared-cause: 5 of 13 pages fail the rule missing-title/)]);
});

test("titles that several pages lack are said once where the build ends without, and one is a fault", async () => {
  const bare = (count: number) => numbers(count).map((n) => page(`bare-${n}`, `# Bare ${n}\n\nText.\n`));
  const one = rules(await whole(Object.assign({}, FUMADOCS, ...titled, ...bare(1))));
  expect(one).toEqual({ errors: ["missing-title"], notes: [] });
  const two = rules(await whole(Object.assign({}, FUMADOCS, ...titled, ...bare(2))));
  expect(two.errors).toEqual([]);
  expect(two.notes).toEqual([expect.stringMatching(/^shared-cause: 2 pages have no title in their front matter/)]);
});

test("pictures of folders that are not there are said once from five on, where a build may make them", async () => {
  const text = (count: number) => ({ "docs/index.md": `# Home\n\n${pictures(count).join("\n")}\n` });
  const many = rules(await whole({ ...MKDOCS, ...text(5) }));
  expect(many.errors).toEqual([]);
  expect(many.notes).toEqual([expect.stringMatching(/^shared-cause: 5 links and images lead to 5 files in folders/)]);
  expect((await whole({ ...MKDOCS, ...text(4) })).errors).toHaveLength(4);
  const kept = { ...MKDOCS, ...text(5), "docs/shots/other.png": "" };
  expect((await whole(kept)).errors).toHaveLength(5);
});

test("an address that ten pages name and nothing answers is said once, and one that nine name is a fault of each", async () => {
  const naming = (count: number): Files =>
    Object.fromEntries(numbers(count).map((n) => [`docs/page-${n}.md`, `# Page ${n}\n\n[it](./gone.md)\n`]));
  const config = { "docusaurus.config.js": "module.exports = { title: 'Lantern' };\n" };
  const ten = rules(await whole({ ...config, ...naming(10) }));
  expect(ten.errors).toEqual([]);
  expect(ten.notes).toEqual([
    expect.stringMatching(/^shared-cause: 10 links on 10 pages lead to docs\/gone, which is not/),
  ]);
  expect((await whole({ ...config, ...naming(9) })).errors).toHaveLength(9);
});

test("two pairs of pages with one address are said once, and one pair is a warning of its own", async () => {
  const pair = (name: string): Files => ({ [`docs/01-${name}.md`]: "# A\n", [`docs/02-${name}.md`]: "# B\n" });
  const config = { "docusaurus.config.js": "module.exports = { title: 'Lantern' };\n" };
  const one = await whole({ ...config, ...pair("a") });
  expect(rules(one)).toEqual({ errors: [], notes: [] });
  expect(one.warnings.map(({ rule }) => rule)).toEqual(["duplicate-slug"]);
  const two = rules(await whole({ ...config, ...pair("a"), ...pair("b") }));
  expect(two.errors).toEqual([]);
  expect(two.notes).toEqual([expect.stringMatching(/^shared-cause: 2 pages have the address of another page/)]);
});

const target = { "docs/target.md": "# Target\n\n## Set it up: now\n\n## Other part\n" };
const linking = (count: number, anchor: string): Files =>
  Object.fromEntries(numbers(count).map((n) => [`docs/from-${n}.md`, `# From ${n}\n\n[it](target.md#${anchor})\n`]));

test("an anchor that three pages write in one other form than the heading has is said once", async () => {
  const site = { "mkdocs.yml": "site_name: Lantern\n", ...target };
  const three = rules(await whole({ ...site, ...linking(3, "set_it_up_now") }));
  expect(three.errors).toEqual([]);
  expect(three.notes).toEqual([
    expect.stringMatching(/^shared-cause: 3 links on 3 pages name headings in another form/),
  ]);
  expect((await whole({ ...site, ...linking(2, "set_it_up_now") })).errors).toHaveLength(2);
  expect((await whole({ ...site, ...linking(3, "no-such-part") })).errors).toHaveLength(3);
});

test("titles that two pages of Mintlify lack are each told: it builds them", async () => {
  const config = { "docs.json": '{ "navigation": [{ "group": "A", "pages": ["index", "a", "b"] }] }' };
  const index = { "index.mdx": "---\ntitle: Home\n---\n\nText.\n" };
  const found = rules(await whole({ ...config, ...index, "a.mdx": "Text.\n", "b.mdx": "Text.\n" }));
  expect(found).toEqual({ errors: ["missing-title", "missing-title"], notes: [] });
});

test("links that name where the site is hosted count from there, and lead into no folder of another tool", async () => {
  const site: Files = {
    "mkdocs.yml": "site_name: Lantern\nsite_url: https://example.org/lantern/\n",
    "docs/index.md":
      "# Home\n\n[a](/lantern/guides/oil)\n\n[b](/lantern/guides/wick)\n\n[c](/lantern/classes/lamp.html)\n",
    "docs/guides/oil.md": "# Oil\n\nText.\n",
  };
  const { errors, warnings } = await whole(site);
  expect(errors.map(({ line, rule }) => `${line} ${rule}`)).toEqual(["5 broken-link"]);
  expect(warnings.map(({ line, message }) => `${line} ${message.split(",")[0]}`)).toEqual([
    "7 1 link leads to HTML below /classes",
  ]);
});

test("HTML comments on many pages of MDX are said once: they are no slip; those on a few are faults", async () => {
  const pages = (count: number): Files => ({
    "docs.json": JSON.stringify({
      name: "Lantern",
      navigation: { pages: ["home", ...numbers(count).map((n) => `page-${n}`)] },
    }),
    "home.mdx": "---\ntitle: Home\n---\n\nText.\n",
    ...Object.fromEntries(
      numbers(count).map((n) => [`page-${n}.mdx`, `---\ntitle: Page ${n}\n---\n\n<!-- Made by a tool. -->\n\nText.\n`]),
    ),
  });
  const { errors, warnings } = await whole(pages(5));
  expect([errors, warnings.map(({ message }) => message)]).toEqual([
    [],
    [
      "5 pages hold HTML comments, each of which would end the build of its page. Does the site take them out first? If not, write {/* … */}.",
    ],
  ]);
  expect(rules(await whole(pages(4))).errors).toEqual(Array.from({ length: 4 }, () => "mdx-syntax"));
});

const warned = async (site: Files) => (await whole(site)).warnings.map(({ rule, message }) => `${rule}: ${message}`);
const unlisted = (folder: string, count: number): Files =>
  Object.fromEntries(numbers(count).map((n) => [`docs/${folder}part-${n}.md`, "# Part\n\nText.\n"]));
const LISTED: Files = {
  "mkdocs.yml": `site_name: Lantern\nnav:\n${numbers(12)
    .map((n) => `  - use/${n}.md\n`)
    .join("")}`,
  ...Object.fromEntries(numbers(12).map((n) => [`docs/use/${n}.md`, "# Use\n\nText.\n"])),
};

test("pages in no navigation are said once where they are all of a folder, and singly where it has others", async () => {
  expect(
    await warned({ ...LISTED, ...unlisted("plans/", 3), ...unlisted("plans/old/", 3), ...unlisted("", 2) }),
  ).toEqual([
    "orphan-page: The page isn't in the navigation. Add it to the navigation file, or link to it from another page.",
    "orphan-page: The page isn't in the navigation. Add it to the navigation file, or link to it from another page.",
    "shared-cause: None of the 6 pages in docs/plans is in the navigation, such as docs/plans/old/part-0.md. Are they part of the site? If so, add them to the navigation.",
  ]);
  expect(await warned({ ...LISTED, ...unlisted("use/", 6) })).toHaveLength(6);
});

test("pages in no navigation are said once where they are half of the site", async () => {
  expect(await warned({ ...LISTED, ...unlisted("use/", 12) })).toEqual([
    "shared-cause: 12 of 24 pages aren't in the navigation, such as docs/use/part-0.md. Are they part of the site? If so, add them to the navigation.",
  ]);
});
