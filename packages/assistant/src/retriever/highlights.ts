import { forEachPlacedWord, splitWord, stemEnglish } from "@docsteward/text/lexical/tokenize";
import { stripMarkdown } from "@docsteward/text/markdown/strip-markdown";
import type { LexicalIndex } from "./lexical/lexical-index.ts";
import type { LexicalQuery } from "./lexical/query.ts";

/** A part of a text in UTF-16 code units: from `start` until before `end`. */
export type TextRange = { start: number; end: number };

/** Finds the words of a text that a query finds, in their order and without overlaps. */
export type Highlighter = (text: string) => TextRange[];

/** Longer texts are highlighted up to here. */
const MAX_CHARACTERS = 20_000;

/** Marks what a query finds: the words themselves, their inflections, corrections and synonyms. */
export function createHighlighter(index: LexicalIndex, { words }: LexicalQuery): Highlighter {
  const wanted = new Set(words.flatMap(({ terms }) => terms.map(({ id }) => id)));
  const isWanted = (token: string) => {
    const id = index.vocabulary.find(token);
    return id !== undefined && wanted.has(id);
  };
  const known = new Map<string, boolean>();
  const isFound = (word: string) => {
    let found = known.get(word);
    if (found === undefined) {
      found = false;
      splitWord(word, (token) => {
        found ||= isWanted(token) || isWanted(stemEnglish(token));
      });
      known.set(word, found);
    }
    return found;
  };
  return (text) => {
    const ranges: TextRange[] = [];
    if (wanted.size === 0) return ranges;
    forEachPlacedWord(text.slice(0, MAX_CHARACTERS), (word, start, end) => {
      if (!isFound(word)) return;
      const last = ranges.at(-1);
      // Pairs of letters overlap.
      if (last && start < last.end) last.end = end;
      else ranges.push({ start, end });
    });
    return ranges;
  };
}

/** A part of a passage as plain text, with what a query finds in it. */
type Excerpt = { text: string; highlights: TextRange[] };

const EXCERPT_CHARACTERS = 240;
/** Before the first word that is found. */
const LEAD_CHARACTERS = 40;
const ELLIPSIS = "…";

/**
 * Cuts the part of a passage that holds most of what a query finds.
 *
 * @returns plain text without Markdown; it may hold any character, so a page must insert it as text
 */
export function cutExcerpt(markdown: string, highlight: Highlighter): Excerpt {
  const text = withoutMarks(stripMarkdown(markdown.slice(0, MAX_CHARACTERS)));
  const found = highlight(text);
  const start = wordStart(text, Math.max(0, (found[densestAt(found)]?.start ?? 0) - LEAD_CHARACTERS));
  const end = wordEnd(text, start + EXCERPT_CHARACTERS);
  const [before, after] = [start > 0 ? ELLIPSIS : "", end < text.length ? ELLIPSIS : ""];
  const shift = before.length - start;
  return {
    text: before + text.slice(start, end) + after,
    highlights: found
      .filter((range) => range.start >= start && range.end <= end)
      .map((range) => ({ start: range.start + shift, end: range.end + shift })),
  };
}

/** Signs of headings, lists, quotes, tables and emphasis say nothing in one line of text. */
function withoutMarks(text: string): string {
  return text
    .replace(/^[ \t]*(?:#{1,6}|[-*+>]|\d{1,9}[.)])[ \t]+/gm, "")
    .replace(/[*`|]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** The first of the ranges from which most others fit in one excerpt. */
function densestAt(ranges: readonly TextRange[]): number {
  let best = 0;
  let most = 0;
  let end = 0;
  for (const [at, { start }] of ranges.entries()) {
    while (end < ranges.length && (ranges[end]?.end ?? 0) <= start + EXCERPT_CHARACTERS - LEAD_CHARACTERS) end += 1;
    if (end - at > most) [best, most] = [at, end - at];
  }
  return best;
}

/** So far a cut moves to a space; scripts without spaces are cut between two letters. */
const MAX_MOVE = 30;

function wordStart(text: string, at: number): number {
  if (at === 0) return 0;
  const space = text.indexOf(" ", at);
  return space >= 0 && space - at <= MAX_MOVE ? space + 1 : wholeCharacter(text, at);
}

function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const space = text.lastIndexOf(" ", at);
  return at - space <= MAX_MOVE ? space : wholeCharacter(text, at);
}

/** Never between the halves of a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
