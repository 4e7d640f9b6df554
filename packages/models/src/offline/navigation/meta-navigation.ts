import { type Node, parseTree } from "jsonc-parser";
import { below, folderOf, withoutEnding } from "../site/paths.ts";
import type { Splice } from "../text/splice.ts";
import type { NavigationDialect } from "./page-id.ts";

/** `_meta.json` (names to titles) and `meta.json` (a list `pages`): the order of one folder. */
export const editMetaNavigation: NavigationDialect = ({ path, text }, change, _site) => {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  if (tree?.type !== "object") return [];
  const list = tree.children?.find(({ children }) => children?.[0]?.value === "pages")?.children?.[1];
  const holder = list?.type === "array" ? list : tree;
  const isList = holder !== tree;
  // A list may reach into folders below; a name that stands for a title never does.
  const nameIn = (page: string): string | undefined => {
    const name = withoutEnding(below(folderOf(path), page) ?? "");
    const reaches =
      isList && holder.children?.some(({ value }) => String(value).startsWith(`${folderOf(name)}/`)) === true;
    return name !== "" && (!name.includes("/") || reaches) ? name : undefined;
  };
  const own = findEntry(holder, nameIn(change.page));

  if (change.kind === "add") {
    const name = nameIn(change.page);
    return name === undefined || own ? [] : addEntry(text, holder, name, change.title);
  }
  if (change.kind === "remove") return own ? [removeEntry(holder, own)] : [];
  const to = nameIn(change.to);
  if (own && to !== undefined) {
    const key = own.type === "property" ? own.children?.[0] : own;
    return key ? [{ start: key.offset, end: key.offset + key.length, text: JSON.stringify(to) }] : [];
  }
  if (own) return [removeEntry(holder, own)];
  return to === undefined ? [] : addEntry(text, holder, to, change.title);
};

/** The list's string, or the object's property, that stands for a page. */
function findEntry(holder: Node, name: string | undefined): Node | undefined {
  if (name === undefined) return undefined;
  return holder.children?.find((child) => (child.type === "property" ? child.children?.[0] : child)?.value === name);
}

function addEntry(text: string, holder: Node, name: string, title: string): Splice[] {
  const entries = holder.children ?? [];
  const isList = holder.type === "array";
  // "..." stands for all pages that the list does not name.
  if (isList && (entries.some(({ value }) => value === "...") || findEntry(holder, name))) return [];
  const entry = isList ? JSON.stringify(name) : `${JSON.stringify(name)}: ${JSON.stringify(title)}`;
  const last = entries.at(-1);
  if (last === undefined) return [{ start: holder.offset + 1, end: holder.offset + 1, text: entry }];
  const before = entries.at(-2);
  const gapStart = before ? before.offset + before.length : holder.offset + 1;
  const space = text.slice(gapStart, last.offset).replace(/^[\s\S]*,/, "");
  const end = last.offset + last.length;
  return [{ start: end, end, text: `,${before || space.includes("\n") ? space : " "}${entry}` }];
}

function removeEntry(holder: Node, entry: Node): Splice {
  const entries = holder.children ?? [];
  const index = entries.indexOf(entry);
  const [before, after] = [entries[index - 1], entries[index + 1]];
  const end = entry.offset + entry.length;
  if (after) return { start: entry.offset, end: after.offset, text: "" };
  return { start: before ? before.offset + before.length : entry.offset, end, text: "" };
}
