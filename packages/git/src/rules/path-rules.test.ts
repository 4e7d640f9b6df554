import { expect, test } from "vitest";
import { refuseNewName, refusePath } from "./path-rules.ts";

const rules = { docsPath: "" };

test.each([
  "../secrets.md",
  "a/../../x.md",
  "./x.md",
  "a/./x.md",
  "/etc/passwd.md",
  "//server/share.md",
  "a//x.md",
  "a/",
  "",
  "..",
  ".",
  "C:\\x.md",
  "a\\..\\x.md",
  "C:/x.md",
  ".git/config.md",
  ".GIT/hooks/x.md",
  "a/.Git/x.md",
  ".git /x.md",
  ".git./x.md",
  ".git::$INDEX_ALLOCATION/x.md",
  "git~1/x.md",
  "GIT~2/x.md",
  ".g\u200cit/x.md",
  ".gi\u0000t/x.md",
  ".gitmodules",
  ".gitattributes",
  ".gitignore.md",
  "GITMOD~1.md",
  "x.md\n.md",
  "x\r.md",
  "x\u001b[31m.md",
  "a\u0000.md",
  "\u202egpj.md",
  "x\u2066.md",
  "x\u200b.md",
  "\ufeffx.md",
  "x\u00ad.md",
  "x .md ",
  "a. /x.md",
  "a./x.md",
  " /x.md",
  "cafe\u0301.md",
  "\ud800.md",
  "con.md",
  "aux/x.md",
  "LPT1.md",
  "x?.md",
  "x|y.md",
  `${"x".repeat(256)}.md`,
  `${"abc/".repeat(300)}x.md`,
  ".github/workflows/deploy.yml",
  ".github/workflows/x.md",
  ".GitHub/PULL_REQUEST_TEMPLATE.md",
  ".gitlab/x.md",
  "CODEOWNERS",
  "docs/codeowners",
  "package.json",
  "pnpm-lock.yaml",
  "node_modules/x/readme.md",
  "AGENTS.md",
  "docs/AGENTS.md",
  "CLAUDE.md",
  ".claude/commands/deploy.md",
  "docs/.Cursor/rules/style.mdx",
  ".docsteward/guide.md",
  "\u3164.md",
  "in\ufe0fdex.md",
  "in\u034fdex.md",
  "index\u{e0061}.md",
  "\u2028.md",
  "caf\ufffd.md",
  ".git\uff0fx/y\u200d.md",
  "gi7eba~1/x.md",
  "nul.md",
  "a/COM7.mdx",
  "x.md:stream.md",
  "~/../x.md",
  "docs/./../../x.md",
  "script.js",
  "docs.ts",
  "sidebars.js",
  "_meta.tsx",
  "guide/_meta.ts",
  "_meta.global.js",
  "mdx-components.tsx",
  "src/mdx-components.js",
  "docusaurus.config.ts",
  "sidebars.ts",
  "image.png",
  "page.md.exe",
  "page.mdx/",
  "README",
  "mkdocs.yml.sh",
])("refuses %j", (path) => {
  expect(refusePath(path, rules)).toMatch(/\.$/);
});

test.each([
  "index.md",
  "docs/guide/install.mdx",
  "DOCS/Read Me.MD",
  "café.md",
  "日本語/ページ.mdx",
  "⚙️ Setup/1️⃣ Start.md",
  "docs/security.md",
  "LICENSE.md",
  "-x.md",
  "git/config.md",
  "console/aux-port.md",
  "nul-values.md",
  "a.b.c/d..e.md",
  "docs/(group)/[slug].mdx",
  "docs/v1.2/notes.md",
  "_partials/_note.mdx",
  ".vitepress/notes.md",
  "docs.json",
  "mint.json",
  "guide/_meta.json",
  "mkdocs.yml",
  "sidebars.json",
])("takes %j", (path) => {
  expect(refusePath(path, rules)).toBeNull();
});

test("below a docs folder, everything else is outside, but for the navigation that leads to it", () => {
  const below = { docsPath: "site/docs" };

  expect(refusePath("site/docs/x.md", below)).toBeNull();
  expect(refusePath("site/docs.json", below)).toBeNull();
  expect(refusePath("mkdocs.yml", below)).toBeNull();
  expect(refusePath("README.md", below)).toContain("outside");
  expect(refusePath("site/docs-old/x.md", below)).toContain("outside");
  expect(refusePath("other/docs.json", below)).toContain("outside");
});

test.each(["~/x.md", "--output=/tmp/x.md", "-x.md", "a/-b/x.md", "a/~x.md"])("refuses the new name %j", (path) => {
  expect(refuseNewName(path)).toMatch(/\.$/);
});

test.each(["x.md", "a-b/c~d.md", "(group)/[slug].mdx", "_partials/x.md"])("takes the new name %j", (path) => {
  expect(refuseNewName(path)).toBeNull();
});
