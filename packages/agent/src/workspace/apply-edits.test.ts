import { expect, test } from "vitest";
import { openTestTools } from "../testing.ts";
import { editText, foreignFormat } from "./apply-edits.ts";

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

const LIST = "* one\n* two\n* three\n";
const CURLY = "Say “yes” or “no”.\n";
const STRAIGHT = 'Say "yes" or "no".\n';
const WRAPPED = `${"A line of some forty characters, no more\n".repeat(4)}\n`;
const LONG = `${"A sentence that goes on. ".repeat(6)}\n`;

test.each([
  ["a marker of lists", LIST, "- four\n", "This page uses `*` for list items, and your lines use `-`. Use `*`."],
  [
    "straight quotes",
    CURLY,
    'And "perhaps".\n',
    "This page uses curly quotes (“ ”), and your lines use straight quotes. Use curly quotes.",
  ],
  [
    "curly quotes",
    STRAIGHT,
    "And “perhaps”.\n",
    'This page uses straight quotes (" "), and your lines use curly quotes. Use straight quotes.',
  ],
  ["a long line", WRAPPED, LONG, "This page wraps lines at 40 characters, and your lines have up to 150. Wrap them."],
])("%s that the page does not use is reported", (_, page, added, sentence) => {
  expect(foreignFormat(page, page + added)).toEqual([sentence]);
});

test.each([
  ["the same format", LIST + CURLY + WRAPPED, "* four “x”\n"],
  ["a page with two ways", "* one\n- two\n* three\n", "- four\n"],
  ["too little to tell", "* one\n", "- two\n"],
  ["code", LIST + CURLY, '```md\n- four "x"\n```\n'],
  ["attributes, links and inline code", CURLY, '<A b="c" /> `"x"` [a](b "c")\n'],
  ["front matter", `---\ntitle: "A"\nx: "B"\n---\n${CURLY}`, "More.\n"],
  ["a table and a heading in a page that is wrapped", WRAPPED, `| ${LONG.trim()} |\n# ${LONG}`],
  ["a page whose lines are long already", WRAPPED + LONG, `${LONG.trim()} More.\n`],
])("nothing is reported about %s", (_, page, added) => {
  expect(foreignFormat(page, page + added)).toEqual([]);
});

test("the result of the edit names it, and every other line stays unchanged", async () => {
  await using tools = await openTestTools({ "a.md": `# A\n\n${LIST}` });
  await tools.call("read", { path: "a.md" });

  const { output } = await tools.call("edit", { path: "a.md", old: "* three\n", new: "* three\n- four\n" });

  expect(output).toMatchObject({
    path: "a.md",
    replacements: 1,
    style: [expect.stringContaining("your lines use `-`")],
  });
  const [change] = await tools.workspace.changes();
  expect(change).toMatchObject({ additions: 1, deletions: 0 });
});

test("a page of more lines than a call takes arguments is read, too", () => {
  expect(foreignFormat("a\n".repeat(300_000), `${"a\n".repeat(300_000)}${"b".repeat(40)}\n`)).toEqual([
    "This page wraps lines at 1 characters, and your lines have up to 40. Wrap them.",
  ]);
});
