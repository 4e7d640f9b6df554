import type { ToolRequest } from "../procedure.ts";

/** Puts `text` in place of the characters from `start` up to `end`. */
export type Splice = { start: number; end: number; text: string };

const EDITS_PER_CALL = 100;

/** The text with all splices made. They must not overlap. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const inOrder = [...splices].sort((a, b) => a.start - b.start);
  let result = "";
  let at = 0;
  for (const splice of inOrder) {
    result += text.slice(at, splice.start) + splice.text;
    at = splice.end;
  }
  return result + text.slice(at);
}

/**
 * Writes splices as calls of `edit` and `multi_edit`, whose `old` must stand exactly once in the file when its turn comes.
 *
 * The same replacement at every place becomes one edit with `all`; otherwise each edit holds whole lines, and as many lines
 * around them as it takes to be the only ones.
 */
export function toEditRequests(path: string, text: string, splices: readonly Splice[]): ToolRequest[] {
  const real = splices
    .filter(({ start, end, text: put }) => text.slice(start, end) !== put)
    .sort((a, b) => a.start - b.start);
  const [first] = real;
  if (first === undefined) return [];
  const old = text.slice(first.start, first.end);
  const isUniform = real.every((splice) => splice.text === first.text && text.slice(splice.start, splice.end) === old);
  if (isUniform && old !== "" && text.split(old).length - 1 === real.length) {
    return [{ tool: "edit", input: { path, old, new: first.text, ...(real.length > 1 ? { all: true } : {}) } }];
  }
  const edits = toEdits(text, real);
  if (edits.length === 1) return edits.map((edit) => ({ tool: "edit", input: { path, ...edit } }));
  const calls = Array.from({ length: Math.ceil(edits.length / EDITS_PER_CALL) }, (_, index) =>
    edits.slice(index * EDITS_PER_CALL, (index + 1) * EDITS_PER_CALL),
  );
  return calls.map((part) => ({ tool: "multi_edit", input: { path, edits: part } }));
}

type Edit = { old: string; new: string };

/** How often a text may be searched for pieces that stand in it once: more than any page needs, and less than hostile ones would. */
const MAX_SEARCHES = 1_000;
const MAX_SEARCHED_CHARACTERS = 100_000_000;

/** One edit for each group of lines. Where that takes too many searches, one edit replaces all that is left. */
function toEdits(text: string, splices: readonly Splice[]): Edit[] {
  const searches = { left: Math.min(MAX_SEARCHES, MAX_SEARCHED_CHARACTERS / Math.max(text.length, 1)) };
  const edits: Edit[] = [];
  let current = text;
  let shift = 0;
  for (const group of groupByLines(text, splices)) {
    const start = group.start + shift;
    const after = applySplices(
      text.slice(group.start, group.end),
      group.splices.map((splice) => ({ ...splice, start: splice.start - group.start, end: splice.end - group.start })),
    );
    const edit = makeUnique(current, { start, end: group.end + shift, after }, searches);
    if (edit === null) return [...edits, { old: current, new: applySplices(text, splices) }];
    edits.push(edit);
    current = current.slice(0, start) + after + current.slice(group.end + shift);
    shift += after.length - (group.end - group.start);
  }
  return edits;
}

type Group = { start: number; end: number; splices: Splice[] };

/** Splices that share a line, with the whole lines they stand in. */
function groupByLines(text: string, splices: readonly Splice[]): Group[] {
  const groups: Group[] = [];
  for (const splice of splices) {
    const last = groups.at(-1);
    // A long line with many splices is not gone through again for each.
    if (last !== undefined && splice.end <= last.end) {
      last.splices.push(splice);
      continue;
    }
    const start = lineStart(text, splice.start);
    const end = lineEnd(text, splice.end);
    if (last !== undefined && start <= last.end) {
      last.end = Math.max(last.end, end);
      last.splices.push(splice);
    } else groups.push({ start, end, splices: [splice] });
  }
  return groups;
}

/** Takes in neighbouring lines, above and below in turn, until the piece stands only once in the text; null when no search is left. */
function makeUnique(
  text: string,
  { start, end, after }: { start: number; end: number; after: string },
  searches: { left: number },
): Edit | null {
  let [from, to] = [start, end];
  const isUnique = () => {
    searches.left -= 1;
    const old = text.slice(from, to);
    return old.trim() !== "" && text.indexOf(old) === from && text.indexOf(old, from + 1) === -1;
  };
  for (let isUp = true; ; isUp = !isUp) {
    if (searches.left <= 0) return null;
    if (isUnique() || (from === 0 && to === text.length)) break;
    if (isUp && from > 0) from = lineStart(text, from - 1);
    else if (!isUp && to < text.length) to = lineEnd(text, nextLine(text, to));
  }
  return { old: text.slice(from, to), new: text.slice(from, start) + after + text.slice(end, to) };
}

const lineStart = (text: string, at: number) => text.lastIndexOf("\n", at - 1) + 1;

function nextLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end + 1;
}

/** The end of the line at `at`, before its line break, be it LF or CRLF. */
function lineEnd(text: string, at: number): number {
  const found = text.indexOf("\n", at);
  const end = found === -1 ? text.length : found;
  return end > at && text[end - 1] === "\r" ? end - 1 : end;
}
