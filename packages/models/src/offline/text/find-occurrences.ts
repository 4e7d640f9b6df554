import { isPageFile } from "@docsteward/contract/docs-files";
import { findTargets } from "./find-targets.ts";
import { lineOf } from "./line-of.ts";
import { frontmatterEnd, maskCode } from "./mask-code.ts";

export type Occurrences = {
  /** Offsets where the text may be replaced. */
  free: number[];
  /** Lines where it stands in an address, an import or a name that code depends on. */
  heldLines: number[];
  /** Lines where it stands in other upper and lower case. */
  otherCaseLines: number[];
};

type Span = { start: number; end: number };

/**
 * Finds whole-word occurrences of a text in a file, and tells apart those that must not be replaced.
 *
 * Held are link targets, URLs, import lines, component names, path-like front matter, and in code whatever touches a slash or
 * an `@`. Nothing is held when the text looks like an address itself: then addresses are what is meant. An occurrence that
 * already is part of `becomes` is not one.
 */
export function findOccurrences(path: string, text: string, wanted: string, becomes: string): Occurrences {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const needle = wanted.replace(/\r?\n/g, eol);
  const isAddress = /^\S*(?:\/|:\/\/)\S*$/.test(needle);
  const held = isAddress ? [] : heldSpans(path, text);
  const found: Occurrences = { free: [], heldLines: [], otherCaseLines: [] };
  for (const at of wholeWords(text, needle)) {
    if (isAlready(text, at, needle, becomes)) continue;
    const isHeld = held.some(({ start, end }) => start < at + needle.length && at < end);
    if (isHeld) found.heldLines.push(lineOf(text, at));
    else found.free.push(at);
  }
  const lower = text.toLowerCase();
  for (const at of lower.length === text.length ? wholeWords(lower, needle.toLowerCase()) : []) {
    const here = text.slice(at, at + needle.length);
    if (here !== needle && !isAlready(text, at, here, becomes)) found.otherCaseLines.push(lineOf(text, at));
  }
  return found;
}

function* wholeWords(text: string, needle: string): Generator<number> {
  const inWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}\p{M}_]/u.test(character);
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length)) {
    const startsInside = inWord(needle[0]) && inWord(text[at - 1]);
    const endsInside = inWord(needle.at(-1)) && inWord(text[at + needle.length]);
    if (!startsInside && !endsInside) yield at;
  }
}

/** Whether the occurrence belongs to a `becomes` that stands there already, as in "Foo" to "Foo Pro" done before. */
function isAlready(text: string, at: number, needle: string, becomes: string): boolean {
  for (let inside = becomes.indexOf(needle); inside !== -1; inside = becomes.indexOf(needle, inside + 1)) {
    if (text.startsWith(becomes, at - inside) && at >= inside) return true;
  }
  return false;
}

function heldSpans(path: string, text: string): Span[] {
  const urls = spans(text, /\b(?:https?|ftp|file|wss?|ssh|git|mailto):[^\s<>"'`)\]}]+/g);
  if (!isPageFile(path)) {
    const keys = path.endsWith(".json") ? spans(text, /"(?:[^"\\\n]|\\.)*"(?=\s*:)/g) : [];
    return [...urls, ...keys, ...tokens(text, /[^\s"']+/g, /[/.].*[/\w]$/)];
  }
  const masked = maskCode(text);
  const isCode = (at: number) => masked[at] === " " && text[at] !== " ";
  const inCode = [
    ...spans(text, /^[ \t>]*(?:import|from)\s.*$|\brequire\(.*$/gm),
    ...tokens(text, /[^\s"'`()]+/g, /[/\\@]/),
  ];
  return [
    ...urls,
    ...findTargets(text),
    ...inCode.filter(({ start, end }) => isCode(start) || isCode(end - 1)),
    ...spans(masked, /^import\s+(?:.+\sfrom\s+)?["'].*$|^export\s.*\sfrom\s.*$/gm),
    ...spans(masked, /<\/?[A-Z][\w.]*/g),
    ...frontmatterPaths(text),
  ];
}

function frontmatterPaths(text: string): Span[] {
  const path =
    /^(?:slug|url|href|link|canonical|image|icon|logo|permalink|id|openapi|api|redirect\w*|aliases|og:\w+)[ \t]*:.*$/gim;
  return spans(text.slice(0, frontmatterEnd(text)), path);
}

/** Words of a text, cut as `cut` says, that look like `kind`. */
const tokens = (text: string, cut: RegExp, kind: RegExp): Span[] =>
  spans(text, cut).filter(({ start, end }) => kind.test(text.slice(start, end)));

const spans = (text: string, pattern: RegExp): Span[] =>
  [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
