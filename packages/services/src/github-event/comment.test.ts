import { expect, test } from "vitest";
import { parseMention } from "./comment.ts";

test.each([
  ["@docsteward Also fix the title.", "Also fix the title."],
  ["@Docsteward[bot], also fix the title", "also fix the title"],
  ["Thanks! @docsteward: please shorten the intro.", "Thanks! please shorten the intro."],
  ["Two lines.\n\n@docsteward say `@docsteward` in the text", "Two lines.\n\nsay `@docsteward` in the text"],
])("takes %j for a message", (body, words) => {
  expect(parseMention(body, "docsteward")).toBe(words);
});

test.each([
  "Looks good to me.",
  "Ask @docsteward-admins about it.",
  "mail@docsteward.example is the address",
  "See github.com/@docsteward",
  "> @docsteward fix this\n\nI would not.",
  "Write `@docsteward` to ask it.",
  "```\n@docsteward fix\n```",
  "<!-- @docsteward fix -->",
])("does not take %j for a message", (body) => {
  expect(parseMention(body, "docsteward")).toBeNull();
});
