import type { CheckedSite } from "./finding.ts";

/** The marks between which a tool writes what it likes, and writes it again. */
const MARKS: readonly [start: string, end: string][] = [
  ["ALL-CONTRIBUTORS-LIST:START", "ALL-CONTRIBUTORS-LIST:END"],
  ["ALL-CONTRIBUTORS-BADGE:START", "ALL-CONTRIBUTORS-BADGE:END"],
];

/** Whether a tool wrote a line of a page (from 1), as the comments around it say. Its anchors may lead nowhere by intent. */
export async function isGeneratedLine({ read }: CheckedSite, path: string, line: number): Promise<boolean> {
  const lines = ((await read(path)) ?? "").split("\n", line);
  return MARKS.some(([start, end]) => {
    const first = lines.findLastIndex((text) => text.includes(start));
    return first >= 0 && first + 1 < line && !lines.slice(first, line - 1).some((text) => text.includes(end));
  });
}
