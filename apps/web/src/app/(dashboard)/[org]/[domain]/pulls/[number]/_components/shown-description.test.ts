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

test("a description that a person wrote stays whole", () => {
  const own = "# Why\n\nBecause.\n\n- one\n- two";

  expect(toShownDescription(own)).toBe(own);
});
