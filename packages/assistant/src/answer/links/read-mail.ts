import { type Growing, type LinkRules, REMOVED, type Reading } from "./link-rules.ts";

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
