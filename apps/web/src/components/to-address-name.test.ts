import { expect, test } from "vitest";
import { slugify } from "./slug.ts";

test.each([
  ["Acme", "acme"],
  ["  Acme Docs, Inc. ", "acme-docs-inc"],
  ["acme-docs", "acme-docs"],
  ["日本", ""],
  [`${"a".repeat(62)}.b`, "a".repeat(62)],
])("addresses call %j %j", (text, name) => {
  expect(slugify(text)).toBe(name);
});
