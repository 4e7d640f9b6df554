import type { PageOutline } from "./read-outline.ts";

/** Of all sites together: some 50 MB. */
const MAX_OUTLINES = 50_000;

/** What this process has read, by the name of the text and the path; what was used last at the end. */
const outlines = new Map<string, PageOutline>();

/**
 * The outline of a page whose text this process has read before, for a job or for an index.
 *
 * @param name of its text, see `DocsReader.identify`
 */
export function recallOutline(path: string, name: string): PageOutline | undefined {
  const key = `${name} ${path}`;
  const known = outlines.get(key);
  if (known === undefined) return undefined;
  outlines.delete(key);
  outlines.set(key, known);
  return known;
}

export function rememberOutline(outline: PageOutline, name: string): void {
  outlines.set(`${name} ${outline.path}`, outline);
  for (const oldest of outlines.keys()) {
    if (outlines.size <= MAX_OUTLINES) return;
    outlines.delete(oldest);
  }
}
