const FENCED = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?(-{3,})[ \t]*(?:\r?\n|$)/;

/**
 * The front matter of a page: the text between its two lines of dashes, and the offset behind the second one; null without one.
 *
 * A longer line of dashes ends it too (`isLong`): no YAML goes on behind one. Only some generators take it.
 */
export function findFrontmatter(text: string): { raw: string; end: number; isLong: boolean } | null {
  const match = FENCED.exec(text);
  return match && { raw: match[1] ?? "", end: match[0].length, isLong: match[2] !== "---" };
}

/** The offset at which the body of a page begins. */
export function frontmatterEnd(text: string): number {
  return findFrontmatter(text)?.end ?? 0;
}
