import { expect, test } from "vitest";
import { createVocabulary } from "./vocabulary.ts";

const LETTERS = ["", "a", "b", "ab", "-", "_", "é", "ß", "ж", "網", "站", "\u{1f4d8}", "0", " "];

/** Every text of up to four of these letters, many of them written in two ways: 1 to 16 bytes, and none at all. */
function* everyTerm(length = 4): Generator<string> {
  if (length === 0) yield "";
  else for (const rest of everyTerm(length - 1)) for (const letter of LETTERS) yield rest + letter;
}

test("each term has one number, in the order in which they come, and is found again by it", () => {
  const vocabulary = createVocabulary();
  const expected = new Map<string, number>();
  const wrong = new Set<string>();
  for (const term of everyTerm()) {
    if (!expected.has(term)) expected.set(term, expected.size);
    if (vocabulary.idOf(term) !== expected.get(term)) wrong.add(term);
  }
  for (const [term, id] of expected)
    if (vocabulary.termAt(id) !== term || vocabulary.find(term) !== id) wrong.add(term);
  expect([...wrong]).toEqual([]);
  expect(vocabulary.size).toBe(expected.size);
  expect(vocabulary.find("not there")).toBeUndefined();
  expect(vocabulary.termAt(expected.size)).toBe("");
});

test("a term is the same as a text and as bytes, wherever these stand", () => {
  const vocabulary = createVocabulary();
  const bytes = new TextEncoder().encode("deploy\nÜbersicht\n網站");
  const id = vocabulary.idOf("Übersicht");
  expect(vocabulary.idOfBytes(bytes, 7, 17)).toBe(id);
  expect(vocabulary.termAt(vocabulary.idOfBytes(bytes, 18, bytes.length))).toBe("網站");
  expect(vocabulary.find("deploy")).toBeUndefined();
});

test("200,000 terms are held, and each is found", () => {
  const vocabulary = createVocabulary();
  const terms = Array.from({ length: 200_000 }, (_, number) => `term-${number}`);
  for (const term of terms) vocabulary.idOf(term);
  expect(terms.every((term, id) => vocabulary.find(term) === id)).toBe(true);
  expect(vocabulary.sizeBytes).toBeLessThan(200_000 * 90);
});
