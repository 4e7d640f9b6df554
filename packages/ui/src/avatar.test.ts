import { expect, test } from "vitest";
import { initialsOf } from "./avatar.tsx";

test.each([
  ["Ada Lovelace", "AL"],
  ["ada", "A"],
  ["Ada King Lovelace", "AL"],
  [" 🐙 squid ", "🐙S"],
  ["", ""],
])("%j is shown as %j", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
