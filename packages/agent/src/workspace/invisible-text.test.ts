import { expect, test } from "vitest";
import { findHiddenCharacter } from "./invisible-text.ts";

test.each([
  ["\u202e", "a text direction override (U+202E)"],
  ["\u202a", "a text direction override (U+202A)"],
  ["\u2066", "a text direction override (U+2066)"],
  ["\u2069", "a text direction override (U+2069)"],
  ["\u200e", "a text direction mark (U+200E)"],
  ["\u061c", "a text direction mark (U+061C)"],
  ["\u200b", "a zero-width space (U+200B)"],
  ["\u200c", "a zero-width joiner (U+200C)"],
  ["\u200d", "a zero-width joiner (U+200D)"],
  ["\u2060", "an invisible operator (U+2060)"],
  ["\ufeff", "a byte order mark inside the text (U+FEFF)"],
  ["\u{e0041}", "an invisible tag character (U+E0041)"],
  ["\ufe0f", "a variation selector (U+FE0F)"],
  ["\u{e0101}", "a variation selector (U+E0101)"],
  ["\u00ad", "a soft hyphen (U+00AD)"],
  ["\u001b", "a control character (U+001B)"],
  ["\u0085", "a control character (U+0085)"],
  ["\u2028", "an invisible character (U+2028)"],
  ["\u3164", "an invisible character (U+3164)"],
])("%j in a word is named with its line", (sign, name) => {
  expect(findHiddenCharacter(["# A\n\nSome text.\n"], `# A\n\nSo${sign}me text.\n`)).toEqual({ line: 3, name });
});

test.each([
  "Tabs\tand\r\nline ends",
  "\ufeff# A byte order mark at the start",
  "A family 👨‍👩‍👧‍👦, a flag 🏳️‍🌈, a heart ❤️ and a key 1️⃣",
  "A thumb 👍🏽 and an astronaut 👩🏽‍🚀",
  "می‌خواهم کتاب‌ها را",
  "क्‍ष and श्री",
  "שלום\u200f (hello)\u200e!",
  "مرحبا\u200f 123",
  "葛\u{e0100}城",
])("%j needs its invisible characters", (text) => {
  expect(findHiddenCharacter([], text)).toBeNull();
});

test("an override is refused on lines of Arabic and Hebrew, too", () => {
  expect(findHiddenCharacter([], "שלום \u202eabc")).toMatchObject({ line: 1 });
});

test("what stood in the text stays, and may move within it, and one more is new", () => {
  const before = "a\u200bb\n\nc\n";

  expect(findHiddenCharacter([before], "x\n\na\u200bb d\n")).toBeNull();
  expect(findHiddenCharacter([before], `${before}d\u200be\n`)).toMatchObject({ line: 4 });
});
