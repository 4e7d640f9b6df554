import { expect, test } from "vitest";
import { isInstructionFile, isNavigationFile, isPageFile } from "./docs-files.ts";

test.each(["index.mdx", "docs/guide.md", "docs/README.MD"])("%s is a page", (path) => {
  expect(isPageFile(path)).toBe(true);
});

test.each(["AGENTS.md", "docs/claude.md", ".mdx", "docs/.md", "docs/guide.md.bak", "guide.tsx", "md"])(
  "%s is not a page",
  (path) => {
    expect(isPageFile(path)).toBe(false);
  },
);

test.each(["docs.json", "a/b/_meta.json", "mkdocs.yml", "docs/.pages", "versioned_sidebars/version-2.0-sidebars.json"])(
  "%s holds navigation",
  (path) => {
    expect(isNavigationFile(path)).toBe(true);
  },
);

test.each(["package.json", "sidebars.js", "_meta.tsx", "docs/openapi.json", "Docs.json"])(
  "%s holds no navigation",
  (path) => {
    expect(isNavigationFile(path)).toBe(false);
  },
);

test("instructions for agents are recognized by name in any case and folder", () => {
  expect(isInstructionFile("docs/Agents.md")).toBe(true);
  expect(isInstructionFile("docs/agents.mdx")).toBe(false);
});
