import { mendAnchors } from "../links/mend-anchors.ts";
import type { InstructionOf } from "../parse/instruction.ts";
import type { Procedure } from "../procedure.ts";
import { findPlace } from "../site/find-place.ts";
import type { Site } from "../site/open-site.ts";
import { findWords } from "../text/find-words.ts";
import { editFiles } from "../tools/edit-files.ts";
import { grep, literalAnyCase } from "../tools/grep.ts";
import { failureLines, listPaths, type Outcome, plural } from "./outcome.ts";
import { suggestCorrection } from "./suggest-correction.ts";

/** Mends a misspelled word in the pages' prose. Without a correction, looks for one; when in doubt, changes nothing. */
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
  const anchors = yield* mendAnchors(edited, site);

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
