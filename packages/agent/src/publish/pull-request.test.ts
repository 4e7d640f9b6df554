import { expect, test } from "vitest";
import { fillTemplate } from "./pull-request.ts";

test("the words of the job go below the heading that asks for them, in the place of its hint", () => {
  const template =
    "## Ticket\n\nDOC-\n\n## What changed?\n\n<!-- Tell us\nin a few words. -->\n\n## Checks\n\n- [ ] Tested\n";

  expect(fillTemplate(template, "OWN")).toBe(
    "## Ticket\n\nDOC-\n\n## What changed?\n\nOWN\n\n## Checks\n\n- [ ] Tested",
  );
});

test("what a section asks besides stays below them", () => {
  expect(fillTemplate("# Description\r\n\r\nLink the issue:\r\n", "OWN")).toBe(
    "# Description\n\nOWN\n\nLink the issue:",
  );
});

test("a template that asks for nothing in particular stays below", () => {
  expect(fillTemplate("- [ ] I have read the guide", "OWN")).toBe("OWN\n\n- [ ] I have read the guide");
});

test("without a template there are the words alone", () => {
  expect(fillTemplate(null, "OWN")).toBe("OWN");
});
