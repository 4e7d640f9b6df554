type Node = { type: string; value?: string; url?: string; children?: Node[] };

const CITATION = /\[(\d{1,3})\]/g;
const ADDRESS = /^#source-(\d{1,3})$/;

/** Makes links of the numbers that an answer cites its sources with: `[2]` leads to `#source-2`. Code is left alone. */
export function remarkCitations() {
  return (tree: Node): void => replaceIn(tree);
}

/** The number that a link made by {@link remarkCitations} cites; null for every other link. */
export function citedBy(href: string | undefined): number | null {
  const [, number] = ADDRESS.exec(href ?? "") ?? [];
  return number === undefined ? null : Number(number);
}

function replaceIn(node: Node): void {
  if (node.children === undefined || node.type === "link") return;
  node.children = node.children.flatMap((child) => (child.type === "text" ? split(child.value ?? "") : [child]));
  for (const child of node.children) replaceIn(child);
}

function split(text: string): Node[] {
  const nodes: Node[] = [];
  let end = 0;
  for (const { 0: found, 1: number, index } of text.matchAll(CITATION)) {
    if (index > end) nodes.push({ type: "text", value: text.slice(end, index) });
    nodes.push({ type: "link", url: `#source-${number}`, children: [{ type: "text", value: String(number) }] });
    end = index + found.length;
  }
  if (end < text.length) nodes.push({ type: "text", value: text.slice(end) });
  return nodes;
}
