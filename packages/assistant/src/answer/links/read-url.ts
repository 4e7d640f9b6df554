import { type Growing, type LinkRules, MAX_LINK, REMOVED, type Reading } from "./link-rules.ts";

const BEGINNINGS = ["https://", "http://", "ftp://", "www.", "mailto:", "xmpp:"];
/** As far as Markdown takes an address: backticks and quotes are part of it. */
const BODY = /[^\s<>|]*/y;
const ALL = /(?:(?:https?|ftp):\/\/|www\.)[^\s<>"'`|]+/gi;
/** Behind an address no reader of Markdown takes this for a part of it; anything else, and the address is put in brackets. */
const PLAIN_END = /^(?!.*~~~)[.,;:!?'")*_~]*$/;
/** What stands before a destination: the brackets of a link, or an attribute. */
const LEAD = /\]\(\s*<?|\b(?:src|href)\s*=\s*["']?/gi;
/** Where a link or an attribute leads, when that is not a place on the same site. */
const DESTINATION = /(?:[/\\]{2}|[a-z][a-z0-9+.-]*:)[^\s<>"'`|)]*/iy;

/** Reads an address that stands in the text as it is: Markdown makes a link of it. */
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
 * Takes out of code the addresses that must not stand there. Destinations of links and attributes too: they are nothing in code,
 * and would lead away if somebody showed the code as text.
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
