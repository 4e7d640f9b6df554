export type MaskedText = {
  /** As long as the original, with every line where it was. */
  text: string;
  /** Ids given to headings with `{#id}` or `[#id]`, by line. */
  headingIds: Map<number, string>;
};

const HEADING_ID = /^( {0,3}#{1,6}[ \t].*?)(\\?\{[ \t]*#([^\s{}]+)[^{}]*\\?\}|\[#([^\]\s]+)\])([ \t]*\r?)$/;

type Masks = { allowsHtmlComments?: boolean; variables?: ReadonlySet<string> };

/**
 * Blanks the marks that sites read before their Markdown parser does: ids at the end of a heading, and in MDX, where the site
 * takes them, HTML comments and `{{variables}}`.
 */
export function maskHeadingIds(text: string, format: "md" | "mdx", masks: Masks): MaskedText {
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
  return { text: format === "md" ? masked : maskMdx(masked, masks), headingIds };
}

function maskMdx(text: string, { allowsHtmlComments, variables }: Masks): string {
  const known = variables?.size
    ? text.replace(/\{\{([\w-]+)\}\}/g, (mark, name) => (variables.has(name) ? "x".repeat(mark.length) : mark))
    : text;
  if (!allowsHtmlComments) return known;
  return known.replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n\r]/g, " "));
}
