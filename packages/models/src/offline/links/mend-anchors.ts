import { isPageFile } from "@docsteward/contract/docs-files";
import type { Procedure } from "../procedure.ts";
import type { Site } from "../site/open-site.ts";
import { decodeAddress, pointsAt, splitAddress } from "../site/resolve-target.ts";
import { findTargets } from "../text/find-targets.ts";
import { changedAnchors } from "../text/list-headings.ts";
import { type EditedFiles, editFiles } from "../tools/edit-files.ts";
import { grepAny, literal } from "../tools/grep.ts";

/**
 * Mends links to headings whose words have just changed, since a heading's anchor is made of its words.
 *
 * @returns paths of the pages with such links
 */
export function* mendAnchors(edited: EditedFiles<unknown>, site: Site): Procedure<string[]> {
  const moved = new Map<string, Map<string, string>>();
  for (const [page, { before, after }] of edited.changed) {
    const anchors = isPageFile(page) ? changedAnchors(before, after) : new Map<string, string>();
    if (anchors.size > 0) moved.set(page, anchors);
  }
  if (moved.size === 0) return [];
  const slugs = [...new Set([...moved.values()].flatMap((anchors) => [...anchors.keys()]))];
  const found = yield* grepAny(
    slugs.map((slug) => `#${literal(slug)}`),
    "Headings changed. Looking for links to their old anchors.",
  );
  const plan = (path: string, text: string) => ({
    splices: findTargets(text).flatMap(({ value, start, end }) => {
      const anchor = decodeAddress(splitAddress(value)?.anchor.slice(1) ?? "");
      const [, anchors] = [...moved].find(([page, map]) => map.has(anchor) && pointsAt(value, path, page, site)) ?? [];
      const now = anchors?.get(anchor);
      return now === undefined ? [] : [{ start, end, text: value.replace(/#.*$/s, `#${now}`) }];
    }),
  });
  const mended = yield* editFiles(found.paths.filter(isPageFile), plan, {
    read: "Reading the pages that link there.",
    edit: "Updating the links to the headings.",
  });
  return [...mended.changed.keys()];
}
