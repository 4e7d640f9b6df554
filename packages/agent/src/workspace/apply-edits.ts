import { isPageFile } from "@docsteward/contract/docs-files";
import { ToolRefusal } from "../tools/tool-refusal.ts";
import type { JobPages } from "./job-pages.ts";
import { foreignFormat } from "./style.ts";

/**
 * Makes replacements in one file, in order; when one of them cannot be made, none is. `style` says where the new lines are
 * formatted otherwise than their page.
 *
 * @throws ToolRefusal naming the replacement that failed, counted from 1, when there are several
 */
export async function applyEdits(
  pages: JobPages,
  path: string,
  edits: readonly Replacement[],
): Promise<{ replacements: number; note?: string; style?: string[] }> {
  const before = await pages.readForEdit(path);
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
  if (text !== before) await pages.write(path, text);
  const style = isPageFile(path) ? foreignFormat(before, text) : [];
  return { replacements, ...(note === undefined ? {} : { note }), ...(style.length === 0 ? {} : { style }) };
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
