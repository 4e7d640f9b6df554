import { parseInput } from "@docsteward/contract/input-schema";
import { expect, test } from "vitest";
import { SiteUrl } from "./fields.ts";

test.each([
  ["https://docs.acme.com", "https://docs.acme.com"],
  ["https://docs.acme.com/", "https://docs.acme.com"],
  [" http://acme.com/docs/ ", "http://acme.com/docs"],
])("%j is kept as %j", (text, expected) => {
  expect(parseInput(SiteUrl, text)).toBe(expected);
});

test.each([
  "",
  "docs.acme.com",
  "ftp://acme.com",
  "javascript:alert(1)",
  "https://a:b@acme.com",
  "https://acme.com/?a=b",
])("%j is refused", (text) => {
  expect(() => parseInput(SiteUrl, text)).toThrow("Use the form https://docs.acme.com");
});
