import { trimEndOf } from "@docsteward/platform/cut-text";
import { RE2JS } from "re2js";
import { QUOTE_MARK } from "./take-quotes.ts";

/** White space as JavaScript knows it; the engine knows that of ASCII alone. */
const BLANK = "[\\s\\v\\p{Z}\uFEFF]";

/** A form of the grammar. Its engine takes time in line with the length of a prompt, whatever stands in it. */
export type Form = RE2JS;

export type Fields = Record<string, string | undefined>;

/**
 * Writes a form of the grammar as a pattern. In a form, `<name>` is a quoted text, `{name}` a quoted text or unquoted words,
 * `{name.path}` a quoted text or one word such as a path, a space any white space; all else is a regular expression of RE2.
 */
export function form(source: string): Form {
  const pattern = source
    .replace(/ \?/g, `${BLANK}*`)
    .replace(/ /g, `${BLANK}+`)
    .replace(/(?<!\(\?)<(\w+)>/g, (_, name: string) => `(?<${name}>${QUOTE_MARK.replace("(\\d+)", "\\d+")})`)
    .replace(/\{(\w+)\.path\}/g, (_, name: string) => `(?<${name}>${QUOTE_MARK.replace("(\\d+)", "\\d+")}|\\S+)`)
    .replace(
      /(?<!\\p)\{(\w+)\}/g,
      (_, name: string) => `(?<${name}>${QUOTE_MARK.replace("(\\d+)", "\\d+")}|[^\uE000]+?)`,
    );
  return RE2JS.compile(`${pattern}(?:${BLANK}|[.!:,])*`, RE2JS.CASE_INSENSITIVE);
}

/** The fields of the first form that fits the whole segment, with quoted texts put in. */
export function matchForm(forms: readonly Form[], segment: string, quotes: readonly string[]): Fields | undefined {
  for (const candidate of forms) {
    const match = candidate.matcher(segment);
    if (!match.matches()) continue;
    const names = Object.keys(candidate.namedGroups());
    return Object.fromEntries(names.map((name) => [name, toValue(match.group(name) ?? undefined, quotes)]));
  }
  return undefined;
}

function toValue(value: string | undefined, quotes: readonly string[]): string | undefined {
  if (value === undefined) return undefined;
  const mark = /^\uE000(\d+)\uE001$/.exec(value.trim());
  return mark ? quotes[Number(mark[1])] : trimEndOf(value.trim(), ",:");
}

/** Whether words name a file rather than a thing: a slash or the ending of a page. */
export function looksLikePath(words: string): boolean {
  return /\.mdx?$/i.test(words) || (words.includes("/") && !/\s/.test(words));
}
