import { createFenceReader } from "@docsteward/docs/page/markdown-scanner";

const INLINE_CODE = /`[^`\n]*`/g;
const TAG = /<([A-Z][A-Za-z0-9]*)/g;

/** Counts the components that pages use, code left aside: an inventory for the model, the most used first. */
export function countComponents(pages: readonly { text: string }[]): [name: string, uses: number][] {
  const counts = new Map<string, number>();
  for (const { text } of pages) {
    const readFence = createFenceReader("any");
    for (const line of text.split("\n")) {
      if (readFence(line) !== null) continue;
      for (const [, name = ""] of line.replace(INLINE_CODE, "").matchAll(TAG)) {
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    }
  }
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}
