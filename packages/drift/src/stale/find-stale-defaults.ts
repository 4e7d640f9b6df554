import { readNames } from "../names/read-names.ts";
import type { SourceSymbol } from "../symbols/symbol.ts";
import { keyOf } from "../symbols/symbol.ts";
import type { StatedDefault } from "./stated-defaults.ts";

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
