import { createFenceReader, cutPieces, HTML_COMMENT, readEndingId, trimBlanks } from "./markdown-scanner.ts";
import { maskMath } from "./mask-math.ts";

export type MaskedText = {
  /** As long as the original, with every line where it was. */
  text: string;
  /** Ids given to headings with `{#id}` or `[#id]`, by line. */
  headingIds: Map<number, string>;
  /** Ids given to other blocks and spans, as Python-Markdown takes them: `{#id}`, `{: #id }`, `{ id="id" }`. */
  otherIds: string[];
};

const HEADING = /^ {0,3}#{1,6}[ \t]/;

export type Masks = {
  /** Docusaurus takes HTML comments in MDX; everywhere else they are an error. */
  allowsHtmlComments?: boolean;
  /** Names that Mintlify puts a text in place of: `{{name}}`. */
  variables?: ReadonlySet<string>;
};

/**
 * Blanks the marks that sites read before their Markdown parser does: ids at the end of a heading, and in MDX formulas, and
 * where the site takes them HTML comments and `{{variables}}`.
 */
export function maskSiteMarks(text: string, format: "md" | "mdx", masks: Masks): MaskedText {
  const headingIds = new Map<number, string>();
  const otherIds: string[] = [];
  const readFence = createFenceReader("any");
  const isProse: boolean[] = [];
  const lines = text.split("\n").map((line, index) => {
    const isCode = readFence(line) !== null;
    isProse.push(!isCode);
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
  if (format === "md") return { text: lines.join("\n"), headingIds, otherIds };
  return { text: maskMdx(maskMath(lines, isProse).join("\n"), masks), headingIds, otherIds };
}

function maskMdx(text: string, { allowsHtmlComments, variables }: Masks): string {
  const known = variables?.size
    ? text.replace(/\{\{([\w-]+)\}\}/g, (mark, name) => (variables.has(name) ? "x".repeat(mark.length) : mark))
    : text;
  if (!allowsHtmlComments) return known;
  return cutPieces(known, [HTML_COMMENT], [], { replace: (comment) => comment.replace(/[^\n\r]/g, " ") });
}

const OTHER_ID = /^(?:#|id=["']?)([A-Za-z][^\s{}"']*)/;

/** The ids that a line gives to blocks and spans: in each pair of braces the last one, before anything else with a `#`. */
function readOtherIds(line: string): string[] {
  const ids: string[] = [];
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
