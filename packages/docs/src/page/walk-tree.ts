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
