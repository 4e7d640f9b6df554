import { createFenceReader, createFinder, readAtxHeading, readEndingId } from "./scanner.ts";

/** A stretch of a page from one heading to the next. The first has no heading when text stands above the first one. */
export type Section = {
  depth: number;
  heading: string;
  /** The id given to the heading with `{#id}` or `[#id]`. */
  id: string | null;
  /** Line of the heading, or of the first text, from 1. */
  line: number;
  text: string;
};

const MAX_HEADING = 1_000;
const COMMENT = { "<!--": "-->", "{/*": "*/}" } as const;

/**
 * Cuts the body of a page at its headings by lines alone: fast enough to run over a whole site, and never confused by a
 * page that does not parse. Headings in code and comments do not count.
 *
 * @param body text below the front matter
 * @param bodyLine line of the file on which it begins
 */
export function splitSections(body: string, bodyLine = 1): Section[] {
  const sections: Section[] = [];
  let current: Section & { lines: string[] } = {
    depth: 0,
    heading: "",
    id: null,
    line: bodyLine,
    text: "",
    lines: [],
  };
  const close = () => {
    current.text = current.lines.join("\n");
    if (current.depth > 0 || current.text.trim() !== "") sections.push(current);
  };
  const readFence = createFenceReader("block");
  /** What ends the comment that a line stands in. */
  let until: string | null = null;
  const lines = body.split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    if (until !== null) {
      if (line.includes(until)) until = null;
    } else if (readFence(line) === null) {
      until = opensComment(line);
      const heading = until === null ? headingAt(lines, index) : null;
      if (heading) {
        if (heading.isSetext) current.lines.pop();
        close();
        current = { ...heading, line: bodyLine + index - (heading.isSetext ? 1 : 0), text: "", lines: [] };
        continue;
      }
    }
    current.lines.push(line);
  }
  close();
  return sections.map(({ depth, heading, id, line, text }) => ({ depth, heading, id, line, text }));
}

/** The end of a comment that opens on this line and goes on behind it; null when none does. */
function opensComment(line: string): string | null {
  const start = line.trimStart();
  for (const [open, end] of Object.entries(COMMENT)) if (start.startsWith(open) && !start.includes(end)) return end;
  return null;
}

type HeadingLine = Pick<Section, "depth" | "heading" | "id"> & { isSetext: boolean };

function headingAt(lines: string[], index: number): HeadingLine | null {
  const line = lines[index] ?? "";
  const atx = readAtxHeading(line);
  if (atx) return { depth: atx.depth, heading: stripInlineMarkdown(atx.text), id: ownId(atx.text), isSetext: false };
  const above = lines[index - 1] ?? "";
  const isUnderline = /^ {0,3}(=+|-{2,})[ \t]*$/.test(line);
  if (!isUnderline || above.trim() === "" || (lines[index - 2] ?? "").trim() !== "") return null;
  if (/^\s*([#>|<\-*+:`~=]|\d+[.)]|\{)/.test(above) || above.includes("|")) return null;
  return { depth: line.includes("=") ? 1 : 2, heading: stripInlineMarkdown(above), id: ownId(above), isSetext: true };
}

function ownId(heading: string): string | null {
  return readEndingId(heading.slice(0, MAX_HEADING))?.id ?? null;
}

/** A line of Markdown without its marks: links by their text, no emphasis, code marks, tags or heading ids. */
export function stripInlineMarkdown(markdown: string): string {
  return withoutTags(withoutTargets(withoutId(markdown.slice(0, MAX_HEADING))))
    .replace(/(\*\*|__|~~|`)/g, "")
    .replace(/(^|[^\p{L}\p{N}])[*_]([^*_]+)[*_](?![\p{L}\p{N}])/gu, "$1$2")
    .replace(/\\([\\`*_{}[\]()#+\-.!<>])/g, "$1")
    .trim();
}

/** Without `{#id}` or `[#id]` at its end, also where the id is none that a site would take. */
function withoutId(text: string): string {
  const end = text.trimEnd().length - 1;
  const last = text[end];
  if (last !== "}" && last !== "]") return text;
  const before = text.lastIndexOf(last, end - 1) + 1;
  const mark = last === "}" ? /\\?\{:?\s*#/g : /\[#/g;
  mark.lastIndex = before;
  const start = mark.exec(text)?.index;
  return start === undefined ? text : text.slice(0, start).trimEnd();
}

/** `[text](address)` and `![text](address)` become their text. */
function withoutTargets(text: string): string {
  const findClose = createFinder(text, "]");
  const findEnd = createFinder(text, ")");
  let plain = "";
  let from = 0;
  for (let open = text.indexOf("["); open >= 0; open = text.indexOf("[", from)) {
    const close = findClose(open);
    const end = close >= 0 && text[close + 1] === "(" ? findEnd(close + 2) : -1;
    if (close < 0) break;
    // All brackets that open before this one close here too, and so lead nowhere.
    const isImage = open > from && text[open - 1] === "!";
    plain +=
      end < 0 ? text.slice(from, close + 1) : text.slice(from, isImage ? open - 1 : open) + text.slice(open + 1, close);
    from = end < 0 ? close + 1 : end + 1;
  }
  return plain + text.slice(from);
}

function withoutTags(text: string): string {
  let plain = "";
  let from = 0;
  for (let open = text.indexOf("<"); open >= 0; open = text.indexOf("<", open + 1)) {
    if (open < from || text[open - 1] === "\\") continue;
    const close = text.indexOf(">", open);
    if (close < 0) break;
    plain += text.slice(from, open);
    from = close + 1;
    open = close;
  }
  return plain + text.slice(from);
}
