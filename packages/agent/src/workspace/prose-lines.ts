const FENCE = /^\s*(`{3,}|~{3,})/;

/** The lines of a page's text, without front matter and code blocks. */
export function proseLines(text: string): string[] {
  const lines = text.replace(/^\ufeff?---\r?\n[\s\S]*?\n---[ \t]*(?=\r?\n|$)/, "").split(/\r?\n/);
  let fence: string | null = null;
  return lines.filter((line) => {
    const mark = FENCE.exec(line)?.[1];
    if (fence === null) {
      fence = mark ?? null;
      return mark === undefined;
    }
    if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
    return false;
  });
}
