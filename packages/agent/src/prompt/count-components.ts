const CODE = /^(\s*)(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1\2|`[^`\n]*`/gm;
const TAG = /<([A-Z][A-Za-z0-9]*)/g;

/** Counts the components that pages use, code left aside: an inventory for the model, the most used first. */
export function countComponents(pages: readonly { text: string }[]): [name: string, uses: number][] {
  const counts = new Map<string, number>();
  for (const { text } of pages) {
    for (const [, name = ""] of text.replace(CODE, "").matchAll(TAG)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}
