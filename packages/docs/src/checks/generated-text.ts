import type { CheckedSite } from "./finding.ts";

/** The marks between which a tool writes what it likes, and writes it again. */
const MARKS: readonly [start: string, end: string][] = [
  ["ALL-CONTRIBUTORS-LIST:START", "ALL-CONTRIBUTORS-LIST:END"],
  ["ALL-CONTRIBUTORS-BADGE:START", "ALL-CONTRIBUTORS-BADGE:END"],
];

const known = new WeakMap<CheckedSite, Map<string, Promise<ReadonlySet<number>>>>();

/** Whether a tool wrote a line of a page (from 1), as the comments around it say. Its anchors may lead nowhere by intent. */
export async function isGeneratedLine(checked: CheckedSite, path: string, line: number): Promise<boolean> {
  const pages = known.get(checked) ?? new Map<string, Promise<ReadonlySet<number>>>();
  known.set(checked, pages);
  const lines = pages.get(path) ?? readGeneratedLines(checked, path);
  pages.set(path, lines);
  return (await lines).has(line);
}

async function readGeneratedLines({ read }: CheckedSite, path: string): Promise<ReadonlySet<number>> {
  const text = (await read(path)) ?? "";
  const generated = new Set<number>();
  for (const [start, end] of MARKS) {
    if (!text.includes(start)) continue;
    let isWithin = false;
    for (const [index, line] of text.split("\n").entries()) {
      if (isWithin && line.includes(end)) isWithin = false;
      if (isWithin) generated.add(index + 1);
      if (line.includes(start)) isWithin = true;
    }
  }
  return generated;
}
