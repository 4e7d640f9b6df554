import { expect, test } from "vitest";
import { addKey } from "./keyboard.tsx";

test("letters, spaces and corrections are kept, keys that type nothing are not", () => {
  const keys = ["F", "i", "x", " ", "t", "u", "Backspace", "y", "p", "o"];

  const text = keys.reduce((kept, key) => addKey(kept, key) ?? kept, "");

  expect(text).toBe("Fix typo");
  expect(["Enter", "Tab", "Shift", "ArrowLeft"].map((key) => addKey(text, key))).toEqual([null, null, null, null]);
});
