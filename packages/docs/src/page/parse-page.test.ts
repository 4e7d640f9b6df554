import { expect, test } from "vitest";
import { parsePage } from "./parse-page.ts";

const mdx = (body: string) => parsePage("page.mdx", `---\ntitle: Page\n---\n\n${body}`);

test("reads a page as data, with the lines of the file", () => {
  const page = parsePage(
    "guide/install.mdx",
    [
      "---",
      "title: Install",
      "description: How to  install it.",
      "draft: true",
      "---",
      'import Snippet from "/snippets/note.mdx";',
      "",
      "## Get `it` now",
      "",
      "See [the guide](/guide#top) and ![a picture](./a.png).",
      "",
      '<Card title="Next" href="/next">',
      "  [Docs](https://example.com)",
      "</Card>",
      "",
      "```bash",
      "npm install",
      "```",
    ].join("\n"),
  );

  expect(page).toMatchObject({
    format: "mdx",
    title: "Install",
    description: "How to install it.",
    isDraft: true,
    headings: [{ depth: 2, text: "Get it now", slug: "get-it-now", hasOwnId: false, line: 8 }],
    links: [
      { url: "/guide#top", text: "the guide", line: 10, column: 5, kind: "internal" },
      { url: "/next", text: null, line: 12, kind: "internal" },
      { url: "https://example.com", text: "Docs", line: 13, kind: "external" },
    ],
    images: [{ url: "./a.png", alt: "a picture", line: 10 }],
    components: ["Card"],
    imports: [{ from: "/snippets/note.mdx", line: 6 }],
    codeFences: [{ language: "bash", line: 16, lines: 3 }],
    problems: [],
  });
});

test("the title is the first h1 where front matter has none", () => {
  expect(parsePage("a.md", "```\n# no\n```\n\n# The *real* one\n").title).toBe("The real one");
});

test("reads links, images and ids of HTML in Markdown", () => {
  const page = parsePage("a.md", 'Text <a id="here"></a>\n\n<p>\n  <a href="b.md">b</a>\n  <img src="c.png">\n</p>\n');

  expect(page.elementIds).toEqual(["here"]);
  expect(page.links).toMatchObject([{ url: "b.md", line: 4 }]);
  expect(page.images).toMatchObject([{ url: "c.png", line: 5 }]);
});

test("link definitions count once, where they stand", () => {
  const page = parsePage("a.md", "[one][x] and [two][x]\n\n[x]: ./b.md\n");

  expect(page.links).toMatchObject([{ url: "./b.md", line: 3 }]);
});

test("ids given to headings take the place of the made ones, in MDX too", () => {
  const page = mdx("## One {#first}\n\n## Two [#second]\n\n## Three\n\n## Three\n\n```md\n## No {#no}\n```\n");

  expect(page.problems).toEqual([]);
  expect(page.headings.map(({ slug }) => slug)).toEqual(["first", "second", "three", "three-1"]);
});

test.each([
  ["a {b c} d", 5, "isn't a JavaScript expression"],
  ["text {\n\nmore", 5, "A { is never closed"],
  ["less <5", 5, 'The < before "5" doesn\'t start a valid tag'],
  ["x\n\n<Note>\n\ntext\n", 7, "<Note> is never closed"],
  ["<Note>\n<Tip>\nx\n</Note>\n", 8, "</Note> closes while <Tip> is still open"],
  ["</Note>", 5, "This closing tag has no opening tag"],
  ["<!-- x -->", 5, "Write {/* … */}"],
  ["<https://example.com>", 5, "Write [text](url)"],
  ["x\n\nimport a from", 7, "isn't valid JavaScript"],
])("%j is a problem at its line, in a plain sentence", (body, line, message) => {
  const [problem] = mdx(body).problems;

  expect(problem).toMatchObject({ rule: "mdx-syntax", line });
  expect(problem?.message).toContain(message);
});

test("lines are right with CRLF and a byte order mark", () => {
  const page = parsePage("a.mdx", "\uFEFF---\r\ntitle: x\r\n---\r\n\r\n[a](/b)\r\n\r\n<Note>\r\n");

  expect(page.problems).toMatchObject([{ line: 7 }]);
  expect(parsePage("a.md", "\uFEFF---\r\ntitle: x\r\n---\r\n\r\n[a](/b)\r\n").links).toMatchObject([
    { line: 5, column: 1 },
  ]);
});

test("Markdown may hold what MDX may not", () => {
  expect(parsePage("a.md", "less <5 and {x y}\n\n<br>\n\n<!-- x -->\n").problems).toEqual([]);
});

test("HTML comments in MDX are fine where the site takes them", () => {
  const text = "<!-- one\n{ two -->\n\n[a](/b)\n";

  expect(parsePage("a.mdx", text).problems).toHaveLength(1);
  expect(parsePage("a.mdx", text, { allowsHtmlComments: true })).toMatchObject({ problems: [], links: [{ line: 4 }] });
});

test("an unclosed code block is a problem, indented code is not", () => {
  expect(parsePage("a.md", "Text\n\n```js\ncode\n").problems).toMatchObject([{ rule: "unclosed-fence", line: 3 }]);
  expect(parsePage("a.md", "Text\n\n    code\n\n- item\n\n  ```js\n  code\n  ```\n").problems).toEqual([]);
  expect(parsePage("a.md", "~~~\n```\n~~~\n\n````\n```\n````\n").problems).toEqual([]);
});

test("front matter that cannot be read and a body that does not parse are both reported", () => {
  const page = parsePage("a.mdx", "---\na: b: c\n---\n<Note>\n");

  expect(page.problems.map(({ rule }) => rule)).toEqual(["frontmatter", "mdx-syntax"]);
});

test.each([
  ["10,000 quotes", ">".repeat(10_000)],
  ["10,000 lists", "- ".repeat(10_000)],
  ["10,000 brackets", "[".repeat(10_000)],
  ["10,000 tags", "<a>".repeat(10_000)],
  ["10,000 braces", `${"{".repeat(10_000)}${"}".repeat(10_000)}`],
  ["10,000 emphases", `${"**a ".repeat(10_000)}${" b**".repeat(10_000)}`],
  ["two megabytes", "word ".repeat(400_000)],
])("%s give a problem and no exception", (_name, body) => {
  expect(parsePage("a.mdx", body).problems).toMatchObject([{ rule: "unreadable" }]);
  expect(parsePage("a.md", body).problems).toMatchObject([{ rule: "unreadable" }]);
});

test("NUL characters are text", () => {
  expect(parsePage("a.md", "a\0b [x](/y)\n")).toMatchObject({ problems: [], links: [{ url: "/y" }] });
});

test("a long table and long code are not hostile", () => {
  const table = `| a | b |\n| - | - |\n${"| [x](/y) | `z` |\n".repeat(3_000)}`;
  const code = `\`\`\`json\n${'{ "a": [1] }\n'.repeat(5_000)}\`\`\`\n`;

  expect(parsePage("a.md", table).links).toHaveLength(3_000);
  expect(parsePage("a.md", code).problems).toEqual([]);
});

test("text that only the build brings in is reported, boxes are not mistaken for it", () => {
  for (const line of ["<!--@include: ./part.md-->", '--8<-- "part.md"', "::: package.module.Class", "::: mkdocs-click"])
    expect(parsePage("a.md", `# A\n\n${line}\n`).hasIncludes).toBe(true);
  expect(parsePage("a.md", "# A\n\n::: tip\nText\n:::\n").hasIncludes).toBe(false);
});

test("tags in a heading are no part of its text and id", () => {
  const page = parsePage("a.md", '### <Badge type="info" /> headerName: `string`\n');

  expect(page.headings).toMatchObject([{ text: "headerName: string", slug: "headername-string" }]);
});

test.each([
  "{{#include ../shared.md}}",
  "{% include note.md %}",
  '{%\n\n  include-markdown "../README.md"\n%}',
  '{{% readfile "/docs/x.md" %}}',
  "```{include} ../README.md\n```",
  "```{eval-rst}\n.. automodule:: x\n```",
])("%s takes in what only the build sees, and in a block of code no heading", (text) => {
  expect(parsePage("a.md", `# A\n\n${text}\n`).hasIncludes).toBe(true);
  expect(parsePage("a.md", `# A\n\n~~~~text\n${text}\n~~~~\n`).hasIncludes).toBe(false);
});
