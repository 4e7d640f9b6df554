export type MaskedText = {
  /** As long as the original, with every line where it was. */
  text: string;
  /** Ids given to headings with `{#id}` or `[#id]`, by line. */
  headingIds: Map<number, string>;
};

const HEADING_ID = /^( {0,3}#{1,6}[ \t].*?)(\\?\{[ \t]*#([^\s{}]+)[^{}]*\\?\}|\[#([^\]\s]+)\])([ \t]*\r?)$/;

/**
 * Blanks the marks that sites read before their Markdown parser does: ids at the end of a heading, and, where the site takes
 * them, HTML comments in MDX.
 */
export function maskHeadingIds(text: string, format: "md" | "mdx", masksComments: boolean): MaskedText {
  const headingIds = new Map<number, string>();
  let fence: string | null = null;
  const lines = text.split("\n").map((line, index) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark && (fence === null || mark.startsWith(fence))) fence = fence === null ? mark : null;
    const match = fence === null && line.includes("#") ? HEADING_ID.exec(line.slice(0, 2_000)) : null;
    const id = match?.[3] ?? match?.[4];
    if (!match || !id) return line;
    headingIds.set(index + 1, id.replace(/\\$/, ""));
    return `${match[1]}${" ".repeat((match[2] ?? "").length)}${match[5]}`;
  });
  const masked = lines.join("\n");
  if (format === "md" || !masksComments) return { text: masked, headingIds };
  return { text: masked.replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n\r]/g, " ")), headingIds };
}
