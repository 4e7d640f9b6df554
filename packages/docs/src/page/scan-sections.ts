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

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const ATX = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const OWN_ID = /(?:\\?\{:?[ \t]*(?:#|id=["']?)([^\s{}"'\\]+)[^{}]*\}|\[#([^\]\s]+)\])[ \t]*$/;
const COMMENT = { "<!--": "-->", "{/*": "*/}" } as const;

/**
 * Cuts the body of a page at its headings by lines alone: fast enough to run over a whole site, and never confused by a
 * page that does not parse. Headings in code and comments do not count.
 *
 * @param body text below the front matter
 * @param bodyLine line of the file on which it begins
 */
export function scanSections(body: string, bodyLine = 1): Section[] {
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
  let until: ((line: string) => boolean) | null = null;
  const lines = body.split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    if (until) {
      current.lines.push(line);
      if (until(line)) until = null;
      continue;
    }
    until = opens(line);
    const heading = until ? null : headingAt(lines, index);
    if (heading) {
      if (heading.isSetext) current.lines.pop();
      close();
      current = { ...heading, line: bodyLine + index - (heading.isSetext ? 1 : 0), text: "", lines: [] };
    } else current.lines.push(line);
  }
  close();
  return sections.map(({ depth, heading, id, line, text }) => ({ depth, heading, id, line, text }));
}

/** Tells when a fence or comment that opens on this line is over; null when none opens. */
function opens(line: string): ((later: string) => boolean) | null {
  const fence = FENCE.exec(line);
  const mark = fence?.[1];
  if (mark && !(mark[0] === "`" && fence[2]?.includes("`"))) {
    return (later) => {
      const end = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(later)?.[1];
      return end !== undefined && end[0] === mark[0] && end.length >= mark.length;
    };
  }
  const start = line.trimStart();
  for (const [open, end] of Object.entries(COMMENT)) {
    if (start.startsWith(open) && !start.includes(end)) return (later) => later.includes(end);
  }
  return null;
}

type HeadingLine = Pick<Section, "depth" | "heading" | "id"> & { isSetext: boolean };

function headingAt(lines: string[], index: number): HeadingLine | null {
  const line = lines[index] ?? "";
  const atx = ATX.exec(line);
  if (atx?.[1])
    return { depth: atx[1].length, heading: plainText(atx[2] ?? ""), id: ownId(atx[2] ?? ""), isSetext: false };
  const above = lines[index - 1] ?? "";
  const isUnderline = /^ {0,3}(=+|-{2,})[ \t]*$/.test(line);
  if (!isUnderline || above.trim() === "" || (lines[index - 2] ?? "").trim() !== "") return null;
  if (/^\s*([#>|<\-*+:`~=]|\d+[.)]|\{)/.test(above) || above.includes("|")) return null;
  return { depth: line.includes("=") ? 1 : 2, heading: plainText(above), id: ownId(above), isSetext: true };
}

function ownId(heading: string): string | null {
  const match = OWN_ID.exec(heading.slice(0, 1_000));
  return match?.[1] ?? match?.[2] ?? null;
}

/** A line of Markdown without its marks: links by their text, no emphasis, code marks, tags or heading ids. */
export function plainText(markdown: string): string {
  return markdown
    .slice(0, 1_000)
    .replace(/\s*(\\?\{:?\s*#[^}]*\}|\[#[^\]]*\])\s*$/, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/(?<!\\)<[^>]*>/g, "")
    .replace(/(\*\*|__|~~|`)/g, "")
    .replace(/(^|[^\p{L}\p{N}])[*_]([^*_]+)[*_](?![\p{L}\p{N}])/gu, "$1$2")
    .replace(/\\([\\`*_{}[\]()#+\-.!<>])/g, "$1")
    .trim();
}
