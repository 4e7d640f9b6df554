import { maskMath } from "./mask-math.ts";

export type MaskedText = {
  /** As long as the original, with every line where it was. */
  text: string;
  /** Ids given to headings with `{#id}` or `[#id]`, by line. */
  headingIds: Map<number, string>;
  /** Ids given to other blocks and spans, as Python-Markdown takes them: `{#id}`, `{: #id }`, `{ id="id" }`. */
  otherIds: string[];
};

const HEADING_ID =
  /^( {0,3}#{1,6}[ \t].*?)(\\?\{:?[ \t]*(?:#|id=["']?)([^\s{}"']+)[^{}]*\\?\}|\[#([^\]\s]+)\])([ \t]*\r?)$/;
const OTHER_ID = /\{:?[ \t]*(?:[^{}\n#]*[ \t])?(?:#|id=["']?)([A-Za-z][^\s{}"']*)[^{}\n]*\}/g;

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
  let fence: string | null = null;
  const isProse: boolean[] = [];
  const lines = text.split("\n").map((line, index) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark && (fence === null || mark.startsWith(fence))) fence = fence === null ? mark : null;
    isProse.push(fence === null && mark === undefined);
    if (fence !== null || !/[{[]/.test(line)) return line;
    const match = HEADING_ID.exec(line.slice(0, 2_000));
    const id = match?.[3] ?? match?.[4];
    if (match && id) {
      headingIds.set(index + 1, id.replace(/\\$/, ""));
      return `${match[1]}${" ".repeat((match[2] ?? "").length)}${match[5]}`;
    }
    if (format === "md")
      for (const [, other] of line.slice(0, 2_000).matchAll(OTHER_ID)) if (other) otherIds.push(other);
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
  return known.replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n\r]/g, " "));
}
