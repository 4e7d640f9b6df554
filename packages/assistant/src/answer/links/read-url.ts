import { type Growing, type LinkRules, MAX_LINK, REMOVED, type Reading } from "./link-rules.ts";

const BEGINNINGS = ["https://", "http://", "ftp://", "www.", "mailto:", "xmpp:"];
const BODY = /[^\s<>"`|]*/y;
const ALL = /(?:(?:https?|ftp):\/\/|www\.)[^\s<>"'`|]+/gi;

/** Reads an address that stands in the text as it is: Markdown makes a link of it. */
export function readUrl({ text, isEnd }: Growing, at: number, rules: LinkRules): Reading {
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
  return { end: at + address.length, text: rules.link(toAbsolute(address)) ?? REMOVED };
}

/** Takes out of code the addresses that must not stand there. */
export function cleanCode(code: string, rules: LinkRules): string {
  return code.replace(ALL, (found) => {
    const address = withoutPunctuation(found);
    return rules.inCode(toAbsolute(address)) ? found : REMOVED + found.slice(address.length);
  });
}

function toAbsolute(address: string): string {
  return /^www\./i.test(address) ? `https://${address}` : address;
}

/** An address without what belongs to the sentence around it: a full stop, emphasis, a bracket that it does not open. */
export function withoutPunctuation(address: string): string {
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address[end - 1] ?? "";
    if (".,;:!?'*_~\\".includes(last)) continue;
    const opening = { ")": "(", "]": "[", "}": "{" }[last];
    if (opening === undefined) break;
    const upToHere = address.slice(0, end);
    if (upToHere.split(opening).length >= upToHere.split(last).length) break;
  }
  return address.slice(0, end);
}
