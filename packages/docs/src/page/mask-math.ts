/** TeX between dollar signs. What has no command, index or power in it is taken to be money. */
const INLINE = /(?<![\\$\w`])\${1,2}(?![\s$])[^$`]*(?:\\[A-Za-z]|[\^_][{\w])[^$`]*\${1,2}(?![\d$])/g;
const MARK = /^\s*\$\$/;
const MAX_LINES = 60;

/**
 * Blanks the braces and tags of formulas, which sites with a math plugin read as TeX and MDX alone would read as code.
 *
 * @param isProse by line, whether it is outside of code blocks
 */
export function maskMath(lines: string[], isProse: boolean[]): string[] {
  let until = -1;
  return lines.map((line, index) => {
    if (!isProse[index]) return line;
    if (index <= until) return unbraced(line);
    if (!line.includes("$")) return line;
    if (!MARK.test(line)) return line.slice(0, 2_000).replace(INLINE, unbraced) + line.slice(2_000);
    const isOneLine = line.trim().length > 3 && line.trimEnd().endsWith("$$");
    until = isOneLine ? index : closing(lines, index);
    return index <= until ? unbraced(line) : line;
  });
}

/** The line that closes a formula; -1 when none does, for then it is no formula. */
function closing(lines: string[], start: number): number {
  const rest = lines.slice(start + 1, start + MAX_LINES);
  const offset = rest.findIndex((line) => line.trimEnd().endsWith("$$"));
  return offset < 0 ? -1 : start + 1 + offset;
}

const unbraced = (text: string) => text.replace(/[{}<]/g, " ");
