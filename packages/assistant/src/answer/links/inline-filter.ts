import { cleanCode, mayBeginAddress, readMail, readTag, readUrl } from "./autolinks.ts";
import { createBracketScanner, findSpanEnd, MAX_LINK, runAt } from "./bracket-scanner.ts";
import { readBrackets } from "./brackets.ts";
import type { Growing, LinkRules, Reading } from "./link-rules.ts";

/**
 * Checks the links of text outside of code blocks, up to the end of its first line or to the place where more text must come.
 *
 * The output is unambiguous for any Markdown renderer: every backtick is part of code on its own line or is escaped, and so is
 * every `(` or `:` behind a `]` that did not pass.
 *
 * @param state of the line, which is brought up to what is said
 * @returns what may be said, and how much of the text that was
 */
export function filterInline(
  growing: Growing,
  rules: LinkRules,
  state: LineState,
): { said: string; end: number; isLineEnd: boolean } {
  const { text } = growing;
  let said = "";
  let at = 0;
  while (at < text.length) {
    if (text[at] === "\n") {
      endLine(state);
      return { said: `${said}\n`, end: at + 1, isLineEnd: true };
    }
    const quiet = state.isAltered || state.slashes > 0 ? at : endOfQuiet(text, at);
    if (quiet > at) {
      const piece = text.slice(at, quiet);
      said += piece;
      addToLine(state, piece);
      at = quiet;
      continue;
    }
    if (state.isAltered && at + 1 === text.length && !growing.isEnd) return { said, end: at, isLineEnd: false };
    const reading = read(growing, at, rules, state);
    if (reading === "wait") return { said, end: at, isLineEnd: false };
    const end = reading?.end ?? at + 1;
    const words = reading === null ? plain(text, at, state) : inTable(reading.text, state);
    const isAltered = reading !== null && reading.text !== text.slice(at, end);
    const isGap =
      wouldEscape(state, words) ||
      ((state.isAltered || isAltered) && wouldJoin(state, reading ? words : text.slice(at, at + 2)));
    const piece = isGap ? ` ${words}` : words;
    said += piece;
    addToLine(state, piece);
    // An empty piece leaves what stands before it next to what comes.
    state.isAltered = isAltered || (state.isAltered && piece === "");
    at = end;
  }
  return { said, end: at, isLineEnd: false };
}

/** Text that nothing begins in: words and what stands between them, without the signs that `read` and `plain` look at. */
const QUIET = /[\p{L}\p{N}\p{M} ,;'"%*_+=?/-]+/uy;
/** The last letters of it may begin an address, such as `www.` or `mailto:`. The longest beginning has six before its sign. */
const MAX_BEGINNING = 6;

/** Where the text ends, from a place on, that can be said as a whole; the place itself where each character has to be read. */
function endOfQuiet(text: string, at: number): number {
  QUIET.lastIndex = at;
  const found = QUIET.exec(text)?.[0];
  if (found === undefined) return at;
  const end = at + found.length;
  let letters = end;
  while (letters > at && end - letters < MAX_BEGINNING && isLetter(text.charCodeAt(letters - 1))) letters -= 1;
  for (; letters < end; letters += 1) if (mayBeginAddress(text.slice(letters, end))) return letters;
  return end;
}

const isLetter = (code: number) => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);

function read(growing: Growing, at: number, rules: LinkRules, { head, tail, isInLink }: LineState): Reading {
  const { text, isEnd } = growing;
  const next = text[at + 1];
  switch (text[at]) {
    case "\\":
      if (next === undefined) return isEnd ? null : "wait";
      // An escaped sign makes a mail address all the same for some readers of Markdown: it is read as if it were none.
      if (next === "@") return { end: at + 1, text: "" };
      return /[!-/:-@[-`{-~]/.test(next) ? { end: at + 2, text: `\\${next}` } : null;
    case "`":
      return readCodeSpan(growing, at, rules);
    case "~":
      return readTildes(growing, at);
    case "<":
      return readTag(growing, at, rules, head);
    case "!":
      if (next === undefined) return isEnd ? null : "wait";
      if (next !== "[") return null;
      return readBrackets(growing, at, { rules, line: tail, head, filterWords: (words) => filterWords(words, rules) });
    case "[":
      return readBrackets(growing, at, { rules, line: tail, head, filterWords: (words) => filterWords(words, rules) });
    case "@":
      return readMail(growing, at, rules, tail);
    default:
      return readUrl(growing, at, rules, isInLink);
  }
}

/** A character that nothing begins with, escaped where it would make a link or a table of what stands before it. */
function plain(text: string, at: number, state: LineState): string {
  const character = text[at] ?? "";
  if ("(:".includes(character) && endsWithBare(state, "]")) return `\\${character}`;
  const mayBecomeHead = state.hasPipedCode && !state.isInTable;
  if (mayBecomeHead && "|:".includes(character) && state.isRule) return `\\${character}`;
  return character;
}

/** Tildes in the middle of a line begin no code block, also where what stood before them was left out. */
function readTildes({ text, isEnd }: Growing, at: number): Reading {
  let end = at;
  while (text[end] === "~" && end - at < MAX_LINK) end += 1;
  if (end === text.length && !isEnd) return "wait";
  return { end, text: end - at < 3 ? text.slice(at, end) : "\\~".repeat(end - at) };
}

/** Tables are cut at each `|` before code is looked for: in code and links they have to be escaped there. */
function inTable(words: string, { isInTable }: LineState): string {
  return isInTable ? words.replace(/\\[\\|]|\|/g, (found) => (found === "|" ? "\\|" : found)) : words;
}

function endLine(state: LineState): void {
  const { line } = state;
  const isBlank = /^[\s>]*$/.test(line);
  state.hasPipedCode = line
    .split("`")
    .slice(1, -1)
    .some((code) => code.includes("|"));
  if (isBlank) state.isInTable = false;
  else if (/^[\s>|:*+.)\d-]*$/.test(line) && /[|:]/.test(line) && line.includes("-")) state.isInTable = true;
  clearLine(state);
}

/** The words of a link are text of their own: an image may stand among them. */
function filterWords(words: string, rules: LinkRules): string {
  const state = { ...newLineState(), isInLink: true };
  addToLine(state, "[");
  const brackets = createBracketScanner();
  let said = "";
  for (let rest = onOneLine(words); rest !== ""; ) {
    const filtered = filterInline({ text: rest, isEnd: true, brackets }, rules, state);
    said += filtered.said;
    brackets.shift(filtered.end);
    rest = rest.slice(filtered.end);
  }
  return said;
}

function onOneLine(words: string): string {
  const [first = "", ...rest] = words.split("\n");
  const lines = rest.filter((line, at) => at === rest.length - 1 || line.trim() !== "");
  return [first, ...lines.map((line) => line.replace(/^[ \t>]+/, ""))]
    .map((line, at, all) => (at < all.length - 1 ? line.trimEnd() : line))
    .join(" ");
}

/** What the lines said so far mean for the next words: they are checked against what a reader of Markdown will see. */
type LineState = {
  /** What was said of the line so far. */
  line: string;
  /** Its beginning and its end: what comes next is compared with these, or a long line would be read again for every letter. */
  head: string;
  tail: string;
  /** How many backslashes stand at its end. */
  slashes: number;
  /** Whether it is made of nothing but what rules of tables are made of. */
  isRule: boolean;
  /** Something before was left out, or lost its destination: what comes next must not make a link with what stands there. */
  isAltered: boolean;
  /** The line before has code with a `|` in it, which would no longer be code if that line became the head of a table. */
  hasPipedCode: boolean;
  isInTable: boolean;
  /** The text is the words of a link, and what will stand behind them is not in it. */
  isInLink: boolean;
};

const MAX_HEAD = 512;
const MAX_TAIL = 320;

export function newLineState(): LineState {
  return {
    line: "",
    head: "",
    tail: "",
    slashes: 0,
    isRule: true,
    isAltered: false,
    hasPipedCode: false,
    isInTable: false,
    isInLink: false,
  };
}

/** Puts a piece at the end of the line. */
function addToLine(state: LineState, piece: string): void {
  const slashes = piece.length - withoutSlashes(piece).length;
  state.slashes = slashes === piece.length ? state.slashes + slashes : slashes;
  state.line += piece;
  if (state.head.length < MAX_HEAD) state.head += piece.slice(0, MAX_HEAD);
  state.tail = (state.tail + piece.slice(-MAX_TAIL)).slice(-MAX_TAIL);
  if (state.isRule) state.isRule = /^[\s>|:\\-]*$/.test(piece);
}

function clearLine(state: LineState): void {
  const { line, head, tail, slashes, isRule, isAltered } = newLineState();
  Object.assign(state, { line, head, tail, slashes, isRule, isAltered });
}

/** Whether the line ends with a sign that no backslash takes the meaning of. */
function endsWithBare({ tail }: LineState, sign: string): boolean {
  if (!tail.endsWith(sign)) return false;
  const before = tail.slice(0, -1);
  return (before.length - withoutSlashes(before).length) % 2 === 0;
}

function withoutSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === "\\") end -= 1;
  return text.slice(0, end);
}

/** Whether words would make an address, an image, a tag or other code with what stands before them. */
function wouldJoin({ tail }: LineState, next: string): boolean {
  const line = tail.slice(-2);
  if (/[a-z0-9]$/i.test(line)) return /^(?:[a-z0-9/@_-]|[.:]\S)/i.test(next);
  if (/(?:[:/.@_-]|(?:^|[^\\])<)$/.test(line)) return /^\S/.test(next) && !/^[.,;:!?)]+(?:\s|$)/.test(next);
  if (line.endsWith("]")) return /^[(:]/.test(next);
  return (line.endsWith("!") && next.startsWith("[")) || (line.endsWith("`") && next.startsWith("`"));
}

/** Whether a backslash that escaped nothing would escape the first of the words. */
function wouldEscape({ slashes }: LineState, words: string): boolean {
  return slashes % 2 === 1 && /^[!-/:-@[-`{-~]/.test(words);
}

/**
 * Reads code between backticks, and brings it onto one line. Backticks that nothing closes are escaped, so that a client does
 * not pair them with others.
 */
function readCodeSpan(growing: Growing, at: number, rules: LinkRules): Reading {
  const end = findSpanEnd(growing, at);
  if (end === "wait") return "wait";
  const ticks = runAt(growing.text, at);
  if (end === null) return { end: at + ticks, text: "\\`".repeat(ticks) };
  return { end, text: cleanCode(growing.text.slice(at, end).replace(/\r?\n[ \t>]*/g, " "), rules) };
}
