import { parseInput } from "@docsteward/contract/input-schema";
import { expect, test } from "vitest";
import { SiteUrl, SupportContact } from "./fields.ts";

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

test.each([
  [" help@acme.com ", "mailto:help@acme.com"],
  ["mailto:help@acme.com", "mailto:help@acme.com"],
  ["https://acme.com/support?from=docs", "https://acme.com/support?from=docs"],
])("the contact %j is kept as %j", (text, expected) => {
  expect(parseInput(SupportContact, text)).toBe(expected);
});

test.each(["", "help", "help@", "javascript:alert(1)", "https://a:b@acme.com", "https://acme.com/(a)"])(
  "the contact %j is refused",
  (text) => {
    expect(() => parseInput(SupportContact, text)).toThrow("Use an address such as https://acme.com/support");
  },
);
