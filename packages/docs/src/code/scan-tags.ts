/** Attribute of a tag; `value` is null for an attribute without one. */
export type TagAttribute = { name: string; value: string | null };
/** A tag of a page; `start` and `end` are offsets in the text. */
export type Tag = { name: string; attributes: TagAttribute[]; start: number; end: number };

const NAME = /[A-Za-z]/;
const SPACE = /\s/;

/**
 * The opening tags of a text with HTML in it, in time linear to its length.
 *
 * Parsers differ in what ends a tag. So each `<` begins a tag, also within quotes, and a quote that is left open goes on behind
 * the next `<`: what any parser takes for an attribute is found, and now and then something that none does.
 */
export function scanTags(text: string): Tag[] {
  const tags: Tag[] = [];
  /** Tags whose attribute is still open, by its quote. */
  const open = new Map<string, string>();
  for (let start = text.indexOf("<"); start >= 0; ) {
    const next = text.indexOf("<", start + 1);
    const end = next < 0 ? text.length : next;
    for (const [quote, name] of [...open]) {
      const close = indexBefore(text, quote, start, end);
      if (close < 0) continue;
      open.delete(quote);
      tags.push(readAttributes(text, { name, from: close + 1, start, end, open }));
    }
    if (NAME.test(text[start + 1] ?? "")) {
      let from = start + 1;
      while (from < end && !/[\s/>]/.test(text[from] ?? "")) from += 1;
      const name = text.slice(start + 1, from);
      tags.push(readAttributes(text, { name, from, start, end, open }));
    }
    start = next;
  }
  return tags;
}

type Stretch = { name: string; from: number; start: number; end: number; open: Map<string, string> };

function readAttributes(text: string, { name, from, start, end, open }: Stretch): Tag {
  const attributes: TagAttribute[] = [];
  let at = from;
  while (at < end && text[at] !== ">") {
    if (SPACE.test(text[at] ?? "") || text[at] === "/") {
      at += 1;
      continue;
    }
    const nameStart = at;
    at += 1;
    while (at < end && !/[\s/>=]/.test(text[at] ?? "")) at += 1;
    const attribute: TagAttribute = { name: text.slice(nameStart, at), value: null };
    attributes.push(attribute);
    let value = at;
    while (value < end && SPACE.test(text[value] ?? "")) value += 1;
    if (text[value] !== "=" || value >= end) continue;
    value += 1;
    while (value < end && SPACE.test(text[value] ?? "")) value += 1;
    const quote = text[value];
    if (value < end && (quote === '"' || quote === "'")) {
      const close = indexBefore(text, quote, value + 1, end);
      attribute.value = text.slice(value + 1, close < 0 ? end : close);
      if (close < 0) open.set(quote, name);
      at = close < 0 ? end : close + 1;
    } else {
      at = value;
      while (at < end && !/[\s>]/.test(text[at] ?? "")) at += 1;
      attribute.value = text.slice(value, at);
    }
  }
  return { name, attributes, start, end: Math.min(at + 1, end) };
}

function indexBefore(text: string, sign: string, from: number, end: number): number {
  for (let at = from; at < end; at += 1) if (text[at] === sign) return at;
  return -1;
}
