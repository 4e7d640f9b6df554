import { type SourceSymbol, trimSigns } from "../symbols/symbol.ts";
import type { StatedName } from "./stated-names.ts";

/** A name that no source ever had, and that is a slip of one that a source defines. */
export type Slip = Omit<StatedName, "key"> & { meant: string; source: { path: string; line: number }; message: string };

/** Shorter names are one letter from too many others. */
const MIN_LENGTH = 9;
const KINDS: Record<Exclude<StatedName["kind"], "path">, readonly SourceSymbol["kind"][]> = {
  flag: ["flag"],
  variable: ["variable"],
  option: ["option", "function", "flag"],
  import: ["function"],
};

/**
 * Looks for stated names that no source knows and that are one letter, or the order of their parts, from the one name of the same
 * kind that the sources define: `LIMIT_MEMORY` for `MEMORY_LIMIT`, `--no-chache` for `--no-cache`.
 */
export function findSlips(unknown: readonly StatedName[], symbols: Iterable<SourceSymbol>): Slip[] {
  const near = new Map<string, Set<string>>();
  const defined = new Map<string, SourceSymbol[]>();
  const note = (form: string, key: string) => {
    const same = near.get(form);
    if (same === undefined) near.set(form, new Set([key]));
    else if (same.size < 4) same.add(key);
  };
  for (const symbol of symbols) {
    if (symbol.key.length < MIN_LENGTH || symbol.key.length > 60) continue;
    const same = defined.get(symbol.key);
    if (same !== undefined) {
      if (same.length < 8) same.push(symbol);
      continue;
    }
    defined.set(symbol.key, [symbol]);
    for (const form of formsOf(symbol.key)) note(form, symbol.key);
  }
  return unknown.flatMap(({ key, ...name }) => {
    if (name.kind === "path" || key.length < MIN_LENGTH || key.length > 60) return [];
    const kinds = KINDS[name.kind];
    const meant = new Set([...formsOf(key)].flatMap((form) => [...(near.get(form) ?? [])]));
    const [first, ...others] = [...meant].flatMap(
      (one) => defined.get(one)?.find(({ kind }) => kinds.includes(kind)) ?? [],
    );
    if (first === undefined || others.length > 0 || isPlural(key, first.key)) return [];
    const { path, line, written } = first;
    const message = `\`${name.written}\` is in no source. \`${written}\` in ${path}:${line} is nearly the same.`;
    return [{ ...name, meant: written, source: { path, line }, message }];
  });
}

/** What a name has in common with those that are one letter or an order of parts away: itself, itself without one letter, its parts in order. */
function* formsOf(key: string): Generator<string> {
  yield key;
  for (let at = 0; at < key.length; at += 1) yield key.slice(0, at) + key.slice(at + 1);
  const parts = key.split("-");
  if (parts.length > 1) yield `=${parts.sort().join("-")}`;
}

/** A page may well speak of one of what the code has many of. */
const isPlural = (one: string, other: string) => trimSigns(one, "s") === trimSigns(other, "s");
