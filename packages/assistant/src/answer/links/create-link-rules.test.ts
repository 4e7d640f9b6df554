import { expect, test } from "vitest";
import { createSources, type Source } from "../sources.ts";
import { siteOf } from "../testing-answers.ts";
import { createLinkRules } from "./create-link-rules.ts";

const FILES = {
  "index.md": "# Harbor\n\nWelcome.\n",
  "guide/upload.md":
    "# Uploads\n\nRead [the paper](https://papers.test/a_(b)) and https://nodejs.org/api.\n\n## Size limit\n\n`curl https://api.harbor.test/v1`\n",
  "guide/日本.md": "# 日本\n\n## 設定\n\nテキスト\n",
  "plain.md":
    "# Plain\n\n[run](javascript:alert(1)) ![logo](/logo.svg) [mail](mailto:help@harbor.test) [gone](./gone.md)\n",
};

async function rulesOf(url: string | null = null) {
  const site = await siteOf(FILES, url);
  const sources = createSources();
  for (const page of site.retriever.pages()) {
    if (page.path !== "/") for (const chunk of page.chunks) sources.add(page, chunk);
  }
  const cited: Source[] = [];
  const refused: string[] = [];
  const rules = createLinkRules({
    site,
    sources,
    onCited: (source) => cited.push(source),
    onRefusedImage: (words) => refused.push(words),
    onMark: () => false,
  });
  return { rules, cited, refused, sources };
}

test.each([
  ["a path", "/guide/upload", "/guide/upload"],
  ["a slash at the end", "/guide/upload/", "/guide/upload"],
  ["the file's ending", "/guide/upload.md", "/guide/upload"],
  ["an anchor", "/guide/upload#size-limit", "/guide/upload#size-limit"],
  ["an anchor that the page has not", "/guide/upload#nowhere", "/guide/upload"],
  ["a query, which no page has", "/guide/upload?q=secret", "/guide/upload"],
  ["the start page", "/", "/"],
  ["the start page's file", "/index.md", "/"],
  ["a path from a page that was retrieved", "upload.md", "/guide/upload"],
  ["only an anchor of one", "#size-limit", "/guide/upload#size-limit"],
  ["another script", "/guide/日本#設定", "/guide/%E6%97%A5%E6%9C%AC#%E8%A8%AD%E5%AE%9A"],
  ["another script, encoded", "/guide/%E6%97%A5%E6%9C%AC", "/guide/%E6%97%A5%E6%9C%AC"],
  ["an address that stands in a passage", "https://nodejs.org/api", "https://nodejs.org/api"],
  ["one with brackets", "https://papers.test/a_(b)", "https://papers.test/a_(b)"],
  ["a mail address that stands in a passage", "mailto:help@harbor.test", "mailto:help@harbor.test"],
])("a link may lead to %s", async (_, destination, expected) => {
  const { rules } = await rulesOf();

  expect(rules.link(destination)).toBe(expected);
});

test.each([
  ["a page there is none", "/guide/limits"],
  ["a page that a page links to, and there is none", "./gone.md"],
  ["a script, even one that a page holds", "javascript:alert(1)"],
  ["data", "data:text/html,x"],
  ["another site", "https://evil.test/"],
  ["another site without its scheme", "//evil.test/"],
  ["another site behind backslashes", "/\\evil.test/"],
  ["another site in escapes of Markdown", "\\/\\/evil.test/"],
  ["another site in references to characters", "&sol;&sol;evil.test/"],
  ["a site that only begins like a known one", "https://nodejs.org.evil.test/api"],
  ["more than what stands in a passage", "https://nodejs.org/api?q=secret"],
  ["less than what stands in a passage", "https://nodejs.org/"],
  ["another mail address", "mailto:eve@evil.test"],
  ["nothing", ""],
  ["a stray percent sign", "/guide/%"],
])("a link may not lead to %s", async (_, destination) => {
  const { rules } = await rulesOf();

  expect(rules.link(destination)).toBeNull();
});

test.each([
  ["/guide/upload#size-limit", "https://harbor.test/docs/guide/upload#size-limit"],
  ["/docs/guide/upload", "https://harbor.test/docs/guide/upload"],
  ["https://harbor.test/docs/guide/upload/", "https://harbor.test/docs/guide/upload"],
  ["https://harbor.test/docs", "https://harbor.test/docs/"],
  ["https://harbor.test/pricing", null],
])("on a site below a folder, %j leads to %j", async (destination, expected) => {
  const { rules } = await rulesOf("https://harbor.test/docs");

  expect(rules.link(destination)).toBe(expected);
});

test("images are those of the passages, and never scripts", async () => {
  const { rules, refused } = await rulesOf();

  expect(rules.image("/logo.svg", "the logo")).toBe(true);
  expect(rules.image("/other.svg", "another")).toBe(false);
  expect(rules.image("javascript:alert(1)", "a script")).toBe(false);
  expect(refused).toEqual(["another", "a script"]);
});

test("bare mail addresses are those of the passages, and those for examples", async () => {
  const { rules } = await rulesOf();

  for (const known of ["help@harbor.test", "ada@example.com"]) expect(rules.mail(known)).toBe(true);
  for (const unknown of ["eve@evil.test", "help@harbor.test.evil.test"]) expect(rules.mail(unknown)).toBe(false);
});

test("code may name the hosts of the passages, the reader's machine and hosts for examples", async () => {
  const { rules } = await rulesOf();

  for (const known of ["https://api.harbor.test/v2/x", "http://localhost:3000", "https://api.example.com/x"]) {
    expect(rules.inCode(known)).toBe(true);
  }
  for (const unknown of ["https://evil.test", "https://example.com.evil.test", "https://harbor.test"]) {
    expect(rules.inCode(unknown)).toBe(false);
  }
});

test("reports the sources that an answer cites, by number and by link", async () => {
  const { rules, cited, sources } = await rulesOf();
  const page = sources.pages().find(({ path }) => path === "/guide/upload");

  expect(rules.citation(1)).toBe(1);
  expect(rules.citation(99)).toBeNull();
  rules.link("/guide/upload#size-limit");

  expect(cited.map(({ number }) => number)).toContain(1);
  expect(cited.at(-1)).toMatchObject({ page, chunk: { anchor: "size-limit" } });
});
