import { expect, test } from "vitest";
import { readNavigation } from "./read-navigation.ts";

const GROUND = {
  dialect: "mintlify",
  root: "",
  config: "",
  modules: new Map(),
  parts: new Map(),
  sections: [],
  pages: new Map(),
  folders: new Set<string>(),
  otherFiles: new Set<string>(),
} as const;

test("a navigation of more entries than the bound is not read and is named, and a shorter one beside it is", () => {
  const file = (path: string, pages: number) => {
    const names = Array.from({ length: pages }, (_, page) => `p${page}`);
    return { path, text: JSON.stringify({ navigation: { pages: names } }) };
  };

  const { navigation } = readNavigation([file("docs.json", 2), file("docs/docs.json", 130_000)], GROUND);

  expect(navigation.entries).toHaveLength(2);
  expect(navigation.problems).toEqual([
    {
      path: "docs/docs.json",
      line: 1,
      message: "docs/docs.json is not read: the navigation has more than 100,000 entries. Shorten it.",
    },
  ]);
});
