import { expect, test } from "vitest";
import { oncePer } from "./once-per.ts";

test("a value is made once for each object, whatever it is, and again where making it failed", () => {
  const asked: string[][] = [];
  const countOf = oncePer((names: string[]) => {
    asked.push(names);
    if (names.length === 0) throw new Error("none");
    return names.length > 1 ? names.length : undefined;
  });
  const [two, one, none] = [["a", "b"], ["a"], []];

  expect([countOf(two), countOf(two), countOf(one), countOf(one), countOf(["a", "b"])]).toEqual([
    2,
    2,
    undefined,
    undefined,
    2,
  ]);
  expect(() => countOf(none)).toThrow("none");
  expect(() => countOf(none)).toThrow("none");
  expect(asked).toEqual([two, one, ["a", "b"], none, none]);
});
