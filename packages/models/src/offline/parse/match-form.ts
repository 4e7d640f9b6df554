import { QUOTE_MARK } from "./take-quotes.ts";

export type Fields = Record<string, string | undefined>;

/**
 * Writes a form of the grammar as a pattern. In a form, `<name>` is a quoted text, `{name}` a quoted text or unquoted words,
 * `{name.path}` a quoted text or one word such as a path, a space any white space; all else is a regular expression.
 */
export function form(source: string): RegExp {
  const pattern = source
    .replace(/ \?/g, "\\s*")
    .replace(/ /g, "\\s+")
    .replace(/(?<!\(\?)<(\w+)>/g, (_, name: string) => `(?<${name}>${QUOTE_MARK.replace("(\\d+)", "\\d+")})`)
    .replace(/\{(\w+)\.path\}/g, (_, name: string) => `(?<${name}>${QUOTE_MARK.replace("(\\d+)", "\\d+")}|\\S+)`)
    .replace(
      /(?<!\\p)\{(\w+)\}/g,
      (_, name: string) => `(?<${name}>${QUOTE_MARK.replace("(\\d+)", "\\d+")}|[^\\uE000]+?)`,
    );
  return new RegExp(`^${pattern}[\\s.!:,]*$`, "iu");
}

/** The fields of the first form that fits the whole segment, with quoted texts put in. */
export function matchForm(forms: readonly RegExp[], segment: string, quotes: readonly string[]): Fields | undefined {
  for (const candidate of forms) {
    const groups = candidate.exec(segment)?.groups;
    if (groups === undefined) continue;
    return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, toValue(value, quotes)]));
  }
  return undefined;
}

function toValue(value: string | undefined, quotes: readonly string[]): string | undefined {
  if (value === undefined) return undefined;
  const mark = /^\uE000(\d+)\uE001$/.exec(value.trim());
  return mark ? quotes[Number(mark[1])] : value.trim().replace(/[,:]+$/, "");
}

/** Whether words name a file rather than a thing: a slash or the ending of a page. */
export function looksLikePath(words: string): boolean {
  return /\.mdx?$/i.test(words) || (words.includes("/") && !/\s/.test(words));
}
