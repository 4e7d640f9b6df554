import { createFinder, cutPieces, HTML_COMMENT } from "@docsteward/text/markdown/scanner";
import type { PageProblem } from "./read-frontmatter.ts";

type HtmlAttribute = { tag: string; name: string; value: string; line: number; column: number };

const TAG_NAME = /[a-zA-Z][\w-]*/y;
const TAG_END = /\s*\/?>/y;
const NAME = /\s+([^<>\s=/]+)/y;
const VALUE = /\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=`]+))/y;
/** No tag has more; what goes on and on is none. */
const MAX_ATTRIBUTES = 200;

/** The attributes with a value in a piece of HTML of a Markdown page, in order. Lines and columns count from 1 in the piece. */
export function readHtml(html: string): HtmlAttribute[] {
  const found: HtmlAttribute[] = [];
  const text = cutPieces(html, [HTML_COMMENT], [], { replace: (comment) => comment.replace(/[^\n]/g, " ") });
  const placeOf = createPlaceCounter(html);
  for (let open = text.indexOf("<"); open >= 0; open = text.indexOf("<", open + 1)) {
    const tag = matchAt(TAG_NAME, text, open + 1)?.[0];
    const read = tag === undefined ? null : readAttributes(text, open + 1 + tag.length);
    if (tag === undefined || read === null) continue;
    const place = placeOf(open);
    for (const [name, value] of read.attributes)
      found.push({ tag: tag.toLowerCase(), name: name.toLowerCase(), value, ...place });
    open = read.end - 1;
  }
  return found;
}

/** Reads the attributes of a tag up to its end; null when it is not well formed. */
function readAttributes(text: string, start: number): { attributes: [string, string][]; end: number } | null {
  const attributes: [string, string][] = [];
  let at = start;
  for (let count = 0; count < MAX_ATTRIBUTES; count += 1) {
    const name = matchAt(NAME, text, at);
    if (!name) break;
    at += name[0].length;
    const value = matchAt(VALUE, text, at);
    if (!value) continue;
    at += value[0].length;
    attributes.push([name[1] ?? "", value[1] ?? value[2] ?? value[3] ?? ""]);
  }
  const end = matchAt(TAG_END, text, at);
  return end && { attributes, end: at + end[0].length };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Tells line and column of places of a text, which must only grow. */
function createPlaceCounter(text: string): (place: number) => { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  let next = text.indexOf("\n");
  return (place) => {
    for (; next >= 0 && next < place; next = text.indexOf("\n", next + 1)) {
      line += 1;
      lineStart = next + 1;
    }
    return { line, column: place - lineStart + 1 };
  };
}

/** A piece of HTML of a Markdown page, and the place of the file where it begins. */
export type HtmlPiece = { html: string; line: number; column: number };

/** Whether a block of HTML that its own mark ends goes on to the end of what it stands in: each parser ends it elsewhere. */
export function isUnended(html: string): boolean {
  const text = html.trimStart();
  if (text.startsWith("<?")) return !text.includes("?>");
  if (text.startsWith("<![CDATA[")) return !text.includes("]]>");
  return /^<![A-Za-z]/.test(text) && !text.includes(">");
}

const TAG = /<(\/?)([a-zA-Z][\w.-]*)/y;
const RAW = /^(?:script|style|pre|textarea)$/i;
const VOID = /^(area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i;

/**
 * Tags of a Markdown page that are not closed, or closed in another order than they were opened. VitePress makes a Vue template
 * of each page, to which either ends the build; elsewhere a browser makes do with it.
 */
export function unbalancedTags(pieces: HtmlPiece[]): PageProblem[] {
  const open: OpenTag[] = [];
  for (const { html, ...start } of pieces) {
    const lineOf = createPlaceCounter(html);
    for (const { tag, isClosing, isSelfClosing, at } of tagsOf(html)) {
      if (VOID.test(tag) || isSelfClosing) continue;
      const place = lineOf(at);
      const line = start.line + place.line - 1;
      const column = place.line === 1 ? start.column + place.column - 1 : place.column;
      if (!isClosing) open.push({ tag, line, column });
      else if (open.at(-1)?.tag === tag) open.pop();
      else return [crossed({ tag, line, column }, open.at(-1))];
    }
  }
  return open.slice(-1).map(({ tag, line, column }) => {
    const message = `<${tag}> is never closed. Add its closing tag, or write &lt; for a literal <.`;
    return { rule: "html-tags", line, column, message };
  });
}

type OpenTag = { tag: string; line: number; column: number };
type Tag = { tag: string; isClosing: boolean; isSelfClosing: boolean; at: number };

/** The tags of a piece of HTML, without those in comments and in elements whose text is no HTML. */
function tagsOf(html: string): Tag[] {
  const tags: Tag[] = [];
  const endOf = createTagEnds(html);
  const findCommentEnd = createFinder(html, "-->");
  const rawEnds = new Map<string, (from: number) => number>();
  let from = 0;
  for (let at = html.indexOf("<"); at >= 0; at = html.indexOf("<", from)) {
    from = at + 1;
    if (html.startsWith("<!--", at)) {
      const end = findCommentEnd(at + 4);
      if (end < 0) break;
      from = end + 3;
      continue;
    }
    TAG.lastIndex = at;
    const [whole = "", slash, tag] = TAG.exec(html) ?? [];
    if (tag === undefined) continue;
    const name = tag.toLowerCase();
    const rawEnd = slash === "" && RAW.test(name) ? findRawEnd(html, name, at + whole.length, rawEnds) : -1;
    const end = rawEnd >= 0 ? rawEnd : endOf(at + whole.length);
    if (end < 0) continue;
    from = end + 1;
    if (rawEnd < 0)
      tags.push({
        tag,
        isClosing: slash === "/",
        isSelfClosing: html[end - 1] === "/" && end - 1 >= at + whole.length,
        at,
      });
  }
  return tags;
}

/** Where the closing tag of an element whose text is no HTML ends; -1 without one. */
function findRawEnd(html: string, name: string, from: number, finders: Map<string, (from: number) => number>): number {
  const find = finders.get(name) ?? createFinder(html.toLowerCase(), `</${name}`);
  finders.set(name, find);
  const start = find(from);
  if (start < 0) return -1;
  const close = /\s*>/y;
  close.lastIndex = start + name.length + 2;
  return close.test(html) ? close.lastIndex - 1 : -1;
}

/** Finds the `>` that ends a tag, which is none between quotes. Each sign of the text is looked at once for all tags. */
function createTagEnds(html: string): (from: number) => number {
  const signs = [...html.matchAll(/[>"']/g)].map(({ index }) => index);
  const ends = new Int32Array(signs.length + 1).fill(-1);
  const nextSame = new Map<string, number>();
  for (let number = signs.length - 1; number >= 0; number -= 1) {
    const place = signs[number] ?? 0;
    const sign = html[place] ?? "";
    const close = nextSame.get(sign);
    ends[number] = sign === ">" ? place : close === undefined ? -1 : (ends[close + 1] ?? -1);
    nextSame.set(sign, number);
  }
  let next = 0;
  return (from) => {
    while ((signs[next] ?? Number.POSITIVE_INFINITY) < from) next += 1;
    return ends[next] ?? -1;
  };
}

function crossed({ tag, line, column }: OpenTag, last: OpenTag | undefined): PageProblem {
  const message = last
    ? `</${tag}> closes while <${last.tag}> is still open. Close <${last.tag}> first.`
    : `</${tag}> has no opening tag. Remove it.`;
  return { rule: "html-tags", line, column, message };
}
