import { type Growing, type LinkRules, MAX_LINK, REMOVED, type Reading } from "./link-rules.ts";

const AUTOLINK = /^<([a-z][a-z0-9+.-]{1,31}:[^\s<>`]*)>$/i;
/** A tag that can neither load nor lead anywhere. */
const BARE = /^<\/?([a-z][a-z0-9-]*)(?:[ \t]+[a-z][a-z0-9-]*)*[ \t]*\/?>$/i;
/** Elements that load, run or hide something even without an attribute. */
const ACTIVE =
  /^(?:script|style|iframe|object|embed|form|svg|math|base|link|meta|template|textarea|title|noscript|xmp|plaintext)$/i;
/** What may stand before the first word of a line. */
const LINE_START = /^(?:[\s>*+.)\d-]|\[\^[^\]]*\]:)*$/;

/**
 * Reads what stands in angle brackets: an address, or a tag. Tags with attributes are taken out, since an attribute can load or
 * lead anywhere; `<kbd>`, and what is no tag at all, such as `List<String>`, stays. At the start of a line a tag is escaped: it
 * would begin a block of HTML, in which Markdown sees no code.
 */
export function readTag({ text, isEnd }: Growing, at: number, rules: LinkRules, line: string): Reading {
  const next = text[at + 1];
  if (next === undefined && !isEnd) return "wait";
  if (next === undefined || !/[a-z/!?]/i.test(next)) return { end: at + 1, text: "<" };
  const ahead = text.slice(at, at + MAX_LINK);
  const close = ahead.indexOf(">");
  const blank = ahead.search(/\n[ \t]*\n/);
  if (close < 0 || (blank >= 0 && blank < close)) {
    return blank >= 0 || isEnd || ahead.length === MAX_LINK ? { end: at + 1, text: "\\<" } : "wait";
  }
  const whole = ahead.slice(0, close + 1);
  const name = BARE.exec(whole)?.[1];
  if (name !== undefined && !ACTIVE.test(name)) {
    return LINE_START.test(line) ? { end: at + 1, text: "\\<" } : { end: at + whole.length, text: whole };
  }
  const address = AUTOLINK.exec(whole)?.[1];
  if (address !== undefined) return { end: at + whole.length, text: rewriteAutolink(address, rules) };
  if (name !== undefined || /^<[!?]/.test(whole) || whole.includes("=")) return { end: at + whole.length, text: "" };
  return { end: at + 1, text: "\\<" };
}

function rewriteAutolink(address: string, rules: LinkRules): string {
  const url = rules.link(address);
  if (url === null) return REMOVED;
  return url === address ? `<${address}>` : `[${url}](${url})`;
}
