/** From and until which offset a text holds a fenced code block, and what its opening fence says. */
export type FencedBlock = { start: number; end: number; info: string };

/**
 * The fenced code blocks that every parser of Markdown agrees about: opened and closed by the very same marks, with the same
 * indentation, and nothing behind the closing ones. One line after the other, in linear time.
 */
export function fencedBlocks(text: string): FencedBlock[] {
  const found: FencedBlock[] = [];
  let open: { start: number; lead: string; marks: string; info: string } | null = null;
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf("\n", start);
    const end = next < 0 ? text.length : next + 1;
    const fence = readFence(text.slice(start, Math.min(end, start + 400)).trimEnd());
    if (open === null) {
      if (fence) open = { start, ...fence };
    } else if (fence && fence.info === "" && fence.marks === open.marks && fence.lead === open.lead) {
      found.push({ start: open.start, end, info: open.info });
      open = null;
    } else if (fence && fence.info === "" && closesEarlier(fence, open)) {
      // Some parsers end the block here and some do not: what is below is not taken for code.
      open = null;
    }
    start = end;
  }
  return found;
}

/** Directives of MyST, Quarto and their kind that run their block, or take in another file. */
const RUNNING_DIRECTIVE =
  /^\{\s*(?:r|python|julia|bash|sh|sql|ojs|js|include|literalinclude|raw|eval-rst|csv-table|code-cell|plot|cell|exec\S*|jupyter\S*|ipython\S*|auto\S+|command-output|program-output)(?=[\s,}])/i;
/** Words behind the language by which a block is run, or filled with a file: live code, markdown-exec, remark-code-import. */
const RUNNING_WORD = /(?:^|[\s{,])(?:live|exec|reference)(?=$|[\s=},])|(?:^|[\s{,])(?:file|src|url)\s*=/i;
const MAX_INFO = 400;

/** Whether a block of code is more than shown, by what its opening fence says. */
export function isRunningBlock(info: string): boolean {
  const short = info.slice(0, MAX_INFO).toLowerCase();
  return RUNNING_DIRECTIVE.test(short) || RUNNING_WORD.test(withoutQuotes(short));
}

/** `title="live"` is no word of its own. */
function withoutQuotes(text: string): string {
  const parts = text.split(/["']/);
  return parts.filter((_, index) => index % 2 === 0).join('""');
}

type Fence = { lead: string; marks: string; info: string };

function readFence(line: string): Fence | null {
  let at = 0;
  while (at < line.length && (line[at] === " " || line[at] === "\t" || line[at] === ">")) at += 1;
  const sign = line[at];
  if (sign !== "`" && sign !== "~") return null;
  let end = at;
  while (line[end] === sign) end += 1;
  if (end - at < 3) return null;
  const info = line.slice(end).trim();
  if (sign === "`" && info.includes("`")) return null;
  return { lead: line.slice(0, at), marks: line.slice(at, end), info };
}

const closesEarlier = (fence: Fence, open: Fence) => fence.marks.startsWith(open.marks);

/** The same text with spaces in place of everything but line ends in some of its stretches. */
export function blank(text: string, stretches: readonly { start: number; end: number }[]): string {
  let [result, at] = ["", 0];
  for (const { start, end } of stretches) {
    if (start < at) continue;
    result += text.slice(at, start) + text.slice(start, end).replace(/[^\n]/g, " ");
    at = end;
  }
  return result + text.slice(at);
}
