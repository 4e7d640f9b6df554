import { trimSigns } from "../symbols/symbol.ts";
import type { StatedName } from "./stated-names.ts";

/** A name in the code of a source. */
export type CodeName = { key: string; written: string; path: string };

/** A name that no source ever had, and that is a slip of one that a source has. */
export type Slip = Omit<StatedName, "key"> & { meant: string; source: string; message: string };

/** Shorter names are one letter from too many others. */
const MIN_LENGTH = 9;
const MAX_LENGTH = 60;
const MAX_NEAR = 12;

type NameStyle = "flag" | "dashes" | "constant" | "snake" | "upper" | "lower";

/** How a name is spelled: `--a-b`, `a-b`, `A_B`, `a_b`, `AB` with small letters, `aB`. */
export function styleOf(written: string): NameStyle {
  if (written.startsWith("--")) return "flag";
  if (written.includes("-")) return "dashes";
  if (written === written.toUpperCase()) return "constant";
  if (written.includes("_")) return "snake";
  return /^[A-Z]/.test(written) ? "upper" : "lower";
}

/** Code declares a flag with its dashes or without the first two. Everything else has one spelling. */
const isSpelledAs = (stated: NameStyle, code: NameStyle) => stated === code || (stated === "flag" && code === "dashes");

/** What frameworks put before the names of variables that a browser may see. */
const PREFIXES = /^(?:PUBLIC|NEXT|VITE|NUXT|REACT|EXPO|GATSBY)_/;

/**
 * Looks for stated names that no source knows and that are one letter, two letters in another order or the order of their parts from
 * the only such name in the code of the sources: `LIMIT_MEMORY` for `MEMORY_LIMIT`, `--skip-chache` for `--skip-cache`.
 */
export function findSlips(unknown: readonly StatedName[], names: Iterable<CodeName>): Slip[] {
  const stated = new Map<string, Set<string>>();
  for (const { kind, key, written } of unknown) {
    if (kind === "path" || !isLong(key) || PREFIXES.test(written)) continue;
    for (const form of formsOf(key)) stated.set(form, (stated.get(form) ?? new Set()).add(key));
  }
  const near = new Map<string, CodeName[]>();
  for (const name of stated.size === 0 ? [] : names) {
    if (!isLong(name.key)) continue;
    for (const form of formsOf(name.key))
      for (const key of stated.get(form) ?? [])
        if (isSlip(key, name.key)) near.set(key, [...(near.get(key) ?? []), name].slice(0, MAX_NEAR));
  }
  return unknown.flatMap(({ key, ...name }) => {
    const found = near.get(key) ?? [];
    if (new Set(found.map((one) => one.key)).size !== 1) return [];
    const meant = found.find((one) => isSpelledAs(styleOf(name.written), styleOf(one.written)));
    if (meant === undefined) return [];
    const { written, path } = meant;
    const message = `\`${name.written}\` is in no source. \`${written}\` in ${path} is nearly the same.`;
    return [{ ...name, meant: written, source: path, message }];
  });
}

const isLong = (key: string) => key.length >= MIN_LENGTH && key.length <= MAX_LENGTH;

/** What a name has in common with those that are near: itself, itself without one letter, its parts in order. */
function* formsOf(key: string): Generator<string> {
  yield key;
  for (let at = 0; at < key.length; at += 1) yield key.slice(0, at) + key.slice(at + 1);
  const parts = key.split("-");
  if (parts.length > 1) yield `=${parts.sort().join("-")}`;
}

/** Whether two names that are near are one, and not one of many (`user`, `users`) or two of a row (`v1`, `v2`). */
function isSlip(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < one.length - start && end < other.length - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const difference = one.slice(start, one.length - end) + other.slice(start, other.length - end);
  const isReordered = one.length === other.length && difference.length > 4;
  // Two letters apart that are not the same two in another order are two slips. A short word is another one: `get`, `set`.
  const least = difference.length === 1 ? 4 : 5;
  const isNear =
    isReordered || ((difference.length <= 2 || isSwapped(difference)) && wordAt(other, start).length >= least);
  return isNear && !/\d/.test(difference) && trimSigns(one, "s") !== trimSigns(other, "s") && difference !== "s";
}

const wordAt = (key: string, at: number) => key.slice(key.lastIndexOf("-", at - 1) + 1).split("-")[0] ?? "";

const isSwapped = (difference: string) =>
  difference.length === 4 && difference[0] === difference[3] && difference[1] === difference[2];
