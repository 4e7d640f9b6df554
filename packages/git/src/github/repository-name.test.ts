import { expect, test } from "vitest";
import { parseRepositoryName, toWebUrl } from "./repository-name.ts";

test.each([
  ["https://api.github.com", "https://github.com"],
  ["https://github.example.com/api/v3", "https://github.example.com"],
  ["https://api.acme.ghe.com", "https://acme.ghe.com"],
  ["https://api.example.com/api/v3", "https://api.example.com"],
  ["http://127.0.0.1:4321", "http://127.0.0.1:4321"],
])("the pages of %s are at %s", (apiUrl, webUrl) => {
  expect(toWebUrl(apiUrl)).toBe(webUrl);
});

test.each([
  "https://github.com/acme/docs",
  "https://github.com/acme/docs/",
  "https://github.com/acme/docs.git",
  "https://www.github.com/acme/docs/tree/main/guides?tab=readme#top",
  " https://ada:secret@github.com/acme/docs ",
  "git@github.com:acme/docs.git",
  "ssh://git@github.com/acme/docs.git",
])("%s is a repository", (text) => {
  expect(parseRepositoryName(text, "https://github.com")).toEqual({ owner: "acme", name: "docs" });
});

test.each([
  "https://gitlab.com/acme/docs",
  "https://github.com.evil.example/acme/docs",
  "https://github.com/acme",
  "https://github.com/acme/..",
  "https://github.com/acme/..git",
  "https://github.com/acme/...git",
  "https://github.com/acme/%2e%2e",
  "https://github.com/acme/%2e%2e/%2e%2e/etc",
  "https://github.com/acme/do%2fcs",
  "https://github.com/-acme/docs",
  "git@github.com:acme/../../etc/passwd",
  "file:///srv/acme/docs",
  "file://github.com/acme/docs",
  "https://github.com/-acme/docs",
  "https://github.com/acme/do%20cs",
  "git@evil.example:acme/docs.git",
  "ftp://github.com/acme/docs",
  "acme/docs",
])("%s is none here", (text) => {
  expect(parseRepositoryName(text, "https://github.com")).toBeNull();
});
