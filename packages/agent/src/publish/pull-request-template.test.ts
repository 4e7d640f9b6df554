import { expect, test } from "vitest";
import { fillTemplate, headingForSummary } from "./pull-request-template.ts";

test("the description of the job goes below the heading that asks for them, in the place of its hint", () => {
  const template =
    "## Ticket\n\nDOC-17\n\n## What changed?\n\n<!-- Tell us\nin a few words. -->\n\n## Licence\n\nYour change is under MIT.\n";

  expect(fillTemplate(template, "OWN")).toBe(
    "## Ticket\n\nDOC-17\n\n## What changed?\n\nOWN\n\n## Licence\n\nYour change is under MIT.",
  );
  expect(headingForSummary(template)).toBe("## What changed?");
});

test.each([
  ["a reference without a number", "Closes #\n\nFixes: issue number"],
  ["an empty field", "Discord username:\n**Preview link**: <>\n- Reviewer: @"],
  ["boxes without a tick", "- [ ] I have read the guide\n* [ ] Tested\n1. [ ] Asked"],
  ["hints to the author", "_Describe your change here._\n\nPlease describe the tests.\n\n[Add a screenshot]"],
  ["questions and advice to the author", "- What is the test data?\n\nA recording is recommended.\n\n- Show it."],
  ["a question with a request behind it", "- What does this change? Give us a short description."],
  ["a hint that names a description", "Brief description of what's being updated\n\nDescription of the change"],
  ["a long reference without a number", `Fixes DOC-XXXX (${"the number of the issue ".repeat(4)})`],
  ["marks alone", "---\n\n- \n\n…"],
])("%s is left out, and so is a heading with nothing else", (_, fields) => {
  const template = `## Summary\n\n## More\n\n${fields}\n\n### Deeper\n\n${fields}\n`;

  expect(fillTemplate(template, "OWN")).toBe("## Summary\n\nOWN");
});

test("what says something without an author stays: text, ticked boxes, references with a number, code", () => {
  const kept = "Closes #12\n\nBy opening this you agree to our terms.\n\n- [x] Built by CI\n\n```\n- [ ] text\n```";

  expect(fillTemplate(`${kept}\n\n## Description\n`, "OWN")).toBe(`${kept}\n\n## Description\n\nOWN`);
});

test("a question is no heading of what is left below it", () => {
  expect(fillTemplate("## Summary\n\n## Is it tested?\n\nYou agree to our terms.", "OWN")).toBe(
    "## Summary\n\nOWN\n\nYou agree to our terms.",
  );
});

test("a heading stays for the section below it that has text", () => {
  expect(fillTemplate("# Change\n\n## Terms\n\nWe agree.\n", "OWN")).toBe("# Change\n\nOWN\n\n## Terms\n\nWe agree.");
  expect(fillTemplate("# Request\n\n## Summary\n", "OWN")).toBe("# Request\n\n## Summary\n\nOWN");
});

test("a template that asks for nothing in particular stays below", () => {
  expect(fillTemplate("We review on Mondays.", "OWN")).toBe("OWN\n\nWe review on Mondays.");
});

test("without a template there is the description alone", () => {
  expect(fillTemplate(null, "OWN")).toBe("OWN");
});
