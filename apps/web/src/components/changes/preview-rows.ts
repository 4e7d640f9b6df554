import type { PreviewBlock } from "../../server/pull-request/preview.ts";

/** The row, from 1 on, of each block of a side, and the rows in which the sides differ. */
export type PreviewRows = { before: number[]; after: number[]; changed: Set<number>; count: number };

/** How far a block is looked for on the other side when the order has changed. */
const REACH = 50;

/** Places the blocks of a page before and after in rows: what stayed the same is side by side, and so is what took its place. */
export function toPreviewRows(before: readonly PreviewBlock[], after: readonly PreviewBlock[]): PreviewRows {
  const rows: PreviewRows = { before: [], after: [], changed: new Set(), count: 0 };
  const keys = { before: before.map(toKey), after: after.map(toKey) };
  while (rows.before.length < before.length || rows.after.length < after.length) {
    const [from, to] = [rows.before.length, rows.after.length];
    const [old, now] = [before[from], after[to]];
    const isChange = old?.isNew === true || now?.isNew === true;
    const isSame = keys.before[from] === keys.after[to];
    // Of two that are elsewhere on the other side, the one that comes later there waits for it.
    const toOld = isSame ? 0 : findAhead(keys.after, to, keys.before[from]);
    const toNow = isSame ? 0 : findAhead(keys.before, from, keys.after[to]);
    const takesOld = old !== undefined && (isChange ? old.isNew : toNow <= toOld);
    const takesNow = now !== undefined && (isChange ? now.isNew : toOld <= toNow);
    rows.count += 1;
    if (takesOld) rows.before.push(rows.count);
    if (takesNow) rows.after.push(rows.count);
    if (!isSame) rows.changed.add(rows.count);
  }
  return rows;
}

const toKey = ({ node }: PreviewBlock): string => JSON.stringify(node);

function findAhead(keys: readonly string[], from: number, key: string | undefined): number {
  const found = key === undefined ? -1 : keys.slice(from, from + REACH).indexOf(key);
  return found < 0 ? Number.POSITIVE_INFINITY : found;
}
