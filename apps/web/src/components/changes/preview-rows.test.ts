import { expect, test } from "vitest";
import { renderPreview } from "../../server/pull-request/render-preview.ts";
import { toPreviewRows } from "./preview-rows.ts";

/** The rows of two pages whose paragraphs are single words, as "before|after". */
function rowsOf(before: string, after: string): string[] {
  const words = { before: before.split(" "), after: after.split(" ") };
  const page = (side: "before" | "after") => words[side].filter(Boolean).join("\n\n");
  const sides = renderPreview({ path: "a.md", before: page("before"), after: page("after") });
  const rows = toPreviewRows(sides.before?.blocks ?? [], sides.after?.blocks ?? []);
  return Array.from({ length: rows.count }, (_, index) => {
    const word = (side: "before" | "after") => words[side][rows[side].indexOf(index + 1)] ?? "";
    return `${word("before")}|${word("after")}${rows.changed.has(index + 1) ? "*" : ""}`;
  });
}

test("what stayed the same is side by side, and so is what took its place", () => {
  expect(rowsOf("a b c d", "a x y c d e")).toEqual(["a|a", "b|x*", "|y*", "c|c", "d|d", "|e*"]);
  expect(rowsOf("a b c", "a c")).toEqual(["a|a", "b|*", "c|c"]);
});

test("a part that was moved, or of which there are fewer now, parts no others that stayed", () => {
  expect(rowsOf("a b c d", "b c d a")).toEqual(["a|*", "b|b", "c|c", "d|d", "|a*"]);
  expect(rowsOf("a r b r c", "a r b c")).toEqual(["a|a", "r|r", "b|b", "r|*", "c|c"]);
});

test("every block has a row, whatever its neighbours are", () => {
  expect(rowsOf("a b", "b a")).toEqual(["a|b*", "b|a*"]);
  expect(rowsOf("", "")).toEqual([]);
  expect(rowsOf("a a a", "a")).toEqual(["a|a", "a|*", "a|*"]);
});
