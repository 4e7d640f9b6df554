import { type Node, parseTree } from "jsonc-parser";
import type { Splice } from "../text/splice.ts";
import { basesOf, type IdShape, type NavigationDialect, nearness, readId, writeId } from "./page-id.ts";

/** Properties whose text is a page's id or address. Others (`name`, `icon`, `source` of a redirect) only look alike. */
const PAGE_KEYS: ReadonlySet<string> = new Set(["page", "root", "id", "href", "url", "link", "path", "destination"]);

/** `docs.json`, `mint.json` and `sidebars.json`: page ids in nested arrays. A moved page keeps its place. */
export const editJsonNavigation: NavigationDialect = ({ path, text }, change, site) => {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  if (tree === undefined) return [];
  const bases = basesOf(path, site);
  const entries = [...pageNodes(tree)];
  const own = entries.flatMap((node) => {
    const shape = readId(String(node.value), change.page, bases);
    return shape ? [{ node, shape }] : [];
  });
  switch (change.kind) {
    case "move":
      return own.flatMap(({ node, shape }) => {
        const id = writeId(change.to, shape);
        return id === undefined ? [] : [{ start: node.offset, end: endOf(node), text: JSON.stringify(id) }];
      });
    case "remove":
      return own.map(({ node }) => removal(text, node)).filter((splice, index, all) => isOutermost(splice, index, all));
    case "add": {
      if (own.length > 0) return [];
      const siblings = entries.filter(isInArray).flatMap((node) => {
        const found = findPageOf(String(node.value), site.pages, bases);
        return found ? [{ node, ...found }] : [];
      });
      return insertion(text, siblings, change.page);
    }
  }
};

function* pageNodes(node: Node): Generator<Node> {
  if (node.type === "string" && isPageText(node)) yield node;
  for (const child of node.children ?? []) yield* pageNodes(child);
}

function isPageText(node: Node): boolean {
  if (isInArray(node)) return true;
  const [key, value] = node.parent?.children ?? [];
  return node.parent?.type === "property" && value === node && PAGE_KEYS.has(String(key?.value));
}

const isInArray = (node: Node) => node.parent?.type === "array";
const endOf = (node: Node) => node.offset + node.length;

function findPageOf(id: string, pages: readonly string[], bases: readonly string[]) {
  for (const page of pages) {
    const shape = readId(id, page, bases);
    if (shape !== undefined) return { page, shape };
  }
  return undefined;
}

/** Behind the last of the nearest siblings, with the white space that stands before that sibling. */
function insertion(
  text: string,
  siblings: readonly { node: Node; page: string; shape: IdShape }[],
  page: string,
): Splice[] {
  const best = siblings.reduce((most, sibling) => Math.max(most, nearness(sibling.page, page)), -Infinity);
  const after = siblings.findLast((sibling) => nearness(sibling.page, page) === best);
  const id = after && writeId(page, after.shape);
  if (after === undefined || id === undefined) return [];
  const around = after.node.parent?.children ?? [];
  const before = around[around.indexOf(after.node) - 1];
  const gapStart = before ? endOf(before) : (after.node.parent?.offset ?? 0) + 1;
  const gap = text.slice(gapStart, after.node.offset).replace(/^[\s\S]*,/, "");
  const space = before || /\n/.test(gap) ? gap : " ";
  return [{ start: endOf(after.node), end: endOf(after.node), text: `,${space}${JSON.stringify(id)}` }];
}

/** Takes out an entry with its comma, and the group around it when nothing else is left in there. */
function removal(text: string, node: Node): Splice {
  const parent = node.parent;
  if (parent?.type === "property") {
    const object = parent.parent;
    const isGroup = object?.children?.some(({ children }) => children?.[1]?.type === "array") === true;
    return object && isInArray(object) && !isGroup ? removal(text, object) : removeChild(parent);
  }
  const group = parent?.parent?.parent;
  const isAlone = parent?.children?.length === 1 && parent.parent?.type === "property" && group && isInArray(group);
  const others = group?.children?.some(({ children }) => {
    const value = children?.[1];
    return value !== parent && (value?.type === "array" || value?.type === "object" || children?.[0]?.value === "root");
  });
  return isAlone && group && !others ? removal(text, group) : removeChild(node);
}

function removeChild(node: Node): Splice {
  const around = node.parent?.children ?? [];
  const index = around.indexOf(node);
  const [before, after] = [around[index - 1], around[index + 1]];
  if (after) return { start: node.offset, end: after.offset, text: "" };
  if (before) return { start: endOf(before), end: endOf(node), text: "" };
  const parent = node.parent ?? node;
  return { start: parent.offset + 1, end: endOf(parent) - 1, text: "" };
}

function isOutermost(splice: Splice, index: number, all: readonly Splice[]): boolean {
  return !all.some(
    (other, at) =>
      at !== index &&
      other.start <= splice.start &&
      splice.end <= other.end &&
      (at < index || other.end - other.start > splice.end - splice.start),
  );
}
