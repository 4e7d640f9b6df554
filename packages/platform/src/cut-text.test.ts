import { expect, test } from "vitest";
import { cutPairs, trimEndOf, trimSlashes } from "./cut-text.ts";

test("signs at the end go, and the same signs elsewhere stay", () => {
  expect(trimEndOf("/a//b///", "/")).toBe("/a//b");
  expect(trimEndOf("well,:,", ",:")).toBe("well");
  expect(trimEndOf("///", "/")).toBe("");
});

test("a path loses the slashes around it and a ./ before it", () => {
  expect(trimSlashes("./docs/guides//")).toBe("docs/guides");
  expect(trimSlashes("//docs")).toBe("docs");
  expect(trimSlashes(".github/")).toBe(".github");
});

test("pieces between marks go, and one that never ends stays", () => {
  const pairs = [
    ["<!--", "-->"],
    ["`", "`"],
  ] as const;
  expect(cutPairs("a <!-- ` --> b `<!--` c", pairs)).toBe("a  b  c");
  expect(cutPairs("a <!-- b `c` d", pairs)).toBe("a <!-- b  d");
  expect(cutPairs("a ` b <!-- c --> d", pairs)).toBe("a ` b  d");
});
