import { type Node, parseTree } from "jsonc-parser";
import type { Procedure } from "../procedure.ts";
import { below, folderOf, nameOf, type Site, withoutEnding } from "../site.ts";
import type { Splice } from "../text/splice.ts";
import { editFiles } from "../tools.ts";
import {
  basesOf,
  type IdShape,
  type NavigationChange,
  type NavigationDialect,
  nearness,
  readId,
  writeId,
} from "./page-id.ts";
import { editYamlNavigation } from "./yaml-navigation.ts";

/** Navigation files that were changed, and those that could not be. */
export type NavigationEdited = { files: string[]; failed: { path: string; error: string }[] };

/** Carries a change of the pages over to the site's navigation files. A new page enters one of them, the nearest to it. */
export function* editNavigation(change: NavigationChange, site: Site): Procedure<NavigationEdited> {
  const target = change.kind === "move" ? change.to : change.page;
  const isAbove = (folder: string) => [change.page, target].some((page) => below(folder, page) !== undefined);
  const files = site.navigation
    .filter((path) => dialectOf(path) !== undefined && (!isMeta(path) || isAbove(folderOf(path))))
    .sort((a, b) => distanceRank(b, target) - distanceRank(a, target));
  const result: NavigationEdited = { files: [], failed: [] };
  const rounds = change.kind === "add" ? files.map((path) => [path]) : [files];
  for (const round of rounds) {
    const { changed, failed } = yield* editFiles(
      round,
      (path, text) => ({ splices: dialectOf(path)?.({ path, text }, change, site) ?? [] }),
      { read: "Reading the navigation.", edit: "Updating the navigation." },
    );
    result.files.push(...changed.keys());
    result.failed.push(...failed);
    if (change.kind === "add" && changed.size > 0) break;
  }
  return result;
}

const isMeta = (path: string) => /^_?meta\.json$/.test(nameOf(path));

function dialectOf(path: string): NavigationDialect | undefined {
  const name = nameOf(path);
  if (isMeta(path)) return editMetaNavigation;
  if (/^(?:docs|mint)\.json$|sidebars\.json$/.test(name)) return editJsonNavigation;
  return /^(?:mkdocs|_?toc)\.ya?ml$/.test(name) ? editYamlNavigation : undefined;
}

/** The file in the page's own folder first, then the nearest above it; frozen versions last. */
function distanceRank(file: string, page: string): number {
  const folder = folderOf(file);
  if (/^version-/.test(nameOf(file))) return -1;
  const isAbove = folder === "" || page.startsWith(`${folder}/`);
  // docs.json replaced mint.json: a site that has both is read by the first.
  return isAbove ? folder.length * 2 + (nameOf(file) === "mint.json" ? 0 : 1) : 0;
}

/** `_meta.json` (names to titles) and `meta.json` (a list `pages`): the order of one folder. */
const editMetaNavigation: NavigationDialect = ({ path, text }, change, _site) => {
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

/** Properties whose text is a page's id or address. Others (`name`, `icon`, `source` of a redirect) only look alike. */
const PAGE_KEYS: ReadonlySet<string> = new Set(["page", "root", "id", "href", "url", "link", "path", "destination"]);

/** `docs.json`, `mint.json` and `sidebars.json`: page ids in nested arrays. A moved page keeps its place. */
const editJsonNavigation: NavigationDialect = ({ path, text }, change, site) => {
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
