import { expect, test } from "vitest";
import { compareWithKnown } from "./compare-with-known.ts";

const finding = (line: number, message = "") => ({
  path: "a.md",
  line,
  column: 1,
  rule: "broken-link" as const,
  message,
});
const fault = (line: number, more = {}) => ({ path: "a.md", line, message: "", status: "broken", ...more });

test("a finding near a known fault is right, and one far from all is a false alarm", () => {
  const { falseAlarms, missed } = compareWithKnown({ errors: [finding(7), finding(40)], warnings: [] }, [fault(10)]);

  expect({ falseAlarms, missed }).toEqual({ falseAlarms: [finding(40)], missed: [] });
});

test("a fault is known by its target wherever it stands, and missed only when it is truly broken", () => {
  const known = [fault(90, { target: "/x#y" }), fault(50), fault(60, { status: "note" })];

  expect(compareWithKnown({ errors: [], warnings: [finding(1, "The link /x#y …")] }, known)).toEqual({
    falseAlarms: [],
    missed: [known[1]],
  });
});

test("a known fault counts as found where each finding is by itself, and as a note", () => {
  const once = { errors: [], warnings: [] };

  expect(
    compareWithKnown(once, [fault(10), fault(30)], { ...once, errors: [finding(10)], notes: [finding(30)] }),
  ).toEqual({
    falseAlarms: [],
    missed: [],
  });
});
