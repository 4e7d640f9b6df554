import { expect, test } from "vitest";
import { titleFromPrompt } from "./title-from-prompt.ts";

test("takes a short first line unchanged", () => {
  expect(titleFromPrompt("  Fix the   typo\nin quickstart")).toBe("Fix the typo");
});

test("cuts a long line between words", () => {
  const title = titleFromPrompt(
    "Rename the product from Glimmer to Lanternfish on every page of the documentation and its navigation",
  );

  expect(title.length).toBeLessThanOrEqual(73);
  expect(title).toMatch(/\w…$/);
});

test("cuts a line without spaces at the limit", () => {
  expect(titleFromPrompt("x".repeat(500))).toHaveLength(73);
});
