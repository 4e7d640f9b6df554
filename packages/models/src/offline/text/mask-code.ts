/**
 * The text with everything that is code or a comment turned into spaces: fenced blocks, inline code, HTML and MDX comments.
 * Line breaks stay, so every offset and line number still holds.
 */
export function maskCode(text: string): string {
  const paragraphs = maskBlocks(text).split(/(\r?\n[ \t]*\r?\n)/);
  return paragraphs.map(maskInlineCode).join("");
}

/** Where the front matter ends: the offset behind its closing line, or 0 without one. */
export function frontmatterEnd(text: string): number {
  return /^\uFEFF?---[ \t]*\r?\n(?:[\s\S]*?\r?\n)??---[ \t]*(?:\r?\n|$)/.exec(text)?.[0].length ?? 0;
}

const FENCE = /^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)*(`{3,}|~{3,})(.*)$/;
const COMMENTS = { "{/*": "*/}", "<!--": "-->" } as const;

/** Masks fences and comments line by line: a comment may hold half a fence, and a fence half a comment. */
function maskBlocks(text: string): string {
  let fence: string | undefined;
  let commentEnd: string | undefined;
  const maskLine = (line: string): string => {
    if (commentEnd !== undefined) {
      const end = line.indexOf(commentEnd);
      if (end === -1) return blank(line);
      const after = end + commentEnd.length;
      commentEnd = undefined;
      return blank(line.slice(0, after)) + maskLine(line.slice(after));
    }
    const mark = FENCE.exec(line);
    if (fence !== undefined) {
      if (mark?.[2]?.trim() === "" && mark[1]?.startsWith(fence)) fence = undefined;
      return blank(line);
    }
    if (mark !== null && !(mark[1]?.startsWith("`") && mark[2]?.includes("`"))) {
      fence = mark[1];
      return blank(line);
    }
    const start = findCommentStart(line);
    if (start === undefined) return line;
    const opener = line.startsWith("{/*", start) ? "{/*" : "<!--";
    commentEnd = COMMENTS[opener];
    const inside = start + opener.length;
    return line.slice(0, start) + blank(opener) + maskLine(line.slice(inside));
  };
  return text.split("\n").map(maskLine).join("\n");
}

/** Where a comment opens on a line, outside inline code. */
function findCommentStart(line: string): number | undefined {
  for (let at = 0; at < line.length; at += 1) {
    if (line.startsWith("{/*", at) || line.startsWith("<!--", at)) return at;
    if (line[at] !== "`") continue;
    const ticks = /^`+/.exec(line.slice(at))?.[0].length ?? 1;
    at = endOfCode(line, at + ticks, ticks) ?? at + ticks - 1;
  }
  return undefined;
}

/** The last of as many backticks as opened the code, no more and no less; undefined when the line has none. */
function endOfCode(line: string, from: number, ticks: number): number | undefined {
  for (const run of line.slice(from).matchAll(/`+/g)) {
    if (run[0].length === ticks) return from + run.index + ticks - 1;
  }
  return undefined;
}

/** Pairs each run of backticks with the next one as long. One pass, since a page may hold any number of runs without a pair. */
function maskInlineCode(paragraph: string): string {
  const runs = [...paragraph.matchAll(/`+/g)];
  const nextOfLength = new Map<number, number>();
  const partner = runs.map(() => -1);
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const length = runs[index]?.[0].length ?? 0;
    partner[index] = nextOfLength.get(length) ?? -1;
    nextOfLength.set(length, index);
  }
  let masked = "";
  let at = 0;
  for (let index = 0; index < runs.length; index += 1) {
    const [open, close] = [runs[index], runs[partner[index] ?? -1]];
    if (open === undefined || close === undefined) continue;
    const end = close.index + close[0].length;
    masked += paragraph.slice(at, open.index) + blank(paragraph.slice(open.index, end));
    at = end;
    index = partner[index] ?? index;
  }
  return masked + paragraph.slice(at);
}

const blank = (text: string) => text.replace(/[^\r\n]/g, " ");
