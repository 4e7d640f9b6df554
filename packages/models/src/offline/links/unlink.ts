import type { Site } from "../site/open-site.ts";
import { pointsAt } from "../site/resolve-target.ts";
import { findTargets, type Target } from "../text/find-targets.ts";
import { createLineCounter } from "../text/line-of.ts";
import { maskCode } from "../text/mask-code.ts";
import type { Splice } from "../text/splice.ts";

/**
 * Turns a text's links to a page into plain text: the link's words stay. A component keeps everything but the attribute.
 *
 * @returns the edits, and the lines they stand on as the note
 */
export function unlink(path: string, text: string, page: string, site: Site): { splices: Splice[]; note: number[] } {
  const targets = findTargets(text).filter(
    ({ kind, value }) => kind !== "image" && kind !== "import" && pointsAt(value, path, page, site),
  );
  const lineAt = createLineCounter(text);
  const uses = targets.some(({ kind }) => kind === "definition") ? usesByLabel(text) : new Map<string, Splice[]>();
  const splices = targets.flatMap((target) => {
    if (target.kind === "link") return [{ start: target.outerStart, end: target.outerEnd, text: target.text }];
    return target.kind === "definition" ? unlinkDefinition(text, target, uses) : unlinkAttribute(text, target);
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

/** `<a href="…">words</a>` leaves its words; any other element loses the attribute only. */
function unlinkAttribute(text: string, { outerStart, outerEnd }: Target): Splice[] {
  const open = text.lastIndexOf("<", outerStart);
  const isAnchor = /^<a\s/i.test(text.slice(open, open + 3));
  const openEnd = text.indexOf(">", outerEnd);
  const close = text.slice(openEnd).search(/<\/a\s*>/i);
  if (!isAnchor || openEnd === -1 || close === -1) return [{ start: outerStart, end: outerEnd, text: "" }];
  const closeStart = openEnd + close;
  return [
    { start: open, end: openEnd + 1, text: "" },
    { start: closeStart, end: text.indexOf(">", closeStart) + 1, text: "" },
  ];
}
