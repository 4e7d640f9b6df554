import { cleanCode } from "./autolinks.ts";
import type { Growing, LinkRules, Reading } from "./link-rules.ts";
import { findSpanEnd, runAt } from "./span-end.ts";

/**
 * Reads code between backticks, and brings it onto one line. Backticks that nothing closes are escaped, so that a client does
 * not pair them with others.
 */
export function readCodeSpan(growing: Growing, at: number, rules: LinkRules): Reading {
  const end = findSpanEnd(growing, at);
  if (end === "wait") return "wait";
  const ticks = runAt(growing.text, at);
  if (end === null) return { end: at + ticks, text: "\\`".repeat(ticks) };
  return { end, text: cleanCode(growing.text.slice(at, end).replace(/\r?\n[ \t>]*/g, " "), rules) };
}
