import { expect, test } from "vitest";
import { readCommands, readSamples } from "./read-commands.ts";

const read = (text: string, language = "sh") =>
  readCommands({ page: "a.md", language, line: 10, text }).map(({ words, variables }) =>
    [...variables, ...words].map(({ text: word, line, isOpen }) => `${line} ${word}${isOpen ? " ?" : ""}`),
  );

test("words, quotes and continued lines are read as a shell does, each with its line", () => {
  const text = '$ TOKEN=x tool run \\\n  --name \'a b\' \\\n  --text "c \\"d\\"" # why\n';

  expect(read(text)).toEqual([["10 TOKEN=x", "10 tool", "10 run", "11 --name", "11 a b", "12 --text", '12 c "d"']]);
});

test("commands end at signs between them, and what follows a heredoc is read again", () => {
  expect(read("a | b && c; d\n")).toEqual([["10 a"], ["10 b"], ["10 c"], ["10 d"]]);
  expect(read("cat <<'EOF'\ntool --no-flag\nEOF\nnext\n")).toEqual([["10 cat"], ["13 next"]]);
});

test("variables, outputs of commands and places to fill in are open", () => {
  expect(read('tool $A "$B/c" $(d e) <your-key> plain')).toEqual([
    ["10 tool", "10 $A ?", "10 $B/c ?", "10 $(d e) ?", "10 <your-key> ?", "10 plain"],
  ]);
});

test("blocks of other languages hold no commands", () => {
  expect(read("tool --flag", "yaml")).toEqual([]);
});

test("blocks in lists and components are read without their indent, and blocks that speak of the past are left out", () => {
  const page = [
    "- Step:",
    "",
    "  ```sh",
    "  tool a",
    "    b",
    "  ```",
    "",
    "```sh",
    "# --old was removed",
    "tool --old",
    "```",
    "",
  ].join("\n");

  expect(readSamples("a.md", page).map(({ line, text }) => [line, text])).toEqual([[4, "tool a\n  b"]]);
});
