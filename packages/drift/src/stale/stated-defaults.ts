import { readAtxHeading } from "@docsteward/text/markdown/scanner";
import { isPresentPage, presentLines } from "./stated-names.ts";

/** A default that a page gives to an option in so many words. */
export type StatedDefault = { written: string; value: string; page: string; line: number };

const NAME = /^(?:--)?[A-Za-z_$][\w$-]{1,60}(?:\.[A-Za-z_$][\w$-]{1,60}){0,6}$/;
const MAX_VALUE = 40;
const LIST_DEFAULT = /^[\s>*+-]*\**default(?: value)?:?\**:?\s{0,4}`([^`\n]{1,80})`\s{0,4}\.?\s*$/i;
const IN_PROSE = /\bdefaults?(?: value)?(?: is| to|:)?\s{0,4}`([^`\n]{1,80})`/i;

/**
 * Reads the defaults that a page states: in the column "Default" of a table, on a line with the option's name, or on a line
 * "Default:" below the option's own heading.
 */
export function readStatedDefaults(page: string, text: string): StatedDefault[] {
  if (!isPresentPage(page)) return [];
  const found: StatedDefault[] = [];
  let heading: string | null = null;
  let column = -1;
  for (const { text: line, number, language } of presentLines(text)) {
    if (language !== null) continue;
    const add = (name: string | null, value: string | undefined) => {
      const clean = value === undefined ? null : toValue(value);
      if (name !== null && clean !== null && clean !== name)
        found.push({ written: name, value: clean, page, line: number });
    };
    const title = readAtxHeading(line);
    if (title !== null) {
      heading = toName(title.text);
      column = -1;
      continue;
    }
    if (line.trimStart().startsWith("|")) {
      const cells = cellsOf(line);
      const at = cells.findIndex((cell) => /^\**defaults?(?: value)?\**$/i.test(cell));
      if (at > 0) column = at;
      else if (column > 0) add(toName(codeOf(cells[0] ?? "")), soleCode(cells[column] ?? ""));
      continue;
    }
    column = -1;
    const listed = LIST_DEFAULT.exec(line);
    if (listed) {
      add(heading, listed[1]);
      continue;
    }
    const [name] = line.match(/`[^`\n]{1,80}`/) ?? [];
    if (name !== undefined) add(toName(codeOf(name)), IN_PROSE.exec(line.slice(line.indexOf(name) + name.length))?.[1]);
  }
  return found;
}

const cellsOf = (line: string) =>
  line
    .trim()
    .replace(/^\|/, "")
    .replace(/\|$/, "")
    .split("|")
    .map((cell) => cell.trim());

/** The code that a cell begins with, or the cell. */
function codeOf(cell: string): string {
  const open = cell.indexOf("`");
  const close = open < 0 ? -1 : cell.indexOf("`", open + 1);
  return open >= 0 && open <= 3 && close > open ? cell.slice(open + 1, close) : cell;
}

/** The value of a cell that holds one code span, or one plain literal, and nothing else. */
function soleCode(cell: string): string | undefined {
  const code = /^`([^`]{1,80})`$/.exec(cell)?.[1];
  return code ?? (/^(?:-?\d[\d_.]{0,20}|true|false)$/i.test(cell) ? cell : undefined);
}

/** `--retries <n>` and `retries: number` are names with something behind them. */
function toName(code: string): string | null {
  const bare = code.replaceAll("`", "").trim();
  const [flag] = /--[a-z][\w-]+/.exec(bare) ?? [];
  const name = flag ?? bare.split(/[\s:=?<(]/)[0] ?? "";
  return NAME.test(name) ? name : null;
}

function toValue(code: string): string | null {
  const text = code.trim().replace(/^(["'])(.*)\1$/s, "$2");
  return text !== "" && text.length <= MAX_VALUE && !/\s/.test(text) ? text : null;
}
