import { updateAnchors } from "../links.ts";
import type { InstructionOf } from "../parse/instruction.ts";
import type { Procedure } from "../procedure.ts";
import { findPlace, type Site } from "../site.ts";
import { findOccurrences, type Occurrences } from "../text/occurrences.ts";
import { type EditedFiles, editFiles, grep, literal } from "../tools.ts";
import { failureLines, listPaths, type Outcome, plural } from "./outcome.ts";

/** What a job may change at most; the service refuses more. */
const MAX_FILES = 50;
const MAX_ROUNDS = 10;

/** Replaces a text in all pages, or in one page or folder. Whole words; case counts; addresses stay. */
export function* replace(instruction: InstructionOf<"replace">, site: Site): Procedure<Outcome> {
  const { from, to } = instruction;
  const title = `Replace "${from}" with "${to}"`;
  const place = yield* findPlace(instruction.where, site);
  if ("problem" in place) return { status: "unclear", title, lines: [place.problem] };

  const edited: EditedFiles<Occurrences> = { changed: new Map(), unchanged: new Map(), failed: [] };
  let isCut = true;
  for (let round = 0; isCut && round < MAX_ROUNDS; round += 1) {
    const found = yield* grep(
      literal(from),
      round === 0 ? `Searching for “${from}”.` : "Searching for more.",
      place.path,
    );
    if (found.error !== undefined) return { status: "unclear", title, lines: [found.error] };
    const seen = new Set([
      ...edited.changed.keys(),
      ...edited.unchanged.keys(),
      ...edited.failed.map(({ path }) => path),
    ]);
    const next = found.paths.filter((path) => !seen.has(path)).slice(0, Math.max(0, MAX_FILES - edited.changed.size));
    if (next.length === 0) break;
    merge(edited, yield* editFiles(next, plan(from, to), sayFor(found.paths.length, from, to)));
    isCut = found.isCut;
  }
  const anchors = yield* updateAnchors(edited, site);
  return report(instruction, title, place.path, edited, anchors);
}

const sayFor = (count: number, from: string, to: string) => ({
  read: `Found it in ${plural(count, "file")}; reading ${count === 1 ? "it" : "them"}.`,
  edit: `Replacing “${from}” with “${to}”.`,
});

const plan = (from: string, to: string) => (path: string, text: string) => {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const occurrences = findOccurrences(path, text, from, to);
  const length = from.replace(/\r?\n/g, eol).length;
  const splices = occurrences.free.map((start) => ({ start, end: start + length, text: to.replace(/\r?\n/g, eol) }));
  return { splices, note: occurrences };
};

function merge<Note>(into: EditedFiles<Note>, more: EditedFiles<Note>): void {
  for (const [path, change] of more.changed) into.changed.set(path, change);
  for (const [path, note] of more.unchanged) into.unchanged.set(path, note);
  into.failed.push(...more.failed);
}

function report(
  { from, to }: InstructionOf<"replace">,
  title: string,
  where: string | undefined,
  edited: EditedFiles<Occurrences>,
  anchors: string[],
): Outcome {
  const lines: string[] = [];
  const paths = [...edited.changed.keys()];
  const places = [...edited.changed.values()].reduce((sum, change) => sum + change.places, 0);
  if (paths.length > 0) {
    lines.push(
      `Replaced “${from}” with “${to}” in ${plural(places, "place")} of ${plural(paths.length, "file")}: ${listPaths(paths, 50)}.`,
    );
  } else
    lines.push(
      `Nothing to replace: “${from}” not found ${where ? `in \`${where}\`` : "in the pages"} where it can be changed.`,
    );
  if (anchors.length > 0) lines.push(`Headings changed, so links to them were updated in ${listPaths(anchors)}.`);

  const notes = [...[...edited.changed].map(([path, { note }]) => [path, note] as const), ...edited.unchanged];
  const held = notes.flatMap(([path, note]) => (note?.heldLines ?? []).map((line) => `${path}:${line}`));
  const otherCase = notes.flatMap(([path, note]) => (note?.otherCaseLines ?? []).map((line) => `${path}:${line}`));
  if (held.length > 0)
    lines.push(`Not replaced in URLs, imports and component names: ${listPaths([...new Set(held)])}.`);
  if (otherCase.length > 0)
    lines.push(`Not replaced (different capitalization): ${listPaths([...new Set(otherCase)])}.`);
  if (paths.length >= MAX_FILES)
    lines.push(`Stopped at ${MAX_FILES} files, the limit for one job. Repeat the request after this is merged.`);
  lines.push(...failureLines(edited.failed));
  const status = paths.length > 0 ? "done" : edited.failed.length > 0 ? "unclear" : "nothing";
  return { status, title, lines };
}
