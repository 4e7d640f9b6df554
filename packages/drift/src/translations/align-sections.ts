import type { PageSection } from "./page-sections.ts";

/** For each section of the first page, the place of its counterpart in the second, or -1. Both have the same order. */
export type Alignment = number[];

const NONE = -1;

/** Aligns two versions of one page by headings and words. */
export const alignVersions = (before: readonly PageSection[], after: readonly PageSection[]): Alignment =>
  align(before, after, (a, b) => {
    const sameHeading = a.heading === b.heading ? 2 : 0;
    const sameId = a.id !== null && a.id === b.id ? 2 : 0;
    return sameHeading + sameId + 2 * overlap(a.words, b.words) + overlap(a.kept, b.kept) - 1;
  });

/** Aligns a page with its translation by depth, ids, and what translations leave as it is. */
export const alignTranslation = (source: readonly PageSection[], page: readonly PageSection[]): Alignment =>
  align(source, page, (a, b) => {
    if (a.id !== null && b.id !== null && a.id !== b.id) return -1;
    const sameId = a.id !== null && a.id === b.id ? 4 : 0;
    const sameHeading = a.heading !== "" && a.heading === b.heading ? 1.5 : 0;
    const sameDepth = a.depth === b.depth ? 1 : -1;
    return (
      sameId + sameHeading + sameDepth + (a.kept.size + b.kept.size > 0 ? 2.5 * overlap(a.kept, b.kept) : 0.3) - 0.2
    );
  });

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let both = 0;
  for (const one of small) if (large.has(one)) both += 1;
  const all = a.size + b.size - both;
  return all === 0 ? 0 : both / all;
}

/** The alignment whose pairs are worth most together, in the order of both. */
function align(
  a: readonly PageSection[],
  b: readonly PageSection[],
  worth: (a: PageSection, b: PageSection) => number,
): Alignment {
  const width = b.length + 1;
  const best = new Float64Array((a.length + 1) * width);
  const isPair = new Uint8Array(best.length);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const at = i * width + j;
      const [one, other] = [a[i], b[j]];
      const pair = one && other ? worth(one, other) + (best[at + width + 1] ?? 0) : 0;
      const gap = Math.max(best[at + width] ?? 0, best[at + 1] ?? 0);
      best[at] = Math.max(pair, gap);
      isPair[at] = pair > gap ? 1 : 0;
    }
  }
  const aligned: Alignment = a.map(() => NONE);
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    const at = i * width + j;
    if (isPair[at] === 1) {
      aligned[i] = j;
      i += 1;
      j += 1;
    } else if ((best[at + width] ?? 0) >= (best[at + 1] ?? 0)) i += 1;
    else j += 1;
  }
  return aligned;
}
