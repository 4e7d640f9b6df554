import { expect, test } from "vitest";
import { lexMarkdown } from "./markdown.tsx";

test.each([
  ["quotes in each other", ">".repeat(3_000)],
  ["lists in each other", `${"- ".repeat(3_000)}x`],
  ["marks in one block", "*".repeat(20_000)],
  ["emphasis that never ends", "_a__b".repeat(10_000)],
  ["a word that could be an address", `${"a.".repeat(30_000)}@`],
  ["a text that is far too long", "word ".repeat(100_000)],
])("%s are shown as they were written, and stop neither the browser nor the assistant", (_, text) => {
  expect(lexMarkdown(text)).toBeNull();
});

test("a page as people write them is read, with long tables, code and lists", () => {
  const table = `| a | b |\n| - | - |\n${"| `x` | **y** |\n".repeat(400)}`;
  const code = `\`\`\`json\n${'{ "name": ["value"] },\n'.repeat(500)}\`\`\``;
  const list = "- one\n  - two\n    - three\n      1. four\n\n".repeat(200);

  const tokens = lexMarkdown(`# Title\n\n${table}\n${code}\n\n${list}> A [link](https://acme.com).\n`);

  expect(new Set(tokens?.map(({ type }) => type))).toEqual(
    new Set(["heading", "space", "table", "code", "list", "blockquote"]),
  );
});
