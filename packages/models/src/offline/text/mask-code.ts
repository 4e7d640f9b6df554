/**
 * The text with everything that is code or a comment turned into spaces: fenced blocks, inline code, HTML and MDX comments.
 * Line breaks stay, so every offset and line number still holds.
 */
export function maskCode(text: string): string {
  return maskFences(text)
    .replace(/<!--[\s\S]*?-->|\{\/\*[\s\S]*?\*\/\}/g, blank)
    .replace(/(?<!`)(`+)(?!`)((?:(?!\r?\n[ \t]*\r?\n)[\s\S])*?[^`])\1(?!`)/g, blank);
}

function maskFences(text: string): string {
  let fence: string | undefined;
  return text
    .split("\n")
    .map((line) => {
      const mark = /^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)*(`{3,}|~{3,})(.*)$/.exec(line);
      if (fence === undefined) {
        if (mark === null || (mark[1]?.startsWith("`") && mark[2]?.includes("`"))) return line;
        fence = mark[1];
        return blank(line);
      }
      if (mark?.[2]?.trim() === "" && mark[1]?.startsWith(fence)) fence = undefined;
      return blank(line);
    })
    .join("\n");
}

const blank = (text: string) => text.replace(/[^\r\n]/g, " ");

/** Where the front matter ends: the offset behind its closing line, or 0 without one. */
export function frontmatterEnd(text: string): number {
  return /^\uFEFF?---[ \t]*\r?\n(?:[\s\S]*?\r?\n)??---[ \t]*(?:\r?\n|$)/.exec(text)?.[0].length ?? 0;
}
