import type { Growing, LinkRules, Reading } from "./link-rules.ts";
import { cleanCode } from "./read-url.ts";

const MAX_SPAN = 1_000;

/** Reads code between backticks on one line. Backticks that nothing closes there are only backticks. */
export function readCodeSpan(growing: Growing, at: number, rules: LinkRules): Reading {
  const end = findSpanEnd(growing, at);
  if (end === "wait") return "wait";
  const ticks = runAt(growing.text, at);
  if (end === null) return { end: at + ticks, text: growing.text.slice(at, at + ticks) };
  return { end, text: cleanCode(growing.text.slice(at, end), rules) };
}

/** Where the code that begins with the backtick at `at` ends; null when it does not. */
export function findSpanEnd({ text, isEnd }: Growing, at: number): number | "wait" | null {
  const ticks = runAt(text, at);
  if (!isEnd && at + ticks === text.length) return "wait";
  const limit = Math.min(text.length, at + MAX_SPAN);
  let place = at + ticks;
  while (place < limit && text[place] !== "\n") {
    if (text[place] !== "`") {
      place += 1;
      continue;
    }
    const closing = runAt(text, place);
    if (!isEnd && place + closing === text.length) return "wait";
    place += closing;
    if (closing === ticks) return place;
  }
  return place === text.length && place < at + MAX_SPAN && !isEnd ? "wait" : null;
}

function runAt(text: string, at: number): number {
  let end = at;
  while (text[end] === "`") end += 1;
  return end - at;
}
