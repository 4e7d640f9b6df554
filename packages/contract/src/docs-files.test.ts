import { expect, test } from "vitest";
import { isInstructionFile, isInstructionFileInAnyCase, isNavigationFile, isPageFile } from "./docs-files.ts";

test.each(["index.mdx", "docs/guide.md", "docs/README.MD", "docs/models/gemini.md", "docs/agent.md"])(
  "%s is a page",
  (path) => {
    expect(isPageFile(path)).toBe(true);
  },
);

test.each([
  "AGENTS.md",
  "agents.md",
  "docs/CLAUDE.md",
  "docs/skill.md",
  ".mdx",
  "docs/.md",
  "docs/guide.md.bak",
  "guide.tsx",
  "md",
])("%s is not a page", (path) => {
  expect(isPageFile(path)).toBe(false);
});

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

test("instructions for agents are recognized by name: in capitals in any folder, in any case in the root", () => {
  const paths = ["docs/AGENTS.md", "Agents.md", "docs/Agents.md", "docs/agents.mdx", "docs/a/claude.md"];

  expect(paths.map(isInstructionFile)).toEqual([true, true, false, false, false]);
  expect(paths.map(isInstructionFileInAnyCase)).toEqual([true, true, true, false, true]);
});
