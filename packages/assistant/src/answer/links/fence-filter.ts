import { cleanCode } from "./autolinks.ts";
import type { LinkRules } from "./link-rules.ts";

/** The opening of a code block, so that every renderer sees the block begin and end at the same lines. */
export type CodeFence = {
  /** Backticks or tildes. */
  ticks: string;
  /** How many quotes it stands in, and how far the first one is indented. */
  quotes: number;
  quoteIndent: number;
  /** Columns before the ticks, in the text and in what was said. */
  readIndent: number;
  indent: number;
};

const QUOTES = /^([ \t]*)((?:>[ \t]?)+)/;
const OPENER = /^([ \t]*)((?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}(?=[^`]*$)|~{3,})(.*)$/s;
const PREFIX = /^[ \t]*(?:>[ \t]*)*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*/;
const UNFINISHED = /^(?:[-*+]|\d{1,9}[.)]?|`{1,2}|~{1,2})?$/;
/** From here on Markdown sees no fence where no list is open. */
const MAX_INDENT = 3;

export function mayBecomeFence(line: string): boolean {
  const rest = line.replace(PREFIX, "");
  return UNFINISHED.test(rest) || /^(?:`{3,}[^`]*|~{3,}.*)$/s.test(rest);
}

/**
 * Begins a code block where the line begins one. Whether it does may depend on the lists that are open: it is said with at most
 * three columns before it, behind a list's marker on a line of its own, where it begins one in any case.
 */
export function openFence(line: string, rules: LinkRules): { fence: CodeFence; said: string } | null {
  const { quoteIndent, quotes, rest } = splitQuotes(line);
  const match = OPENER.exec(rest);
  if (match === null) return null;
  const [, blanks = "", markers = "", ticks = "", info = ""] = match;
  const readIndent = columnsOf(blanks + markers);
  const fence = {
    ticks,
    quotes,
    quoteIndent: Math.min(quoteIndent, MAX_INDENT),
    readIndent,
    indent: Math.min(readIndent, MAX_INDENT),
  };
  const item = markers === "" ? "" : `${prefixOf(fence)}${blanks}${markers.trimEnd()}\n`;
  return { fence, said: `${item}${edgeOf(fence)}${cleanCode(info, rules)}` };
}

/**
 * Says a line of a code block. A line that leaves the list or the quote of the block ends it: that is said with a closing line.
 *
 * @returns what to say, and whether the block goes on, and whether the line is part of it
 */
export function filterFencedLine(
  line: string,
  fence: CodeFence,
  rules: LinkRules,
): { said: string; isOpen: boolean; isRead: boolean } {
  const { quoteIndent, quotes, rest } = splitQuotes(line, fence.quotes);
  const left = { said: `${edgeOf(fence)}\n`, isOpen: false, isRead: false };
  if (quotes < fence.quotes || (quotes > 0 && quoteIndent < fence.quoteIndent)) return left;
  const isBlank = rest.trim() === "";
  const cut = rest.slice(Math.min(rest.search(/[^ ]|$/), fence.readIndent - fence.indent));
  const blanks = /^[ \t]*/.exec(cut)?.[0] ?? "";
  if (!isBlank && columnsOf(blanks) < fence.indent) return left;
  const bare = cut.trim();
  if (bare.length >= fence.ticks.length && bare === (fence.ticks[0] ?? "").repeat(bare.length)) {
    return { said: `${prefixOf(fence)}${" ".repeat(fence.indent)}${bare}`, isOpen: false, isRead: true };
  }
  return { said: `${prefixOf(fence)}${cleanCode(cut, rules)}`, isOpen: true, isRead: true };
}

function splitQuotes(line: string, most = Number.POSITIVE_INFINITY) {
  if (most === 0) return { quoteIndent: 0, quotes: 0, rest: line };
  const [whole = "", blanks = "", marks = ""] = QUOTES.exec(line) ?? [];
  const each = marks.match(/>[ \t]?/g) ?? [];
  const taken = each.slice(0, most);
  const length = whole.length - marks.length + taken.join("").length;
  return { quoteIndent: columnsOf(blanks), quotes: taken.length, rest: line.slice(length) };
}

function prefixOf({ quotes, quoteIndent }: CodeFence): string {
  return quotes === 0 ? "" : " ".repeat(quoteIndent) + "> ".repeat(quotes);
}

function edgeOf(fence: CodeFence): string {
  return prefixOf(fence) + " ".repeat(fence.indent) + fence.ticks;
}

function columnsOf(blanks: string): number {
  let columns = 0;
  for (const character of blanks) columns += character === "\t" ? 4 - (columns % 4) : 1;
  return columns;
}
