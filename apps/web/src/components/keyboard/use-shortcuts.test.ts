import { expect, test } from "vitest";
import { matchKeys } from "./use-shortcuts.ts";

const KNOWN = ["n", "g j", "g k", "?"];

test("one key is found immediately", () => {
  expect(matchKeys(["n"], KNOWN)).toEqual({ found: "n", pending: [] });
});

test("the first of two keys waits for the second", () => {
  expect(matchKeys(["g"], KNOWN)).toEqual({ found: null, pending: ["g"] });
  expect(matchKeys(["g", "j"], KNOWN)).toEqual({ found: "g j", pending: [] });
});

test("a key that does not go on what was begun begins anew", () => {
  expect(matchKeys(["g", "n"], KNOWN)).toEqual({ found: "n", pending: [] });
  expect(matchKeys(["g", "g"], KNOWN)).toEqual({ found: null, pending: ["g"] });
  expect(matchKeys(["g", "x"], KNOWN)).toEqual({ found: null, pending: [] });
});

test("an unknown key is nothing", () => {
  expect(matchKeys(["x"], KNOWN)).toEqual({ found: null, pending: [] });
});
