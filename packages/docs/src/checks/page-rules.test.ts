import { describe, expect, test } from "vitest";
import { parsePage } from "../page/parse-page.ts";
import { wholeReaderOf } from "../testing.ts";
import { checkSite } from "./check-site.ts";
import { changedCode } from "./page-rules.ts";
import { allFaults, pages, titled } from "./testing-changes.ts";
import type { Files } from "./testing-sites.ts";

const block = (code: string, language = "js") => `\`\`\`${language}\n${code}\n\`\`\`\n`;
const page = (...blocks: string[]) => parsePage("a.md", blocks.join("\nText.\n\n"));

test.each([
  ["nothing", page(block("a")), page(block("a")), null],
  ["a block added", page(block("a")), page(block("new"), block("a")), null],
  ["a block taken out", page(block("a"), block("b")), page(block("b")), null],
  ["a block moved", page(block("a"), block("b")), page(block("b"), block("a")), null],
  ["spaces at the end of a line", page(block("a  ")), page(block("a")), null],
  ["other line ends", page("```\r\na\r\n```\r\n"), page("```\na\n```\n"), null],
  ["a word", page(block("a"), block("b")), page(block("a"), block("c")), 7],
  ["a language", page(block("a")), page(block("a", "ts")), 1],
  ["a word beside a block added", page(block("a"), block("b")), page(block("c"), block("b"), block("d")), 1],
])("%s", (_name, before, now, line) => {
  expect(changedCode(now, before)[0]?.line ?? null).toBe(line);
});

test("one warning names every block of the page", () => {
  const findings = changedCode(page(block("x"), block("b"), block("z")), page(block("a"), block("b"), block("c")));

  expect(findings).toMatchObject([
    { severity: "warning", message: expect.stringContaining("Code changed on lines 1, 13:") },
  ]);
});

test("a new page has no code that was there before", () => {
  expect(changedCode(page(block("a")), null)).toEqual([]);
});

describe("a page without a title", () => {
  const pages = (count: number, text: string, ending = "mdx") =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`docs/page${at}.${ending}`, text]));
  const titlesOf = async (files: Record<string, string>) => {
    const { errors, warnings } = await checkSite({ reader: wholeReaderOf(files), base: null });
    return { errors: errors.map(({ path, rule }) => `${path} ${rule}`), warnings: warnings.map(({ path }) => path) };
  };
  const docusaurus = { "docusaurus.config.js": "module.exports = {}\n", ...pages(12, "# Title\n", "md") };

  test("is an error in Mintlify, without front matter and a heading, whatever the other pages have", async () => {
    const site = { "docs.json": '{ "navigation": { "pages": ["docs/a", "docs/b", "docs/c"] } }' };
    const three = { "docs/a.mdx": "Text.\n", "docs/b.mdx": "# B\n", "docs/c.mdx": "---\nopenapi: GET /x\n---\n" };

    expect(await titlesOf({ ...site, ...three })).toEqual({ errors: ["docs/a.mdx missing-title"], warnings: [] });
  });

  test("is an error in Mintlify on a wide page, and none in a mode that shows no title", async () => {
    const site = { "docs.json": '{ "navigation": { "pages": ["docs/a", "docs/b"] } }' };
    const two = { "docs/a.mdx": "---\nmode: wide\n---\n\nText.\n", "docs/b.mdx": "---\nmode: custom\n---\n\nText.\n" };

    expect(await titlesOf({ ...site, ...two })).toEqual({ errors: ["docs/a.mdx missing-title"], warnings: [] });
  });

  test("is a warning in Docusaurus, which shows the name of its file, and none where the heading has an underline", async () => {
    const added = { "docs/a.md": "Text.\n", "docs/b.md": "`B`\n===\n\nText.\n" };

    expect(await titlesOf({ ...docusaurus, ...added })).toEqual({ errors: [], warnings: ["docs/a.md"] });
  });

  test("is nothing in Docusaurus where many pages have none", async () => {
    expect(await titlesOf({ ...docusaurus, ...pages(4, "Text.\n", "md") })).toEqual({ errors: [], warnings: [] });
  });

  test("is nothing in MkDocs where the navigation names it, or its text is taken in from elsewhere", async () => {
    const nav = "nav:\n  - Named: named.md\n  - part.md\n  - bare.md\n";
    const three = { "docs/named.md": "Text.\n", "docs/part.md": '--8<-- "NOTES.md"\n', "docs/bare.md": "Text.\n" };
    const listed = Array.from({ length: 30 }, (_, at) => `  - page${at}.md\n`).join("");

    expect(await titlesOf({ "mkdocs.yml": nav + listed, ...pages(30, "# Title\n", "md"), ...three })).toEqual({
      errors: [],
      warnings: ["docs/bare.md"],
    });
  });
});

test("a piece of text that another page takes in needs no title", async () => {
  const site: Files = {
    "docs/.vitepress/config.ts": "export default {}\n",
    ...pages("docs/index.md", "docs/a.md", "docs/b.md", "docs/c.md", "docs/d.md", "docs/e.md"),
    "docs/part.md": "Text.\n",
  };
  const lone = await allFaults(site);
  expect(lone).toEqual(["docs/part.md:1 missing-title"]);
  expect(await allFaults({ ...site, "docs/a.md": "# A\n\n<!--@include: ./part.md-->\n" })).toEqual([]);
});

test("a page that is too much to be parsed is a note of a whole check", async () => {
  const site: Files = {
    "docs.json": '{ "navigation": { "pages": ["index"] } }\n',
    "index.mdx": titled("Home", "> ".repeat(5_000)),
  };
  const { errors, warnings, notes } = await checkSite({ reader: wholeReaderOf(site), base: null });
  expect([...errors, ...warnings]).toEqual([]);
  expect(notes.map(({ rule }) => rule)).toEqual(["unreadable"]);
});
