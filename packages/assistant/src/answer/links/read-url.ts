import { type Growing, type LinkRules, MAX_LINK, REMOVED, type Reading } from "./link-rules.ts";

const BEGINNINGS = ["https://", "http://", "ftp://", "www.", "mailto:", "xmpp:"];
/** As far as Markdown takes an address: backticks and quotes are part of it. */
const BODY = /[^\s<>|]*/y;
const ALL = /(?:(?:https?|ftp):\/\/|www\.)[^\s<>"'`|]+/gi;
/** Behind an address no reader of Markdown takes this for a part of it; anything else, and the address is put in brackets. */
const PLAIN_END = /^(?!.*~~~)[.,;:!?'")*_~]*$/;
/** Where a link or an attribute leads, when that is not a place on the same site. */
const DESTINATION = /(?<=\]\(\s*<?|\b(?:src|href)\s*=\s*["']?)(?:[/\\]{2}|[a-z][a-z0-9+.-]*:)[^\s<>"'`|)]*/gi;

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
  return code.replace(ALL, clean).replace(DESTINATION, clean);
}

function toAbsolute(address: string): string {
  if (/^[/\\]{2}/.test(address)) return `https:${address}`;
  return /^www\./i.test(address) ? `https://${address}` : address;
}

/** An address without what belongs to the sentence around it: a full stop, emphasis, a bracket that it does not open. */
export function withoutPunctuation(address: string): string {
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address[end - 1] ?? "";
    if (".,;:!?'\"*_~`\\".includes(last)) continue;
    const opening = { ")": "(", "]": "[", "}": "{" }[last];
    if (opening === undefined) break;
    const upToHere = address.slice(0, end);
    if (upToHere.split(opening).length >= upToHere.split(last).length) break;
  }
  return address.slice(0, end);
}
