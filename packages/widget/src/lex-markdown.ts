import { Lexer, type Token } from "marked";

/** A page may be long; what models write stays far below all of these. */
const MAX_CHARACTERS = 200_000;
/** Parsing takes time with the square of the marks between two blank lines, and of the length of a word. */
const MAX_MARKS = 3_000;
const MAX_WORD = 2_000;
const MARKS = /[[\]*_<~`]/g;
/** Lists and quotes in each other: each level is another call, in the parser and in what draws them. */
const DEEP = /^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){20}/m;

/**
 * Reads Markdown. The text is of a page or a model, and the time is that of the website that embeds the assistant.
 *
 * @returns null for a text that would take seconds, or more calls than a browser makes: it is shown as it was written
 */
export function lexMarkdown(text: string): Token[] | null {
  if (text.length > MAX_CHARACTERS || DEEP.test(text)) return null;
  if (text.split(/\s/).some(({ length }) => length > MAX_WORD)) return null;
  const isCostly = (block: string) => (block.match(MARKS)?.length ?? 0) > MAX_MARKS;
  if (text.split(/\n[ \t]*\n/).some(isCostly)) return null;
  try {
    return new Lexer().lex(text);
  } catch {
    return null;
  }
}
