const FENCED = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;

/** The front matter of a page: the text between its two lines of dashes, and the offset behind the second one; null without one. */
export function findFrontmatter(text: string): { raw: string; end: number } | null {
  const match = FENCED.exec(text);
  return match && { raw: match[1] ?? "", end: match[0].length };
}

/** The offset at which the body of a page begins. */
export function frontmatterEnd(text: string): number {
  return findFrontmatter(text)?.end ?? 0;
}
