import { expect, test } from "vitest";
import { findPagePairs } from "./page-pairs.ts";

test.each([
  ["docs/de/a.md", "docs/a.md", "de"],
  ["docs/de/docs/a.md", "docs/en/docs/a.md", "de"],
  ["content/zh-cn/a/b.md", "content/en/a/b.md", "zh-cn"],
  ["pages/a.pt-BR.mdx", "pages/a.mdx", "pt-BR"],
  ["pages/a.de.md", "pages/a.en.md", "de"],
  ["i18n/fr/docusaurus-plugin-content-docs/current/a/b.md", "docs/a/b.md", "fr"],
  ["website/i18n/fr/docusaurus-plugin-content-blog/a.md", "website/blog/a.md", "fr"],
])("%s translates %s", (page, source, language) => {
  expect(findPagePairs([page, source])).toEqual([{ page, source, language }]);
});

test("a folder of two letters without a counterpart is no language", () => {
  expect(findPagePairs(["docs/js/a.md", "docs/b.md"])).toEqual([]);
});
