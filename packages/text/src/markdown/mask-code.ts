import { createFenceReader } from "./scanner.ts";

/**
 * The text with everything that is code or a comment turned into spaces: fenced blocks, inline code, HTML and MDX comments.
 * Line breaks stay, so every offset and line number still holds.
 */
export function maskCode(text: string): string {
  const paragraphs = maskBlocks(text).split(/(\r?\n[ \t]*\r?\n)/);
  return paragraphs.map(maskInlineCode).join("");
}

const COMMENTS = { "{/*": "*/}", "<!--": "-->" } as const;

/** Masks fences and comments line by line: a comment may hold half a fence, and a fence half a comment. */
function maskBlocks(text: string): string {
  const readFence = createFenceReader("any");
  let commentEnd: string | undefined;
  const maskLine = (line: string): string => {
    const findComment = createCommentFinder(line);
    let masked = "";
    for (let at = 0; ; ) {
      if (commentEnd !== undefined) {
        const end = line.indexOf(commentEnd, at);
        if (end === -1) return masked + blank(line.slice(at));
        masked += blank(line.slice(at, end + commentEnd.length));
        at = end + commentEnd.length;
        commentEnd = undefined;
      }
      if (readFence(line.slice(at)) !== null) return masked + blank(line.slice(at));
      const start = findComment(at);
      if (start === -1) return masked + line.slice(at);
      const opener = line.startsWith("{/*", start) ? "{/*" : "<!--";
      commentEnd = COMMENTS[opener];
      masked += line.slice(at, start) + blank(opener);
      at = start + opener.length;
    }
  };
  return text.split("\n").map(maskLine).join("\n");
}

/** Finds where the next comment opens on a line, outside inline code, from places that only grow; -1 when none does. */
function createCommentFinder(line: string): (from: number) => number {
  if (!line.includes("{/*") && !line.includes("<!--")) return () => -1;
  const runs = pairRuns(line);
  let run = 0;
  return (from) => {
    const opening = /\{\/\*|<!--|`+/g;
    opening.lastIndex = from;
    for (let match = opening.exec(line); match !== null; match = opening.exec(line)) {
      if (!match[0].startsWith("`")) return match.index;
      while ((runs[run]?.start ?? line.length) < match.index) run += 1;
      opening.lastIndex = Math.max(opening.lastIndex, runs[run]?.codeEnd ?? 0);
    }
    return -1;
  };
}

/** The runs of backticks of a text, each with the end of the code that it opens: behind the next run as long. */
function pairRuns(text: string): { start: number; end: number; codeEnd: number | undefined }[] {
  const runs = Array.from(text.matchAll(/`+/g), ({ 0: { length }, index }) => ({ start: index, end: index + length }));
  const nextOfLength = new Map<number, number>();
  const paired = runs.toReversed().map(({ start, end }) => {
    const codeEnd = nextOfLength.get(end - start);
    nextOfLength.set(end - start, end);
    return { start, end, codeEnd };
  });
  return paired.reverse();
}

/** One pass, since a page may hold any number of runs without a pair. */
function maskInlineCode(paragraph: string): string {
  let masked = "";
  let at = 0;
  for (const { start, codeEnd } of pairRuns(paragraph)) {
    if (start < at || codeEnd === undefined) continue;
    masked += paragraph.slice(at, start) + blank(paragraph.slice(start, codeEnd));
    at = codeEnd;
  }
  return masked + paragraph.slice(at);
}

const blank = (text: string) => text.replace(/[^\r\n]/g, " ");
