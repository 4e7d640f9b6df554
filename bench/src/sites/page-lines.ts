/**
 * Reads a page's lines as far as seeding a fault needs it. It shares no code with the checks: what both read wrongly would never show.
 */
export type PageLines = {
  lines: string[];
  /** For each line, whether it is code, front matter, a comment or a script. */
  isMasked: boolean[];
  /** The lines of front matter, from after its first `---` to before its last one; null without front matter. */
  frontmatter: { from: number; to: number } | null;
  /** Code blocks that begin at the first column and are closed, by line from 0. */
  fences: { open: number; close: number }[];
  /** Empty lines between paragraphs of plain text, outside of components, where a paragraph can be put. */
  gaps: number[];
};

const FENCE = /^(\s*)(`{3,}|~{3,})(.*)$/;

export function readPageLines(text: string): PageLines {
  const lines = text.split("\n");
  const isMasked = lines.map(() => false);
  const frontmatter = findFrontmatter(lines);
  const start = frontmatter === null ? 0 : frontmatter.to + 1;
  isMasked.fill(true, 0, start);
  const fences: PageLines["fences"] = [];
  let open: { line: number; sign: string; indent: string } | null = null;
  let until: string | null = null;
  let depth = 0;
  const isInside = lines.map(() => false);
  for (let index = start; index < lines.length; index += 1) {
    const line = (lines[index] ?? "").replace(/\r$/, "");
    const fence = until === null ? FENCE.exec(line) : null;
    const [, indent = "", sign = "", info = ""] = fence ?? [];
    if (open !== null) {
      isMasked[index] = true;
      if (fence && sign[0] === open.sign[0] && sign.length >= open.sign.length && info.trim() === "") {
        if (open.indent === "" && indent === "") fences.push({ open: open.line, close: index });
        open = null;
      }
    } else if (fence) {
      isMasked[index] = true;
      open = { line: index, sign, indent };
    } else if (until !== null) {
      isMasked[index] = true;
      if (line.includes(until)) until = null;
    } else {
      until = openedPart(line);
      if (until !== null) isMasked[index] = true;
      else depth = Math.max(0, depth + tagBalance(line));
    }
    isInside[index] = depth > 0;
  }
  return { lines, isMasked, frontmatter, fences, gaps: findGaps(lines, isMasked, isInside) };
}

function findFrontmatter(lines: string[]): PageLines["frontmatter"] {
  if (lines[0]?.trimEnd() !== "---") return null;
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === "---");
  return end < 0 ? null : { from: 1, to: end };
}

const PARTS: [string, string][] = [
  ["<!--", "-->"],
  ["{/*", "*/}"],
  ["<script", "</script>"],
  ["<style", "</style>"],
];

/** What ends the comment or script that a line begins and does not end. */
function openedPart(line: string): string | null {
  for (const [from, to] of PARTS) {
    const at = line.lastIndexOf(from);
    if (at >= 0 && line.indexOf(to, at) < 0) return to;
  }
  return null;
}

function tagBalance(line: string): number {
  const plain = line.replace(/`[^`]*`/g, "");
  const opened = plain.match(/<[A-Za-z][\w.:-]*(?=[\s>]|$)/g)?.length ?? 0;
  const closed = plain.match(/<\/[A-Za-z]/g)?.length ?? 0;
  const empty = plain.match(/\/>|<(?:br|hr|img|input|meta|link|source)\b/gi)?.length ?? 0;
  return opened - closed - Math.min(empty, opened);
}

const PLAIN_TEXT = /^[A-Za-z][^|]*$/;

function findGaps(lines: string[], isMasked: boolean[], isInside: boolean[]): number[] {
  const isPlain = (index: number) => {
    const line = lines[index]?.trimEnd() ?? "";
    if (isMasked[index] !== false || isInside[index] !== false) return false;
    return /^#{2,4} /.test(line) || (PLAIN_TEXT.test(line) && !/^(import|export)\b|[:{}<>]/.test(line));
  };
  return lines.flatMap((line, index) =>
    line.trim() === "" && isMasked[index] === false && isPlain(index - 1) && isPlain(index + 1) ? [index] : [],
  );
}

/** A link or image of the text, in Markdown's own form. */
export type TextLink = { line: number; isImage: boolean; from: number; to: number; target: string };

const LINK = /(!?)\[[^[\]]*\]\(([^()\s]+)\)/g;

/** The links and images of a page outside of code, one line each. */
export function linksOf({ lines, isMasked }: PageLines): TextLink[] {
  return lines.flatMap((line, index) => {
    if (isMasked[index] !== false || /`|<!--/.test(line)) return [];
    return [...line.matchAll(LINK)].map((match) => {
      const target = match[2] ?? "";
      const from = match.index + match[0].length - target.length - 1;
      return { line: index, isImage: match[1] === "!", from, to: from + target.length, target };
    });
  });
}

/** The text with one line replaced by others. */
export function withLines({ lines }: PageLines, at: number, count: number, replacement: string[]): string {
  return [...lines.slice(0, at), ...replacement, ...lines.slice(at + count)].join("\n");
}
