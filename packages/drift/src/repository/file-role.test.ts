import { expect, test } from "vitest";
import { roleOf, withoutTranslations } from "./file-role.ts";

test.each([
  ["docs/guide/cache.md", "page"],
  ["README.md", "page"],
  ["CHANGELOG.md", "other"],
  ["docs/release-notes/v2.md", "other"],
  ["tests/fixtures/page.md", "other"],
  ["src/cache.rs", "source"],
  ["config/default.yaml", "data"],
  ["src/cache.test.ts", "test"],
  ["pkg/cache_test.go", "test"],
  ["tests/test_cache.py", "test"],
  ["pnpm-lock.yaml", "other"],
  ["docs/.vitepress/config.ts", "other"],
  ["website/src/theme.tsx", "other"],
  ["logo.png", "other"],
])("%s is %s", (path, role) => {
  expect(roleOf(path)).toBe(role);
});

test("a translation follows the page that it translates, and not the code", () => {
  const pages = [
    "docs/en/a.md",
    "docs/de/a.md",
    "docs/pt-BR/a.md",
    "docs/cli/a.md",
    "guide/b.md",
    "guide/fr/b.md",
    "go/c.md",
  ];

  expect(withoutTranslations(pages)).toEqual(["docs/en/a.md", "docs/cli/a.md", "guide/b.md", "go/c.md"]);
});
