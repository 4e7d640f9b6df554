import { expect, test } from "vitest";
import { fillVariables, listVariables } from "./prompt-variables.ts";

test("variables are named once, in their order, and nothing else is taken for one", () => {
  expect(listVariables("Rename {{old}} to {{ new }} where {{old}} is. {{}} {{two words}} {one} {{a.b}}")).toEqual([
    "old",
    "new",
  ]);
});

test("values take the place of variables, also values that look like one", () => {
  const values = { old: "{{new}}", new: "$&" };

  expect(fillVariables("{{old}} to {{ new }}, not {{other}} or {{constructor}}", values)).toBe(
    "{{new}} to $&, not {{other}} or {{constructor}}",
  );
});
