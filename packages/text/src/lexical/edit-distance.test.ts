import { expect, test } from "vitest";
import { editDistance } from "./edit-distance.ts";

test.each([
  ["route", "route", 0],
  ["route", "routte", 1],
  ["route", "rote", 1],
  ["route", "roote", 1],
  ["route", "ruote", 1],
  ["configuration", "confgiuratoin", 2],
  ["", "ab", 2],
])("%s and %s differ by %i", (a, b, edits) => {
  expect(editDistance(a, b, 2)).toBe(edits);
  expect(editDistance(b, a, 2)).toBe(edits);
});

test("says no more than that there are more", () => {
  expect(editDistance("alpha", "omega", 2)).toBe(3);
  expect(editDistance("a", "abcdefgh", 2)).toBe(3);
});
