import { isPageFile } from "@docsteward/contract/docs-files";
import { createSpanFinder, wholeWords } from "./find-occurrences.ts";
import { findTargets } from "./find-targets.ts";
import { createLineCounter } from "./line-of.ts";
import { maskCode } from "./mask-code.ts";

/**
 * Finds a word in a file's prose, whatever its case.
 *
 * @returns offsets in prose, and the lines where it stands in code, comments or addresses
 */
export function findWords(path: string, text: string, word: string): { free: number[]; codeLines: number[] } {
  const masked = isPageFile(path) ? maskCode(text) : text;
  const targets = isPageFile(path) ? findTargets(text) : [];
  const isInTarget = createSpanFinder(targets);
  const lineAt = createLineCounter(text);
  const lower = text.toLowerCase();
  // Some letters grow when they change their case, and with them every place behind.
  const [haystack, needle] = lower.length === text.length ? [lower, word.toLowerCase()] : [text, word];
  const free: number[] = [];
  const codeLines: number[] = [];
  for (const at of wholeWords(haystack, needle)) {
    const isCode = isInTarget(at, at + 1) || isInAddress(text, at) || masked[at] !== text[at];
    if (isCode) codeLines.push(lineAt(at));
    else free.push(at);
  }
  return { free, codeLines };
}

/** Whether what stands right before a place, up to a blank, makes it a part of a path, a host or an address for mail. */
function isInAddress(text: string, at: number): boolean {
  const [token = ""] = text
    .slice(Math.max(0, at - 60), at)
    .split(/\s/)
    .slice(-1);
  return /[/@.\\-]/.test(text[at - 1] ?? "") && /[/@:]/.test(token);
}
