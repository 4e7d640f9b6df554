/** A value of a TOML file: what configurations of site generators hold. */
export type TomlValue = string | number | boolean | TomlValue[] | { [key: string]: TomlValue };
/** A TOML table. */
export type TomlTable = { [key: string]: TomlValue };

const MAX_CHARACTERS = 200_000;
const MAX_DEPTH = 20;

/**
 * Reads the tables of a TOML file as far as configurations use them: strings, numbers, truth values, lists and inline tables.
 * Anything else is passed over, and nothing is a problem: the generator itself reads the file strictly.
 */
export function readToml(text: string): TomlTable {
  const root: TomlTable = table();
  if (text.length > MAX_CHARACTERS) return root;
  let at: TomlTable = root;
  const lines = text.split("\n");
  for (let index = 0; index < lines.length; index += 1) {
    const line = (lines[index] ?? "").trim();
    if (line === "" || line.startsWith("#")) continue;
    const header = headerOf(line);
    if (header) {
      at = tableAt(root, header.keys, header.isList);
      continue;
    }
    const sign = signOf(line);
    if (sign < 0) continue;
    const { value, used } = collect(line.slice(sign + 1), lines, index);
    index += used;
    const parsed = readValue({ text: value, at: 0 }, 0);
    const keys = keysOf(line.slice(0, sign));
    const last = keys.at(-1);
    if (last !== undefined && parsed !== undefined) tableAt(at, keys.slice(0, -1), false)[last] = parsed;
  }
  return root;
}

/** The table of a name; an empty one when there is none. */
export function tomlTable(table: TomlTable, ...names: string[]): TomlTable {
  let at: TomlValue | undefined = table;
  for (const name of names) at = isTable(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  return isTable(at) ? at : {};
}

export function tomlText(table: TomlTable, name: string): string | null {
  const value = Object.hasOwn(table, name) ? table[name] : undefined;
  return typeof value === "string" ? value : null;
}

/** A table whose names are none of JavaScript's own. */
function table(): TomlTable {
  return Object.create(null) as TomlTable;
}

function isTable(value: TomlValue | undefined): value is TomlTable {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function headerOf(line: string): { keys: string[]; isList: boolean } | null {
  if (!line.startsWith("[")) return null;
  const isList = line.startsWith("[[");
  const end = line.indexOf(isList ? "]]" : "]");
  return end < 0 ? null : { keys: keysOf(line.slice(isList ? 2 : 1, end)), isList };
}

/** Where the sign between name and value is; -1 when the line has none. */
function signOf(line: string): number {
  let quote = "";
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at] ?? "";
    if (quote !== "") quote = sign === quote ? "" : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === "=") return at;
  }
  return -1;
}

function keysOf(text: string): string[] {
  const keys: string[] = [];
  let quote = "";
  let own = "";
  for (const sign of text.trim()) {
    if (quote === "" && (sign === '"' || sign === "'")) quote = sign;
    else if (sign === quote) quote = "";
    else if (sign === "." && quote === "") {
      keys.push(own.trim());
      own = "";
    } else own += sign;
  }
  return [...keys, own.trim()];
}

function tableAt(root: TomlTable, keys: readonly string[], isList: boolean): TomlTable {
  let at = root;
  for (const [index, key] of keys.slice(0, MAX_DEPTH).entries()) {
    const known = at[key];
    const isLast = index === keys.length - 1;
    if (isLast && isList) {
      const items = Array.isArray(known) ? known : [];
      const item = table();
      items.push(item);
      at[key] = items;
      return item;
    }
    const item = Array.isArray(known) ? known.at(-1) : known;
    const next = isTable(item) ? item : table();
    if (!Array.isArray(known)) at[key] = next;
    at = next;
  }
  return at;
}

/** The text of a value that may go on over lines: lists and texts in three quotes. */
function collect(first: string, lines: readonly string[], index: number): { value: string; used: number } {
  const start = first.trim();
  const quotes = start.startsWith('"""') ? '"""' : start.startsWith("'''") ? "'''" : null;
  const isOpen = (line: string) =>
    quotes !== null ? !line.includes(quotes) : /^[[{]/.test(start) && bracketsOf(line) > 0;
  if (quotes !== null ? start.indexOf(quotes, 3) >= 0 : !isOpen(start)) return { value: start, used: 0 };
  const parts = [start];
  let open = quotes === null ? bracketsOf(start) : 1;
  let used = 0;
  while (open > 0 && index + used + 1 < lines.length) {
    used += 1;
    const line = lines[index + used] ?? "";
    parts.push(line);
    open = quotes === null ? open + bracketsOf(line) : line.includes(quotes) ? 0 : 1;
  }
  return { value: parts.join("\n"), used };
}

/** How many lists and tables a line opens and does not close; a comment counts for nothing. */
function bracketsOf(line: string): number {
  let open = 0;
  let quote = "";
  for (const sign of line) {
    if (quote !== "") quote = sign === quote ? "" : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === "#") return open;
    else if (sign === "[" || sign === "{") open += 1;
    else if (sign === "]" || sign === "}") open -= 1;
  }
  return open;
}

type Cursor = { text: string; at: number };

function readValue(cursor: Cursor, depth: number): TomlValue | undefined {
  skip(cursor);
  const sign = cursor.text[cursor.at];
  if (sign === undefined || depth > MAX_DEPTH) return undefined;
  if (sign === '"' || sign === "'") return readString(cursor, sign);
  if (sign === "[") return readList(cursor, depth);
  if (sign === "{") return readInline(cursor, depth);
  const start = cursor.at;
  while (cursor.at < cursor.text.length && !/[\s,\]}#]/.test(cursor.text[cursor.at] ?? "")) cursor.at += 1;
  const word = cursor.text.slice(start, cursor.at);
  if (word === "true" || word === "false") return word === "true";
  const number = Number(word.replaceAll("_", ""));
  return word === "" ? undefined : Number.isNaN(number) ? word : number;
}

function readString(cursor: Cursor, quote: string): string {
  const isLong = cursor.text.startsWith(quote.repeat(3), cursor.at);
  const mark = isLong ? quote.repeat(3) : quote;
  const start = cursor.at + mark.length;
  let end = start;
  while (end < cursor.text.length && !cursor.text.startsWith(mark, end))
    end += quote === '"' && cursor.text[end] === "\\" ? 2 : 1;
  cursor.at = Math.min(end + mark.length, cursor.text.length);
  const text = cursor.text.slice(start, end);
  return quote === '"' ? text.replace(/\\(["\\nt])/g, (_, sign) => ({ n: "\n", t: "\t" })[sign as "n"] ?? sign) : text;
}

function readList(cursor: Cursor, depth: number): TomlValue[] {
  const items: TomlValue[] = [];
  cursor.at += 1;
  for (skip(cursor); cursor.at < cursor.text.length && cursor.text[cursor.at] !== "]"; skip(cursor)) {
    const before = cursor.at;
    const value = readValue(cursor, depth + 1);
    if (value !== undefined) items.push(value);
    skip(cursor);
    if (cursor.text[cursor.at] === "," || cursor.at === before) cursor.at += 1;
  }
  cursor.at += 1;
  return items;
}

function readInline(cursor: Cursor, depth: number): TomlTable {
  const own = table();
  cursor.at += 1;
  for (skip(cursor); cursor.at < cursor.text.length && cursor.text[cursor.at] !== "}"; skip(cursor)) {
    const sign = cursor.text.indexOf("=", cursor.at);
    if (sign < 0) break;
    const [key = ""] = keysOf(cursor.text.slice(cursor.at, sign));
    cursor.at = sign + 1;
    const value = readValue(cursor, depth + 1);
    if (value !== undefined && key !== "") own[key] = value;
    skip(cursor);
    if (cursor.text[cursor.at] === ",") cursor.at += 1;
    else if (cursor.text[cursor.at] !== "}") break;
  }
  cursor.at += 1;
  return own;
}

/** Passes blanks and comments. */
function skip(cursor: Cursor): void {
  while (cursor.at < cursor.text.length) {
    const sign = cursor.text[cursor.at] ?? "";
    if (sign === "#") {
      const end = cursor.text.indexOf("\n", cursor.at);
      cursor.at = end < 0 ? cursor.text.length : end;
    } else if (/\s/.test(sign)) cursor.at += 1;
    else return;
  }
}
