import { readSite } from "@docsteward/docs/read-site";
import { readerOf } from "@docsteward/docs/testing";
import { findGrowth, HOSTILE_PAGES } from "@docsteward/docs/testing-hostile";
import { stripMarkdown } from "@docsteward/text/markdown/strip-markdown";
import { expect, test } from "vitest";
import { condenseQuestion } from "./answer/condense-question.ts";
import { createLinkFilter } from "./answer/links/link-filter.ts";
import { closingFence } from "./answer/model-answer.ts";
import { quoteAnswer } from "./answer/quoted-answer.ts";
import { createSources } from "./answer/sources.ts";
import { splitText } from "./page/chunks.ts";
import { toSitePath } from "./page/page-address.ts";
import { readableBody, readIndexedPage } from "./page/read-indexed-page.ts";
import { createRetriever } from "./retriever/create-retriever.ts";

const PIECE = 7;

const SCANNERS: Record<string, (text: string) => unknown> = {
  "what a reader sees": (text) => readableBody(text),
  chunks: (text) => splitText(text, 1_400),
  words: (text) => stripMarkdown(text),
  fence: (text) => closingFence(text),
  question: (text) => condenseQuestion(text, [text]),
  path: (text) => toSitePath("https://docs.example/a", text),
};

const READERS: Record<string, (text: string) => unknown> = {
  index: async (text) => {
    const site = await readSite(readerOf({ "a.md": text, "b.md": "# B\n" }));
    const page = readIndexedPage(site, { path: "a.md", text });
    await (await createRetriever(page ? [page] : [])).search({ text: "install pages aB", limit: 3 });
  },
  quotation: (text) => {
    const sources = createSources();
    const chunk = { seq: 0, headings: [], anchor: null, text };
    sources.add({ ...PAGE, chunks: [chunk] }, chunk);
    sources.quotes("https://elsewhere.example");
    return quoteAnswer({ text: "install pages aB", carried: "" }, sources.all());
  },
};

/** The bound on tokens keeps answers far below these sizes. */
const OF_ANSWERS: Record<string, (text: string) => unknown> = {
  links: (text) => {
    const filter = createLinkFilter(RULES);
    for (let at = 0; at < text.length; at += PIECE) filter.push(text.slice(at, at + PIECE));
    return filter.end();
  },
};

const RULES = {
  link: () => null,
  image: () => false,
  mail: () => false,
  inCode: () => false,
  citation: () => null,
  mark: () => false,
};

const PAGE = {
  file: "a.md",
  path: "/a",
  title: "A",
  description: null,
  version: null,
  language: null,
  isAside: false,
  tags: [],
  groups: [],
  readers: [],
  keywords: [],
  boost: 1,
  links: [],
};

test.each(HOSTILE_PAGES)(
  "%s: a page and an answer are read in a time that grows with their length alone",
  async (_, write) => {
    for (const [name, read] of Object.entries(SCANNERS))
      expect(await findGrowth(write, read, "scanner"), name).toEqual([]);
    for (const [name, read] of Object.entries(READERS))
      expect(await findGrowth(write, read, "parser"), name).toEqual([]);
    for (const [name, read] of Object.entries(OF_ANSWERS))
      expect(await findGrowth(write, read, "answer"), name).toEqual([]);
  },
);

test("comments and scripts in inline code are what a page speaks of", () => {
  expect(
    readableBody("Write `<!-- more -->` or `<script>a</script>`.<!-- not this -->\n\n<script>nor this</script>"),
  ).toBe("Write `<!-- more -->` or `<script>a</script>`.");
});

test("a fence whose marks are longer than a chunk is cut all the same", () => {
  const pieces = splitText(`${"`".repeat(3_000)}\n${"code ".repeat(1_000)}`, 1_400);

  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(1_400);
});

test("an address that was cut within a character leads nowhere", async () => {
  const text = `[a](${"x".repeat(499)}\u{1f600}/b)\n`;
  const site = await readSite(readerOf({ "a.md": text, "b.md": "# B\n" }));

  expect(readIndexedPage(site, { path: "a.md", text })?.links).toEqual([]);
});
