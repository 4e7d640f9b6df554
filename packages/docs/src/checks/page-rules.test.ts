import { expect, test } from "vitest";
import { parsePage } from "../page/parse-page.ts";
import { changedCode } from "./page-rules.ts";

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

  expect(findings).toMatchObject([{ severity: "warning", message: expect.stringContaining("on lines 1, 13 differ") }]);
});

test("a new page has no code that was there before", () => {
  expect(changedCode(page(block("a")), null)).toEqual([]);
});
