import { readNames } from "../names/read-names.ts";
import type { Hunk } from "./read-patch.ts";

/** A literal that is another one on the same line of code: a default, a limit, a value of a list. */
export type ValueChange = { key: string; written: string; before: string; after: string; path: string; line: number };

/** What takes the place of what, over all files of a change. */
export type Replaced = {
  values: ValueChange[];
  /** Names that another one replaced on the same line, by key: how the other one is written. */
  renames: Map<string, string>;
};

const MAX_VALUES = 200;
const MAX_PAIRS = 30;

/**
 * Finds what other literals or names lines hold afterwards: among runs of removed lines that added ones follow, those that differ in
 * literals alone, and those on which one name takes the place of another.
 */
export function readValues({ lines, heading }: Hunk, path: string, into: Replaced): void {
  for (let at = 0; at < lines.length; at += 1) {
    if (lines[at]?.sign !== "-") continue;
    let added = at;
    while (lines[added]?.sign === "-") added += 1;
    let end = added;
    while (lines[end]?.sign === "+") end += 1;
    const pairs = Math.min(added - at, end - added, MAX_PAIRS);
    for (let pair = 0; pair < pairs && into.values.length < MAX_VALUES; pair += 1) {
      const [old, now] = [lines[at + pair], lines[added + pair]];
      if (old === undefined || now === undefined) continue;
      readRename(into.renames, old.text, now.text);
      for (const { start, before, after } of differentLiterals(old.text, now.text)) {
        const name = nearestName(lines, at + pair, old.text.trim().slice(0, start)) ?? lastName(heading);
        if (name !== null) into.values.push({ ...name, before, after, path, line: now.number });
      }
    }
    at = end - 1;
  }
}

function differentLiterals(old: string, now: string): { start: number; before: string; after: string }[] {
  const [before, after] = [skeletonOf(old), skeletonOf(now)];
  if (before.shape !== after.shape || before.literals.length !== after.literals.length) return [];
  return before.literals.flatMap(({ text, start }, index) => {
    const other = after.literals[index]?.text;
    return other === undefined || other === text ? [] : [{ start, before: unquote(text), after: unquote(other) }];
  });
}

type Skeleton = { shape: string; literals: { text: string; start: number }[] };

const CONSTANTS = new Set(["true", "false", "null", "none", "nil", "True", "False", "None"]);
const MAX_LITERAL = 120;
const isWordChar = (char: string | undefined) => char !== undefined && /[\w%]/.test(char);

/** A line with a mark in place of each literal: strings, numbers, and the constants of most languages. */
function skeletonOf(line: string): Skeleton {
  const text = line.trim();
  const literals: Skeleton["literals"] = [];
  let shape = "";
  let at = 0;
  while (at < text.length) {
    const end = literalEnd(text, at);
    if (end > at) {
      literals.push({ text: text.slice(at, end), start: at });
      shape += "\u0000";
      at = end;
      continue;
    }
    do {
      shape += text[at];
      at += 1;
    } while (at < text.length && isWordChar(text[at]) && isWordChar(text[at - 1]));
  }
  return { shape, literals };
}

/** Where the literal at a place ends; the place itself when there is none. */
function literalEnd(text: string, at: number): number {
  const char = text[at] ?? "";
  if (char === '"' || char === "'" || char === "`") {
    const close = text.slice(at + 1, at + MAX_LITERAL + 2).indexOf(char);
    return close < 0 || text.slice(at, at + close + 1).includes("\\") ? at : at + close + 2;
  }
  if (!isWordChar(char)) return at;
  let end = at;
  const isNumber = char >= "0" && char <= "9";
  while (end < text.length && end < at + MAX_LITERAL && (isWordChar(text[end]) || (isNumber && text[end] === ".")))
    end += 1;
  return isNumber || CONSTANTS.has(text.slice(at, end)) ? end : at;
}

/** A line on which one name takes the place of another. */
function readRename(renames: Map<string, string>, before: string, after: string): void {
  const [old, now] = [namesOf(before), namesOf(after)];
  if (old.length !== now.length) return;
  const different = old.flatMap((name, at) => {
    const other = now[at];
    return other !== undefined && other.key !== name.key ? [{ name, other }] : [];
  });
  const [first] = different;
  if (first === undefined || different.some(({ name }) => name.key !== first.name.key)) return;
  renames.set(first.name.key, first.other.written);
}

function namesOf(text: string): Named[] {
  const names: Named[] = [];
  readNames(text, ({ key, written }) => void names.push({ key, written }));
  return names;
}

const unquote = (text: string) => (/^["'`]/.test(text) ? text.slice(1, -1) : text);
/** Names that say nothing of what a line is about. */
export const GENERAL = new Set(
  "default,value,default-value,default-value-t,const,let,var,return,type,set,some,pub,static,help,description,arg,clap,long,short,env,option,click,int,str,bool,string,number,serde".split(
    ",",
  ),
);

/** What describes the line below it. */
const ATTRIBUTE = /^\s*(?:#\[|@|\/\/)/;

type Named = { key: string; written: string };

/** The name that a literal belongs to: the last one before it on its line, below an attribute, or else above it. */
function nearestName(lines: Hunk["lines"], at: number, before: string): Named | null {
  const own = lastName(before);
  if (own !== null) return own;
  if (ATTRIBUTE.test(lines[at]?.text ?? "")) {
    const below = lines.slice(at + 1).find(({ sign, text }) => sign !== "+" && !ATTRIBUTE.test(text));
    const name = lastName(below?.text ?? "", true);
    if (name !== null) return name;
  }
  for (let above = at - 1; above >= 0 && above >= at - 8; above -= 1) {
    const line = lines[above];
    if (line === undefined || line.sign === "+") continue;
    const name = lastName(line.text, true);
    if (name !== null) return name;
  }
  return null;
}

function lastName(text: string, isFirst = false): Named | null {
  let found: Named | null = null;
  readNames(text, ({ key, written }) => {
    if (!GENERAL.has(key) && key.length > 2 && !(isFirst && found)) found = { key, written };
  });
  return found;
}
