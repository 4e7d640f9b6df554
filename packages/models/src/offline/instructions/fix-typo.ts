import { editDistance } from "@docsteward/text/lexical/edit-distance";
import { updateAnchors } from "../links.ts";
import type { InstructionOf } from "../parse/instruction.ts";
import type { Procedure } from "../procedure.ts";
import { findPlace, type Site } from "../site.ts";
import { findWords } from "../text/occurrences.ts";
import { editFiles, grep, grepAny, literalAnyCase } from "../tools.ts";
import { COMMON_MISSPELLINGS } from "./common-misspellings.ts";
import { failureLines, listPaths, type Outcome, plural } from "./outcome.ts";

/** Fixes a misspelled word in the pages' prose. Without a correction, looks for one; when in doubt, changes nothing. */
export function* fixTypo(instruction: InstructionOf<"fix-typo">, site: Site): Procedure<Outcome> {
  const { word, correction } = instruction;
  if (word === undefined) {
    const lines = ['Name the misspelled word: fix the typo "recieve", or fix the typo "recieve" to "receive".'];
    return { status: "unclear", title: "Fix a typo", lines };
  }
  const title = `Fix the typo "${word}"`;
  const place = yield* findPlace(instruction.where, site);
  if ("problem" in place) return { status: "unclear", title, lines: [place.problem] };
  const found = yield* grep(literalAnyCase(word), `Searching for “${word}”.`, place.path);
  if (found.error !== undefined) return { status: "unclear", title, lines: [found.error] };
  const inPlace = place.path === undefined ? "in the pages" : `in \`${place.path}\``;
  const nowhere: Outcome = {
    status: "nothing",
    title,
    lines: [`“${word}” not found ${inPlace}. Nothing to fix.`],
  };
  if (found.paths.length === 0) return nowhere;

  const suggestion = correction === undefined ? yield* suggestCorrection(word) : { correction };
  if ("problem" in suggestion) return { status: "unclear", title, lines: [suggestion.problem] };
  const right = suggestion.correction;
  const edited = yield* editFiles(
    found.paths,
    (path, text) => {
      const { free, codeLines } = findWords(path, text, word);
      return { splices: free.map((start) => inCaseOf(text, start, word, right)), note: codeLines };
    },
    {
      read: `Found it in ${plural(found.paths.length, "file")}; reading.`,
      edit: `Replacing “${word}” with “${right}”.`,
    },
  );
  const anchors = yield* updateAnchors(edited, site);

  const paths = [...edited.changed.keys()];
  const notes = [...[...edited.changed].map(([path, { note }]) => [path, note] as const), ...edited.unchanged];
  const inCode = notes.flatMap(([path, note]) => (note ?? []).map((line) => `${path}:${line}`));
  const lines: string[] = [];
  if (paths.length > 0) lines.push(`Fixed “${word}” to “${right}” in ${listPaths(paths, 50)}.`);
  if (anchors.length > 0) lines.push(`A heading changed, so links to it were updated in ${listPaths(anchors)}.`);
  if (inCode.length > 0) {
    lines.push(
      `Not replaced in code and URLs: ${listPaths(inCode)}. To change those too: replace "${word}" with "${right}" in PATH.`,
    );
  }
  lines.push(...failureLines(edited.failed));
  if (paths.length > 0) return { status: "done", title: `${title} to "${right}"`, lines };
  return lines.length > 0 ? { status: "unclear", title, lines } : nowhere;
}

/** The correction with the capitals of what it replaces: `Recieve` becomes `Receive`, `RECIEVE` becomes `RECEIVE`. */
function inCaseOf(text: string, start: number, word: string, right: string) {
  const here = text.slice(start, start + word.length);
  const isUpper = here.length > 1 && here === here.toUpperCase() && here !== here.toLowerCase();
  const isCapital = here[0] !== undefined && here[0] !== here[0].toLowerCase();
  const cased =
    here === word
      ? right
      : isUpper
        ? right.toUpperCase()
        : isCapital
          ? `${right[0]?.toUpperCase()}${right.slice(1)}`
          : right;
  return { start, end: start + word.length, text: cased };
}

type Counted = { word: string; count: number };

/**
 * Looks for what a misspelled word should be: in a short list of common misspellings, else in the words of the docs that
 * differ by one letter (more, less, other, or two changed places). One word must be clearly the most used of them.
 */
function* suggestCorrection(word: string): Procedure<{ correction: string } | { problem: string }> {
  const known = COMMON_MISSPELLINGS[word.toLowerCase()];
  if (known !== undefined) return { correction: likeIn(word, known) };
  const ask = `give the correction: fix the typo "${word}" to "…".`;
  if (!/^[\p{L}'’]{4,30}$/u.test(word)) return { problem: `This model can't look up “${word}”; ${ask}` };

  const { matches } = yield* grepAny(
    nearPatterns(word.toLowerCase()),
    `Looking for the correct spelling of “${word}”.`,
  );
  const counts = countWords(matches.map(({ text }) => text).join("\n"));
  const own = counts.get(word.toLowerCase()) ?? 0;
  const near: Counted[] = [...counts]
    .map(([candidate, count]) => ({ word: candidate, count }))
    .filter(
      (candidate) =>
        editDistance(candidate.word, word.toLowerCase(), 1) === 1 && !isInflection(candidate.word, word.toLowerCase()),
    )
    .filter(({ count }) => count > own)
    .sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1));
  const [best, second] = near;
  if (best === undefined)
    return { problem: `The docs contain no similar word that is more common than “${word}”; ${ask}` };
  if (second !== undefined && best.count < second.count * 2) {
    const choices = near.slice(0, 3).map((candidate) => `“${candidate.word}”`);
    return { problem: `“${word}” may be ${choices.join(" or ")}; ${ask}` };
  }
  return { correction: likeIn(word, best.word) };
}

/** Expressions that together match every word one step away. */
function nearPatterns(word: string): string[] {
  const letters = [...word];
  const piece = (from: number, to?: number) => literalAnyCase(letters.slice(from, to).join(""));
  const changed = letters.map((_, at) => `${piece(0, at)}[[:alpha:]]?${piece(at + 1)}`);
  const longer = [...letters, ""].map((_, at) => `${piece(0, at)}[[:alpha:]]${piece(at)}`);
  const swapped = letters
    .slice(1)
    .map((letter, at) => `${piece(0, at)}${literalAnyCase(letter + letters[at])}${piece(at + 2)}`);
  return [...new Set([...changed, ...longer, ...swapped])];
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [found] of text.toLowerCase().matchAll(/[\p{L}'’]+/gu)) counts.set(found, (counts.get(found) ?? 0) + 1);
  return counts;
}

/** `guide` and `guides` are two words and no typo of each other. */
function isInflection(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return long === `${short}s` || long === `${short}d` || long === `${short}'` || long === `${short}r`;
}

function likeIn(word: string, correction: string): string {
  const [first = ""] = word;
  return first === first.toLowerCase() ? correction : `${correction[0]?.toUpperCase()}${correction.slice(1)}`;
}
