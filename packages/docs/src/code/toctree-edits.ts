import { readTocTrees } from "../page/read-toctrees.ts";

/** The name of a document, alone or behind a title: letters, and signs of which no directive and no role can be made. */
const ENTRY =
  /^[ \t]+(?:[\p{L}\p{N}][\p{L}\p{N} ,.&()'-]{0,200} <)?(?:\.{1,2}\/|\/)?[\p{L}\p{N}_][\p{L}\p{N}_./-]{0,300}>?\r?$/u;

/**
 * Whether a document of reStructuredText differs from what it was in the entries of its `toctree` directives alone. Anything else
 * in it may run code: `automodule` loads a program, `include` and `raw` take files in.
 */
export function changesOnlyTocTrees(before: string, after: string): boolean {
  const [old, now] = [splitEntries(before), splitEntries(after)];
  if (old.rest !== now.rest) return false;
  const known = new Set(old.entries);
  return now.entries.every((line) => known.has(line) || ENTRY.test(line));
}

function splitEntries(text: string): { entries: string[]; rest: string } {
  const numbers = new Set(readTocTrees(text, false).map(({ line }) => line));
  const lines = text.split("\n");
  const isEntry = (_: string, index: number) => numbers.has(index + 1);
  return {
    entries: lines.filter(isEntry),
    rest: lines.filter((line, index) => !isEntry(line, index)).join("\n"),
  };
}
