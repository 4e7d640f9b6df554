import { openingFence } from "@docsteward/text/markdown/scanner";

/** A code block of a page, found by its lines alone: so it is known on a page that does not parse, too. */
type Block = {
  line: number;
  column: number;
  /** Where the fence begins on its line; a tab counts for four. */
  indent: number;
  mark: string;
  hasLanguage: boolean;
  startsBlank: boolean;
  endsBlank: boolean;
  /** Line of a fence inside of the block that opens another one. */
  swallowed: number | null;
  /** Whether it is of Markdown and begins with that fence, which it shows. */
  isShowing: boolean;
  isMarkdown: boolean;
  /** Whether it is a directive of MyST whose text is Markdown again, as that of a note is. */
  isDirective: boolean;
  isClosed: boolean;
  /** Whether it holds a heading or a sentence, and whether the page does between its end and the next block. */
  holdsText: boolean;
  isBeforeText: boolean;
};

/** Faults of a page's code fences. */
export type FenceFaults = {
  /** Code blocks that took in the opening fence of the next one, as one does that lost its closing fence. */
  swallowing: { line: number; column: number; next: number; isDirective: boolean }[];
  /** The code block that is open at the end of the page. */
  open: { line: number; column: number } | null;
  /** The code block from which all that follow are the wrong way round: text is code and code is text. */
  culprit: { line: number; column: number } | null;
};

/** A closing fence may be indented by three more than its opening one; what is further in is text of the block, but not in MDX. */
const MAX_INDENT = 3;
const MARKDOWN = /^\s*(?:markdown|mdx?)\b/i;
const DIRECTIVE = /^[ \t]{0,9}\{([a-z-]{1,30})\}/;
/** Directives of MyST whose text is Markdown. */
const WITH_TEXT: ReadonlySet<string> = new Set([
  "note",
  "warning",
  "tip",
  "hint",
  "important",
  "caution",
  "attention",
  "danger",
  "error",
  "admonition",
  "seealso",
  "todo",
  "topic",
  "sidebar",
  "margin",
  "dropdown",
  "details",
  "card",
  "tab-item",
  "tab-set",
  "grid",
  "grid-item",
  "grid-item-card",
  "exercise",
  "solution",
  "versionadded",
  "versionchanged",
  "deprecated",
]);
const WRITTEN = /^(?:\\[nrt]|["'])/;
const LANGUAGE = /^\s*(?:[\w+#.-]|\{)/;

/**
 * Reads the code fences of a page line by line, and finds those whose end is not where its writer meant it to be.
 *
 * @param isMdx MDX has no code by indentation, so that a closing fence may be indented as far as it likes
 * @param knowsHtml whether the parser keeps what stands between `<pre>` and `</pre>`: fences are text there
 */
export function findFenceFaults(text: string, firstLine = 1, isMdx = false, knowsHtml = false): FenceFaults {
  const blocks = readBlocks(text, firstLine, isMdx ? Number.POSITIVE_INFINITY : MAX_INDENT, knowsHtml);
  const last = blocks.at(-1);
  const open = last && !last.isClosed ? last : null;
  const swallowing = blocks.flatMap(({ line, column, swallowed, isShowing, isDirective }) =>
    swallowed === null || (isShowing && open === null) ? [] : [{ line, column, next: swallowed, isDirective }],
  );
  return { swallowing, open, culprit: open ? findCulprit(blocks) : null };
}

function readBlocks(text: string, firstLine: number, maxIndent: number, knowsHtml: boolean): Block[] {
  const blocks: Block[] = [];
  let block: Block | null = null;
  let comment: string | null = null;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const last = blocks.at(-1);
    if (last && isText(line)) last[last.isClosed ? "isBeforeText" : "holdsText"] = true;
    if (block === null) {
      const isInside: boolean = comment !== null;
      comment =
        comment === null ? opensComment(line, knowsHtml) : line.toLowerCase().includes(comment) ? null : comment;
      if (isInside || comment !== null) continue;
    }
    const fence = readFence(line);
    const isBlank = line.trim() === "";
    if (block === null) {
      if (!fence) continue;
      block = openBlock(fence, firstLine + index);
      blocks.push(block);
    } else if (fence && isOfBlock(fence, block, maxIndent) && fence.isBare) {
      block.isClosed = true;
      block = null;
    } else {
      if (fence?.hasLanguage && isOfBlock(fence, block, MAX_INDENT) && block.swallowed === null) {
        block.swallowed = firstLine + index;
        block.isShowing = block.isMarkdown && block.swallowed === block.line + 1;
      }
      // A line of another sign behind the mark ends what a text within the block shows: neither of the two is a fence of the page.
      if (fence?.isWritten && isOfBlock(fence, block, MAX_INDENT)) block.swallowed = null;
      if (block.line === firstLine + index - 1) block.startsBlank = isBlank;
      block.endsBlank = isBlank;
    }
  }
  return blocks;
}

const RAW_HTML = /^ {0,3}<(pre|script|style|textarea)(?=[\s>]|$)/i;

/** The end of a comment or of HTML that is text alone, which opens on this line and goes on behind it; null when none does. */
function opensComment(line: string, knowsHtml: boolean): string | null {
  const start = line.trimStart();
  const raw = knowsHtml ? RAW_HTML.exec(line)?.[1]?.toLowerCase() : undefined;
  const end = start.startsWith("<!--")
    ? "-->"
    : start.startsWith("{/*")
      ? "*/}"
      : raw === undefined
        ? null
        : `</${raw}>`;
  return end === null || start.toLowerCase().includes(end) ? null : end;
}

type Fence = Pick<Block, "column" | "indent" | "mark" | "hasLanguage" | "isMarkdown" | "isDirective"> & {
  isBare: boolean;
  /** Whether signs stand behind it that name no language, as in a text of code: `\\n`. */
  isWritten: boolean;
};

/** A tag of Liquid before or behind a fence is gone when the Markdown is read. */
const LIQUID = /^[ \t]*\{%[^%{}\n]{0,200}%\}(?=`{3}|~{3})/;
const LIQUID_BEHIND = /^([ \t]*(?:`{3,20}|~{3,20}))\{%[^%{}\n]{0,200}%\}[ \t]*$/;

function readFence(whole: string): Fence | null {
  const line = whole.replace(LIQUID, "").replace(LIQUID_BEHIND, "$1");
  const fence = openingFence(line, "any");
  if (fence === null) return null;
  const { prefix, mark } = fence;
  const info = line.slice(prefix.length + mark.length);
  // The marker of a list begins a block of its own, which no fence within another block does.
  const isWithin = /^[\s>]*$/.test(prefix);
  return {
    column: prefix.length + 1,
    indent: prefix.length + 3 * (prefix.split("\t").length - 1),
    mark,
    isBare: isWithin && info.trim() === "",
    hasLanguage: LANGUAGE.test(info) && isWithin,
    isWritten: WRITTEN.test(info) && isWithin,
    isMarkdown: MARKDOWN.test(info),
    isDirective: WITH_TEXT.has(DIRECTIVE.exec(info)?.[1] ?? ""),
  };
}

function openBlock({ isBare: _, isWritten: __, ...fence }: Fence, line: number): Block {
  const blanks = { startsBlank: false, endsBlank: false };
  return {
    line,
    ...fence,
    ...blanks,
    swallowed: null,
    isShowing: false,
    isClosed: false,
    holdsText: false,
    isBeforeText: false,
  };
}

function isOfBlock({ mark, indent }: Fence, block: Block, maxIndent: number): boolean {
  return mark[0] === block.mark[0] && mark.length >= block.mark.length && indent <= block.indent + maxIndent;
}

/**
 * Where one fence is gone, every later block begins at the end of one and ends at the beginning of the next: it names no
 * language and begins or ends with an empty line, as text between code does.
 */
function findCulprit(blocks: readonly Block[]): Block | null {
  let first = blocks.length - 1;
  while (first > 0 && isTurned(blocks[first])) first -= 1;
  return blocks.slice(first, -1).find((block) => block.endsBlank && !isRight(block)) ?? null;
}

/** Some write an empty line below each opening fence: what holds no text and has text behind it is the right way round. */
const isRight = ({ holdsText, isBeforeText }: Block) => !holdsText && isBeforeText;

function isTurned(block: Block | undefined): boolean {
  return block !== undefined && !block.hasLanguage && (block.startsBlank || block.endsBlank) && !isRight(block);
}

/** Whether a line is a sentence or a heading below the first level: such as code has no comments like. */
function isText(line: string): boolean {
  const own = line.trim();
  return /^#{2,6} \S/.test(own) || isSentence(own);
}

/** So many words in a row are a sentence. */
export const MIN_WORDS = 5;

/** A sentence that ends as one, of words and without the signs of code. */
export function isSentence(line: string): boolean {
  return (
    /^\p{Lu}/u.test(line) && /[.:!?]$/.test(line) && !/[;{}=$\\]/.test(line) && line.split(" ").length >= MIN_WORDS
  );
}
