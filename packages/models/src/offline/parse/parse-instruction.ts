import type { Instruction } from "./instruction.ts";
import { parseAddSection, parseCreatePage } from "./parse-addition.ts";
import { parseDeletePage, parseMovePage } from "./parse-page-change.ts";
import { parseFixTypo, parseReplace } from "./parse-wording.ts";
import type { Parser } from "./parser.ts";
import { MAX_SEGMENT } from "./split-prompt.ts";

/** In this order: the narrow forms first, `replace` last because its words are the most common. */
const PARSERS: Parser[] = [
  parseFixTypo,
  parseCreatePage,
  parseAddSection,
  parseDeletePage,
  parseMovePage,
  parseReplace,
];

/** Reads one instruction; undefined when no form of the grammar fits. */
export function parseInstruction(segment: string, quotes: readonly string[], source: string): Instruction | undefined {
  if (segment.length > MAX_SEGMENT) return undefined;
  for (const parse of PARSERS) {
    const parsed = parse(segment, quotes);
    if (parsed !== undefined) return { ...parsed, source } as Instruction;
  }
  return undefined;
}
