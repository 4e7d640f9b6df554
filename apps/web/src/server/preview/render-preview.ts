import type { Preview, PreviewNode } from "./preview.ts";
import { type ReadPage, readPage } from "./read-page.ts";
import { toNodes } from "./to-nodes.ts";

/**
 * Makes a page ready to be looked at, before and after a change; null for a side that is not there. The blocks of `after` that
 * `before` has not are marked.
 */
export function renderPreview(page: { path: string; before: string | null; after: string | null }): {
  before: Preview | null;
  after: Preview | null;
} {
  const { path } = page;
  const before = page.before === null ? null : toPage(path, page.before);
  const after = page.after === null ? null : toPage(path, page.after);
  return {
    before: before && toPreview(before, after?.nodes),
    after: after && toPreview(after, before?.nodes),
  };
}

type Page = Omit<ReadPage, "root"> & { nodes: PreviewNode[] };

function toPage(path: string, text: string): Page {
  const { root, ...rest } = readPage(path, text);
  return { ...rest, nodes: toNodes(root) };
}

/** Without another side there is nothing to be marked: all of it is new, or gone. */
function toPreview({ title, problem, nodes }: Page, others: PreviewNode[] | undefined): Preview {
  const known = others && new Set(others.map((node) => JSON.stringify(node)));
  const blocks = nodes.map((node) => ({ node, isNew: known !== undefined && !known.has(JSON.stringify(node)) }));
  return { title, blocks, problem };
}
