/** Offsets of an opening brace and its closing one. */
export type BracePair = { start: number; end: number };

/** The outermost pairs of braces of a text, in order. A brace that nothing closes counts to the end of its line. */
export function bracePairs(text: string): BracePair[] {
  const open: number[] = [];
  const pairs: { start: number; end: number | null }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "{") open.push(at);
    const start = text[at] === "}" ? open.pop() : undefined;
    if (start === undefined) continue;
    // A pair takes in the pairs within it.
    while ((pairs.at(-1)?.start ?? -1) > start) pairs.pop();
    pairs.push({ start, end: at + 1 });
  }
  for (const start of open) pairs.push({ start, end: null });
  const outer: BracePair[] = [];
  let covered = 0;
  for (const { start, end } of pairs.sort((a, b) => a.start - b.start)) {
    if (start < covered) continue;
    covered = end ?? lineEnd(text, start);
    outer.push({ start, end: covered });
  }
  return outer;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

const COMMAND = /\\[A-TV-Za-tv-z]/;
const PLAIN = /^[A-Za-z0-9\s\\^_+\-*|,:.&{}]*$/;
const ENVIRONMENT = /^\{(?:align(?:ed)?|array|cases|equation|gather(?:ed)?|split|[bpvBV]?matrix)\*?\}$/;
const SHORT = /^\{[A-Za-z0-9]{1,2}(?:[+\-*,][A-Za-z0-9]{1,2}){0,6}\}$/;

/**
 * Whether a pair is no code in any language of pages: the id of a heading (`{#install}`), or TeX with a command. A backslash before a
 * letter is no JavaScript outside of texts, expressions and comments, and those need signs that are not here.
 */
export function isNoCode(source: string): boolean {
  if (source.startsWith("{#")) return /^\{#[\w.:-]{1,200}\}$/.test(source);
  return PLAIN.test(source) && COMMAND.test(source);
}

/**
 * Whether a pair is an argument of TeX as short as `{ij}` in `$x_{ij}$`, or an environment as in `\begin{cases}`: all that it could
 * read is a name of two letters, or one of those few.
 */
export function isShortFormula(text: string, start: number, source: string): boolean {
  if (ENVIRONMENT.test(source)) return /\\(?:begin|end)$/.test(text.slice(Math.max(start - 6, 0), start));
  if (!SHORT.test(source) || !/[A-Za-z}^_]/.test(text[start - 1] ?? "")) return false;
  // Not the whole line: a line may be as long as the page, with such a pair every few characters.
  const near = text.slice(Math.max(start - 300, 0), start);
  const before = near.slice(near.lastIndexOf("\n") + 1);
  return before.includes("$") || COMMAND.test(before);
}
