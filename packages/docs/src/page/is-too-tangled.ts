import { createFenceReader } from "./markdown-scanner.ts";

const MAX_CHARACTERS = 1_000_000;
const MAX_NESTING = 100;
const MAX_MARKS_PER_BLOCK = 4_000;
/** Of JavaScript in one block: each sign may stand in what all the others before it make. */
const MAX_SIGNS_OF_CODE = 1_000;
const CODE = /\{|^(?:export|import)\s/;
const NO_CODE = { isOpen: false, signs: 0 };
/** The parser goes through all that it has read of a page for each heading with a line below it. */
const MAX_UNDERLINES = 100;
const UNDERLINE = /^[\s>]*(?:=+|-+)\s*$/;

/**
 * Whether a text is built so that parsing it would take seconds: very long, containers nested past any use, or thousands of
 * unspaced marks in one block. Markdown's grammar is quadratic there, and a worker that parses cannot do anything else.
 */
export function isTooTangled(body: string): boolean {
  if (body.length > MAX_CHARACTERS) return true;
  let marks = 0;
  let underlines = 0;
  let code = NO_CODE;
  let isBehindText = false;
  const readFence = createFenceReader("any");
  for (const line of body.split("\n")) {
    if (readFence(line) !== null) continue;
    if (nesting(line) > MAX_NESTING) return true;
    if (isBehindText && UNDERLINE.test(line)) underlines += 1;
    if (underlines > MAX_UNDERLINES) return true;
    isBehindText = line.trim() !== "";
    const isBlank = line.trim() === "";
    code = isBlank ? NO_CODE : { isOpen: code.isOpen || CODE.test(line), signs: code.signs + countSigns(line) };
    if (code.isOpen && code.signs > MAX_SIGNS_OF_CODE) return true;
    marks = isBlank ? 0 : marks + (line.includes("|") ? 0 : countMarks(line));
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

function countSigns(line: string): number {
  return line.match(/[+.%&?!(=^]/g)?.length ?? 0;
}
