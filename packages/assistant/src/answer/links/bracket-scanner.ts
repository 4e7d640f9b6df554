/** No link is longer: what looks like the beginning of one and goes on and on is none. */
export const MAX_LINK = 2_000;

/** Text that may still grow, unless `isEnd`. */
type Text = { text: string; isEnd: boolean };

/** Where a bracket closes; `none` when its paragraph ends before, null when it goes on for too long. */
type Close = number | "wait" | "none" | null;

/** Finds where square brackets close in a text that grows and is cut off at its beginning. Looks at each character once. */
export type BracketScanner = {
  closeOf(text: Text, open: number): Close;
  /** So many characters have been cut off. */
  shift(count: number): void;
};

const MAX_INDENT = 199;
const MAX_KEPT = 4 * MAX_LINK;

export function createBracketScanner(): BracketScanner {
  // All places count from the beginning of the whole text.
  let base = 0;
  let next = 0;
  let open: number[] = [];
  let known = new Set<number>();
  let ends = new Map<number, { at: number; isClosed: boolean }>();

  /** Looks on until it is known where a bracket closes, or the limit is reached, or more text must come. */
  const scan = (growing: Text, bracket: number, limit: number) => {
    const { text, isEnd } = growing;
    while (next < limit && next - base < text.length && !ends.has(bracket)) {
      const place = next - base;
      const character = text[place];
      if (character === "\\") {
        if (place + 1 === text.length && !isEnd) return;
        next += 2;
        continue;
      }
      if (character === "`") {
        const spanEnd = findSpanEnd(growing, place);
        if (spanEnd === "wait") return;
        next = base + (spanEnd ?? place + runAt(text, place));
        continue;
      }
      if (character === "[") {
        open.push(next);
        known.add(next);
      } else if (character === "]") {
        const opened = open.pop();
        if (opened !== undefined) ends.set(opened, { at: next, isClosed: true });
      } else if (character === "\n") {
        const line = lineAt(text, place + 1);
        if (line === "unknown" && !isEnd) return;
        if (line === "blank") for (const opened of open.splice(0)) ends.set(opened, { at: next, isClosed: false });
      }
      next += 1;
    }
  };
  const start = (bracket: number) => {
    open = [];
    known = new Set();
    ends = new Map();
    next = bracket;
  };

  return {
    closeOf(growing, at) {
      const bracket = base + at;
      const limit = bracket + MAX_LINK;
      if (!known.has(bracket)) start(bracket);
      scan(growing, bracket, limit);
      const end = ends.get(bracket);
      if (end === undefined) return next >= limit ? null : growing.isEnd ? "none" : "wait";
      if (end.at >= limit) return null;
      return end.isClosed ? end.at - base : "none";
    },
    shift(count) {
      base += count;
      if (known.size < MAX_KEPT) return;
      open = open.filter((place) => place >= base);
      known = new Set([...known].filter((place) => place >= base));
      ends = new Map([...ends].filter(([place]) => place >= base));
    },
  };
}

/** Whether the line that begins at a place is blank, as far as its text has arrived. */
function lineAt(text: string, start: number): "blank" | "text" | "unknown" {
  const limit = start + MAX_INDENT;
  let at = start;
  while (at < limit && (text[at] === " " || text[at] === "\t")) at += 1;
  if (at === text.length) return "unknown";
  return at < limit && text[at] === "\n" ? "blank" : "text";
}

const MAX_SPAN = 1_000;
/** A line break that code may go on behind: what follows is no blank line, and begins no block of its own. */
const BREAK = /\r?\n[ \t>]*(?=[\w./$"'({,;])/y;

/** Where the code that begins with the backtick at `at` ends; null when it does not. */
export function findSpanEnd({ text, isEnd }: Text, at: number): number | "wait" | null {
  const ticks = runAt(text, at);
  if (ticks >= MAX_SPAN) return null;
  if (!isEnd && at + ticks === text.length) return "wait";
  const limit = Math.min(text.length, at + MAX_SPAN);
  let place = at + ticks;
  while (place < limit) {
    const character = text[place];
    if (character === "\n" || character === "\r") {
      const next = afterBreak(text, place);
      if (next === null)
        return /^\s[\s>]*$/.test(text.slice(place, limit)) &&
          text.length < at + MAX_SPAN &&
          !isEnd &&
          !/^\r?\n[ \t>]*\n/.test(text.slice(place, limit))
          ? "wait"
          : null;
      place = next;
    } else if (character === "`") {
      const closing = runAt(text, place);
      if (!isEnd && place + closing === text.length) return "wait";
      place += closing;
      if (closing === ticks) return place;
    } else place += 1;
  }
  return place >= text.length && text.length < at + MAX_SPAN && !isEnd ? "wait" : null;
}

function afterBreak(text: string, at: number): number | null {
  BREAK.lastIndex = at;
  return BREAK.test(text) ? BREAK.lastIndex : null;
}

/** How many backticks stand at a place. */
export function runAt(text: string, at: number): number {
  let end = at;
  while (text[end] === "`" && end - at < MAX_SPAN) end += 1;
  return end - at;
}
