import { trimEndOf } from "@docsteward/platform/cut-text";
import { MAX_SEGMENT, parseInstruction } from "./grammar.ts";
import type { Instruction } from "./instruction.ts";
import { extractQuotes, restoreQuotes } from "./take-quotes.ts";

/** Words that only say what a move or deletion does anyway. */
const FOLLOWS_ANYWAY = /^(?:with|including|along with) (?:all )?(?:its|the) (?:links|navigation)/i;
const REPAIRS = /^(?:update|fix|adjust|keep|mend|change|correct|add|put|remove)\b/i;
const LINKS = /\b(?:links?|references?|navigation|nav|sidebar|menu)\b/i;

/**
 * Reads a prompt as a list of instructions, in the order they are written. What is not understood comes back as `unknown`,
 * never as a guess.
 */
export function parsePrompt(prompt: string): Instruction[] {
  const { text, quotes } = extractQuotes(prompt);
  const instructions: Instruction[] = [];
  for (const segment of splitPrompt(text)) {
    const source = restoreQuotes({ text: segment, quotes });
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

const VERBS =
  "replace|rename|change|swap|substitute|create|add|write|make|append|insert|delete|remove|drop|move|fix|correct|repair|update|use|call|spell|turn|convert|switch|put|mend|adjust|rewrite|start";

/** Where one instruction ends, in this order: lines, sentences, "then", and what stands before a verb of the grammar. */
const BOUNDARIES = [
  /[\n;]/,
  /(?<!^\s?\d{1,4})[.!?](?:\s|$)/,
  /[,;]?\s{1,4}(?:and\s{1,4})?then\s/i,
  new RegExp(`,?\\s{1,4}and\\s{1,4}(?:please\\s{1,4}|also\\s{1,4})?(?=(?:${VERBS})\\b)`, "i"),
  new RegExp(`,\\s{1,4}(?:please\\s{1,4}|also\\s{1,4})?(?=(?:${VERBS})\\b)`, "i"),
];
const VERB = new RegExp(`\\b(?:${VERBS})\\b`, "i");
const THANKS = /(?:please|thanks|thank you|for me)$/i;

/** Words that people put before an instruction and that say nothing. */
const COURTESY =
  /^(?:(?:[-*•]|\d+[.)])\s+|(?:please|pls|kindly|also|and|then|next|finally|first|secondly|afterwards|after that|now|so|ok|okay|hi|hello|hey|thanks|thank you)\b[\s,:.!]*|(?:can|could|would|will) you\b\s*|(?:i(?:'d| would) like you to|i want you to|i need you to|we (?:need|want) to|you should|let's|let us)\b\s*)/i;

/**
 * Cuts a prompt, already without its quoted pieces, into one text per instruction: at line ends, semicolons, sentence ends,
 * "then", and at "and" or a comma when a verb of the grammar follows.
 */
function splitPrompt(prompt: string): string[] {
  const text = prompt
    .replace(/\r\n?/g, "\n")
    .replace(/[^\S\n]{2,}/g, " ")
    .replace(/(?:[^\S\n]?\n){2,}/g, "\n\n");
  const segments = BOUNDARIES.reduce((pieces, end) => pieces.flatMap((piece) => piece.split(end)), [joinQuoted(text)]);
  return joinPlaces(segments.map(stripCourtesy)).filter((segment) => /[\p{L}\uE000]/u.test(segment));
}

/** A quoted text that begins on the line below its instruction belongs to it. */
function joinQuoted(text: string): string {
  const pieces = text.split("\uE000").map((piece, index, all) => {
    const words = piece.trimEnd();
    const isBroken = index < all.length - 1 && piece.includes("\n", words.length);
    return isBroken && /(?:saying|says|titled|called|with|content|text|body|to|by|:)$/i.test(words.slice(-8))
      ? `${words} `
      : piece;
  });
  return pieces.join("\uE000");
}

/** Puts "in guides/install.mdx" and the instruction behind it together again. */
function joinPlaces(segments: string[]): string[] {
  const joined: string[] = [];
  for (const segment of segments) {
    const before = joined.at(-1);
    if (before !== undefined && isPlace(before)) joined[joined.length - 1] = `${before}, ${segment}`;
    else joined.push(segment);
  }
  return joined;
}

function isPlace(segment: string): boolean {
  return segment.length <= MAX_SEGMENT && /^(?:in|on|to|at|under|for)\s+\S/i.test(segment) && !VERB.test(segment);
}

function stripCourtesy(segment: string): string {
  let text = segment.trim();
  if (text.length > MAX_SEGMENT) return text;
  for (let before = ""; before !== text; ) {
    before = text;
    text = text.replace(COURTESY, "").trim();
  }
  for (let thanks = THANKS.exec(text); thanks !== null; thanks = THANKS.exec(text)) {
    const before = text.slice(0, thanks.index);
    const rest = trimEndOf(before, " \n,");
    if (rest === before) break;
    text = rest;
  }
  return text.trim();
}
