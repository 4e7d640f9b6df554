import { expect, test } from "vitest";
import { editText } from "./apply-edits.ts";

test("replaces the one place where the text stands", () => {
  expect(editText("a\nb\nc\n", { old: "b", new: "B" })).toEqual({ text: "a\nB\nc\n", replacements: 1 });
});

test("refuses text that stands more than once, and says how often", () => {
  expect(editText("x x x", { old: "x", new: "y" })).toEqual({
    error: expect.stringContaining("occurs 3 times"),
  });
});

test("replaces every place with all", () => {
  expect(editText("x x x", { old: "x", new: "y", all: true })).toEqual({ text: "y y y", replacements: 3 });
});

test("keeps CRLF line ends, in what it matches and in what it puts in", () => {
  const result = editText("one\r\ntwo\r\nthree\r\n", { old: "one\ntwo", new: "one\n1.5\ntwo" });

  expect(result).toEqual({ text: "one\r\n1.5\r\ntwo\r\nthree\r\n", replacements: 1 });
});

test("keeps a byte order mark and a missing final newline", () => {
  expect(editText("\uFEFF# Title\nend", { old: "end", new: "END" })).toEqual({
    text: "\uFEFF# Title\nEND",
    replacements: 1,
  });
});

test("notices an edit that was made before", () => {
  const result = editText("The new text.", { old: "The old text.", new: "The new text." });

  expect(result).toMatchObject({
    text: "The new text.",
    replacements: 0,
    note: expect.stringContaining("Already applied"),
  });
});

test("shows the nearest lines when the text is not there", () => {
  const result = editText("# Guide\n\nInstall the server with npm.\n", {
    old: "Install the server using npm.",
    new: "x",
  });

  expect(result).toEqual({ error: expect.stringMatching(/Nearest lines \(3–3\):\nInstall the server with npm\./) });
});

test("does not treat the text as a pattern", () => {
  expect(editText("price: $1 (a|b)", { old: "(a|b)", new: "$&" })).toEqual({ text: "price: $1 $&", replacements: 1 });
});

test.each([
  ["an empty old text", { old: "", new: "x" }],
  ["the same text twice", { old: "a", new: "a" }],
])("refuses %s", (_, edit) => {
  expect(editText("a", edit)).toHaveProperty("error");
});

test("replacements that would make a file far too long are refused before they are made", () => {
  const text = "a".repeat(100_000);

  expect(editText(text, { old: "a", new: "b".repeat(1_000_000), all: true })).toEqual({
    error: expect.stringContaining("would have more than 1000000 characters"),
  });
});
