import { expect, test } from "vitest";
import { MANAGED_SECTION } from "./host.ts";
import { mergeDescription } from "./words-of-people.ts";

const own = (text: string) => `${MANAGED_SECTION.begin}\n${text}\n${MANAGED_SECTION.end}`;

test("the job's part is replaced, and what people wrote around it stays", () => {
  const current = `Please look at the title first.\n\n${own("old")}\n\n- [x] I have read the guide\n`;

  const merged = mergeDescription(current, `${own("new")}\n\n- [ ] I have read the guide\n`);

  expect(merged).toBe(`Please look at the title first.\n\n${own("new")}\n\n- [x] I have read the guide\n`);
});

test.each([
  ["a person took the marks away", "My own words.", own("new")],
  ["the new words have no marks", own("old"), "New."],
  ["the marks are the wrong way round", `${MANAGED_SECTION.end} ${MANAGED_SECTION.begin}`, own("new")],
])("where %s, the new words are the description", (_, current, next) => {
  expect(mergeDescription(current, next)).toBe(next);
});
