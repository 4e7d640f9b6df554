import type { Instruction } from "./instruction.ts";
import { parseInstruction } from "./parse-instruction.ts";
import { splitPrompt } from "./split-prompt.ts";
import { putQuotesBack, takeQuotes } from "./take-quotes.ts";

/** Words that only say what a move or deletion does anyway. */
const FOLLOWS_ANYWAY = /^(?:with|including|along with) (?:all )?(?:its|the) (?:links|navigation)/i;
const REPAIRS = /^(?:update|fix|adjust|keep|mend|change|correct|add|put|remove)\b/i;
const LINKS = /\b(?:links?|references?|navigation|nav|sidebar|menu)\b/i;

/**
 * Reads a prompt as a list of instructions, in the order they are written. What is not understood comes back as `unknown`,
 * never as a guess.
 */
export function parsePrompt(prompt: string): Instruction[] {
  const { text, quotes } = takeQuotes(prompt);
  const instructions: Instruction[] = [];
  for (const segment of splitPrompt(text)) {
    const source = putQuotesBack({ text: segment, quotes });
    const parsed = parseInstruction(segment, quotes, source);
    const last = instructions.at(-1);
    const isBareText = /^\uE000\d+\uE001$/.test(segment);
    if (parsed === undefined && last !== undefined && followsAnyway(segment) && last.kind !== "unknown") continue;
    if (parsed === undefined && isBareText && takesBody(last)) last.body = quotes[Number(/\d+/.exec(segment)?.[0])];
    else instructions.push(parsed ?? { kind: "unknown", source });
  }
  return instructions.length > 0 ? instructions : [{ kind: "unknown", source: prompt.trim() }];
}

function followsAnyway(segment: string): boolean {
  return FOLLOWS_ANYWAY.test(segment) || (REPAIRS.test(segment) && LINKS.test(segment));
}

function takesBody(instruction: Instruction | undefined): instruction is Instruction & { body?: string } {
  const kind = instruction?.kind;
  return (kind === "create-page" || kind === "add-section") && (instruction as { body?: string }).body === undefined;
}
