import { splitSections, stripInlineMarkdown } from "@docsteward/text/markdown/sections";
import { describe, expect, test } from "vitest";
import { checkSite } from "./checks/check-site.ts";
import { docsMap } from "./docs-map.ts";
import { readModule } from "./navigation/read-module.ts";
import { findFenceFaults } from "./page/fence-faults.ts";
import { readHtml, unbalancedTags } from "./page/html.ts";
import { maskSiteSyntax } from "./page/mask-site-syntax.ts";
import { parsePage } from "./page/parse-page.ts";
import { readOutline } from "./page/read-outline.ts";
import { readSite } from "./read-site.ts";
import { searchPages } from "./search/search-pages.ts";
import { readerOf, wholeReaderOf } from "./testing.ts";
import { findGrowth, HOSTILE_NAVIGATION, HOSTILE_PAGES } from "./testing-hostile.ts";

const SCANNERS: Record<string, (text: string) => unknown> = {
  outline: (text) => readOutline("a.md", text),
  fences: (text) => findFenceFaults(text),
  sections: (text) => splitSections(text),
  words: (text) => stripInlineMarkdown(text),
  "HTML attributes": (text) => readHtml(text),
  "HTML tags": (text) => unbalancedTags([{ html: text, line: 1, column: 1 }]),
  marks: (text) => [
    maskSiteSyntax(text, "md", {}),
    maskSiteSyntax(text, "md", { isHugo: true }),
    maskSiteSyntax(text, "mdx", { allowsHtmlComments: true, readsDirectives: true }),
  ],
};

const PARSERS: Record<string, (text: string) => unknown> = {
  "JavaScript of navigation": (text) => readModule("sidebars.js", text),
  "a Markdown page": (text) => parsePage("a.md", text, { isVue: true }),
  "an MDX page": (text) => parsePage("a.mdx", text, { allowsHtmlComments: true, variables: new Set(["a"]) }),
  search: (text) => searchPages(readerOf({ "a.md": text }), "install pages aB heading"),
  // Twice, as a change is checked: what is compared with the state before it counts, too.
  checks: (text) =>
    checkSite({
      reader: wholeReaderOf({ ...SITE, "docs/a.md": `${text}\n` }),
      base: wholeReaderOf({ ...SITE, "docs/a.md": text.slice(0, -9) }),
      changes: [{ path: "docs/a.md" }],
    }),
};

const SITE = {
  "mkdocs.yml": "nav:\n  - a.md\n",
  "docs/b.md": "# B\n\n[a](a.md#a)\n",
  ".gitignore": "build\n",
};

const PLACES: Record<string, (path: string, text: string) => unknown> = {
  site: async (path, text) => {
    const reader = wholeReaderOf({ ...NAVIGATED, [path]: text });
    return docsMap(await readSite(reader));
  },
  checks: (path, text) => checkSite({ reader: wholeReaderOf({ ...NAVIGATED, [path]: text }), base: null }),
};

const NAVIGATED = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => [
    `page${at}.md`,
    `---\ntitle: Page ${at}\n---\n\n[b](/b/c${at}) ![](/i.png)\n`,
  ]),
);

describe("a page is read in a time that grows with its length alone", () => {
  test.each(HOSTILE_PAGES)("%s", async (_, write) => {
    for (const [name, read] of Object.entries(SCANNERS))
      expect(await findGrowth(write, read, "scanner"), name).toEqual([]);
    for (const [name, read] of Object.entries(PARSERS))
      expect(await findGrowth(write, read, "parser"), name).toEqual([]);
  });
});

describe("navigation is read in a time that grows with its length alone", () => {
  test.each(HOSTILE_NAVIGATION)("%s", async (_, path, write) => {
    for (const [name, read] of Object.entries(PLACES))
      expect(await findGrowth(write, (text) => read(path, text), "parser"), name).toEqual([]);
  });
});

test("files that a change loses are looked for in a time that grows with their number alone", async () => {
  const write = (size: number) => Array.from({ length: size / 12 }, (_, at) => `page-${at}`).join("\n");
  const read = (text: string) => {
    const names = text.split("\n");
    const page = { "a.md": "page\n".repeat(names.length) };
    const base = wholeReaderOf({ ...page, ...Object.fromEntries(names.map((name) => [`${name}.png`, ""])) });
    return checkSite({ reader: wholeReaderOf(page), base, changes: [{ path: "b.md" }] });
  };

  expect(await findGrowth(write, read, "single")).toEqual([]);
});
