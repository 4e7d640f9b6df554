import type { PreviewNode } from "../../server/pull-request/preview.ts";

/** The parts of texts that differ from the other side: from a character to before another one. */
export type PreviewMarks = Map<PreviewNode, { from: number; to: number }>;

/** Finds which words differ between a block and what took its place. Both sides' words come in one map. */
export function findPreviewMarks(old: PreviewNode, now: PreviewNode, marks: PreviewMarks = new Map()): PreviewMarks {
  if ("text" in old && "text" in now && old.kind === now.kind) {
    const shared = findShared(old.text, now.text);
    marks.set(old, { from: shared.start, to: old.text.length - shared.end });
    marks.set(now, { from: shared.start, to: now.text.length - shared.end });
    return marks;
  }
  const inner = old.kind === now.kind ? [partsOf(old), partsOf(now)] : [[old], [now]];
  const [before = [], after = []] = inner;
  const keys = [before, after].map((nodes) => new Set(nodes.map(toKey)));
  const gone = before.filter((node) => !keys[1]?.has(toKey(node)));
  const come = after.filter((node) => !keys[0]?.has(toKey(node)));
  const arePairs = old.kind === now.kind && gone.length === come.length;
  for (const [at, node] of gone.entries()) {
    const other = come[at];
    if (arePairs && other) findPreviewMarks(node, other, marks);
    else markAll(node, marks);
  }
  if (!arePairs) for (const node of come) markAll(node, marks);
  return marks;
}

const toKey = (node: PreviewNode): string => JSON.stringify(node);

/** What a node consists of, the cells of a table included. */
function partsOf(node: PreviewNode): readonly PreviewNode[] {
  if ("children" in node) return node.children;
  return node.kind === "table" ? node.rows.flat(2) : [];
}

function markAll(node: PreviewNode, marks: PreviewMarks): void {
  if ("text" in node) marks.set(node, { from: 0, to: node.text.length });
  for (const part of partsOf(node)) markAll(part, marks);
}

const isBoundary = (text: string, at: number) => /^(?:.?|\s.|.\s)$/s.test(text.slice(Math.max(0, at - 1), at + 1));

/** How long the beginning and the end are that two texts share, in whole words. */
function findShared(old: string, now: string): { start: number; end: number } {
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  while (start > 0 && !(isBoundary(old, start) && isBoundary(now, start))) start -= 1;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  while (end > 0 && !(isBoundary(old, old.length - end) && isBoundary(now, now.length - end))) end -= 1;
  return { start, end };
}
