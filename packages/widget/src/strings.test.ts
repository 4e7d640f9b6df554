import { expect, test } from "vitest";
import { fill, pickLanguage } from "./strings.ts";

const LANGUAGES = ["en", "de", "fr", "es", "ja", "zh", "pt"];

test("every language has every text, with the same places to fill", () => {
  const placesOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const { strings: english } = pickLanguage("en");
  for (const tag of LANGUAGES) {
    const { language, strings } = pickLanguage(`${tag}-XX`);
    expect(language).toBe(tag);
    expect(Object.keys(strings)).toEqual(Object.keys(english));
    for (const [name, text] of Object.entries(strings)) {
      expect(text, `${tag}.${name}`).not.toBe("");
      expect(placesOf(text), `${tag}.${name}`).toEqual(placesOf(english[name as keyof typeof english]));
    }
  }
});

test("a language that is not here is English, and a value is put in as it is written", () => {
  expect(pickLanguage("tlh").language).toBe("en");
  expect(fill("Searching: {query}", { query: "$& {query}" })).toBe("Searching: $& {query}");
});
