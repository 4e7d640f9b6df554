import { isPageFile } from "@docsteward/contract/docs-files";
import { findTargets } from "./find-targets.ts";
import { lineOf } from "./line-of.ts";
import { maskCode } from "./mask-code.ts";

/**
 * Finds a word in a file's prose, whatever its case.
 *
 * @returns offsets in prose, and the lines where it stands in code, comments or addresses
 */
export function findWords(path: string, text: string, word: string): { free: number[]; codeLines: number[] } {
  const masked = isPageFile(path) ? maskCode(text) : text;
  const targets = isPageFile(path) ? findTargets(text) : [];
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_])${word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}(?![\\p{L}\\p{N}_])`,
    "giu",
  );
  const free: number[] = [];
  const codeLines: number[] = [];
  for (const { index } of text.matchAll(pattern)) {
    const isTarget = targets.some(({ start, end }) => start <= index && index < end);
    const isAddress =
      /[/@.\\-]/.test(text[index - 1] ?? "") && /\S*[/@:]\S*$/.test(text.slice(Math.max(0, index - 60), index));
    if (isTarget || isAddress || masked[index] !== text[index]) codeLines.push(lineOf(text, index));
    else free.push(index);
  }
  return { free, codeLines };
}
