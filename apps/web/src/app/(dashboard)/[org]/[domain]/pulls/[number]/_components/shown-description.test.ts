import { expect, test } from "vitest";
import { toShownDescription } from "./shown-description.ts";

const BODY = `Replaced 12 names.

Warnings to review:
- Warning in \`a.md:3\`: This code block differs.
- and 2 more

Made by rules.

### Changed pages

- Changed \`a.md\` (+1 −1)

### Checks

- \`a.md\` line 3: This code block differs.

### Prompt

> Replace it

---
Made by a [Docsteward job](https://example.com).`;

test("what the page shows itself is left out of the description", () => {
  expect(toShownDescription(BODY)).toBe(`Replaced 12 names.

Made by rules.

### Prompt

> Replace it

---
Made by a [Docsteward job](https://example.com).`);
});

test("folded parts are open, and folded files are left out", () => {
  const body = [
    ...["Done.", "", "<details>", "<summary>Changed files (13)</summary>", "", "- Changed a.md", "", "</details>", ""],
    ...["### Checks", "", "Compared with main: 1 new finding:", "", "- `a.md` line 3: Broken link.", ""],
    ...["<details>", "<summary>Prompt</summary>", "", "> Do it", "", "</details>", "", "Made by a job."],
  ];

  expect(toShownDescription(body.join("\n")).replace(/\n{2,}/g, "\n")).toBe(
    "Done.\n### Prompt\n> Do it\nMade by a job.",
  );
});

test("a description that a person wrote stays whole", () => {
  const own = "# Why\n\nBecause.\n\n- one\n- two";

  expect(toShownDescription(own)).toBe(own);
});
