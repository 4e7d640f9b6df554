type ParseBudget = {
  characters: number;
  lines: number;
  marks: number;
  marksOfBlock: number;
  nesting: number;
  /** Lines below headings: the parser goes through all that it has read for each. */
  underlines: number;
};

/** For a process of its own, with a bound on its CPU time. */
export const PAGE_BUDGET: ParseBudget = {
  characters: 200_000,
  lines: Number.POSITIVE_INFINITY,
  marks: Number.POSITIVE_INFINITY,
  marksOfBlock: 3_000,
  nesting: 80,
  underlines: Number.POSITIVE_INFINITY,
};
/** For the process that answers requests, and for a person's browser: what models write stays far below it. */
export const INLINE_BUDGET: ParseBudget = {
  characters: 40_000,
  lines: 3_000,
  marks: 6_000,
  marksOfBlock: 1_500,
  nesting: 20,
  underlines: 100,
};

/**
 * Whether a text is built so that parsing it would take seconds: very long, nested past any use, or with thousands of
 * brackets and marks in one block. The time that Markdown takes grows with their square, and meanwhile the process does nothing else.
 */
export function exceedsParseBudget(text: string, budget: ParseBudget): boolean {
  if (text.length > budget.characters || underlinesIn(text) > budget.underlines) return true;
  if (text.split("\n").length > budget.lines) return true;
  let marks = 0;
  return text.split(/\n[^\S\n]*\n/).some((block) => {
    const own = marksIn(block);
    marks += own;
    return marks > budget.marks || own > budget.marksOfBlock || nestingOf(block) > budget.nesting;
  });
}

const MAX_CHARACTERS_OF_PAGE = 100_000;

/**
 * Where the newest texts of a page begin that may be read as Markdown together; those before them are shown as they were written.
 *
 * @param lengths of the texts, oldest first
 */
export function findFirstFormatted(lengths: readonly number[]): number {
  let left = MAX_CHARACTERS_OF_PAGE;
  return (
    lengths.findLastIndex((length) => {
      left -= length;
      return left < 0;
    }) + 1
  );
}

function marksIn(block: string): number {
  return block.match(/[[\]*_{}<~`|&]/g)?.length ?? 0;
}

function nestingOf(block: string): number {
  const prefixes = block.match(/^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*/gm) ?? [];
  return Math.max(0, ...prefixes.map((prefix) => prefix.match(/[>\-*+.)]/g)?.length ?? 0));
}

function underlinesIn(text: string): number {
  return text.match(/^[ \t>]*(?:=+|-+)[ \t]*$/gm)?.length ?? 0;
}
