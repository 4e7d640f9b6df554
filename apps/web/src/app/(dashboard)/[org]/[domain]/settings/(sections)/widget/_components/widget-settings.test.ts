import { expect, test } from "vitest";
import { formatStarters, parseStarters } from "./widget-settings.tsx";

test("a line is an example question, below a path where it begins with one", () => {
  const starters = parseStarters("How do I start?\n\n  /guides/keys How do I rotate a key?  \n/guides\n");

  expect(starters).toEqual([
    { question: "How do I start?", path: null },
    { question: "How do I rotate a key?", path: "/guides/keys" },
  ]);
  expect(formatStarters(starters)).toBe("How do I start?\n/guides/keys How do I rotate a key?");
});
