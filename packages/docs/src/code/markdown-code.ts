import { exceedsParseBudget, PAGE_BUDGET } from "@docsteward/text/markdown/parse-budget";
import { createFinder } from "@docsteward/text/markdown/scanner";
import type { Nodes } from "mdast";
import { walkTree } from "../page/content.ts";
import { parseMarkdown } from "../page/parse-markdown.ts";
import { type CodePiece, createLineCounter, toImport, toPiece } from "./code-piece.ts";
import { blank, fencedBlocks, isRunningBlock } from "./fenced-code.ts";
import { isScriptAddress, judgeTag, scanTags } from "./tags.ts";

type Stretch = { start: number; end: number };

/**
 * The code of a Markdown page: its HTML, addresses, attribute lists (`{onclick=…}`), includes, and `{{…}}` where Vue reads it.
 *
 * The tree says which stretches are code spans, and which addresses there are; everything else is scanned in its source form, since
 * generators differ in what they take for Markdown.
 */
export function markdownCode({ path, text, isVue }: { path: string; text: string; isVue: boolean }): CodePiece[] {
  const fences = fencedBlocks(text).filter(({ info }) => !(isVue && info.includes("-vue")));
  const { spans, addresses } = readTree(text);
  const prose = blank(blank(text, fences), spans);
  return [
    ...addresses,
    ...markupCode(prose),
    ...linkAddresses(prose),
    ...attributeLists(prose),
    ...lineCode(path, blank(text, fences)),
    ...blockCode(text),
    ...(isVue ? marks(prose, ["{{", "}}"]) : []),
  ];
}

/** Blocks of code that are run or filled with a file, and lines within any block that some generator replaces by a file. */
export function blockCode(text: string): CodePiece[] {
  const lineAt = createLineCounter(text);
  return fencedBlocks(text).flatMap(({ start, end, info }) => {
    const source = text.slice(start, end);
    if (isRunningBlock(info)) return [toPiece("element", lineAt(start), source)];
    return source.split("\n").flatMap((line, index) => {
      const isInclude = INCLUDES_IN_CODE.some((mark) => line.includes(mark)) || isBracedInclude(line);
      return isInclude ? [toPiece("include", lineAt(start) + index, line)] : [];
    });
  });
}

/** Unlike `{!isOpen}` of a program. */
function isBracedInclude(line: string): boolean {
  const open = line.indexOf("{!");
  return open >= 0 && line.indexOf("!}", open + 2) >= 0;
}

function readTree(text: string): { spans: Stretch[]; addresses: CodePiece[] } {
  const spans: Stretch[] = [];
  const addresses: CodePiece[] = [];
  if (exceedsParseBudget(text, PAGE_BUDGET)) return { spans, addresses };
  try {
    walkTree(parseMarkdown(text), (node) => {
      const [start, end] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0];
      if (node.type === "inlineCode") spans.push({ start, end });
      const url = urlOf(node);
      if (url !== null && isScriptAddress(url, { isImage: node.type === "image" }))
        addresses.push(toPiece("address", node.position?.start.line ?? 1, text.slice(start, end), url));
    });
  } catch {
    // Nested so deeply that the parser gives up: all of it is scanned.
    return { spans: [], addresses };
  }
  return { spans, addresses };
}

const urlOf = (node: Nodes) =>
  node.type === "link" || node.type === "definition" || node.type === "image" ? node.url : null;

/** Addresses that run, behind `](` and `]:`, as any parser might read them. */
export function linkAddresses(text: string): CodePiece[] {
  const lineAt = createLineCounter(text);
  const found: CodePiece[] = [];
  for (let at = text.indexOf("]"); at >= 0; ) {
    const next = text.indexOf("]", at + 1);
    if (text[at + 1] === "(" || text[at + 1] === ":") {
      const rest = text.slice(at + 2, next < 0 ? text.length : next).trimStart();
      const address = rest.startsWith("<") ? rest.slice(1) : rest;
      if (isScriptAddress(address)) {
        const end = address.search(/[)>\n]/);
        found.push(toPiece("address", lineAt(at), end < 0 ? address : address.slice(0, end)));
      }
    }
    at = next;
  }
  return found;
}

/** Attributes in braces, as MkDocs, VitePress and Kramdown put them on the element before: `{ onclick="…" }`, `{: href=… }`. */
function attributeLists(text: string): CodePiece[] {
  const lineAt = createLineCounter(text);
  const found: CodePiece[] = [];
  for (let at = text.indexOf("{"); at >= 0; ) {
    const next = text.indexOf("{", at + 1);
    const inner = text.slice(at + 1, next < 0 ? text.length : next);
    const end = inner.indexOf("}");
    const list = (end < 0 ? inner : inner.slice(0, end)).replace(/^:/, "");
    if (list.includes("=")) {
      const [tag] = scanTags(`<a ${list.replaceAll("<", " ")}>`);
      const attributes = tag?.attributes.filter(({ value }) => value !== null) ?? [];
      found.push(...judgeTag({ name: "a", attributes }, { line: lineAt(at), source: list, isJsx: false }));
    }
    at = next;
  }
  return found;
}

/** These are replaced before Markdown is read, also within code. */
const INCLUDES_IN_CODE = ["<!--@include:", "<!-- @include:", "-8<-", "@@include"];
const INCLUDES = [...INCLUDES_IN_CODE, "<<<", "@include:", "{!"];
/** Directives of MyST and reStructuredText, and shortcodes, that take in a file or raw HTML. */
const INCLUDING =
  /^(?::{3,}\s*\{(?:include|literalinclude|raw|eval-rst|csv-table)\}|\.\. (?:include|literalinclude|raw|csv-table)::|.{0,200}\{%-?\s*(?:include|import|extends|file)\b|.{0,200}\{\{[<%]-?\s*(?:readfile|include|get-?(?:file|json|csv|remote)|remote|code_sample|codenew|snippet|highlight-file)\b)/i;

/** Lines that take in a file when the site is built, and module statements, in case the page is MDX after all. */
function lineCode(path: string, text: string): CodePiece[] {
  return text.split("\n").flatMap((line, index) => {
    const plain = line.trim();
    if (INCLUDES.some((mark) => plain.includes(mark)) || INCLUDING.test(plain.slice(0, 400)))
      return [toPiece("include", index + 1, plain)];
    if (/^import (?:["'{*]|[\w$]+,? .*["'])/.test(line)) return [toImport(path, index + 1, plain)];
    if (/^export (?:const|let|var|default|function|async|class) /.test(line))
      return [toPiece("export", index + 1, plain)];
    return [];
  });
}

/** From where to where nothing is evaluated: `v-pre` of Vue, `raw` of Liquid and Jinja. Without it the same text is code. */
const GUARDS = [
  ["v-pre", "\n:::", "</"],
  ["{% raw", "endraw"],
  ["{%- raw", "endraw"],
] as const;

function guardOf(text: string): (offset: number) => boolean {
  const stretches = GUARDS.flatMap(([open, ...ends]) => {
    const found: Stretch[] = [];
    const finders = ends.map((end) => createFinder(text, end));
    for (let start = text.indexOf(open); start >= 0; ) {
      const closed = finders.map((find) => find(start)).filter((end) => end >= 0);
      const end = closed.length === 0 ? text.length : Math.min(...closed);
      found.push({ start, end });
      start = text.indexOf(open, end);
    }
    return found;
  }).sort((a, b) => a.start - b.start);
  let [at, covered] = [0, 0];
  return (offset) => {
    for (let next = stretches[at]; next !== undefined && next.start <= offset; next = stretches[at]) {
      covered = Math.max(covered, next.end);
      at += 1;
    }
    return offset < covered;
  };
}

/** What stands between two marks, with them. A mark that is never closed counts to the end of its line. */
export function marks(text: string, [open, close]: readonly [string, string]): CodePiece[] {
  const lineAt = createLineCounter(text);
  const isGuarded = guardOf(text);
  const found: CodePiece[] = [];
  let closing = 0;
  for (let at = text.indexOf(open); at >= 0; ) {
    if (closing >= 0 && closing < at + open.length) closing = text.indexOf(close, at + open.length);
    const line = text.indexOf("\n", at);
    const end = closing >= 0 ? closing + close.length : line < 0 ? text.length : line;
    const source = text.slice(at, end);
    found.push(toPiece("template", lineAt(at), source, isGuarded(at) ? `guarded ${source}` : source));
    at = text.indexOf(open, Math.max(end, at + open.length));
  }
  return found;
}

/** Elements whose content is code as well. */
const WITH_CONTENT = new Set(["script", "style", "object", "applet"]);

/**
 * The code in the HTML of a text.
 *
 * @param options `firstLine`: the line of the file on which the text begins. `isJsx`: `<Frame>` is a component, not `<frame>`
 */
export function markupCode(text: string, { firstLine = 1, isJsx = false } = {}): CodePiece[] {
  if (!text.includes("<")) return [];
  const lineAt = createLineCounter(text);
  const lower = text.toLowerCase();
  /** Until where an element was taken whole: what is nested in it is taken by its tag alone, so that no text is copied twice. */
  let covered = 0;
  let [commentStart, commentEnd] = [text.indexOf("<!--"), 0];
  return scanTags(text).flatMap((tag) => {
    let end = tag.end;
    if (tag.start >= covered && WITH_CONTENT.has(tag.name.toLowerCase())) {
      const close = lower.indexOf(`</${tag.name.toLowerCase()}`, tag.end);
      end = close < 0 ? text.length : close;
      covered = end;
    }
    while (commentStart >= 0 && commentStart < tag.start && commentEnd <= tag.start) {
      const close = text.indexOf("-->", commentStart + 2);
      commentEnd = close < 0 ? text.length : close + 3;
      commentStart = text.indexOf("<!--", commentEnd);
    }
    const pieces = judgeTag(tag, {
      line: firstLine - 1 + lineAt(tag.start),
      source: text.slice(tag.start, end),
      isJsx,
    });
    // What stood in a comment alone is new when the comment goes.
    return tag.start < commentEnd ? pieces.map((piece) => ({ ...piece, key: `comment ${piece.key}` })) : pieces;
  });
}
