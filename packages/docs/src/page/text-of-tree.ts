import type { Nodes } from "mdast";

/** A name in angle brackets, which is no element of HTML. */
const NAME_IN_BRACKETS = /^<([A-Z][\w.#$]{0,200})>$/;

/** The text of a heading with names for what stands in angle brackets; null where nothing does. */
export function textWithNames({ children }: Extract<Nodes, { type: "heading" }>): string | null {
  const names = children.map((child) =>
    child.type === "html" ? (NAME_IN_BRACKETS.exec(child.value)?.[1] ?? null) : null,
  );
  if (names.every((name) => name === null)) return null;
  return children.map((child, at) => names[at] ?? textsOfTree(child, false).text).join(" ");
}

/** More nodes than any heading or link has: what is nested in itself would be read over and over. */
const MAX_NODES = 500;

/** The text that a reader sees of a node and what it holds, with that of images and without. */
export function textsOfTree(root: Nodes, hasHtml: boolean): { text: string; plainText: string } {
  const stack: Nodes[] = [root];
  let [text, plainText] = ["", ""];
  let left = MAX_NODES;
  for (let node = stack.pop(); node !== undefined && left > 0; node = stack.pop(), left -= 1) {
    const value = "value" in node && (node.type !== "html" || hasHtml) ? node.value : "";
    plainText += value;
    text += "alt" in node && node.alt ? node.alt : value;
    if ("children" in node)
      for (let at = Math.min(node.children.length, MAX_NODES) - 1; at >= 0; at--)
        stack.push(node.children[at] as Nodes);
  }
  return { text: text.trim(), plainText };
}
