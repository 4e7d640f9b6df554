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
  isClosed: boolean;
};

export type FenceFaults = {
  /** Code blocks that took in the opening fence of the next one, as one does that lost its closing fence. */
  swallowing: { line: number; column: number; next: number }[];
  /** The code block that is open at the end of the page. */
  open: { line: number; column: number } | null;
  /** The code block from which all that follow are the wrong way round: text is code and code is text. */
  culprit: { line: number; column: number } | null;
};

const FENCE = /(`{3,}|~{3,})/;
const PREFIX = /^(?:[-*+]|\d{1,9}[.)])$/;
/** A closing fence may be indented by three more than its opening one; what is further in is text of the block. */
const MAX_INDENT = 3;
const LANGUAGE = /^\s*(?:[\w+#.-]|\{)/;

/** Reads the code fences of a page line by line, and finds those whose end is not where its writer meant it to be. */
export function findFenceFaults(text: string, firstLine = 1): FenceFaults {
  const blocks = readBlocks(text, firstLine);
  const swallowing = blocks.flatMap(({ line, column, swallowed }) =>
    swallowed === null ? [] : [{ line, column, next: swallowed }],
  );
  const last = blocks.at(-1);
  const open = last && !last.isClosed ? last : null;
  return { swallowing, open, culprit: open ? findCulprit(blocks) : null };
}

function readBlocks(text: string, firstLine: number): Block[] {
  const blocks: Block[] = [];
  let block: Block | null = null;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const fence = readFence(line);
    const isBlank = line.trim() === "";
    if (block === null) {
      if (!fence?.isOpening) continue;
      block = openBlock(fence, firstLine + index);
      blocks.push(block);
    } else if (fence && isOfBlock(fence, block) && fence.isBare) {
      block.isClosed = true;
      block = null;
    } else {
      if (fence?.hasLanguage && isOfBlock(fence, block)) block.swallowed ??= firstLine + index;
      if (block.line === firstLine + index - 1) block.startsBlank = isBlank;
      block.endsBlank = isBlank;
    }
  }
  return blocks;
}

type Fence = Pick<Block, "column" | "indent" | "mark" | "hasLanguage"> & { isBare: boolean; isOpening: boolean };

function readFence(line: string): Fence | null {
  const match = FENCE.exec(line);
  if (!match?.[1]) return null;
  const [before, mark, info] = [line.slice(0, match.index), match[1], line.slice(match.index + match[1].length)];
  const words = before.replaceAll(">", " ").split(/\s+/).filter(Boolean);
  const isList = words.length > 0;
  if (!words.every((word) => PREFIX.test(word))) return null;
  const hasTicks = mark.startsWith("`") && info.includes("`");
  const indent = match.index + 3 * (before.split("\t").length - 1);
  const isBare = !isList && info.trim() === "";
  return {
    column: match.index + 1,
    indent,
    mark,
    isBare,
    isOpening: !hasTicks,
    hasLanguage: !isList && !hasTicks && LANGUAGE.test(info),
  };
}

function openBlock({ column, indent, mark, hasLanguage }: Fence, line: number): Block {
  const blanks = { startsBlank: false, endsBlank: false };
  return { line, column, indent, mark, hasLanguage, ...blanks, swallowed: null, isClosed: false };
}

function isOfBlock({ mark, indent }: Fence, block: Block): boolean {
  return mark[0] === block.mark[0] && mark.length >= block.mark.length && indent <= block.indent + MAX_INDENT;
}

/**
 * Where one fence is gone, every later block begins at the end of one and ends at the beginning of the next: it names no
 * language and begins or ends with an empty line, as text between code does.
 */
function findCulprit(blocks: readonly Block[]): Block | null {
  let first = blocks.length - 1;
  while (first > 0 && isTurned(blocks[first])) first -= 1;
  for (let at = first; at < blocks.length - 1; at += 1) if (blocks[at]?.endsBlank) return blocks[at] ?? null;
  return null;
}

function isTurned(block: Block | undefined): boolean {
  return block !== undefined && !block.hasLanguage && (block.startsBlank || block.endsBlank);
}
