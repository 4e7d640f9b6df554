// Long, since all that generators add to Markdown is masked in one pass over the lines of a page.
import {
  createFenceReader,
  cutPieces,
  HTML_COMMENT,
  readEndingId,
  trimBlanks,
} from "@docsteward/text/markdown/scanner";

/** A page whose site generator syntax is blanked, for the Markdown parser. */
export type MaskedText = {
  /** As long as the original, with every line where it was. */
  text: string;
  /** Ids given to headings with `{#id}` or `[#id]`, by line. */
  headingIds: Map<number, string>;
  /** Ids given to other blocks and spans, as Python-Markdown takes them: `{#id}`, `{: #id }`, `{ id="id" }`. */
  otherIds: string[];
  /** Titles of tabs of MkDocs Material, which get an anchor as headings do. */
  tabTitles: string[];
};

const HEADING = /^ {0,3}#{1,6}[ \t]/;

/** What stands for the text of a variable of Mintlify, which is not known: no page holds it itself. */
export const VARIABLE_SIGN = "\u{F8FF}";

/** Syntax of the site's generator that a page may contain. */
export type Masks = {
  /** Docusaurus takes HTML comments in MDX; everywhere else they are an error. */
  allowsHtmlComments?: boolean;
  /** Names that Mintlify puts a text in place of: `{{name}}`. */
  variables?: ReadonlySet<string>;
  /** VitePress reads the tag of a component as a whole. */
  isVue?: boolean;
  /** Starlight and Docusaurus read directives: `:name[text]{id="a"}`, with two or three colons for blocks. */
  readsDirectives?: boolean;
  /** MkDocs reads what is indented below `!!! note`, `??? note` and `=== "Tab"` as Markdown. */
  isMkdocs?: boolean;
  /** Hugo takes the text of a shortcode out before it reads Markdown: `{{< code >}}…{{< /code >}}`. */
  isHugo?: boolean;
  /** kramdown ends a block of HTML at its closing tag and not at the next empty line, and items of lists in its own way. */
  isJekyll?: boolean;
};

/**
 * Blanks the marks that sites read before their Markdown parser does: ids at the end of a heading, and in MDX formulas, and
 * where the site takes them HTML comments and `{{variables}}`.
 */
export function maskSiteSyntax(text: string, format: "md" | "mdx", masks: Masks): MaskedText {
  const headingIds = new Map<number, string>();
  const otherIds: string[] = [];
  const readFence = createFenceReader("any");
  const isProse: boolean[] = [];
  const lines = text.split("\n").map((line, index) => {
    const isCode = readFence(line) !== null;
    isProse.push(!isCode);
    if (!isCode && line.startsWith("///")) otherIds.push(...idsOfBlock(line));
    if (isCode || !/[{[]/.test(line)) return line;
    const lineEnd = line.endsWith("\r") ? "\r" : "";
    const heading = trimBlanks(line.slice(0, line.length - lineEnd.length));
    const ending = HEADING.test(line) ? readEndingId(heading) : null;
    if (ending) {
      headingIds.set(index + 1, ending.id);
      return heading.slice(0, ending.start) + " ".repeat(heading.length - ending.start) + line.slice(heading.length);
    }
    if (format === "md") for (const other of readOtherIds(line)) otherIds.push(other);
    return line;
  });
  const tabTitles = lines.flatMap((line, at) =>
    isProse[at] ? (TAB.exec(line)?.[1] ?? TAB_OF_BLOCKS.exec(line)?.[1] ?? []) : [],
  );
  const found = { headingIds, otherIds, tabTitles };
  if (format === "mdx") {
    const plain = masks.readsDirectives ? lines.map((line, at) => (isProse[at] ? maskAttributes(line) : line)) : lines;
    return { text: maskMdx(maskMath(plain, isProse).join("\n"), masks), ...found };
  }
  const shown = masks.isJekyll
    ? withoutBlocks(lines, LIQUID_CODE)
    : masks.isHugo
      ? withoutBlocks(lines, HUGO_CODE)
      : lines;
  const joined = masks.isVue
    ? joinTagEnds(
        lines.map((line, at) => (isProse[at] ? plainAttributes(line) : line)),
        isProse,
      )
    : shown;
  const blocks = masks.isMkdocs ? joined.map((line, at) => (isProse[at] ? asListItem(line) : line)) : joined;
  const ended = masks.isJekyll ? blocks.map((line, at) => (endsAboveHeading(blocks, at) ? blank(line) : line)) : blocks;
  const plain = masks.isVue ? maskMath(ended, isProse) : ended;
  return { text: (masks.isHugo ? closeHtml(plain, isProse) : plain).join("\n"), ...found };
}

/** Tags whose text is code, and no Markdown. */
const LIQUID_CODE = { open: /^\s{0,20}\{%-?\s{0,9}highlight\s/, close: /\{%-?\s{0,9}endhighlight\b/ };
const HUGO_CODE = {
  open: /^\s{0,20}\{\{[<%]\s{0,9}(?:highlight|mermaid|katex|math|prism)\s/,
  close: /\{\{[<%]\s{0,9}\/\s{0,9}(?:highlight|mermaid|katex|math|prism)\b/,
};

/** The same lines, blank where they stand in such a tag. */
function withoutBlocks(lines: readonly string[], { open, close }: typeof LIQUID_CODE): string[] {
  const shown = [...lines];
  for (let at = 0; at < lines.length; at += 1) {
    if (!open.test(lines[at] ?? "") || close.test(lines[at] ?? "")) continue;
    const length = lines.slice(at, at + MAX_CODE).findIndex((line) => close.test(line));
    if (length < 0) continue;
    for (let row = at + 1; row < at + length; row += 1) shown[row] = blank(lines[row] ?? "");
    at += length;
  }
  return shown;
}

const MAX_CODE = 500;

const CLOSING_TAG = /^<\/[A-Za-z][\w-]{0,40}>\s*$/;
const blank = (line: string) => " ".repeat(line.length);

/** Whether a line is a closing tag right above a heading: an empty line instead of it ends the block for this parser, too. */
function endsAboveHeading(lines: readonly string[], at: number): boolean {
  return CLOSING_TAG.test(lines[at] ?? "") && HEADING.test(lines[at + 1] ?? "");
}

const DIRECTIVE = /(:[A-Za-z][\w-]*(?:\[[^[\]\n]*\])?)(\{[^{}\n]*\})/g;

/** The braces of a directive hold attributes, and no code. */
function maskAttributes(line: string): string {
  return line.replace(DIRECTIVE, (_, name: string, braces: string) => name + " ".repeat(braces.length));
}

/** A tab of MkDocs Material. */
const TAB = /^[ \t]*===[!+]*[ \t]+"([^"\n]+)"/;
/** The same as a block of PyMdown. */
const TAB_OF_BLOCKS = /^\/{3,9} tab \| ?(\S[^\n]{0,200})$/;
/** The beginning of a block of MkDocs whose content is indented by four. */
const BLOCK_START = /^( *)(?:!!!|\?\?\?|===) (?=["\w])|^( *)\?\?\?(?=\+ ["\w])|^( *)===(?=[!+] ")/;

/** To Markdown, a block with indented content is the item of a list, whose content is indented in the same way. */
function asListItem(line: string): string {
  const start = BLOCK_START.exec(line);
  if (start === null) return line;
  const indent = start[1] ?? start[2] ?? start[3] ?? "";
  return `${indent}-   ${line.slice(indent.length + 4)}`;
}

/**
 * What Vue calls `@event` and `#slot` becomes an attribute that Markdown knows too: a tag with another one is text to it.
 * A longer tag has each of its attributes on a line.
 */
function plainAttributes(line: string): string {
  const plain = (part: string) => part.replace(/([ \t])[@#](?=[A-Za-z])/g, "$1_");
  if (/^[ \t]*<[A-Za-z]/.test(line)) return line.replace(/<[A-Za-z][^<>\n]*>/g, plain);
  return /^[ \t]+@[A-Za-z][\w.:-]*=/.test(line) ? plain(line) : line;
}

const COMPONENT_START = /^ {0,3}<[A-Z][\w.-]*(?:\s[^<>]*)?$/;

/** The sign that ends a tag of several lines moves to the line before: at the beginning of its own it is a quote to Markdown. */
function joinTagEnds(lines: readonly string[], isProse: readonly boolean[]): string[] {
  const joined: string[] = [];
  let isOpen = false;
  for (const [at, line] of lines.entries()) {
    const rest = trimBlanks(line);
    if (isOpen && rest.startsWith(">")) {
      joined[at - 1] = `${joined[at - 1] ?? ""}>`;
      joined.push(line.replace(">", ""));
    } else joined.push(line);
    isOpen = isOpen ? rest !== "" && !rest.includes(">") : isProse[at] === true && COMPONENT_START.test(rest);
  }
  return joined;
}

function maskMdx(text: string, { allowsHtmlComments, variables }: Masks): string {
  const known = variables?.size
    ? text.replace(/\{\{([\w-]+)\}\}/g, (mark, name) =>
        variables.has(name) ? VARIABLE_SIGN.repeat(mark.length) : mark,
      )
    : text;
  if (!allowsHtmlComments) return known;
  return cutPieces(known, [HTML_COMMENT], [], { replace: (comment) => comment.replace(/[^\n\r]/g, " ") });
}

const SHORTCODE = /\{\{<[ \t]{0,9}(\/?)[ \t]{0,9}([\w./-]{1,100})/g;
/** What begins a block of HTML that goes on to its own end, through empty lines. */
const OPEN_HTML = /^ {0,3}<(\?|!\[CDATA\[|!--|![A-Za-z]|(?:script|pre|style|textarea)(?=[\s>]|$))/i;
const HTML_ENDS = new Map([
  ["?", "?>"],
  ["![cdata[", "]]>"],
  ["!--", "-->"],
]);

/** Blanks HTML that is opened in a shortcode and not closed there, as code is: no block goes on behind its shortcode. */
function closeHtml(lines: readonly string[], isProse: readonly boolean[]): string[] {
  const ends = shortcodeEnds(lines);
  const closed = [...lines];
  for (let at = 0; at < lines.length; at += 1) {
    const [start, mark = ""] = (isProse[at] && ends[at] !== undefined && OPEN_HTML.exec(lines[at] ?? "")) || [];
    if (start === undefined) continue;
    const name = mark.toLowerCase();
    const end = HTML_ENDS.get(name) ?? (name.startsWith("!") ? ">" : `</${name}`);
    const until = ends[at] ?? at + 1;
    const isEnd = (row: number) => lines[row]?.toLowerCase().includes(end, row === at ? start.length : 0) === true;
    let last = at;
    while (last < until && !isEnd(last)) last += 1;
    if (last === until) for (let row = at; row < until; row += 1) closed[row] = " ".repeat(lines[row]?.length ?? 0);
    at = last === until ? until - 1 : last;
  }
  return closed;
}

/** Of each line within a shortcode the line on which the next one closes. */
function shortcodeEnds(lines: readonly string[]): (number | undefined)[] {
  const open = new Map<string, number[]>();
  const depths = new Int32Array(lines.length + 1);
  const closing = new Set<number>();
  for (const [at, line] of lines.entries())
    for (const [, slash, name = ""] of line.includes("{{<") ? line.matchAll(SHORTCODE) : []) {
      const starts = open.get(name) ?? [];
      open.set(name, starts);
      const start = slash === "" ? undefined : starts.pop();
      if (slash === "") starts.push(at);
      if (start === undefined || start === at) continue;
      depths[start + 1] = (depths[start + 1] ?? 0) + 1;
      depths[at] = (depths[at] ?? 0) - 1;
      closing.add(at);
    }
  for (let at = 1; at < depths.length; at += 1) depths[at] = (depths[at] ?? 0) + (depths[at - 1] ?? 0);
  const ends: (number | undefined)[] = [];
  let end: number | undefined;
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    ends[at] = (depths[at] ?? 0) > 0 ? end : undefined;
    if (closing.has(at)) end = at;
  }
  return ends;
}

const BLOCK_ID = /#([A-Za-z][\w:.-]{0,100})/;
const MAX_BLOCK_LINE = 300;

/** The id that a block of PyMdown has in its first line: `/// html | div#lamp`. */
function idsOfBlock(line: string): string[] {
  const id = BLOCK_ID.exec(line.slice(0, MAX_BLOCK_LINE))?.[1];
  return id === undefined ? [] : [id];
}

const OTHER_ID = /^(?:#|id=["']?)([A-Za-z][^\s{}"']*)/;
/** An attribute in the options of a block of PyMdown: `attrs: {id: lamp}`. */
const ATTRIBUTE_ID = /^[ \t]+attrs:[ \t]*\{[^{}\n]{0,200}\bid:[ \t]*["']?([A-Za-z][\w:.-]*)/;

/** The ids that a line gives to blocks and spans: in each pair of braces the last one, before anything else with a `#`. */
function readOtherIds(line: string): string[] {
  const ofBlock = ATTRIBUTE_ID.exec(line)?.[1];
  const ids: string[] = ofBlock === undefined ? [] : [ofBlock];
  const marks = [...line.matchAll(/[{}]/g)];
  for (const [at, { 0: mark, index }] of marks.entries()) {
    const close = marks[at + 1];
    if (mark !== "{" || close?.[0] !== "}") continue;
    const words = line
      .slice(index + 1, close.index)
      .replace(/^:/, "")
      .split(/[ \t]/);
    let id: string | undefined;
    for (const word of words) {
      id = OTHER_ID.exec(word)?.[1] ?? id;
      if (word.includes("#")) break;
    }
    if (id !== undefined) ids.push(id);
  }
  return ids;
}

/** What makes TeX of the text between dollar signs: a command, an index or a power. Without one it is taken to be money. */
const TEX = /\\[A-Za-z]|[\^_][{\w]/;
const MARK = /^[\s>]*(?:[-*+][ \t]+)?(\$\$+)/;
const MAX_LINES = 60;

/**
 * Blanks the braces and tags of formulas, which sites with a math plugin read as TeX and MDX alone would read as code.
 *
 * @param isProse by line, whether it is outside of code blocks
 */
function maskMath(lines: string[], isProse: boolean[]): string[] {
  let until = -1;
  const masked = lines.map((line, index) => {
    if (!isProse[index]) return line;
    if (index <= until) return unbraced(line);
    if (!line.includes("$")) return line;
    const mark = MARK.exec(line)?.[1];
    if (mark === undefined) return maskInline(line);
    const rest = line.slice(line.indexOf(mark) + mark.length).trimEnd();
    const isOneLine = rest.endsWith(mark);
    if (!isOneLine && rest.includes(mark)) return maskInline(line);
    until = isOneLine ? index : closing(lines, index, mark);
    return index <= until ? unbraced(line) : line;
  });
  return maskWrapped(masked, isProse);
}

const COMMAND = /\\[A-Za-z]/;
const MAX_WRAPPED = 3;

/** Blanks the formulas that begin on a line of a paragraph and end on one of the next. */
function maskWrapped(lines: string[], isProse: boolean[]): string[] {
  for (const [at, line] of lines.entries()) {
    const index = line.lastIndexOf("$");
    if (index < 0 || !isProse[at] || !opensFormula(line, { 0: "$", index }) || line[index + 1] === "$") continue;
    const rest = lines.slice(at + 1, at + 1 + MAX_WRAPPED);
    const blank = rest.findIndex((one, below) => one.trim() === "" || !isProse[at + 1 + below]);
    const end = (blank < 0 ? rest : rest.slice(0, blank)).findIndex((one) => one.includes("$"));
    const last = rest[end];
    if (last === undefined || !closesFormula(last, { 0: "$", index: last.indexOf("$") })) continue;
    const close = last.indexOf("$");
    if (!COMMAND.test([line.slice(index), ...rest.slice(0, end), last.slice(0, close)].join("\n"))) continue;
    lines[at] = line.slice(0, index) + unbraced(line.slice(index));
    for (const [below, one] of rest.slice(0, end).entries()) lines[at + 1 + below] = unbraced(one);
    lines[at + 1 + end] = unbraced(last.slice(0, close)) + last.slice(close);
  }
  return lines;
}

/** The line that closes a formula; -1 when none does, for then it is no formula. */
function closing(lines: string[], start: number, mark: string): number {
  const rest = lines.slice(start + 1, start + MAX_LINES);
  const offset = rest.findIndex((line) => line.trimEnd().endsWith(mark));
  return offset < 0 ? -1 : start + 1 + offset;
}

/** Blanks the formulas of a line: between `$` and `$`, or as many more on both sides. */
function maskInline(line: string): string {
  let masked = "";
  let from = 0;
  const marks = [...line.matchAll(/\$+|`/g)];
  for (let at = 0; at + 1 < marks.length; at += 1) {
    const [open, close] = [marks[at], marks[at + 1]];
    if (open?.[0] !== close?.[0] || !open || !close || !opensFormula(line, open) || !closesFormula(line, close))
      continue;
    const inside = line.slice(open.index + open[0].length, close.index);
    if (!TEX.test(inside)) continue;
    masked += line.slice(from, open.index) + unbraced(line.slice(open.index, close.index));
    from = close.index;
    at += 1;
  }
  return masked + line.slice(from);
}

type Mark = { 0: string; index: number };
const MARKS = /^\${1,9}$/;

function opensFormula(line: string, { 0: mark, index }: Mark): boolean {
  return MARKS.test(mark) && !/[\\\w`]/.test(line[index - 1] ?? "") && /\S/.test(line[index + mark.length] ?? "");
}

function closesFormula(line: string, { 0: mark, index }: Mark): boolean {
  return MARKS.test(mark) && !/\d/.test(line[index + mark.length] ?? "");
}

const unbraced = (text: string) => text.replace(/[{}<]/g, " ");
