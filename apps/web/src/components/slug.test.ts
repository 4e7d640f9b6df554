import { expect, test } from "vitest";
import { domainOfRepository, slugify } from "./slug.ts";

test.each([
  ["Acme", "acme"],
  ["  Acme Docs, Inc. ", "acme-docs-inc"],
  ["acme-docs", "acme-docs"],
  ["日本", ""],
  [`${"a".repeat(62)}.b`, "a".repeat(62)],
])("addresses call %j %j", (text, name) => {
  expect(slugify(text)).toBe(name);
});

test.each([
  ["/srv/Acme Docs.git", "acme-docs"],
  ["https://github.com/acme/docs/", "docs"],
  ["file:///srv/docs.v2", "docs-v2"],
  ["/srv/__", ""],
  [`/srv/${"a".repeat(62)}.b`, "a".repeat(62)],
])("the site of %s is proposed as %j", (repository, domain) => {
  expect(domainOfRepository(repository)).toBe(domain);
});
