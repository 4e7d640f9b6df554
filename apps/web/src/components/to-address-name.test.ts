import { expect, test } from "vitest";
import { toAddressName } from "./slug.ts";

test.each([
  ["Acme", "acme"],
  ["  Acme Docs, Inc. ", "acme-docs-inc"],
  ["acme-docs", "acme-docs"],
  ["日本", ""],
  [`${"a".repeat(62)}.b`, "a".repeat(62)],
])("addresses call %j %j", (text, name) => {
  expect(toAddressName(text)).toBe(name);
});
