import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestTools, type TestTools } from "../testing.ts";
import { stripForeignLinks } from "./strip-foreign-links.ts";

const LONG = "q=0123456789012345678901234567890123456789";

let tools: TestTools;
beforeAll(async () => {
  tools = await openTestTools({ "index.mdx": "See https://known.example/start for more, or plain.example.\n" });
});
afterAll(() => tools[Symbol.asyncDispose]());

const strip = (summary: string) => stripForeignLinks(summary, tools.workspace);

test.each([
  ["a long query to a new host", `See https://evil.example/x?${LONG}.`, "See (link to evil.example removed)"],
  ["a long fragment to a new host", `[a](https://evil.example/#${LONG})`, "[a]((link to evil.example removed))"],
  ["an image", `![](https://evil.example/i.png?${LONG})`, "![]((link to evil.example removed))"],
  ["a port that the docs do not name", `https://known.example:8443/?${LONG}`, "(link to known.example:8443 removed)"],
  [
    "a host that only ends like a known one",
    `https://evilknown.example/?${LONG}`,
    "(link to evilknown.example removed)",
  ],
  ["a host that is the end of a known one", `https://own.example/?${LONG}`, "(link to own.example removed)"],
  ["a host that is the beginning of a known one", `https://known.ex/?${LONG}`, "(link to known.ex removed)"],
  [
    "a host that a known one only begins like",
    `https://known.example.evil.test/?${LONG}`,
    "(link to known.example.evil.test removed)",
  ],
])("%s is taken out", async (_, summary, stripped) => {
  expect(await strip(summary)).toBe(stripped);
});

test.each([
  ["a short query", "https://other.example/?page=2"],
  ["a host that the docs name", `https://known.example/?${LONG}`],
  ["a host that the docs name at the end of a sentence", `https://plain.example/?${LONG}`],
])("%s stays", async (_, summary) => {
  expect(await strip(summary)).toBe(summary);
});

test("an edit of the job does not vouch for its own link", async () => {
  await using changed = await openTestTools({ "index.mdx": "Hello.\n" });
  await changed.call("read", { path: "index.mdx" });
  await changed.call("edit", { path: "index.mdx", old: "Hello.", new: "See https://evil.example/start." });

  const stripped = await stripForeignLinks(`https://evil.example/?${LONG}`, changed.workspace);

  expect(stripped).toBe("(link to evil.example removed)");
});
