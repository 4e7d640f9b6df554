import { expect, test } from "vitest";
import { SHORTCUTS } from "./shortcut-sheet.tsx";

const all = SHORTCUTS.flatMap(({ shortcuts }) => shortcuts.map(({ keys }) => keys));

test("no two shortcuts have the same keys", () => {
  expect(new Set(all).size).toBe(all.length);
});

test("no shortcut is the beginning of another, which could then never be pressed", () => {
  for (const keys of all) expect(all.filter((other) => other.startsWith(`${keys} `))).toEqual([]);
});
