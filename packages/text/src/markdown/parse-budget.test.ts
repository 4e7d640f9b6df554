import { expect, test } from "vitest";
import { exceedsParseBudget, INLINE_BUDGET, PAGE_BUDGET, PREVIEW_BUDGET } from "./parse-budget.ts";

const MARKS = "*_[`<".repeat(700);

test.each([
  ["in a block of text", MARKS, [true, true, true]],
  ["in a code block", `\`\`\`\n${MARKS}\n\`\`\``, [false, true, true]],
  ["in text that only looks like a code block", `text\n\n          \`\`\`\n\n${MARKS}`, [false, true, true]],
  ["in a row of a table", `| ${MARKS} |`, [false, true, true]],
  [
    "in a page as people write them",
    "## A *heading*\n\n- one **word** and `code`\n\n".repeat(100),
    [false, false, false],
  ],
])("thousands of marks %s cost too much where nothing else bounds the time", (_, text, exceeded) => {
  expect([PAGE_BUDGET, PREVIEW_BUDGET, INLINE_BUDGET].map((budget) => exceedsParseBudget(text, budget))).toEqual(
    exceeded,
  );
});

test.each([
  ["characters", "word ".repeat(8_001)],
  ["lines", "\n".repeat(3_000)],
  ["lists and quotes in each other", "> ".repeat(21)],
  ["headings with a line below", "a\n=\n\n".repeat(101)],
  ["cells of tables", `${"| a ".repeat(10)}|\n\n`.repeat(900)],
])("too many %s cost too much in a process that answers requests", (_, text) => {
  expect(exceedsParseBudget(text, INLINE_BUDGET)).toBe(true);
  expect(exceedsParseBudget(text.slice(0, text.length / 4), INLINE_BUDGET)).toBe(false);
});
