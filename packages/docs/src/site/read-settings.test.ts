import { expect, test } from "vitest";
import { createIgnoreMatcher } from "./read-settings.ts";

const isMade = createIgnoreMatcher("# built\n/docs/changelog.md\nbuild/\n*.whl\n/api/**/*.md\n!kept.md\n\n");

test.each([
  ["docs/changelog.md", true],
  ["docs/other.md", false],
  ["changelog.md", false],
  ["build/a.md", true],
  ["docs/build/a.md", true],
  ["docs/a.whl", true],
  ["api/x/y.md", true],
  ["kept.md", false],
])("%s: %s", (path, expected) => {
  expect(isMade(path)).toBe(expected);
});

test("without a .gitignore nothing is made by a build", () => {
  expect(createIgnoreMatcher("")("a.md")).toBe(false);
});
