import { MAX_LINK } from "./bracket-scanner.ts";
import { type Growing, LINE_START, type LinkRules, REMOVED, type Reading } from "./link-rules.ts";

const BEGINNINGS = ["https://", "http://", "ftp://", "www.", "mailto:", "xmpp:"];

/** Whether an address may begin with these letters. */
export function mayBeginAddress(letters: string): boolean {
  const begun = letters.toLowerCase();
  return BEGINNINGS.some((beginning) => beginning.startsWith(begun));
}

/** As far as Markdown takes an address: backticks and quotes are part of it. */
const BODY = /[^\s<>|]*/y;
const ALL = /(?:(?:https?|ftp):\/\/|www\.)[^\s<>"'`|]+/gi;
/** Behind an address no reader of Markdown takes this for a part of it; anything else, and the address is put in brackets. */
const PLAIN_END = /^(?!.*~~~)[.,;:!?'")*_~]*$/;
/** What stands before a destination: the brackets of a link, or an attribute. */
const LEAD = /\]\(\s*<?|\b(?:src|href)\s*=\s*["']?/gi;
/** Where a link or an attribute leads, when that is not a place on the same site. */
const DESTINATION = /(?:[/\\]{2}|[a-z][a-z0-9+.-]*:)[^\s<>"'`|)]*/iy;

/** Reads a bare address in the text: Markdown makes a link of it. */
export function readUrl({ text, isEnd }: Growing, at: number, rules: LinkRules, isInLink: boolean): Reading {
  const ahead = text.slice(at, at + 8).toLowerCase();
  const beginning = BEGINNINGS.find((candidate) => ahead.startsWith(candidate));
  if (beginning === undefined) {
    const mayBecomeOne = !isEnd && at + ahead.length === text.length && BEGINNINGS.some((b) => b.startsWith(ahead));
    return mayBecomeOne ? "wait" : null;
  }
  BODY.lastIndex = at;
  const [body = ""] = BODY.exec(text) ?? [];
  if (body.length > MAX_LINK) return { end: at + MAX_LINK, text: REMOVED };
  if (!isEnd && at + body.length === text.length) return "wait";
  const address = withoutPunctuation(body);
  if (address.length <= beginning.length) return { end: at + beginning.length, text: body.slice(0, beginning.length) };
  const url = rules.link(toAbsolute(address));
  if (url === null) return { end: at + address.length, text: REMOVED };
  const isPlain =
    !isInLink &&
    PLAIN_END.test(body.slice(address.length)) &&
    /^(?:\s|$)/.test(text.slice(at + body.length, at + body.length + 1));
  return { end: at + address.length, text: isPlain || !/^[a-z]+:/i.test(url) ? url : `<${url}>` };
}

/**
 * Removes disallowed addresses from code. Also link destinations and attributes: they do nothing in code, but would lead away
 * if a client showed the code as text.
 */
export function cleanCode(code: string, rules: LinkRules): string {
  const clean = (found: string) => {
    const address = withoutPunctuation(found);
    return rules.inCode(toAbsolute(address)) ? found : REMOVED + found.slice(address.length);
  };
  return cleanDestinations(code.replace(ALL, clean), clean);
}

function cleanDestinations(code: string, clean: (found: string) => string): string {
  let said = "";
  let from = 0;
  for (const lead of code.matchAll(LEAD)) {
    const at = lead.index + lead[0].length;
    DESTINATION.lastIndex = at;
    const found = at < from ? undefined : DESTINATION.exec(code)?.[0];
    if (found === undefined) continue;
    said += code.slice(from, at) + clean(found);
    from = at + found.length;
  }
  return said + code.slice(from);
}

function toAbsolute(address: string): string {
  if (/^[/\\]{2}/.test(address)) return `https:${address}`;
  return /^www\./i.test(address) ? `https://${address}` : address;
}

const OPENING: Record<string, string> = { ")": "(", "]": "[", "}": "{" };

/** An address without what belongs to the sentence around it: a full stop, emphasis, a bracket that it does not open. */
export function withoutPunctuation(address: string): string {
  const counts = new Map<string, number>();
  for (const sign of address) if ("()[]{}".includes(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address[end - 1] ?? "";
    if (".,;:!?'\"*_~`\\".includes(last)) continue;
    const opening = OPENING[last];
    if (opening === undefined) break;
    const closers = counts.get(last) ?? 0;
    if ((counts.get(opening) ?? 0) >= closers) break;
    counts.set(last, closers - 1);
  }
  return address.slice(0, end);
}

/** What stands before the sign of a mail address, as readers of Markdown take it. */
const NAME_SIGN = /[A-Za-z0-9.+_-]/;
/** With its sign; no host is longer than 253 characters. */
const HOST = /@[A-Za-z0-9._-]{0,300}/y;
const MAX_FOUND = 301;

/**
 * Reads the sign of a mail address and the host behind it: Markdown makes a link of a bare one. The name has been said by then,
 * so what may not stand loses its host.
 *
 * @param line what was said of the line before the sign
 */
export function readMail({ text, isEnd }: Growing, at: number, rules: LinkRules, line: string): Reading {
  let start = line.length;
  while (start > 0 && NAME_SIGN.test(line[start - 1] ?? "")) start -= 1;
  const name = line.slice(start);
  if (name === "") return null;
  HOST.lastIndex = at;
  const [found = ""] = HOST.exec(text) ?? [];
  if (!isEnd && at + found.length === text.length && found.length < MAX_FOUND) return "wait";
  const host = withoutLastDots(found.slice(1));
  // Versions of packages (`pkg@1.2.3`) are no addresses for readers of Markdown either: those end in a letter.
  if (!/^[\w-]+(?:\.[\w-]+)+$/.test(host) || !/[A-Za-z]$/.test(host)) return null;
  const end = at + 1 + host.length;
  return { end, text: rules.mail(`${name}@${host}`) ? `@${host}` : REMOVED };
}

function withoutLastDots(host: string): string {
  let end = host.length;
  while (host[end - 1] === ".") end -= 1;
  return host.slice(0, end);
}

const AUTOLINK = /^<([a-z][a-z0-9+.-]{1,31}:[^\s<>`]*)>$/i;
/** A tag that can neither load nor lead anywhere. */
const BARE = /^<\/?([a-z][a-z0-9-]*)(?:[ \t]+[a-z][a-z0-9-]*)*[ \t]*\/?>$/i;
/** Elements that load, run or hide something even without an attribute. */
const ACTIVE =
  /^(?:script|style|iframe|object|embed|form|svg|math|base|link|meta|template|textarea|title|noscript|xmp|plaintext)$/i;
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
