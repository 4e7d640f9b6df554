import { describe, expect, test } from "vitest";
import { GitError } from "../error.ts";
import { findNewPullRequestUrl, isPlainAddress, normalizePlainAddress } from "./address.ts";

test.each([
  ["https://git.example.com/acme/docs.git", "https://git.example.com/acme/docs.git"],
  [" https://Git.Example.com:443/acme/docs ", "https://git.example.com/acme/docs/"],
  ["https://dev.example.com:8443/org/_git/docs/", "https://dev.example.com:8443/org/_git/docs/"],
  ["http://10.0.0.7/docs.git", "http://10.0.0.7/docs.git"],
  ["git@git.example.com:acme/docs.git", "ssh://git@git.example.com/acme/docs.git"],
  ["deploy@git.example.com:/srv/docs", "ssh://deploy@git.example.com/srv/docs"],
  ["ssh://git.example.com:22/~/docs.git", "ssh://git@git.example.com/~/docs.git"],
  ["ssh://git@git.example.com:2222/docs.git", "ssh://git@git.example.com:2222/docs.git"],
])("%s is stored as %s", (given, stored) => {
  expect(normalizePlainAddress(given)).toBe(stored);
  expect(normalizePlainAddress(stored)).toBe(stored);
  expect(isPlainAddress(stored)).toBe(true);
});

test.each([
  "https://ada:secret@git.example.com/docs.git",
  "https://secret@git.example.com/docs.git",
  "ssh://git:secret@git.example.com/docs.git",
  "git://git.example.com/docs.git",
  "ext::sh -c touch% /tmp/x",
  "ftp://git.example.com/docs.git",
  "ssh://-oProxyCommand=touch/docs.git",
  "-oProxyCommand=touch@git.example.com:docs.git",
  "ssh://git@git.example.com/docs.git;touch",
  "https://git.example.com/docs.git?token=secret",
  "https://git.example.com/docs.git#secret",
  "https://git.example.com/do cs'$(touch)",
  "https://git.example.com/",
  `https://git.example.com/${"a".repeat(1_000)}`,
])("%s is refused, in a sentence without its secret", (given) => {
  let refused: unknown;
  try {
    normalizePlainAddress(given);
  } catch (error) {
    refused = error;
  }
  expect(refused).toBeInstanceOf(GitError);
  expect(String(refused)).not.toContain("secret");
});

test.each(["https://github.com/acme/docs", "file:///srv/docs.git"])("%s is not one of a plain Git server", (stored) => {
  expect(isPlainAddress(stored)).toBe(false);
});

describe("the page that opens a pull request", () => {
  const at = (repository: string) => findNewPullRequestUrl({ repository, baseRef: "main", branch: "docs/a&b" });

  test.each([
    ["https://github.com/acme/docs.git", "https://github.com/acme/docs/compare/main...docs/a%26b?expand=1"],
    [
      "ssh://git@gitlab.example.com:2222/group/docs.git",
      "https://gitlab.example.com/group/docs/-/merge_requests/new?merge_request%5Bsource_branch%5D=docs%2Fa%26b&merge_request%5Btarget_branch%5D=main",
    ],
    [
      "ssh://git@bitbucket.org/acme/docs.git",
      "https://bitbucket.org/acme/docs/pull-requests/new?source=docs%2Fa%26b&dest=main",
    ],
    ["https://codeberg.org/acme/docs.git", "https://codeberg.org/acme/docs/compare/main...docs/a%26b"],
    ["http://gitea.internal:3000/acme/docs.git", "http://gitea.internal:3000/acme/docs/compare/main...docs/a%26b"],
  ])("is known for %s", (repository, page) => {
    expect(at(repository)).toBe(page);
  });

  test.each(["https://git.example.com/acme/docs.git", "https://notgithub.com/acme/docs.git"])(
    "is not guessed for %s",
    (repository) => {
      expect(at(repository)).toBeNull();
    },
  );
});
