import { isPageFile } from "@docsteward/contract/docs-files";
import { frontmatterEnd } from "@docsteward/text/markdown/frontmatter";
import { maskCode } from "@docsteward/text/markdown/mask-code";
import { findTargets } from "./link-targets.ts";

/** Places where a page contains a text, by whether it may be replaced there. */
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
  const isAddress = needle.includes("/") && !/\s/.test(needle);
  const isInHeld = createSpanFinder(isAddress ? [] : heldSpans(path, text));
  const isAlready = createAlready(text, becomes);
  const lineAt = createLineCounter(text);
  const found: Occurrences = { free: [], heldLines: [], otherCaseLines: [] };
  for (const at of wholeWords(text, needle)) {
    if (isAlready(at, needle)) continue;
    if (isInHeld(at, at + needle.length)) found.heldLines.push(lineAt(at));
    else found.free.push(at);
  }
  const lower = text.toLowerCase();
  const otherLineAt = createLineCounter(text);
  for (const at of lower.length === text.length ? wholeWords(lower, needle.toLowerCase()) : []) {
    const here = text.slice(at, at + needle.length);
    if (here !== needle && !isAlready(at, here)) found.otherCaseLines.push(otherLineAt(at));
  }
  return found;
}

/** Where a text stands in another as whole words, from the first place to the last. */
function* wholeWords(text: string, needle: string): Generator<number> {
  const inWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}\p{M}_]/u.test(character);
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length)) {
    const startsInside = inWord(needle[0]) && inWord(text[at - 1]);
    const endsInside = inWord(needle.at(-1)) && inWord(text[at + needle.length]);
    if (!startsInside && !endsInside) yield at;
  }
}

/** Longer texts, and more places in them, are not looked for again. */
const MAX_BECOMES = 1_000;
const MAX_PLACES = 8;

/** Tells whether an occurrence belongs to a `becomes` that stands there already, as in "Foo" to "Foo Pro" done before. */
function createAlready(text: string, becomes: string): (at: number, needle: string) => boolean {
  const places = new Map<string, number[]>();
  return (at, needle) => {
    if (becomes.length > MAX_BECOMES) return false;
    const known = places.get(needle) ?? placesOf(becomes, needle);
    places.set(needle, known);
    return known.some((inside) => at >= inside && text.startsWith(becomes, at - inside));
  };
}

function placesOf(text: string, needle: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(needle); at !== -1 && places.length < MAX_PLACES; at = text.indexOf(needle, at + 1))
    places.push(at);
  return places;
}

/** Tells of ranges, whose starts and ends only grow, whether a span touches them. */
function createSpanFinder(spans: readonly Span[]): (start: number, end: number) => boolean {
  const inOrder = spans.toSorted((a, b) => a.start - b.start);
  let next = 0;
  let reach = 0;
  return (start, end) => {
    for (let span = inOrder[next]; span !== undefined && span.start < end; span = inOrder[next]) {
      reach = Math.max(reach, span.end);
      next += 1;
    }
    return reach > start;
  };
}

function heldSpans(path: string, text: string): Span[] {
  const urls = spans(text, /\b(?:https?|ftp|file|wss?|ssh|git|mailto):[^\s<>"'`)\]}]+/g);
  if (!isPageFile(path)) {
    const keys = path.endsWith(".json") ? jsonKeys(text) : [];
    return [...urls, ...keys, ...tokens(text, /[^\s"']+/g, looksLikePath)];
  }
  const masked = maskCode(text);
  const isCode = (at: number) => masked[at] === " " && text[at] !== " ";
  const inCode = [
    ...spans(text, /^[ \t>]*(?:import|from)\s.*$|\brequire\(.*$/gm),
    ...tokens(text, /[^\s"'`()]+/g, (token) => /[/\\@]/.test(token)),
  ];
  return [
    ...urls,
    ...findTargets(text),
    ...inCode.filter(({ start, end }) => isCode(start) || isCode(end - 1)),
    ...lines(masked, isImport),
    ...spans(masked, /<\/?[A-Z][\w.]*/g),
    ...frontmatterPaths(text),
  ];
}

const PATH_KEY =
  /^(?:slug|url|href|link|canonical|image|icon|logo|permalink|id|openapi|api|redirect\w*|aliases|og:\w+)[ \t]*:/i;

function frontmatterPaths(text: string): Span[] {
  return lines(text.slice(0, frontmatterEnd(text)), (line) => PATH_KEY.test(line));
}

function isImport(line: string): boolean {
  if (/^export\s/.test(line)) return /\sfrom\s/.test(line);
  return /^import\s+["']/.test(line) || (/^import\s/.test(line) && /\sfrom\s+["']/.test(line));
}

/** `guides/install.md`, `./a` and `next.config`, but no end of a sentence. */
function looksLikePath(token: string): boolean {
  const mark = token.search(/[/.]/);
  return mark !== -1 && mark < token.length - 1 && /[/\w]/.test(token.charAt(token.length - 1));
}

/** The strings of a JSON text that name a value. */
function jsonKeys(text: string): Span[] {
  const colon = /\s*:/y;
  return spans(text, /"(?:[^"\\\n]|\\.)*"?/g).filter(({ start, end }) => {
    colon.lastIndex = end;
    return end - start > 1 && text[end - 1] === '"' && colon.test(text);
  });
}

function lines(text: string, isKind: (line: string) => boolean): Span[] {
  let start = 0;
  return text.split("\n").flatMap((line) => {
    const span = { start, end: start + line.length };
    start += line.length + 1;
    return isKind(line) ? [span] : [];
  });
}

/** Words of a text, cut as `cut` says, that are of a kind. */
const tokens = (text: string, cut: RegExp, isKind: (token: string) => boolean): Span[] =>
  spans(text, cut).filter(({ start, end }) => isKind(text.slice(start, end)));

const spans = (text: string, pattern: RegExp): Span[] =>
  [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length }));

/**
 * Finds a word in a file's prose, whatever its case.
 *
 * @returns offsets in prose, and the lines where it stands in code, comments or addresses
 */
export function findWords(path: string, text: string, word: string): { free: number[]; codeLines: number[] } {
  const masked = isPageFile(path) ? maskCode(text) : text;
  const targets = isPageFile(path) ? findTargets(text) : [];
  const isInTarget = createSpanFinder(targets);
  const lineAt = createLineCounter(text);
  const lower = text.toLowerCase();
  // Some letters grow when they change their case, and with them every place behind.
  const [haystack, needle] = lower.length === text.length ? [lower, word.toLowerCase()] : [text, word];
  const free: number[] = [];
  const codeLines: number[] = [];
  for (const at of wholeWords(haystack, needle)) {
    const isCode = isInTarget(at, at + 1) || isInAddress(text, at) || masked[at] !== text[at];
    if (isCode) codeLines.push(lineAt(at));
    else free.push(at);
  }
  return { free, codeLines };
}

/** Whether what stands right before a place, up to a blank, makes it a part of a path, a host or an address for mail. */
function isInAddress(text: string, at: number): boolean {
  const [token = ""] = text
    .slice(Math.max(0, at - 60), at)
    .split(/\s/)
    .slice(-1);
  return /[/@.\\-]/.test(text[at - 1] ?? "") && /[/@:]/.test(token);
}

/** Tells of offsets of a text, which only grow, which line they stand on; the first is 1. */
export function createLineCounter(text: string): (at: number) => number {
  let line = 1;
  let next = text.indexOf("\n");
  return (at) => {
    for (; next !== -1 && next < at; next = text.indexOf("\n", next + 1)) line += 1;
    return line;
  };
}
