import { expect, test } from "vitest";
import { refuseBranch, toBranchName } from "./branch-name.ts";

test.each([
  "@",
  "HEAD",
  "refs/heads/x",
  "-x",
  "a..b",
  "a b",
  "a~1",
  "a^",
  "a:b",
  "a?",
  "a*",
  "a[",
  "a\\b",
  "a//b",
  "/a",
  "a/",
  "a.",
  ".a",
  "a/.b",
  "a.lock",
  "a.lock/b",
  "a@{1}",
  "ü",
  "a\u200bb",
  "a\nb",
  "",
  "x".repeat(201),
  "$(id)",
  "main",
])("refuses the branch %j", (branch) => {
  expect(refuseBranch(branch, ["main"])).toMatch(/\.$/);
});

test.each(["docs/fix-typo", "feature_1", "v1.2", "a/b/c"])("takes the branch %s", (branch) => {
  expect(refuseBranch(branch, ["main"])).toBeNull();
});

test.each([
  ['Fix the typo "recieve"', 1, "docsteward/fix-the-typo-recieve-7k3q"],
  ["Ändere Größe", 2, "docsteward/andere-gro-e-7k3q-2"],
  [
    "Document the config keys system_prompt_injection and keep_subagents",
    1,
    "docsteward/document-the-config-keys-system-prompt-injection-7k3q",
  ],
  ["x".repeat(60), 1, `docsteward/${"x".repeat(48)}-7k3q`],
  ["日本語", 1, "docsteward/7k3q"],
  ["../../etc; rm -rf /", 1, "docsteward/etc-rm-rf-7k3q"],
])("names the branch of %j", (text, round, branch) => {
  expect(toBranchName(text, "job_01J7K3Q", round)).toBe(branch);
  expect(refuseBranch(branch, ["main"])).toBeNull();
});
