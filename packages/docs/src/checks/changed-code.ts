import { trimBlanks } from "../page/markdown-scanner.ts";
import type { CodeFence, Page } from "../page/page.ts";
import type { RawFinding } from "./finding.ts";

const MAX_LINES = 50;

/**
 * Rule `changed-code`: code that was there before reads differently now. One warning a page, at the first such block.
 *
 * A block that was added, taken out or moved is no change; spaces at the ends of lines are none either.
 */
export function changedCode(page: Page, before: Page | null): RawFinding[] {
  const lines = before ? changedBlocks(before.codeFences, page.codeFences).map(({ line }) => line) : [];
  const [line] = lines;
  if (line === undefined) return [];
  const which =
    lines.length === 1
      ? "This code block differs"
      : `The code blocks on lines ${lines.slice(0, MAX_LINES).join(", ")} differ`;
  const message = `${which} from the original. Change code only if the request asks for it.`;
  return [{ path: page.path, line, rule: "changed-code", message, severity: "warning", key: "changed-code" }];
}

/** Pairs the blocks that are in only one of two versions, run by run between those that are in both. */
function changedBlocks(before: CodeFence[], now: CodeFence[]): CodeFence[] {
  const common = commonBlocks(before.map(textOf), now.map(textOf));
  let changed: CodeFence[] = [];
  let [old, young] = [0, 0];
  for (const [nextOld, nextYoung] of [...common, [before.length, now.length] as const]) {
    // Where a run grew or shrank, blocks were added or taken out: which one became which is anyone's guess.
    if (nextOld - old === nextYoung - young) changed = changed.concat(now.slice(young, nextYoung));
    [old, young] = [nextOld + 1, nextYoung + 1];
  }
  return changed;
}

const textOf = ({ text, language }: CodeFence) =>
  `${language}\n${text.split("\n").map(trimBlanks).join("\n").trimEnd()}`;

/** Of pages with more blocks only those at both ends are compared: what is in between may have been moved about. */
const MAX_PAIRS = 1_000_000;

/** Positions of a longest common subsequence of two lists. */
function commonBlocks(a: string[], b: string[]): (readonly [number, number])[] {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const numbers = new Map<string, number>();
  const numberOf = (text: string) => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  const between = commonNumbers(
    a.slice(start, a.length - end).map(numberOf),
    b.slice(start, b.length - end).map(numberOf),
  );
  return [
    ...Array.from({ length: start }, (_, at) => [at, at] as const),
    ...between.map(([i, j]) => [i + start, j + start] as const),
    ...Array.from({ length: end }, (_, at) => [a.length - end + at, b.length - end + at] as const),
  ];
}

function commonNumbers(a: number[], b: number[]): (readonly [number, number])[] {
  if (a.length * b.length > MAX_PAIRS) return [];
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = lengths[i];
      if (row) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++] as const);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}
