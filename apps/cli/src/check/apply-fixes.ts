import { lstat, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Finding } from "@docsteward/docs/checks/finding";

/** The target of a link comes at most so many characters behind the place where the link begins. */
const MAX_DISTANCE = 5_000;

/**
 * Writes the one correction of each finding that has one into the files on disk. A file that is a link to another is left alone.
 *
 * @returns how many corrections were written
 */
export async function applyFixes(folder: string, findings: readonly Finding[]): Promise<number> {
  let applied = 0;
  for (const [path, own] of Map.groupBy(findings, (finding) => finding.path)) {
    const file = join(folder, path);
    const fixable = own.filter(({ fix }) => fix !== undefined);
    if (fixable.length === 0 || !(await lstat(file)).isFile()) continue;
    const text = await readFile(file, "utf8");
    const corrected = correct(text, fixable);
    if (corrected.count > 0) await writeFile(file, corrected.text);
    applied += corrected.count;
  }
  return applied;
}

function correct(text: string, findings: readonly Finding[]): { text: string; count: number } {
  const starts = lineStarts(text);
  const edits = new Map<number, { old: string; new: string }>();
  for (const { line, column, fix } of findings) {
    const at = fix && findTarget(text, fix.old, (starts[line - 1] ?? text.length) + column - 1);
    if (fix && at !== undefined && at >= 0) edits.set(at, fix);
  }
  let corrected = "";
  let from = 0;
  let count = 0;
  for (const [at, fix] of [...edits].sort(([a], [b]) => a - b)) {
    if (at < from) continue;
    corrected += text.slice(from, at) + fix.new;
    from = at + fix.old.length;
    count += 1;
  }
  return { text: corrected + text.slice(from), count };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** Whether an address is the target of a link, and not its text. */
function findTarget(text: string, address: string, from: number): number {
  for (let at = text.indexOf(address, from); at >= 0 && at - from < MAX_DISTANCE; at = text.indexOf(address, at + 1)) {
    const after = text[at + address.length] ?? " ";
    if (opensTarget(text, at) && /[)>"'\s]/.test(after)) return at;
  }
  return -1;
}

/** `](a`, `(<a`, `href="a`, `]: a` */
function opensTarget(text: string, at: number): boolean {
  let before = at - 1;
  while (text[before] === " " || text[before] === "\n") before -= 1;
  if (before < at - 1) return text[before] === "(" || text.slice(before - 1, before + 1) === "]:";
  return /[(<"'=:]/.test(text[before] ?? "");
}
