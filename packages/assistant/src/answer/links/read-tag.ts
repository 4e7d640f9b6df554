import { type Growing, type LinkRules, MAX_LINK, REMOVED, type Reading } from "./link-rules.ts";

const AUTOLINK = /^<([a-z][a-z0-9+.-]{1,31}:[^\s<>]*)>$/i;
/** Elements that load, run or hide something even without an attribute. */
const ACTIVE =
  /^<\/?(?:script|style|iframe|object|embed|form|svg|math|base|link|meta|template|textarea|title|noscript|xmp|plaintext)\b/i;

/**
 * Reads what stands in angle brackets: an address, or a tag. Tags with attributes are taken out, since an attribute can load or
 * lead anywhere; `<kbd>`, and what is no tag at all, such as `List<String>`, stays.
 */
export function readTag({ text, isEnd }: Growing, at: number, rules: LinkRules): Reading {
  const next = text[at + 1];
  if (next === undefined && !isEnd) return "wait";
  if (next === undefined || !/[a-z/!?]/i.test(next)) return { end: at + 1, text: "<" };
  const ahead = text.slice(at, at + MAX_LINK);
  const close = ahead.indexOf(">");
  const blank = ahead.search(/\n[ \t]*\n/);
  if (close < 0 || (blank >= 0 && blank < close)) {
    if (blank >= 0) return { end: at + 1, text: "<" };
    if (ahead.length === MAX_LINK) return { end: at + 1, text: "\\<" };
    return isEnd ? { end: at + 1, text: "<" } : "wait";
  }
  const whole = ahead.slice(0, close + 1);
  return { end: at + whole.length, text: rewrite(whole, rules) };
}

function rewrite(whole: string, rules: LinkRules): string {
  const address = AUTOLINK.exec(whole)?.[1];
  if (address !== undefined) {
    const url = rules.link(address);
    if (url === null) return REMOVED;
    return url === address ? whole : `[${url}](${url})`;
  }
  return /^<[!?]/.test(whole) || whole.includes("=") || ACTIVE.test(whole) ? "" : whole;
}
