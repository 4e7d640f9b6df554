import { expect, test } from "vitest";
import { openTestTools } from "../testing.ts";
import { foreignFormat } from "./style.ts";

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
