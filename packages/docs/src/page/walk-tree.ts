import type { Nodes } from "mdast";

/** Visits every node in the order of the text. Without recursion, so that no nesting exhausts the stack. */
export function walkTree(root: Nodes, visit: (node: Nodes) => void): void {
  const stack: Nodes[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    visit(node);
    if ("children" in node)
      for (let at = node.children.length - 1; at >= 0; at--) stack.push(node.children[at] as Nodes);
  }
}

/** More nodes than any heading or link has: what is nested in itself would be read over and over. */
const MAX_NODES = 500;

/** The text that a reader sees of a node and what it holds, that of images included. */
export function textOfTree(root: Nodes, hasHtml: boolean): string {
  const stack: Nodes[] = [root];
  let text = "";
  let left = MAX_NODES;
  for (let node = stack.pop(); node !== undefined && left > 0; node = stack.pop(), left -= 1) {
    if ("value" in node) text += node.type === "html" && !hasHtml ? "" : node.value;
    else if ("alt" in node && node.alt) text += node.alt;
    else if ("children" in node)
      for (let at = Math.min(node.children.length, MAX_NODES) - 1; at >= 0; at--)
        stack.push(node.children[at] as Nodes);
  }
  return text;
}
