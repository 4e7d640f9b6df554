/** What makes TeX of the text between dollar signs: a command, an index or a power. Without one it is taken to be money. */
const TEX = /\\[A-Za-z]|[\^_][{\w]/;
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
    if (!MARK.test(line)) return maskInline(line);
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

/** Blanks the formulas between `$` and `$`, or `$$` and `$$`, of a line. */
function maskInline(line: string): string {
  let masked = "";
  let from = 0;
  const marks = [...line.matchAll(/\$+|`/g)];
  for (let at = 0; at + 1 < marks.length; at += 1) {
    const [open, close] = [marks[at], marks[at + 1]];
    if (!open || !close || !opensFormula(line, open) || !closesFormula(line, close)) continue;
    const inside = line.slice(open.index + open[0].length, close.index);
    if (!TEX.test(inside)) continue;
    masked += line.slice(from, open.index) + unbraced(line.slice(open.index, close.index));
    from = close.index;
    at += 1;
  }
  return masked + line.slice(from);
}

type Mark = { 0: string; index: number };

function opensFormula(line: string, { 0: mark, index }: Mark): boolean {
  return /^\${1,2}$/.test(mark) && !/[\\\w`]/.test(line[index - 1] ?? "") && /\S/.test(line[index + mark.length] ?? "");
}

function closesFormula(line: string, { 0: mark, index }: Mark): boolean {
  return /^\${1,2}$/.test(mark) && !/\d/.test(line[index + mark.length] ?? "");
}

const unbraced = (text: string) => text.replace(/[{}<]/g, " ");
