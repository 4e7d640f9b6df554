import { expect, test } from "vitest";
import { splitSections, stripInlineMarkdown } from "./sections.ts";

const headings = (body: string) => splitSections(body).map(({ depth, heading, line }) => [depth, heading, line]);

test("cuts at headings and keeps the text above the first one", () => {
  const sections = splitSections("Intro\n\n# One\ntext\n## Two {#second}\n", 5);

  expect(sections).toEqual([
    { depth: 0, heading: "", id: null, line: 5, text: "Intro\n" },
    { depth: 1, heading: "One", id: null, line: 7, text: "text" },
    { depth: 2, heading: "Two", id: "second", line: 9, text: "" },
  ]);
});

test("headings in code and comments do not count", () => {
  expect(headings("```sh\n# no\n```\n~~~~\n# no\n~~~\n# no\n~~~~\n<!--\n# no\n-->\n{/*\n# no\n*/}\n# Yes\n")).toEqual([
    [0, "", 1],
    [1, "Yes", 15],
  ]);
});

test("knows underlined headings, and rules that are none", () => {
  expect(headings("Title\n=====\n\nText\nmore\n---\n\n| a |\n---\n")).toEqual([[1, "Title", 1]]);
});

test.each([
  ["`code` and **bold**", "code and bold"],
  ["A [link](/x) here", "A link here"],
  ["With an id {#own-id}", "With an id"],
  ["snake_case_name and _emphasis_", "snake_case_name and emphasis"],
  ["List\\<T\\>", "List<T>"],
])("writes %s as plain text", (markdown, text) => {
  expect(stripInlineMarkdown(markdown)).toBe(text);
});
