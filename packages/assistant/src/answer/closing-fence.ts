import { splitFences } from "../page/split-fences.ts";

const OPENER = /^((?:\s|>|(?:[-*+]|\d+[.)])\s)*)(`{3,}|~{3,})/;

/** The line that closes the code block which a text ends in the middle of; null where it ends outside of one. */
export function closingFence(text: string): string | null {
  const last = splitFences(text).at(-1);
  if (!last?.isCode) return null;
  const lines = last.text.split("\n");
  const [, place = "", mark = ""] = OPENER.exec(lines[0] ?? "") ?? [];
  const end = lines.length > 1 ? (lines.at(-1) ?? "").replace(/^[\s>]+/, "").trimEnd() : "";
  if (end.startsWith(mark) && end === (mark[0] ?? "").repeat(end.length)) return null;
  // Outside of the quote or the list that it stands in, the same line would open another block.
  return place.replace(/[^\s>]/g, " ") + mark;
}
