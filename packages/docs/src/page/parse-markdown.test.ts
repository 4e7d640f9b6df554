import type { Nodes } from "mdast";
import { expect, test } from "vitest";
import { parseMarkdown, parseMdx } from "./parse-markdown.ts";

function kindsOf(node: Nodes): string[] {
  return "children" in node ? [node.type, ...node.children.flatMap(kindsOf)] : [node.type];
}
const tablesIn = (text: string) => kindsOf(parseMarkdown(text)).filter((type) => type === "table").length;
const rowsIn = (text: string) => kindsOf(parseMarkdown(text)).filter((type) => type === "tableRow").length;

test.each([
  ["with bars around", "| a | b |\n| --- | :-: |\n| 1 | 2 |\n"],
  ["without bars around", "a | b\n--- | ---\n1 | 2\n"],
  ["of one column", "| a |\n|-|\n| 1 |\n"],
  ["behind a paragraph", "Words.\n| a | b |\n| --- | --- |\n| 1 | 2 |\n"],
  ["in an item of a list", "- One\n\n  | a | b |\n  | --- | --- |\n  | 1 | 2 |\n"],
  ["that is an item of a list", "- | a | b |\n  | --- | --- |\n  | 1 | 2 |\n"],
  ["in two blockquotes", "> > | a | b |\n> > |\t--- | --- |\n> > | 1 | 2 |\n"],
  ["with line ends of Windows", "| a | b |\r\n| --- | --- |\r\n| 1 | 2 |\r\n"],
  ["with line ends of old Macs", "| a | b |\r| --- | --- |\r| 1 | 2 |\r"],
])("a table %s is found", (_, text) => {
  expect(tablesIn(text)).toBe(1);
  expect(rowsIn(text)).toBe(2);
});

test("a row is a line without bars too, and an empty line ends a table", () => {
  expect(rowsIn("a | b\n--- | ---\nalone\n1 | 2\n\n3 | 4\n")).toBe(3);
});

test("two tables are found, in MDX too, and none where no line of dashes follows", () => {
  const two = "| a |\n| - |\n| 1 |\n\nWords | and more\n\n| b |\n| - |\n";
  expect(tablesIn(two)).toBe(2);
  expect(kindsOf(parseMdx(`<A>\n\n${two}\n</A>\n`)).filter((type) => type === "table")).toHaveLength(2);
  expect(tablesIn("| a | b |\n| c | d |\n")).toBe(0);
});
