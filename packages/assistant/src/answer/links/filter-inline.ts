import type { Growing, LinkRules, Reading } from "./link-rules.ts";
import { readBrackets } from "./read-brackets.ts";
import { readCodeSpan } from "./read-code-span.ts";
import { readTag } from "./read-tag.ts";
import { readUrl } from "./read-url.ts";

/**
 * Checks the links of text outside of code blocks, up to the end of its first line or to the place where more text must come.
 *
 * @returns what may be said, and how much of the text that was
 */
export function filterInline(growing: Growing, rules: LinkRules): { said: string; end: number; isLineEnd: boolean } {
  const { text } = growing;
  let said = "";
  let at = 0;
  while (at < text.length) {
    if (text[at] === "\n") return { said: `${said}\n`, end: at + 1, isLineEnd: true };
    const reading = read(growing, at, rules);
    if (reading === "wait") return { said, end: at, isLineEnd: false };
    said += reading?.text ?? text[at];
    at = reading?.end ?? at + 1;
  }
  return { said, end: at, isLineEnd: false };
}

function read(growing: Growing, at: number, rules: LinkRules): Reading {
  const { text, isEnd } = growing;
  const next = text[at + 1];
  switch (text[at]) {
    case "\\":
      if (next === undefined) return isEnd ? null : "wait";
      return /[!-/:-@[-`{-~]/.test(next) ? { end: at + 2, text: `\\${next}` } : null;
    case "`":
      return readCodeSpan(growing, at, rules);
    case "<":
      return readTag(growing, at, rules);
    case "!":
      if (next === undefined) return isEnd ? null : "wait";
      return next === "[" ? readBrackets(growing, at, rules, (words) => filterWords(words, rules)) : null;
    case "[":
      return readBrackets(growing, at, rules, (words) => filterWords(words, rules));
    default:
      return readUrl(growing, at, rules);
  }
}

/** The words of a link are text of their own: an image may stand among them. */
function filterWords(words: string, rules: LinkRules): string {
  let said = "";
  for (let rest = words; rest !== ""; ) {
    const filtered = filterInline({ text: rest, isEnd: true }, rules);
    said += filtered.said;
    rest = rest.slice(filtered.end);
  }
  return said;
}
