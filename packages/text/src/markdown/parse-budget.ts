import { createFenceReader } from "./scanner.ts";

/** How much Markdown a process parses in one piece. A parser's time grows with the square of some of these. */
export type ParseBudget = {
  characters: number;
  lines: number;
  /** Lines, marks and cells of tables together: each costs a parser about as much as a hundred letters. */
  pieces: number;
  marksPerBlock: number;
  /** Lists and quotes in each other. */
  nesting: number;
  /** Headings with a line below them: the parser goes through all that it has read for each. */
  underlines: number;
  /** Operators of JavaScript in one block of MDX: each may belong to an expression of all others before it. */
  operatorsPerBlock: number;
  /** Whether marks in code and tables count, too: hostile text may only look like code or a table. */
  isStrict: boolean;
};

/** For a page of a repository, in a process with a limit of CPU time for each page. */
export const PAGE_BUDGET: ParseBudget = {
  characters: 500_000,
  lines: Number.POSITIVE_INFINITY,
  pieces: 30_000,
  marksPerBlock: 2_000,
  nesting: 100,
  underlines: 100,
  operatorsPerBlock: 1_000,
  isStrict: false,
};

/** For the preview of a page, in a process with a limit of CPU time for the preview. */
export const PREVIEW_BUDGET: ParseBudget = {
  characters: 200_000,
  lines: Number.POSITIVE_INFINITY,
  pieces: Number.POSITIVE_INFINITY,
  marksPerBlock: 3_000,
  nesting: 80,
  underlines: Number.POSITIVE_INFINITY,
  operatorsPerBlock: Number.POSITIVE_INFINITY,
  isStrict: true,
};

/** For the process that answers requests, and for a person's browser. What models write stays far below it. */
export const INLINE_BUDGET: ParseBudget = {
  characters: 40_000,
  lines: 3_000,
  pieces: 9_000,
  marksPerBlock: 1_500,
  nesting: 20,
  underlines: 100,
  operatorsPerBlock: Number.POSITIVE_INFINITY,
  isStrict: true,
};

const CODE = /\{|^(?:export|import)\s/;
const NO_CODE = { isOpen: false, operators: 0 };
const UNDERLINE = /^[\s>]*(?:=+|-+)\s*$/;

/** Whether parsing a text could take seconds: the process that parses it does nothing else meanwhile. */
export function exceedsParseBudget(text: string, budget: ParseBudget): boolean {
  if (text.length > budget.characters) return true;
  const { isStrict } = budget;
  const readFence = createFenceReader("any");
  let lines = 0;
  let pieces = 0;
  let marks = 0;
  let underlines = 0;
  let code = NO_CODE;
  let isBehindText = false;
  // A parser takes a carriage return alone for a line end, too.
  for (const line of text.split(/\r\n?|\n/)) {
    lines += 1;
    pieces += 1;
    if (lines > budget.lines || pieces > budget.pieces) return true;
    if (!isStrict && readFence(line) !== null) continue;
    if (nesting(line) > budget.nesting) return true;
    if ((isStrict || isBehindText) && UNDERLINE.test(line)) underlines += 1;
    if (underlines > budget.underlines) return true;
    const isBlank = line.trim() === "";
    isBehindText = !isBlank;
    code = isBlank
      ? NO_CODE
      : { isOpen: code.isOpen || CODE.test(line), operators: code.operators + count(line, OPERATORS) };
    if (code.isOpen && code.operators > budget.operatorsPerBlock) return true;
    const own = count(line, MARKS);
    const cells = count(line, CELLS);
    pieces += own + cells;
    if (isBlank) marks = 0;
    else if (isStrict) marks += own + cells;
    else if (cells === 0) marks += own;
    if (marks > budget.marksPerBlock) return true;
  }
  return pieces > budget.pieces;
}

function nesting(line: string): number {
  const prefix = /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*/.exec(line)?.[0] ?? "";
  return count(prefix, /[>\-*+.)]/g);
}

const MARKS = /[[\]*_{}<~`&]/g;
const CELLS = /\|/g;
const OPERATORS = /[+.%&?!(=^]/g;

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
