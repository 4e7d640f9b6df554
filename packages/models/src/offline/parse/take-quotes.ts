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
export function takeQuotes(input: string): Unquoted {
  const quotes: string[] = [];
  let text = "";
  // A quotation mark that found no partner once will find none further on either.
  const lonely = new Set<string | undefined>();
  let at = 0;
  while (at < input.length) {
    const opener = input[at];
    const found = readFence(input, at) ?? (lonely.has(opener) ? undefined : readQuote(input, at));
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
export function putQuotesBack({ text, quotes }: Unquoted): string {
  return text.replace(new RegExp(QUOTE_MARK, "g"), (_, number: string) => `"${quotes[Number(number)] ?? ""}"`);
}

function readFence(input: string, at: number): { value: string; end: number } | undefined {
  if (!input.startsWith("```", at)) return undefined;
  const match = /^(`{3,})[^\n`]*\n([\s\S]*?)\n?[ \t]*\1(?=\s|$)/.exec(input.slice(at));
  return match ? { value: match[2] ?? "", end: at + match[0].length } : undefined;
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
