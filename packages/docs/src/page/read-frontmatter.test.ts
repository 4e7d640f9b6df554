import { expect, test } from "vitest";
import { readFrontmatter } from "./read-frontmatter.ts";

test("reads the data and says where the body begins", () => {
  const page = readFrontmatter("---\ntitle: Install\ntags: [a, b]\n---\n\nHello\n");

  expect(page).toMatchObject({
    data: { title: "Install", tags: ["a", "b"] },
    bodyLine: 5,
    body: "\nHello\n",
    problem: null,
  });
});

test("takes CRLF and a byte order mark", () => {
  const page = readFrontmatter("\uFEFF---\r\ntitle: Install\r\n---\r\nHello\r\n");

  expect(page).toMatchObject({ data: { title: "Install" }, raw: "title: Install", bodyLine: 4, body: "Hello\r\n" });
});

test("a page without front matter is all body", () => {
  expect(readFrontmatter("Hello\n\n---\n\ntitle: no\n\n---\n")).toMatchObject({ raw: null, bodyLine: 1, data: {} });
});

test("empty front matter, and front matter at the end of the file, are front matter", () => {
  expect(readFrontmatter("---\n---\nHello")).toMatchObject({ raw: "", bodyLine: 3, body: "Hello" });
  expect(readFrontmatter("---\ntitle: x\n---")).toMatchObject({ data: { title: "x" }, body: "", problem: null });
});

test.each([
  ["title: a\ntitle: b", 3, 1, 'The front matter has the key "title" twice. Remove one.'],
  ["ok: 1\ntitle: Install: now", 3, 8, 'The front matter value of "title" contains a colon. Put the value in quotes.'],
  ["\ttitle: a", 2, 1, "The front matter is indented with a tab. Use spaces."],
  ['title: "a', 2, 8, 'The front matter is not valid YAML: Missing closing "quote.'],
  ['a: "b"\ntitle: "c\nd: e', 3, 8, 'The front matter is not valid YAML: Missing closing "quote.'],
])("says what is wrong with %j and where", (yaml, line, column, message) => {
  expect(readFrontmatter(`---\n${yaml}\n---\n`).problem).toMatchObject({ rule: "frontmatter", line, column, message });
});

test("what stands in brackets may be indented as one likes, and what stands in none may not", () => {
  const tabs = readFrontmatter("---\nbooks: [\n\t{name: 'A [b'},\n{name: B}\n]\ntitle: c\n---\n");
  expect(tabs).toMatchObject({ data: { books: [{ name: "A [b" }, { name: "B" }], title: "c" }, problem: null });
  const flow = readFrontmatter(
    "---\nbooks: [\n  {name: 'A', parts: ['1']},\n  {name: 'B'}\n]\ntags: {\n  a: 1\n}\n---\n",
  );
  expect(flow).toMatchObject({ data: { books: [{ name: "A" }, { name: "B" }], tags: { a: 1 } }, problem: null });
  expect(readFrontmatter("---\nbooks: [\n  a\ntitle: b\n---\n").problem).not.toBeNull();
  expect(readFrontmatter("---\na:\n  - b\n - c\n---\n").problem).not.toBeNull();
});

test("YAML that would grow without bound is refused", () => {
  const level = (name: string, of: string) => `${name}: &${name} [${Array(9).fill(`*${of}`).join(",")}]`;
  const bomb = ["a: &a [x,x,x,x,x,x,x,x,x]", level("b", "a"), level("c", "b"), level("d", "c"), level("e", "d")];

  const { data, problem } = readFrontmatter(`---\n${bomb.join("\n")}\n---\n`);

  expect(data).toEqual({});
  expect(problem?.message).toContain("has too many aliases");
});

test.each([
  ["[".repeat(10_000), "nested too deeply"],
  [`text: ${"a".repeat(70_000)}`, "longer than 64000 characters"],
])("refuses hostile front matter without throwing", (yaml, message) => {
  expect(readFrontmatter(`---\n${yaml}\n---\n`).problem?.message).toContain(message);
});

test("a key called __proto__ is data like any other", () => {
  const { data } = readFrontmatter("---\n__proto__: { title: x }\n---\n");

  expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
  expect(data.title).toBeUndefined();
});

test("front matter that was read before is not read again", () => {
  const first = readFrontmatter("---\ntitle: Lanterns\n---\n\nOne.\n");
  const second = readFrontmatter("---\ntitle: Lanterns\n---\n\nTwo.\n");

  expect(second.data).toBe(first.data);
  expect(second.body).toBe("\nTwo.\n");
});

test("closing dashes that are glued to the last line are named at that line", () => {
  const text = "---\nid: oil\nstage: draft---\n\n# Oil\n\nText of the page.\n\n---\n\nEnd\n";
  expect(readFrontmatter(text).problem).toMatchObject({
    line: 3,
    message: "The front matter's closing --- stands at the end of this line. Put it on a line of its own.",
  });
  expect(readFrontmatter("---\nid: a: b\nstage: draft---\n---\n").problem?.line).toBe(2);
});
