import { expect, test } from "vitest";
import { repositoryName } from "./format.ts";

test.each([
  ["https://github.com/acme/docs.git", "acme/docs"],
  ["https://github.com/acme/docs", "acme/docs"],
  ["file:///srv/git/acme-docs.git", "acme-docs"],
  ["file:///home/ada/My%20docs/", "My docs"],
  ["file:///srv/100%41/50%", "50%"],
  ["docs", "docs"],
])("%s is called %s", (url, name) => {
  expect(repositoryName(url)).toBe(name);
});
