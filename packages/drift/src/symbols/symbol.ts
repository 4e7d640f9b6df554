import { toKey } from "../names/read-names.ts";

/** What a source defines: an option of any form, an environment variable, an address, a function that others call, an error. */
export type SymbolKind = "flag" | "option" | "variable" | "route" | "function" | "error";

/** A definition in a source. It was read as text, and nothing of the source ever ran. */
export type SourceSymbol = {
  kind: SymbolKind;
  /** The same for every spelling of a name; a route and the text of an error are their own. */
  key: string;
  written: string;
  path: string;
  /** Counted from 1. */
  line: number;
  /** A literal, without its quotes. */
  default?: string;
  /** What a function takes, on its first line. */
  signature?: string;
};

export type OnSymbol = (symbol: SourceSymbol) => void;

/** A name as the last part of a dotted one: `retry.maxCount` is `max-count`. */
export function keyOf(written: string): string {
  return toKey(written.slice(written.lastIndexOf(".") + 1).replace(/^-+/, ""));
}

const NUMBER = /-?\d[\d_]*(?:\.\d+)?/y;
const CONSTANT = /(?:true|false|null|none|nil|undefined)\b/iy;
const SPACE = /\s*/y;
const MAX_TEXT = 120;

/** A literal of any language at a place of a text, when it is a whole value: `3` in `3,`, and nothing in `3 * 60`. */
export function readLiteral(text: string, at: number): string | null {
  SPACE.lastIndex = at;
  SPACE.test(text);
  const start = SPACE.lastIndex;
  const quote = text[start];
  let value: string | null = null;
  let end = start;
  if (quote === '"' || quote === "'" || quote === "`") {
    const close = text.indexOf(quote, start + 1);
    if (close < 0 || close - start > MAX_TEXT) return null;
    value = text.slice(start + 1, close);
    end = close + 1;
    if (value.includes("${") || value.includes("\\")) return null;
  } else {
    for (const pattern of [NUMBER, CONSTANT]) {
      pattern.lastIndex = start;
      const found = pattern.exec(text)?.[0];
      if (found === undefined) continue;
      value = found;
      end = start + found.length;
      break;
    }
  }
  if (value === null) return null;
  SPACE.lastIndex = end;
  SPACE.test(text);
  const next = text[SPACE.lastIndex];
  return next === undefined || ",;)]}#".includes(next) || text.startsWith("//", SPACE.lastIndex) ? value : null;
}
