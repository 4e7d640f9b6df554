import { maskCode } from "@docsteward/text/markdown/mask-code";
import { findLinkers, linksTo } from "../links.ts";
import { editNavigation } from "../navigation/edit-navigation.ts";
import type { InstructionOf } from "../parse/instruction.ts";
import { type Procedure, request } from "../procedure.ts";
import { findPage, type Site } from "../site.ts";
import { findTargets, type Target } from "../text/link-targets.ts";
import { createLineCounter } from "../text/occurrences.ts";
import type { Splice } from "../text/splice.ts";
import { editFiles } from "../tools.ts";
import { failureLines, listPaths, type Outcome, plural } from "./outcome.ts";

/** Deletes a page with its navigation entry. Links to it become plain text, and the summary says where. */
export function* deletePage(instruction: InstructionOf<"delete-page">, site: Site): Procedure<Outcome> {
  const found = yield* findPage(instruction.page, site);
  const asked = `Delete ${instruction.page}`;
  if ("problem" in found) return { status: "unclear", title: asked, lines: [found.problem] };
  const { page } = found;
  const title = `Delete ${page}`;
  const deleted = yield* request("delete", { path: page }, `Deleting ${page}.`);
  if (deleted.error !== undefined) {
    return { status: "unclear", title, lines: [`Could not delete \`${page}\`: ${deleted.error}`] };
  }
  site.pages = site.pages.filter((path) => path !== page);
  const linkers = yield* findLinkers(page, site);
  const edited = yield* editFiles(
    linkers.pages.filter((path) => path !== page),
    (path, text) => unlink(path, text, page, site),
    { read: `Reading the pages that may link to ${page}.`, edit: "Replacing links to the page with plain text." },
  );
  const navigation = yield* editNavigation({ kind: "remove", page }, site);

  const places = [...edited.changed].flatMap(([path, { note = [] }]) => note.map((line) => `${path}:${line}`));
  const lines = [`Deleted \`${page}\`.`];
  if (places.length > 0) {
    lines.push(
      `${plural(places.length, "link")} to it became plain text: ${listPaths(places, 50)}. Check that the sentences still read well.`,
    );
  }
  if (navigation.files.length > 0) lines.push(`Removed its entry from ${listPaths(navigation.files)}.`);
  if (linkers.isCut) lines.push("The search for links was incomplete. The checks below list links that are left.");
  lines.push(...failureLines([...edited.failed, ...navigation.failed]));
  return { status: "done", title, lines };
}

/**
 * Turns a text's links to a page into plain text: the link's words stay. A component keeps everything but the attribute.
 *
 * @returns the edits, and the lines they stand on as the note
 */
export function unlink(path: string, text: string, page: string, site: Site): { splices: Splice[]; note: number[] } {
  const targets = findTargets(text).filter(
    ({ kind, value }) => kind !== "image" && kind !== "import" && linksTo(value, path, page, site),
  );
  const lineAt = createLineCounter(text);
  const uses = targets.some(({ kind }) => kind === "definition") ? usesByLabel(text) : new Map<string, Splice[]>();
  const unlinkAttribute = createAttributeUnlinker(text);
  const splices = targets.flatMap((target) => {
    if (target.kind === "link") return [{ start: target.outerStart, end: target.outerEnd, text: target.text }];
    return target.kind === "definition" ? unlinkDefinition(text, target, uses) : unlinkAttribute(target);
  });
  return { splices, note: [...new Set(targets.map(({ start }) => lineAt(start)))] };
}

/** Takes out `[label]: address` with its line, and the brackets wherever the label is used. */
function unlinkDefinition(
  text: string,
  { text: label, outerStart, outerEnd }: Target,
  uses: ReadonlyMap<string, Splice[]>,
): Splice[] {
  const lineBreak = /^\r?\n/.exec(text.slice(outerEnd, outerEnd + 2))?.[0].length ?? 0;
  return [...(uses.get(toLabel(label)) ?? []), { start: outerStart, end: outerEnd + lineBreak, text: "" }];
}

const toLabel = (words: string) => words.trim().toLowerCase().replace(/\s+/g, " ");

/** What takes the brackets from every `[words]` and `[words][label]`, by their labels. */
function usesByLabel(text: string): Map<string, Splice[]> {
  const uses = new Map<string, Splice[]>();
  const pattern = /(?<!!)\[([^\][\n]+)\](?:\[([^\]\n]*)\])?(?![(:])/g;
  for (const { 0: whole, 1: words = "", 2: used, index } of maskCode(text).matchAll(pattern)) {
    const label = toLabel(used || words);
    const splice = { start: index, end: index + whole.length, text: text.slice(index + 1, index + 1 + words.length) };
    uses.set(label, [...(uses.get(label) ?? []), splice]);
  }
  return uses;
}

/**
 * `<a href="…">words</a>` leaves its words; any other element loses the attribute only. Targets must come in the order of the
 * text, which is then searched once for all of them.
 */
function createAttributeUnlinker(text: string): (target: Target) => Splice[] {
  const findOpen = createLastFinder(text, "<");
  const findEnd = createPlaceFinder(text.matchAll(/>/g));
  const findClose = createPlaceFinder(text.matchAll(/<\/a\s*>/gi));
  return ({ outerStart, outerEnd }) => {
    const open = findOpen(outerStart);
    const isAnchor = /^<a\s/i.test(text.slice(open, open + 3));
    const openEnd = isAnchor ? findEnd(outerEnd) : undefined;
    const close = openEnd && findClose(openEnd.start);
    if (!openEnd || !close) return [{ start: outerStart, end: outerEnd, text: "" }];
    return [
      { start: open, end: openEnd.end, text: "" },
      { ...close, text: "" },
    ];
  };
}

type Place = { start: number; end: number };

/** Finds the first match at or behind a place; places must only grow. */
function createPlaceFinder(matches: Iterator<RegExpExecArray>): (from: number) => Place | undefined {
  let next = matches.next();
  return (from) => {
    while (!next.done && next.value.index < from) next = matches.next();
    return next.done ? undefined : { start: next.value.index, end: next.value.index + next.value[0].length };
  };
}

/** Finds the last place of a sign at or before a place; places must only grow. */
function createLastFinder(text: string, sign: string): (upTo: number) => number {
  let last = -1;
  let next = text.indexOf(sign);
  return (upTo) => {
    for (; next !== -1 && next <= upTo; next = text.indexOf(sign, next + 1)) last = next;
    return last;
  };
}
