import { isPageFile } from "@docsteward/contract/docs-files";
import { cutPairs } from "@docsteward/platform/cut-text";
import { frontmatterEnd } from "@docsteward/text/markdown/frontmatter";
import { createFenceReader } from "@docsteward/text/markdown/scanner";
import { ToolRefusal } from "../tools/tool-refusal.ts";
import type { JobPages } from "./job-pages.ts";

const AROUND = 3;
const MAX_SHOWN_LINES = 80;

/**
 * Makes replacements in one file, in order; when one of them cannot be made, none is. `lines` are the changed lines with three
 * around them, by number. `style` says where the new lines are formatted otherwise than their page.
 *
 * @throws ToolRefusal naming the replacement that failed, counted from 1, when there are several
 */
export async function applyEdits(
  pages: JobPages,
  path: string,
  edits: readonly Replacement[],
): Promise<{ replacements: number; lines?: string; note?: string; style?: string[] }> {
  const olds = edits.map(({ old }) => old);
  const before = await pages.readForEdit(path, olds);
  let text = before;
  let replacements = 0;
  let note: string | undefined;
  for (const [index, edit] of edits.entries()) {
    const result = editText(text, edit);
    if ("error" in result)
      throw new ToolRefusal(
        edits.length === 1 ? result.error : `Edit ${index + 1} of ${edits.length}: ${result.error}`,
      );
    text = result.text;
    replacements += result.replacements;
    note = result.note ?? note;
  }
  if (text !== before) await pages.replace(path, text);
  const changed = changedLines(before, text);
  pages.markShown(
    path,
    changed.flatMap((hunk) => hunk.map(({ line }) => line)),
  );
  const style = isPageFile(path) ? foreignFormat(before, text) : [];
  return {
    replacements,
    ...(changed.length === 0 ? {} : { lines: formatLines(changed) }),
    ...(note === undefined ? {} : { note }),
    ...(style.length === 0 ? {} : { style }),
  };
}

type NumberedLine = { number: number; line: string };

/** The lines of a text that another did not have, with some around them, in order. */
export function changedLines(before: string, after: string): NumberedLine[][] {
  if (before === after) return [];
  const [old, now] = [before, after].map((text) => text.split(/\r?\n/)) as [string[], string[]];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const known = new Set(old.slice(start, old.length - end));
  const last = now.length - end;
  const isNew = (at: number) => at >= start && at < last && !known.has(now[at] ?? "");
  const marked = Array.from({ length: Math.max(last - start, 0) }, (_, index) => start + index).filter(isNew);
  // Where lines were only taken out or put in another order, the place is what there is to show.
  const places = marked.length > 0 ? [start, ...marked, Math.max(last - 1, start)] : [start, Math.max(last - 1, start)];
  const shown = new Set(
    places.flatMap((at) => range(at - AROUND, at + AROUND)).filter((at) => at >= 0 && at < now.length),
  );
  const hunks: NumberedLine[][] = [];
  for (const at of [...shown].sort((a, b) => a - b)) {
    const numbered = { number: at + 1, line: now[at] ?? "" };
    const hunk = hunks.at(-1);
    if (hunk?.at(-1)?.number === at) hunk.push(numbered);
    else hunks.push([numbered]);
  }
  return hunks;
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

function formatLines(hunks: readonly NumberedLine[][]): string {
  const lines = hunks.flatMap((hunk, index) => [
    ...(index === 0 ? [] : ["--"]),
    ...hunk.map(({ number, line }) => `${number}\t${line}`),
  ]);
  const more = lines.length - MAX_SHOWN_LINES;
  return [...lines.slice(0, MAX_SHOWN_LINES), ...(more > 0 ? [`… and ${more} more lines`] : [])].join("\n");
}

type Replacement = { old: string; new: string; all?: boolean };

type EditResult = { text: string; replacements: number; note?: string } | { error: string };

/** More than any file may have. A few replacements of one letter by many would fill the memory before the file is written. */
const MAX_CHARACTERS = 1_000_000;

/**
 * Replaces an exact piece of text, the way an editor's "find" would: no pattern, no guess.
 *
 * Line ends of the file win: an `old` with LF matches a CRLF file, and what is put in takes the file's line ends. A byte order
 * mark stays where it is. When `old` is not there, the error says which lines come nearest.
 */
export function editText(text: string, replacement: Replacement): EditResult {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const toFileEol = (value: string) => value.replace(/\r?\n/g, eol);
  const before = toFileEol(replacement.old);
  const after = toFileEol(replacement.new);
  if (before === "")
    return { error: "`old` is empty. Set it to the exact text to replace. To create a page, use write." };
  if (before === after) return { error: "`old` and `new` are identical. Nothing to change." };

  const count = text.split(before).length - 1;
  if (text.length + count * (after.length - before.length) > MAX_CHARACTERS) {
    return {
      error: `The file would have more than ${MAX_CHARACTERS} characters. Replace fewer occurrences, or use a shorter text.`,
    };
  }
  if (count === 0) return missing(text, before, after, eol);
  if (count > 1 && !replacement.all) {
    return {
      error: `\`old\` must occur exactly once, and occurs ${count} times in the file. Include more of the surrounding text, or set \`all\` to true.`,
    };
  }
  return { text: text.split(before).join(after), replacements: count };
}

function missing(text: string, before: string, after: string, eol: string): EditResult {
  if (after.trim() !== "" && text.includes(after)) {
    return { text, replacements: 0, note: "Already applied: the file contains the new text and not the old text." };
  }
  const near = nearestLines(text.split(eol), before.split(eol));
  const hint = near === null ? "" : ` Nearest lines (${near.from}–${near.to}):\n${near.lines.join("\n")}`;
  return { error: `\`old\` not found in the file. It must match exactly, including whitespace.${hint}` };
}

/** The window of lines that shares the most words with what was looked for; null when nothing comes near. */
function nearestLines(lines: string[], wanted: string[]): { from: number; to: number; lines: string[] } | null {
  const words = (line: string) => new Set(line.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []);
  const wantedWords = words(wanted.join(" "));
  if (wantedWords.size === 0) return null;
  const size = Math.min(wanted.length, 12);
  const perLine = lines.map(words);
  let best = { at: -1, score: 0 };
  for (let at = 0; at + size <= lines.length; at += 1) {
    const seen = new Set<string>();
    for (const lineWords of perLine.slice(at, at + size))
      for (const word of lineWords) if (wantedWords.has(word)) seen.add(word);
    const score = seen.size / wantedWords.size;
    if (score > best.score) best = { at, score };
  }
  if (best.score < 0.5) return null;
  return { from: best.at + 1, to: best.at + size, lines: lines.slice(best.at, best.at + size) };
}

const BULLET = /^\s*([-*+])\s+\S/;
/** What begins something other than a paragraph. */
const BLOCK = /^\s*(?:$|[#>|<{[\]}:!=~]|[-*+]\s|\d+[.)]\s|import\s|export\s)/;
const NOT_TEXT = [
  ["`", "`"],
  ["<", ">"],
  ["{", "}"],
  ["](", ")"],
] as const;
/** So many signs make a habit; fewer may be chance. */
const HABIT = 3;
const LONGEST_WRAP = 120;
const WRAP_SLACK = 10;

/**
 * Says where the lines that an edit brings are formatted otherwise than the rest of their page: markers of lists, quotes, and
 * where lines are wrapped. Only what the page does without exception counts as its way.
 *
 * @returns a sentence for the model for each
 */
export function foreignFormat(before: string, after: string): string[] {
  const own = proseLines(before);
  const known = new Set(own);
  const added = proseLines(after).filter((line) => !known.has(line));
  return [bullets(own, added), quotes(own, added), wrapping(own, added)].filter((sentence) => sentence !== null);
}

/** The lines of a page's text, without front matter and code blocks. */
function proseLines(text: string): string[] {
  const readFence = createFenceReader("any");
  return text
    .slice(frontmatterEnd(text))
    .split(/\r?\n/)
    .filter((line) => readFence(line) === null);
}

function bullets(own: readonly string[], added: readonly string[]): string | null {
  const markersOf = (lines: readonly string[]) => lines.flatMap((line) => BULLET.exec(line)?.[1] ?? []);
  const markers = markersOf(own);
  const [marker] = markers;
  if (markers.length < HABIT || markers.some((other) => other !== marker)) return null;
  const foreign = markersOf(added).find((other) => other !== marker);
  return foreign
    ? `This page uses \`${marker}\` for list items, and your lines use \`${foreign}\`. Use \`${marker}\`.`
    : null;
}

function quotes(own: readonly string[], added: readonly string[]): string | null {
  const count = (lines: readonly string[], sign: RegExp) =>
    lines.reduce((sum, line) => sum + (cutPairs(line, NOT_TEXT).match(sign)?.length ?? 0), 0);
  const [straight, curly] = [/"/g, /[“”]/g];
  if (count(own, curly) >= HABIT && count(own, straight) === 0 && count(added, straight) > 0)
    return "This page uses curly quotes (“ ”), and your lines use straight quotes. Use curly quotes.";
  if (count(own, straight) >= HABIT && count(own, curly) === 0 && count(added, curly) > 0)
    return 'This page uses straight quotes (" "), and your lines use curly quotes. Use straight quotes.';
  return null;
}

function wrapping(own: readonly string[], added: readonly string[]): string | null {
  const isText = (line: string | undefined) => line !== undefined && !BLOCK.test(line);
  const text = own.filter(isText);
  const wrapped = own.filter((line, index) => isText(line) && isText(own[index + 1]));
  const longest = longestOf(text);
  if (wrapped.length < HABIT || longest > LONGEST_WRAP) return null;
  const long = added.filter((line) => isText(line) && line.length > longest + WRAP_SLACK);
  if (long.length === 0) return null;
  const most = longestOf(long);
  return `This page wraps lines at ${longest} characters, and your lines have up to ${most}. Wrap them.`;
}

/** A page may have more lines than a call takes arguments. */
const longestOf = (lines: readonly string[]) => lines.reduce((longest, { length }) => Math.max(longest, length), 0);
