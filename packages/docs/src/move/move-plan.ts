import type { DocsReader } from "../docs-reader.ts";

/** A file and its new path. */
export type Move = { from: string; to: string };

/** What a person must do, since a job cannot: in one sentence, with the exact line where there is one. */
export type Undone = { path: string; line: number | null; message: string };

/** What moving pages takes, besides the moves: the new texts, and what could not be done. */
export type MovePlan = {
  moves: Move[];
  /** New texts by path, as the path is after the moves. `withoutCode` leaves out what the rules may refuse as code. */
  texts: { path: string; text: string; withoutCode?: string }[];
  /** What `withoutCode` leaves out: imports, and settings of plugins. */
  refusable: Undone[];
  /** Counts of changed links, navigation entries and added redirects, for the report. */
  links: number;
  entries: { path: string; line: number; from: string; to: string }[];
  redirects: { path: string; from: string; to: string }[];
  undone: Undone[];
};

/** Replaces a part of a text. `start` counts characters. */
export type Splice = { start: number; end: number; text: string; isCode?: true };

type Place = { line: number; column?: number; isCode?: true };

/** Collects changes of many files, and makes the texts at the end. */
export type TextChanges = {
  /** The text of a file as it was. */
  read(path: string): Promise<string | null>;
  add(path: string, splice: Splice): void;
  /** Replaces `old` by `now` where it comes first behind a place. @returns whether it was found */
  replaceAt(path: string, place: Place, old: string, now: string): Promise<boolean>;
  texts(): Promise<{ path: string; text: string; withoutCode?: string }[]>;
};

/** A link's address may be that far behind where the link begins. */
const MAX_DISTANCE = 5_000;

export function createTextChanges(reader: DocsReader): TextChanges {
  const known = new Map<string, Promise<string | null>>();
  const splices = new Map<string, Splice[]>();
  const read = (path: string) => {
    const text = known.get(path) ?? reader.readMany([path]).then(([file]) => file?.text ?? null);
    known.set(path, text);
    return text;
  };
  const add = (path: string, splice: Splice) => splices.set(path, [...(splices.get(path) ?? []), splice]);
  const isFree = (path: string, start: number, end: number) =>
    (splices.get(path) ?? []).every((other) => end <= other.start || start >= other.end);
  return {
    read,
    add,
    async replaceAt(path, { line, column = 1, ...kind }, old, now) {
      const text = await read(path);
      if (text === null) return false;
      const from = offsetOf(text, line) + column - 1;
      for (let at = text.indexOf(old, from); at >= 0 && at - from <= MAX_DISTANCE; at = text.indexOf(old, at + 1)) {
        if (!isWhole(text, at, old) || !isFree(path, at, at + old.length)) continue;
        add(path, { start: at, end: at + old.length, text: now, ...kind });
        return true;
      }
      return false;
    },
    async texts() {
      const changed: { path: string; text: string; withoutCode?: string }[] = [];
      for (const [path, own] of splices) {
        const before = await read(path);
        if (before === null) continue;
        const text = applySplices(before, own);
        const others = own.filter(({ isCode }) => !isCode);
        const withoutCode = others.length < own.length ? { withoutCode: applySplices(before, others) } : {};
        if (text !== before) changed.push({ path, text, ...withoutCode });
      }
      return changed;
    },
  };
}

function applySplices(before: string, splices: readonly Splice[]): string {
  let text = before;
  for (const { start, end, text: now } of splices.toSorted((a, b) => b.start - a.start || b.end - a.end))
    text = text.slice(0, start) + now + text.slice(end);
  return text;
}

/** Where a line begins, counted from 1. */
export function offsetOf(text: string, line: number): number {
  let at = 0;
  for (let count = 1; count < line; count += 1) {
    const next = text.indexOf("\n", at);
    if (next < 0) return text.length;
    at = next + 1;
  }
  return at;
}

/** Whether an address stands there whole, and is not a part of a longer one. */
function isWhole(text: string, at: number, old: string): boolean {
  const isPart = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}_/.#?%-]/u.test(char);
  const next = text[at + old.length];
  return (
    !isPart(text[at - 1]) &&
    (!isPart(next) || (next === "." && !/[\p{L}\p{N}]/u.test(text[at + old.length + 1] ?? " ")))
  );
}
