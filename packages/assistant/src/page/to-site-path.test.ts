import { expect, test } from "vitest";
import { toSitePath } from "./page-address.ts";

test.each([
  [null, "/guide/ssr", "/guide/ssr"],
  [null, "/guide/ssr/", "/guide/ssr"],
  [null, "guide/ssr?tab=npm#top", "/guide/ssr"],
  [null, "/", "/"],
  [null, "https://docs.acme.com/guide/ssr", "/guide/ssr"],
  [null, "/%E6%97%A5%E6%9C%AC", "/日本"],
  [null, "/100%", "/100%"],
  ["https://acme.com/docs", "/docs/guide/ssr", "/guide/ssr"],
  ["https://acme.com/docs", "https://acme.com/docs/guide/ssr/#top", "/guide/ssr"],
  ["https://acme.com/docs", "/docs", "/"],
  ["https://acme.com/docs", "/docsify", "/docsify"],
  ["https://acme.com/docs", "/guide/ssr", "/guide/ssr"],
])("on the site %j, %j is %j", (siteUrl, said, expected) => {
  expect(toSitePath(siteUrl, said)).toBe(expected);
});
