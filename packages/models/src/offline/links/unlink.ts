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
  const splices = targets.flatMap((target) => {
    if (target.kind === "link") return [{ start: target.outerStart, end: target.outerEnd, text: target.text }];
    return target.kind === "definition" ? unlinkDefinition(text, target) : unlinkAttribute(text, target);
  });
  return { splices, note: [...new Set(targets.map(({ start }) => lineAt(start)))] };
}

/** Takes out `[label]: address` with its line, and the brackets wherever the label is used. */
function unlinkDefinition(text: string, { text: label, outerStart, outerEnd }: Target): Splice[] {
  const lineBreak = /^\r?\n/.exec(text.slice(outerEnd))?.[0].length ?? 0;
  const normal = (words: string) => words.trim().toLowerCase().replace(/\s+/g, " ");
  const uses = [...maskCode(text).matchAll(/(?<!!)\[([^\][\n]+)\](?:\[([^\]\n]*)\])?(?![(:])/g)].filter(
    ([, words = "", used]) => normal(used || words) === normal(label),
  );
  return [
    ...uses.map((use) => ({
      start: use.index,
      end: use.index + use[0].length,
      text: text.slice(use.index + 1, use.index + 1 + (use[1]?.length ?? 0)),
    })),
    { start: outerStart, end: outerEnd + lineBreak, text: "" },
  ];
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
