import { readAtxHeading } from "@docsteward/text/markdown/scanner";
import { readNames } from "../names/read-names.ts";
import { keyOf, type SourceSymbol, trimSigns } from "../symbols/symbol.ts";
import { isPresentPage, presentLines } from "./stated-names.ts";

/** A default that a page gives to an option in so many words. */
type StatedDefault = { written: string; value: string; page: string; line: number };

const NAME = /^(?:--)?[A-Za-z_$][\w$-]{1,60}(?:\.[A-Za-z_$][\w$-]{1,60}){0,6}$/;
const MAX_VALUE = 40;
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
    const listed = listedDefault(line);
    if (listed !== null) {
      add(heading, listed);
      continue;
    }
    const [name] = line.match(/`[^`\n]{1,80}`/) ?? [];
    if (name !== undefined) add(toName(codeOf(name)), IN_PROSE.exec(line.slice(line.indexOf(name) + name.length))?.[1]);
  }
  return found;
}

/** The value of a line such as "- **Default:** `3`". */
function listedDefault(line: string): string | null {
  const text = trimSigns(line, " \t>*+-.");
  const label = /^default(?: value)?(?=[:* \t])/i.exec(text)?.[0];
  if (label === undefined) return null;
  return soleCode(trimSigns(text.slice(label.length), ":* \t")) ?? null;
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

/** A default that a page states and the sources contradict. */
export type StaleDefault = {
  written: string;
  page: string;
  line: number;
  /** What the page says, and what every definition of the name says. */
  stated: string;
  actual: string;
  source: { path: string; line: number };
  message: string;
};

/**
 * Compares the defaults that pages state with those that sources define. It speaks only where it can't be another option: the name
 * has several parts or is a flag, all definitions agree, and both sides are literals of one kind.
 */
export function findStaleDefaults(
  stated: readonly StatedDefault[],
  symbols: ReadonlyMap<string, readonly SourceSymbol[]>,
): StaleDefault[] {
  return stated.flatMap(({ written, value, page, line }) => {
    const key = keyOf(written);
    const isFlag = written.startsWith("--");
    if (!isFlag && !key.includes("-")) return [];
    const defined = (symbols.get(key) ?? []).filter(({ kind }) => kind === "flag" || kind === "option");
    const withDefault = defined.filter((symbol) => symbol.default !== undefined);
    const [first] = withDefault;
    if (first?.default === undefined) return [];
    const values = new Set(withDefault.map((symbol) => normalize(symbol.default ?? "")));
    // An option in two places, one of them without a default that can be read, may have another one there.
    const isSure = values.size === 1 && withDefault.length * 2 >= defined.length;
    const [actual] = values;
    if (!isSure || actual === undefined || actual === normalize(value)) return [];
    if (kindOf(actual) !== kindOf(normalize(value)) || kindOf(actual) === "text") return [];
    const { path, line: at } = first;
    const message = `The default of \`${written}\` is \`${first.default}\` in ${path}:${at}, and the page says \`${value}\`.`;
    return [{ written, page, line, stated: value, actual: first.default, source: { path, line: at }, message }];
  });
}

function normalize(value: string): string {
  const text = value.toLowerCase();
  const number = text.replaceAll("_", "");
  return /^-?\d+(?:\.\d+)?$/.test(number) ? String(Number(number)) : text;
}

function kindOf(value: string): "number" | "boolean" | "word" | "text" {
  if (/^-?\d+(?:\.\d+)?$/.test(value)) return "number";
  if (value === "true" || value === "false") return "boolean";
  let names = 0;
  readNames(value, () => {
    names += 1;
  });
  return names === 1 && /^[a-z][\w-]*$/.test(value) && !["null", "none", "nil", "undefined"].includes(value)
    ? "word"
    : "text";
}
