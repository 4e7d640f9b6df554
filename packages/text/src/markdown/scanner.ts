/**
 * Reads Markdown by its lines and marks, in time that is linear in the text. All code that finds fences, headings, comments or
 * code spans in untrusted text uses it.
 */

/** Where fences are looked for: as blocks of a page, or at any depth of lists, quotes and components. */
export type FenceDepth = "block" | "any";

/** The part of a code fence that a line is; null outside of one. */
export type FencePart = "opening" | "inside" | "closing" | null;

const MARK = /`{3,}|~{3,}/y;
const MARKER = /(?:[-*+]\s+|\d+[.)]\s+|>\s*)/y;
const BLANKS = /\s*/y;
const UP_TO_THREE_BLANKS = / {0,3}/y;
const QUOTES = /[\s>]*/y;

/** The line that opens a code fence. */
export type CodeFence = {
  /** What stands before the mark: blanks, and where fences may be at any depth the markers of lists and quotes. */
  prefix: string;
  /** Three or more backticks or tildes. */
  mark: string;
};

/** Reads the lines of a text in order, and returns for each its part of a code fence. */
export function createFenceReader(depth: FenceDepth): (line: string) => FencePart {
  let mark: string | null = null;
  return (line) => {
    if (mark === null) {
      mark = openingFence(line, depth)?.mark ?? null;
      return mark === null ? null : "opening";
    }
    if (!closesFence(line, mark, depth)) return "inside";
    mark = null;
    return "closing";
  };
}

/** The code fence that a line opens; null when it opens none. */
export function openingFence(line: string, depth: FenceDepth): CodeFence | null {
  let at = skip(depth === "block" ? UP_TO_THREE_BLANKS : BLANKS, line, 0);
  if (depth === "any") for (let end = skip(MARKER, line, at); end > at; end = skip(MARKER, line, at)) at = end;
  const end = skip(MARK, line, at);
  const mayHoldTicks = depth === "block" && line[at] === "~";
  if (end === at || (!mayHoldTicks && line.includes("`", end))) return null;
  return { prefix: line.slice(0, at), mark: line.slice(at, end) };
}

/** Whether a line closes the code fence that a mark opened. */
export function closesFence(line: string, mark: string, depth: FenceDepth): boolean {
  const at = skip(depth === "block" ? UP_TO_THREE_BLANKS : QUOTES, line, 0);
  const end = skip(MARK, line, at);
  return line[at] === mark[0] && end - at >= mark.length && isBlankFrom(line, end);
}

/** A run of lines of a page: a code fence with its marks, or the text between two. */
export type Block = {
  /** Of a run of code. */
  fence: CodeFence | null;
  /** Whether a run of code ends with its closing mark. */
  isClosed: boolean;
  text: string;
};

/** Separates code fences from prose, at any depth of lists and components. Joined with newlines, the blocks are the text again. */
export function splitFences(text: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let fence: CodeFence | null = null;
  const close = (isClosed: boolean) => {
    if (lines.length > 0) blocks.push({ fence, isClosed, text: lines.join("\n") });
    lines = [];
    fence = null;
  };
  for (const line of text.split(/\r?\n/)) {
    const opened: CodeFence | null = fence === null ? openingFence(line, "any") : null;
    const isEnd = fence !== null && closesFence(line, fence.mark, "any");
    if (opened !== null) {
      close(false);
      fence = opened;
    }
    lines.push(line);
    if (isEnd) close(true);
  }
  close(false);
  return blocks;
}

/** Where a sticky pattern that is linear ends when it is tried at a place; the place itself when it does not fit. */
function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function isBlankFrom(text: string, at: number): boolean {
  return skip(BLANKS, text, at) === text.length;
}

/** A line without the spaces and tabs at its end. */
export function trimBlanks(line: string): string {
  let end = line.length;
  while (end > 0 && (line[end - 1] === " " || line[end - 1] === "\t")) end -= 1;
  return line.slice(0, end);
}

/** Reads a line as a heading of the form `## Text ##`; null when it is none. */
export function readAtxHeading(line: string): { depth: number; text: string } | null {
  const start = skip(UP_TO_THREE_BLANKS, line, 0);
  let at = start;
  while (line[at] === "#") at += 1;
  const depth = at - start;
  const isBounded = at === line.length || line[at] === " " || line[at] === "\t";
  if (depth < 1 || depth > 6 || !isBounded || /[\r\u2028\u2029]/.test(line)) return null;
  while (line[at] === " " || line[at] === "\t") at += 1;
  const text = trimBlanks(line.slice(at));
  let end = text.length;
  while (end > 0 && text[end - 1] === "#") end -= 1;
  const isClosed = end < text.length && end > 0 && (text[end - 1] === " " || text[end - 1] === "\t");
  return { depth, text: isClosed ? trimBlanks(text.slice(0, end)) : text };
}

const BRACED_ID = /\\?\{:?[ \t]*(?:\/\*[ \t]*)?(?:#|id=["']?)([^\s{}"'*]+)/y;

/** The id that a heading is given at its end, with `{#id}`, the same in a comment of MDX, or `[#id]`, and where that begins. */
export function readEndingId(heading: string): { start: number; id: string } | null {
  const text = trimBlanks(heading);
  const last = text.length - 1;
  if (text[last] === "]") {
    let edge = last - 1;
    while (edge >= 0 && text[edge] !== "]" && !/\s/.test(text[edge] ?? "")) edge -= 1;
    const start = text.indexOf("[#", edge + 1);
    return start < 0 || start + 2 >= last ? null : { start, id: text.slice(start + 2, last) };
  }
  if (text[last] !== "}") return null;
  const brace = text.lastIndexOf("{");
  if (brace < 0 || text.lastIndexOf("}", last - 1) > brace) return null;
  const start = text[brace - 1] === "\\" ? brace - 1 : brace;
  BRACED_ID.lastIndex = start;
  const id = BRACED_ID.exec(text)?.[1]?.replace(/\\$/, "");
  return id ? { start, id } : null;
}

/**
 * Finds the next place of a text again and again, from places that only grow, and looks at every character once: what is not
 * there is looked for no second time.
 */
export function createFinder(text: string, wanted: string): (from: number) => number {
  let found = -2;
  return (from) => {
    if (found !== -1 && found < from) found = text.indexOf(wanted, from);
    return found;
  };
}

/** Options of `cutPieces`. */
export type CutOptions = {
  /** Whether what stands in inline code is left alone. */
  keepsCode?: boolean;
  /** What takes the place of a piece; nothing by default. */
  replace?: (piece: string) => string;
};

/** A piece that begins with one mark and ends with another. */
export type Marks = { open: string; close: string };

export const HTML_COMMENT: Marks = { open: "<!--", close: "-->" };
export const MDX_COMMENT: Marks = { open: "{/*", close: "*/}" };

/** Takes out of a text every comment or other piece between marks, and those HTML elements whose text no reader sees. */
export function cutPieces(
  text: string,
  marks: readonly Marks[],
  elements: readonly string[] = [],
  options: CutOptions = {},
): string {
  const { keepsCode = false, replace = () => "" } = options;
  const spans = keepsCode ? readCodeSpans(text) : null;
  const finders = marks.map(({ open, close }) => ({ open, find: createFinder(text, close), length: close.length }));
  const closers = elements.map((name) => ({ name, find: createFinder(text, `</${name}>`) }));
  const findTagEnd = createFinder(text, ">");
  const endOfPiece = (at: number): number => {
    for (const { open, find, length } of finders) {
      const end = text.startsWith(open, at) ? find(at + open.length) : -1;
      if (end >= 0) return end + length;
    }
    for (const { name, find } of closers) {
      const inside = at + 1 + name.length;
      if (text[at] !== "<" || !text.startsWith(name, at + 1) || /\w/.test(text[inside] ?? "")) continue;
      const tagEnd = findTagEnd(inside);
      const end = tagEnd < 0 ? -1 : find(tagEnd + 1);
      if (end >= 0) return end + name.length + 3;
    }
    return -1;
  };
  const kept: string[] = [];
  let from = 0;
  const pattern = /[<{`]/g;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const at = match.index;
    if (match[0] === "`") {
      pattern.lastIndex = spans?.(at) ?? at + 1;
      continue;
    }
    const end = endOfPiece(at);
    if (end < 0) continue;
    kept.push(text.slice(from, at), replace(text.slice(at, end)));
    from = end;
    pattern.lastIndex = end;
  }
  return kept.join("") + text.slice(from);
}

const BLOCK_START = /[ \t]*(?:$|<!--|<script\b|<style\b|#{1,6}[ \t]|[-*+][ \t]|\d+[.)][ \t]|[>|])/y;

/**
 * Finds inline code. A run of backticks begins code where a run of the same length follows in the same block.
 *
 * @returns of a place where backticks begin, where the code or else the run ends; places must only grow
 */
export function readCodeSpans(text: string): (at: number) => number {
  const runs: { start: number; end: number; next: number }[] = [];
  const findTick = createFinder(text, "`");
  let block = new Map<number, number>();
  for (let line = 0; line <= text.length && findTick(line) >= 0; ) {
    const lineEnd = text.indexOf("\n", line);
    const end = lineEnd < 0 ? text.length : lineEnd;
    if (startsBlock(text, line, end)) block = new Map();
    for (let start = findTick(line); start >= 0 && start < end; ) {
      let at = start;
      while (text[at] === "`") at += 1;
      const opener = runs[block.get(at - start) ?? -1];
      if (opener) opener.next = at;
      block.set(at - start, runs.length);
      runs.push({ start, end: at, next: -1 });
      start = findTick(at);
    }
    line = end + 1;
  }
  let place = 0;
  return (at) => {
    while ((runs[place]?.end ?? Number.POSITIVE_INFINITY) <= at) place += 1;
    const run = runs[place];
    if (run === undefined || isEscapedAt(text, at)) return at + 1;
    return run.next >= 0 && at === run.start ? run.next : run.end;
  };
}

function startsBlock(text: string, line: number, end: number): boolean {
  if (isBlankFrom(text.slice(line, end), 0)) return true;
  BLOCK_START.lastIndex = line;
  return BLOCK_START.test(text);
}

function isEscapedAt(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === "\\") slashes += 1;
  return slashes % 2 === 1;
}
