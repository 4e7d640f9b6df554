import { expect, test } from "vitest";
import type { PreviewNode } from "../../server/pull-request/preview.ts";
import { renderPreview } from "../../server/pull-request/render-preview.ts";
import { findPreviewMarks } from "./preview-marks.ts";

/** The words that differ between two pages of one block each. */
function wordsOf(old: string, now: string): string[] {
  const { before, after } = renderPreview({ path: "a.mdx", before: old, after: now });
  const [from, to] = [before?.blocks[0]?.node, after?.blocks[0]?.node] as [PreviewNode, PreviewNode];
  return [...findPreviewMarks(from, to)].flatMap(([node, mark]) =>
    "text" in node ? [node.text.slice(mark.from, mark.to)] : [],
  );
}

test("of a sentence the words are marked that differ, and none of them in part", () => {
  expect(wordsOf("Pages recieve changes.", "Pages receive changes.")).toEqual(["recieve", "receive"]);
  expect(wordsOf("One name: Lantern.", "One name: Lantern Flags.")).toEqual(["Lantern.", "Lantern Flags."]);
  expect(wordsOf("Run it.", "Run it twice.")).toEqual(["it.", "it twice."]);
});

test("in a component, a list or a table, only the part is marked that changed", () => {
  const list = (word: string) => `<Update>\n\n- **New**: a plan\n- **Fixed**: a ${word}\n\n</Update>`;
  expect(wordsOf(list("bug"), list("fault"))).toEqual(["bug", "fault"]);
  const table = (word: string) => `| a | b |\n| - | - |\n| 1 | ${word} |`;
  expect(wordsOf(table("2"), table("3"))).toEqual(["2", "3"]);
});

test("what has no counterpart is marked as a whole", () => {
  expect(wordsOf("- one", "- one\n- two *three*")).toEqual(["two ", "three"]);
  expect(wordsOf("Some words.", "## A heading")).toEqual(["Some words.", "A heading"]);
});
