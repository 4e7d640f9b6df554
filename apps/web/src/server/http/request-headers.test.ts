import { expect, test } from "vitest";
import { acceptedLanguages } from "./request-headers.ts";

test.each([
  ["de-AT,de;q=0.9,en;q=0.8", ["de-at", "de", "en"]],
  ["en;q=0.2, fr", ["fr", "en"]],
  ["*, ja;q=0, pt-BR;q=x, zh-Hant", ["zh-hant"]],
  ["", []],
])("reads %j", (header, languages) => {
  expect(acceptedLanguages({ headers: new Headers({ "accept-language": header }) })).toEqual(languages);
});

test("a long header costs no more than a short one", () => {
  const headers = new Headers({ "accept-language": "de,".repeat(2_000) });

  expect(acceptedLanguages({ headers })).toHaveLength(10);
});
