import { expect, test } from "vitest";
import { wholeReaderOf } from "../testing.ts";
import { checkSite } from "./check-site.ts";
import { allFaults, edited, faultsOf, PAGE } from "./testing-changes.ts";
import type { Files } from "./testing-sites.ts";

const titled = (title: string, body: string) => `---\ntitle: ${title}\n---\n\n${body}\n`;
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
/** Links of several pages into one folder of addresses, in which the site itself has a page of each name elsewhere. */
const links = (folder: string, names: readonly string[]) =>
  names.map((name) => `[${name}](${folder}/${name}/)`).join(" ");

const NAMES = ["store", "flags", "rules", "keys", "teams", "audit"];
const STARLIGHT: Files = {
  "astro.config.mjs":
    "import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ title: 'Lantern' })] };\n",
  ...Object.fromEntries(NAMES.map((name) => [`src/content/docs/guides/${name}.md`, titled(name, "## Use\n\nText.")])),
  "src/content/docs/index.md": titled("Home", `${links("/api", NAMES)}\n\n[gone](/guides/gone/)`),
  "src/content/docs/guides/install.md": titled("Install", links("/api", NAMES.slice(0, 4))),
};
const whole = (site: Files) => checkSite({ reader: wholeReaderOf(site), base: null });

test("links of several pages into a folder of which nothing is there are said once, and a fault beside them for itself", async () => {
  const { errors, notes, counts } = await whole(STARLIGHT);

  expect(errors.map(({ rule, line }) => `${line} ${rule}`)).toEqual(["7 broken-link"]);
  expect(notes).toEqual([
    {
      path: "src/content/docs/guides/install.md",
      line: 5,
      column: 1,
      rule: "shared-cause",
      message: expect.stringMatching(/^10 links on 2 pages lead to 6 places below \/api, such as \/api\/\w+\. Nothing/),
    },
  ]);
  expect(counts.unknownLinks).toBe(10);
});

test("links into a folder whose pages are there are faults, however many there are", async () => {
  const there = Object.fromEntries(NAMES.map((name) => [`src/content/docs/api/${name}-v2.md`, titled(name, "Text.")]));
  const right = numbers(12).map(() => "[install](/guides/install/)");
  const more = { "src/content/docs/more.md": titled("More", right.join(" ")) };
  const { errors, notes } = await whole({ ...STARLIGHT, ...there, ...more });
  expect({ errors: errors.length, notes }).toEqual({ errors: 11, notes: [] });
});

test("links of one page alone, and fewer than four places, are faults", async () => {
  const site = (first: readonly string[], second: readonly string[]): Files => ({
    "docusaurus.config.js": "module.exports = { title: 'Lantern' };\n",
    ...Object.fromEntries(NAMES.map((name) => [`docs/guides/${name}.md`, PAGE])),
    "docs/a.md": `# A\n\n${first.map((name) => `[x](./api/${name}.md)`).join(" ")}\n`,
    "docs/b.md": `# B\n\n${second.map((name) => `[x](./api/${name}.md)`).join(" ")}\n`,
  });
  expect((await whole(site(NAMES, []))).errors).toHaveLength(6);
  expect((await whole(site(NAMES.slice(0, 3), NAMES.slice(0, 3)))).errors).toHaveLength(6);
  expect((await whole(site(NAMES.slice(0, 4), NAMES.slice(0, 4)))).errors).toEqual([]);
});

test("each is told for itself where the configuration turns the rule off, and one finding where it makes it an error", async () => {
  const set = (level: string) => ({ ".docsteward/checks.json": `{ "rules": { "shared-cause": "${level}" } }` });
  const off = await whole({ ...STARLIGHT, ...set("off") });
  expect({ errors: off.errors.length, notes: off.notes }).toEqual({ errors: 11, notes: [] });
  const strict = await whole({ ...STARLIGHT, ...set("error") });
  expect(strict.errors.map(({ rule }) => rule)).toEqual(["shared-cause", "broken-link"]);
});

const RENAMED: Files = {
  "docusaurus.config.js": "module.exports = { title: 'Lantern' };\n",
  "docs/intro.md": PAGE,
  ...Object.fromEntries(numbers(6).map((number) => [`docs/api/part-${number}.md`, PAGE])),
  ...Object.fromEntries(
    numbers(5).map((page) => [
      `docs/guide-${page}.md`,
      `# Guide\n\n${numbers(6)
        .map((number) => `[a](./api/part-${number}.md)`)
        .join("\n")}\n`,
    ]),
  ),
};

test("thirty links that one change breaks by deleting a folder of pages stay errors", async () => {
  expect(await allFaults(RENAMED)).toEqual([]);
  const gone = Object.fromEntries(numbers(6).map((number) => [`docs/api/part-${number}.md`, null]));
  const moved = Object.fromEntries(numbers(6).map((number) => [`docs/reference/chapter-${number}.md`, PAGE]));

  const found = await faultsOf(RENAMED, { ...gone, ...moved });
  expect(found).toHaveLength(30);
  expect(found.every((one) => one.endsWith("broken-link"))).toBe(true);
});

test("thirty links to a page that a change renames stay errors", async () => {
  const target = { "docs/setup.md": PAGE };
  const pages = numbers(30).map((number) => [`docs/page-${number}.md`, `# Page\n\n[setup](./setup.md)\n`]);
  const site = {
    "docusaurus.config.js": RENAMED["docusaurus.config.js"] ?? "",
    ...target,
    ...Object.fromEntries(pages),
  };

  expect(await faultsOf(site, { "docs/setup.md": null, "docs/begin-here.md": PAGE })).toHaveLength(30);
});

test("a change's link into a folder that the site could not be seen to have is no error, one to another place is", async () => {
  const path = "src/content/docs/guides/keys.md";
  expect(await faultsOf(STARLIGHT, edited(STARLIGHT, path, "Text.", "[store](/api/store/)"))).toEqual([]);
  expect(await faultsOf(STARLIGHT, edited(STARLIGHT, path, "Text.", "[store](/guides/shop/)"))).toEqual([
    `${path}:7 broken-link`,
  ]);
});

test("links to source files as if pages lay beside them are faults, each of them", async () => {
  const sources = NAMES.map((name) => `[${name}](src/core/${name}.cpp#L3)`).join(" ");
  const site = {
    ...STARLIGHT,
    "src/content/docs/index.md": titled("Home", sources),
    "src/content/docs/guides/install.md": titled("Install", sources),
  };
  const { errors, notes } = await whole(site);
  expect({ errors: errors.length, notes }).toEqual({ errors: 12, notes: [] });
});

test("a book's pages are all written: links into a folder that is not there are errors", async () => {
  const book: Files = {
    "book.toml": "[book]\n",
    "src/SUMMARY.md": "- [Intro](intro.md)\n- [Install](install.md)\n",
    "src/intro.md": `# Intro\n\n${NAMES.map((name) => `[a](./api/${name}.md)`).join("\n")}\n`,
    "src/install.md": `# Install\n\n${NAMES.map((name) => `[a](./api/${name}.md)`).join("\n")}\n`,
  };
  expect(await allFaults(book)).toHaveLength(12);
});

test("many entries of a navigation file without a page are said once, few are faults", async () => {
  const site = (missing: number): Files => ({
    "docs.json": JSON.stringify(
      {
        name: "Lantern",
        navigation: { pages: ["index", "keys", ...numbers(missing).map((one) => `made/page-${one}`)] },
      },
      null,
      2,
    ),
    "index.mdx": titled("Home", "Text."),
    "keys.mdx": titled("Keys", "Text."),
  });
  const { errors, notes } = await whole(site(12));
  expect(errors).toEqual([]);
  expect(notes).toMatchObject([
    { path: "docs.json", rule: "shared-cause", message: expect.stringMatching(/^12 of 14 entries of this file/) },
  ]);
  expect(await allFaults(site(5))).toHaveLength(5);
});

test("many entries without a page in navigation files of one name are said once, in few of them they are faults", async () => {
  const site = (folders: number): Files => {
    const parts = numbers(folders).flatMap((part): [string, string][] => [
      [
        `pages/part-${part}/_meta.json`,
        JSON.stringify({ start: "Start", one: "One", two: "Two", six: "Six" }, null, 2),
      ],
      [`pages/part-${part}/start.mdx`, titled("Start", "Text.")],
    ]);
    return { "theme.config.jsx": "export default {};\n", "pages/index.mdx": "# Home\n", ...Object.fromEntries(parts) };
  };
  const { errors, notes } = await whole(site(4));
  expect(errors).toEqual([]);
  expect(notes).toMatchObject([
    { rule: "shared-cause", message: expect.stringMatching(/^12 of 16 entries of 4 files called _meta\.json lead/) },
  ]);
  expect(await allFaults(site(3))).toHaveLength(9);
});

test("faults that are spread over a site stay errors", async () => {
  const pages = numbers(20).map((number) => [
    `docs/part-${number % 4}/page-${number}.md`,
    `# Page\n\n[a](./page-${number}-old.md) [b](#use-${number}) [c](../part-${(number + 1) % 4}/gone-${number}.md)\n`,
  ]);
  const site: Files = {
    "docusaurus.config.js": "module.exports = { title: 'Lantern' };\n",
    ...Object.fromEntries(pages),
  };
  const { errors, notes } = await whole(site);
  expect({ errors: errors.length, notes }).toEqual({ errors: 60, notes: [] });
});
