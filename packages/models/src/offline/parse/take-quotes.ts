import { trimEndOf } from "@docsteward/platform/cut-text";

/** Text whose quoted pieces are replaced by marks, so that what stands inside quotes is never read as grammar. */
export type Unquoted = { text: string; quotes: string[] };

const PAIRS: Record<string, string> = { '"': '"', "“": "”", "„": "“”", "«": "»", "‘": "’", "'": "'", "`": "`" };
const OPEN = "\uE000";
const CLOSE = "\uE001";

/** Matches one mark; its number is the first group. */
export const QUOTE_MARK = `${OPEN}(\\d+)${CLOSE}`;

/**
 * Takes straight, curly, German, French and backtick quotes and fenced blocks out of a text.
 *
 * An apostrophe is no quote: a single quote opens only before a word and closes only behind one. A quote that is never
 * closed stays text.
 */
export function extractQuotes(input: string): Unquoted {
  const quotes: string[] = [];
  const readFence = createFenceReader(input);
  let text = "";
  // A quotation mark that found no partner once will find none further on either.
  const lonely = new Set<string | undefined>();
  let at = 0;
  while (at < input.length) {
    const opener = input[at];
    const found = readFence(at) ?? (lonely.has(opener) ? undefined : readQuote(input, at));
    if (found === "none") lonely.add(opener);
    if (found === undefined || found === "none") {
      text += input[at];
      at += 1;
      continue;
    }
    text += `${OPEN}${quotes.length}${CLOSE}`;
    quotes.push(found.value);
    at = found.end;
  }
  return { text, quotes };
}

/** Puts quoted pieces back in, in straight quotes: for telling a person what was read. */
export function restoreQuotes({ text, quotes }: Unquoted): string {
  return text.replace(new RegExp(QUOTE_MARK, "g"), (_, number: string) => `"${quotes[Number(number)] ?? ""}"`);
}

/** A longer run of backticks begins no fence. */
const MAX_FENCE = 20;

/** Reads a fenced block where one begins: from a run of backticks with a line's rest to the next run as long that ends a word. */
function createFenceReader(input: string): (at: number) => { value: string; end: number } | undefined {
  const runs = input.includes("```") ? [...input.matchAll(/`{3,}/g)] : [];
  // Shorter than this they may still find their end; what is as long found none.
  let lonely = MAX_FENCE + 1;
  let next = 0;
  return (at) => {
    while (next < runs.length && (runs[next]?.index ?? 0) < at) next += 1;
    const ticks = runs[next]?.[0].length ?? 0;
    if (runs[next]?.index !== at || ticks >= lonely) return undefined;
    const start = /[^\n`]*\n?/y;
    start.lastIndex = at + ticks;
    const head = start.exec(input)?.[0] ?? "";
    if (!head.endsWith("\n")) return undefined;
    const body = at + ticks + head.length;
    const isEnd = (run: RegExpExecArray) =>
      run[0].length >= ticks && !/\S/.test(input.charAt(run.index + run[0].length));
    for (let index = next + 1; index < runs.length; index += 1) {
      const run = runs[index];
      if (!run || !isEnd(run)) continue;
      const value = trimEndOf(input.slice(body, run.index), " \t");
      return { value: value.endsWith("\n") ? value.slice(0, -1) : value, end: run.index + run[0].length };
    }
    lonely = ticks;
    return undefined;
  };
}

/** @returns the quoted text, undefined when no quote begins here, `none` when one begins that never ends */
function readQuote(input: string, at: number): { value: string; end: number } | "none" | undefined {
  const closers = PAIRS[input[at] ?? ""];
  if (closers === undefined) return undefined;
  const isSingle = input[at] === "'" || input[at] === "‘";
  if (isSingle && (/[\p{L}\p{N}]/u.test(input[at - 1] ?? "") || !/\S/.test(input[at + 1] ?? ""))) return undefined;
  for (let end = at + 1; end < input.length; end += 1) {
    if (input[end] === "\\" && closers.includes(input[end + 1] ?? " ")) end += 1;
    else if (closers.includes(input[end] ?? "")) {
      if (isSingle && /[\p{L}\p{N}]/u.test(input[end + 1] ?? "")) continue;
      const value = unescapeQuotes(input.slice(at + 1, end), closers);
      return value === "" ? undefined : { value, end: end + 1 };
    }
  }
  return "none";
}

function unescapeQuotes(value: string, closers: string): string {
  return value.replace(/\\(.)/gs, (whole, next: string) => (closers.includes(next) ? next : whole));
}
