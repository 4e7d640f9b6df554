import { createFenceReader } from "./markdown-scanner.ts";

const MAX_CHARACTERS = 1_000_000;
const MAX_NESTING = 100;
const MAX_MARKS_PER_BLOCK = 4_000;

/**
 * Whether a text is built so that parsing it would take seconds: very long, containers nested past any use, or thousands of
 * unspaced marks in one block. Markdown's grammar is quadratic there, and a worker that parses cannot do anything else.
 */
export function isTooTangled(body: string): boolean {
  if (body.length > MAX_CHARACTERS) return true;
  let marks = 0;
  const readFence = createFenceReader("any");
  for (const line of body.split("\n")) {
    if (readFence(line) !== null) continue;
    if (nesting(line) > MAX_NESTING) return true;
    marks = line.trim() === "" ? 0 : marks + (line.includes("|") ? 0 : countMarks(line));
    if (marks > MAX_MARKS_PER_BLOCK) return true;
  }
  return false;
}

function nesting(line: string): number {
  const prefix = /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*/.exec(line)?.[0] ?? "";
  return prefix.match(/[>\-*+.)]/g)?.length ?? 0;
}

function countMarks(line: string): number {
  return line.match(/[[\]*_{}<~`]/g)?.length ?? 0;
}
