import { expect, test } from "vitest";
import { stripMarkdown } from "./strip-markdown.ts";

test.each([
  ["[![a demo](https://i.example/a.gif)](https://x.example/1)", "a demo"],
  ["[Go ![a sign](a.png) on](b.md)", "Go a sign on"],
  ["![a [b] c](a.png) and [d](e.md)", "![a [b] c](a.png) and d"],
  ["handlers[name](state, action)", "handlers[name](state, action)"],
])("the words of %s are %s", (markdown, words) => {
  expect(stripMarkdown(markdown)).toBe(words);
});
