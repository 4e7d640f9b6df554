import { findSpanEnd } from "./code-span.ts";
import { type Growing, LINE_START, type LinkRules, MAX_LINK, type Reading } from "./link-rules.ts";

/** The first word of a footnote, which leads nowhere for those who take the footnote for the definition of a link. */
const PLAIN_WORD = /^[^:/\\&<%]*:?$/;

const MAX_INDENT = 199;

type Context = {
  rules: LinkRules;
  /** The end of what was said of the line before, and its beginning. */
  line: string;
  head: string;
  /** Brings the words of a link through the filter. */
  filterWords(words: string): string;
};

/**
 * Reads what begins with a square bracket: a link, an image, the definition of one, a citation, or only words in brackets.
 *
 * Whatever it is, what comes out is a link only if its destination passed: also where this reader and the one that shows the
 * text might see different things, e.g. in a destination that is not well formed.
 */
export function readBrackets(growing: Growing, at: number, context: Context): Reading {
  const { rules, filterWords } = context;
  const { text, isEnd } = growing;
  const isImage = text[at] === "!";
  const open = isImage ? at + 1 : at;
  const close = findClose(growing, open);
  if (close === "wait") return "wait";
  if (close === null) return { end: open + 1, text: isImage ? "!\\[" : "\\[" };
  if (close === "none") return { end: open + 1, text: text.slice(at, open + 1) };
  const inner = text.slice(open + 1, close);
  const after = close + 1;
  if (after === text.length && !isEnd) return "wait";

  if (text[after] === "(") {
    const target = readTarget(text, after);
    if (target === null && !isEnd && mayStillClose(text.slice(after, after + MAX_LINK))) return "wait";
    const words = filterWords(inner);
    if (target === null) return { end: after, text: `${text.slice(at, open + 1)}${words}] ` };
    return { end: after + target.length, text: rewriteLink({ isImage, words, to: unwrap(target.value) }, rules) };
  }
  if (text[after] === ":" && !isImage) {
    const cited = citationsIn(inner, context);
    // At the start of a line it would be the definition of a link.
    if (cited !== null) return { end: after + 1, text: `${cited}${LINE_START.test(context.head) ? " :" : ":"}` };
    const definition = readAddress(text, after);
    const isOpen = definition === null || after + definition.length === text.length;
    if (isOpen && !isEnd && text.length - after < MAX_LINK && !/\n\s*\n/.test(text.slice(after))) return "wait";
    return readDefinition({ inner, after, definition }, context);
  }
  // Lines stay lines: what is in brackets over several is read as text, bracket by bracket.
  if (inner.includes("\n")) return { end: open + 1, text: text.slice(at, open + 1) };
  return { end: after, text: `${isImage ? "!" : ""}${inBrackets(inner, context)}` };
}

type Match = { length: number; value: string };

function readDefinition(
  { inner, after, definition }: { inner: string; after: number; definition: Match | null },
  { rules, filterWords }: Context,
): Reading {
  const words = filterWords(inner);
  const escaped = { end: after + 1, text: `[${words}]\\:` };
  if (definition === null || words !== inner) return escaped;
  if (inner.startsWith("^") && PLAIN_WORD.test(definition.value)) return { end: after + 1, text: `[${inner}]:` };
  const url = rules.link(unwrap(definition.value));
  return url === null ? escaped : { end: after + definition.length, text: `[${inner}]: ${url}` };
}

/** Where the bracket at `open` is closed; `none` when its paragraph ends before, null when it goes on for too long. */
function findClose(growing: Growing, open: number): number | "wait" | "none" | null {
  const { text, isEnd } = growing;
  const limit = open + MAX_LINK;
  let depth = 0;
  for (let place = open; place < text.length; place += 1) {
    if (place >= limit) return null;
    const character = text[place];
    if (character === "\\") place += 1;
    else if (character === "[") depth += 1;
    else if (character === "]" && --depth === 0) return place;
    else if (character === "\n" && isBlankLineAt(text, place + 1)) return "none";
    else if (character === "`") {
      const spanEnd = findSpanEnd(growing, place);
      if (spanEnd === "wait") return "wait";
      while (spanEnd === null && text[place + 1] === "`") place += 1;
      if (spanEnd !== null) place = spanEnd - 1;
    }
  }
  return isEnd ? "none" : "wait";
}

/** Looked at for each line of each bracket, so without a copy of what follows. */
function isBlankLineAt(text: string, start: number): boolean {
  const limit = start + MAX_INDENT;
  let at = start;
  while (at < limit && (text[at] === " " || text[at] === "\t")) at += 1;
  return at < limit && text[at] === "\n";
}

function rewriteLink(
  { isImage, words, to }: { isImage: boolean; words: string; to: string },
  rules: LinkRules,
): string {
  if (isImage) return rules.image(to, words) ? `![${words}](${to})` : words;
  const url = rules.link(to);
  return url === null ? words : `[${words}](${url})`;
}

/**
 * Brackets that are no link: a citation keeps the numbers that lead somewhere. Directly behind a word a number that leads nowhere
 * is no citation, but part of a name such as `list[7]`.
 */
function inBrackets(inner: string, context: Context): string {
  const { rules, line, filterWords } = context;
  const word = /^\[([a-z]+)\]$/i.exec(inner.trim())?.[1];
  if (word !== undefined && rules.mark(word.toLowerCase())) return "";
  if (!NUMBERS.test(inner)) return `[${filterWords(inner)}]`;
  return citationsIn(inner, context) ?? (/\w$/.test(line) ? `[${inner}]` : "");
}

const NUMBERS = /^\s*\d{1,3}(?:\s*,\s*\d{1,3})*\s*$/;

/** Citations by the numbers that readers know, each source once in a row; null where no number leads to a source. */
function citationsIn(inner: string, { rules, line }: Context): string | null {
  if (!NUMBERS.test(inner)) return null;
  const known = inner.split(",").flatMap((number) => rules.citation(Number(number)) ?? []);
  if (known.length === 0) return null;
  const before = numbersAtEnd(line);
  return [...new Set(known)].flatMap((number) => (before.includes(number) ? [] : `[${number}]`)).join("");
}

/** The citations that a line ends with. */
function numbersAtEnd(line: string): number[] {
  const numbers: number[] = [];
  for (let end = line.length; line[end - 1] === "]"; ) {
    const open = line.lastIndexOf("[", end - 1);
    const number = line.slice(open + 1, end - 1);
    if (open < 0 || !/^\d{1,3}$/.test(number)) break;
    numbers.push(Number(number));
    end = open;
  }
  return numbers;
}

const POINTED = /<[^<>\n]*>/y;
const BARE = /[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*/y;
const TITLE = /"[^"]*"|'[^']*'|\([^()]*\)/y;
const BLANKS = /\s*/y;
const WORD = /\S+/y;

/** Reads destination and title of a link from its opening parenthesis on, mark by mark: no two of them can hold the same text. */
function readTarget(whole: string, start: number): Match | null {
  const text = whole.slice(start, start + MAX_LINK);
  const from = skip(BLANKS, text, 1);
  const pointed = skip(POINTED, text, from);
  const end = pointed > from ? pointed : skip(BARE, text, from);
  const behind = skip(BLANKS, text, end);
  const hasTitle = behind > end || end === from;
  const close = hasTitle ? skip(BLANKS, text, skip(TITLE, text, behind)) : behind;
  return text[close] === ")" ? { length: close + 1, value: text.slice(from, end) } : null;
}

/** Reads the address of a definition from its colon on, which may stand on the next line. */
function readAddress(whole: string, start: number): Match | null {
  const text = whole.slice(start, start + MAX_LINK);
  const blanks = /[ \t]*/y;
  const line = skip(blanks, text, 1);
  const from = text[line] === "\n" ? skip(blanks, text, line + 1) : line;
  const pointed = skip(POINTED, text, from);
  const isPointed = pointed > from && (pointed === text.length || /\s/.test(text[pointed] ?? ""));
  const end = isPointed ? pointed : skip(WORD, text, from);
  return end === from ? null : { length: end, value: text.slice(from, end) };
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** Whether a destination that is not closed yet can still become one. */
function mayStillClose(target: string): boolean {
  if (target.length >= MAX_LINK || /\n\s*\n/.test(target)) return false;
  const from = skip(BLANKS, target, 1);
  const end = target[from] === "<" ? skip(/<[^<>\n]*>?/y, target, from) : skip(/[^\s<>]*/y, target, from);
  const title = skip(BLANKS, target, end);
  return title === target.length || (title > end && /["'(]/.test(target[title] ?? ""));
}

function unwrap(destination: string): string {
  return destination.startsWith("<") ? destination.slice(1, -1) : destination;
}
