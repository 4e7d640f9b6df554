import type { Site } from "../site.ts";
import type { Splice } from "../text/splice.ts";
import {
  basesOf,
  type IdShape,
  type NavigationChange,
  type NavigationDialect,
  nearness,
  readId,
  writeId,
} from "./page-id.ts";

type Line = { start: number; text: string; indent: number; isItem: boolean; value: string; valueAt: number };
type Entry = { line: number; page: string; shape: IdShape };

/**
 * `mkdocs.yml` and `toc.yml`, line by line, so that tags, comments and everything else stay as they are: `- guide.md`,
 * `- Guide: guide.md`, and `- name: Guide` with `href: guide.md` below.
 */
export const editYamlNavigation: NavigationDialect = ({ path, text }, change, site) => {
  const lines = readLines(text);
  const bases = basesOf(path, site);
  const own = findEntries(lines, [change.page], bases);
  switch (change.kind) {
    case "move":
      return own.flatMap(({ line, shape }) => {
        const id = writeId(change.to, shape);
        const at = lines[line];
        if (at === undefined || id === undefined) return [];
        const start = at.start + at.valueAt;
        return [{ start, end: start + at.value.length, text: id }];
      });
    case "remove":
      return own.map(({ line }) => removal(text, lines, line));
    case "add":
      return own.length > 0 ? [] : insertion(text, lines, findEntries(lines, site.pages, bases), change, site);
  }
};

function readLines(text: string): Line[] {
  let start = 0;
  return text.split("\n").map((whole) => {
    const line = whole.replace(/\r$/, "");
    const read = {
      start,
      text: line,
      indent: skipBlanks(line, 0),
      isItem: /^\s*-\s/.test(line),
      ...(readValue(line) ?? { value: "", valueAt: 0 }),
    };
    start += whole.length + 1;
    return read;
  });
}

function skipBlanks(line: string, from: number): number {
  let at = from;
  while (at < line.length && !/\S/.test(line.charAt(at))) at += 1;
  return at;
}

/** Where a line's text begins behind its dash. */
function behindDash(line: string): number {
  const at = skipBlanks(line, 0);
  const next = skipBlanks(line, at + 1);
  return line[at] === "-" && next > at + 1 ? next : at;
}

/** Where the value of `key: value` begins; `at` where no key stands. */
function behindKey(line: string, at: number): number {
  const quote = line[at];
  const isQuoted = quote === '"' || quote === "'";
  const closing = isQuoted ? line.indexOf(quote, at + 1) : -1;
  if (isQuoted ? closing === -1 : /[\s#:-]/.test(quote ?? " ")) return at;
  const colon = line.indexOf(":", isQuoted ? closing : at);
  const isKey = colon !== -1 && (isQuoted ? colon === closing + 1 : !line.slice(at, colon).includes("#"));
  const value = skipBlanks(line, colon + 1);
  return isKey && value > colon + 1 ? value : at;
}

/** The value of a line such as `- Title: "guide.md"  # note`, without its quotes; undefined for what is no plain text. */
function readValue(line: string): Pick<Line, "value" | "valueAt"> | undefined {
  const at = behindKey(line, behindDash(line));
  const quote = line[at] === '"' || line[at] === "'" ? line.charAt(at) : "";
  const valueAt = at + quote.length;
  const end = line.indexOf(quote || "#", valueAt);
  if (quote && end === -1) return undefined;
  const value = quote ? line.slice(valueAt, end) : line.slice(valueAt, end === -1 ? undefined : end).trimEnd();
  const rest = quote ? line.slice(end + 1).trimStart() : "";
  const isPlain = /^[^\s"'#[{&*!|>][^"'#]*$/.test(value) && (rest === "" || rest.startsWith("#"));
  return isPlain ? { value, valueAt } : undefined;
}

/** A line with another title in front of its value: `- Old: ` becomes `- New: `. */
function retitle(line: string, title: string): string {
  const at = behindDash(line);
  const colon = line.lastIndexOf(":");
  const key = line.slice(at, colon);
  const isKey =
    key !== "" && (!key.includes(":") || /^"[^"]*"$|^'[^']*'$/.test(key)) && !/^(?:href|file|url|page)$/.test(key);
  const isWhole = line.length > colon + 1 && line.slice(colon + 1).trim() === "";
  return /^\s*-\s/.test(line) && isKey && isWhole ? `${line.slice(0, at)}${title}${line.slice(colon)}` : line;
}

function findEntries(lines: readonly Line[], pages: readonly string[], bases: readonly string[]): Entry[] {
  return lines.flatMap(({ value }, line) => {
    if (!/\.mdx?$|\//i.test(value)) return [];
    for (const page of pages) {
      const shape = readId(value, page, bases);
      if (shape !== undefined) return [{ line, page, shape }];
    }
    return [];
  });
}

/** The lines of the list item that a line belongs to, from its dash to the last deeper line. */
function itemAround(lines: readonly Line[], line: number): { first: number; last: number } {
  const indent = lines[line]?.indent ?? 0;
  let first = line;
  while (first > 0 && !lines[first]?.isItem) first -= 1;
  if ((lines[first]?.indent ?? 0) > indent) first = line;
  const base = lines[first]?.indent ?? 0;
  let last = first;
  while (last + 1 < lines.length && lines[last + 1]?.text.trim() !== "" && (lines[last + 1]?.indent ?? 0) > base)
    last += 1;
  return { first, last };
}

function removal(text: string, lines: readonly Line[], line: number): Splice {
  let { first, last } = itemAround(lines, line);
  const hasChildren = lines.slice(first + 1, last + 1).some(({ isItem }) => isItem);
  if (hasChildren && first !== line) return cut(text, lines, line, line);
  // A group that loses its only entry goes too: `- Guides:` with nothing below would be an empty page list.
  for (;;) {
    const above = lines[first - 1];
    const next = lines[last + 1];
    const isLonely = above?.isItem && opensGroup(above.text) && above.indent < (lines[first]?.indent ?? 0);
    if (!isLonely || (next !== undefined && next.text.trim() !== "" && next.indent > above.indent)) break;
    first -= 1;
  }
  return cut(text, lines, first, last);
}

/** `- Guides:`, perhaps with a comment behind it. */
function opensGroup(line: string): boolean {
  return line.trimEnd().endsWith(":") || /:\s*#/.test(line);
}

function cut(text: string, lines: readonly Line[], first: number, last: number): Splice {
  const start = lines[first]?.start ?? 0;
  const after = lines[last + 1]?.start;
  if (after !== undefined) return { start, end: after, text: "" };
  return { start: Math.max(0, start - (text[start - 2] === "\r" ? 2 : 1)), end: text.length, text: "" };
}

function insertion(
  text: string,
  lines: readonly Line[],
  siblings: readonly Entry[],
  change: Extract<NavigationChange, { kind: "add" }>,
  _site: Site,
): Splice[] {
  const best = siblings.reduce((most, { page }) => Math.max(most, nearness(page, change.page)), -Infinity);
  const sibling = siblings.findLast(({ page }) => nearness(page, change.page) === best);
  const line = sibling && lines[sibling.line];
  const id = sibling && writeId(change.page, sibling.shape);
  if (sibling === undefined || line === undefined || id === undefined) return [];
  const { first, last } = itemAround(lines, sibling.line);
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const title = /[:#"'[\]{}]|^[\s\-?&*!|>%@`]/.test(change.title) ? JSON.stringify(change.title) : change.title;
  const own = lines.slice(first, sibling.line + 1).map((each, index) => {
    const isValue = first + index === sibling.line;
    const before = isValue ? each.text.slice(0, each.valueAt).replace(/["']$/, "") : each.text;
    const titled = isValue
      ? retitle(before, title)
      : before.replace(/^(\s*(?:-\s+)?(?:name|title|label|text):\s+)(?:\S.*)?$/, (_, head: string) => head + title);
    return isValue ? `${titled}${id}` : titled;
  });
  const end = (lines[last]?.start ?? 0) + (lines[last]?.text.length ?? 0);
  return [{ start: end, end, text: own.map((each) => `${eol}${each}`).join("") }];
}
