import type { Node } from "jsonc-parser";
import { folderOf, isBelow, joinPath, stemOf } from "../site/posix.ts";
import type { NavigationEntry } from "../site/site.ts";
import { findPage, type NavigationGround } from "./navigation-ground.ts";
import { type JsonFile, propertiesOf, propertyOf, textOf } from "./read-json.ts";

/** Reads a Docusaurus `sidebars.json` (or that of a version): categories at any depth, documents by their id. */
export function readDocusaurus(path: string, file: JsonFile, ground: NavigationGround): NavigationEntry[] {
  const ids = documentIds(ground, rootOf(path, ground));
  const entries: NavigationEntry[] = [];
  const add = (node: Node, title: string | null) => {
    const ref = textOf(node) ?? "";
    entries.push({
      file: path,
      line: file.lineAt(node.offset),
      ref,
      title,
      target: "page",
      path: ids.get(ref) ?? null,
    });
  };
  const walk = (node: Node): void => {
    if (textOf(node) !== null) add(node, null);
    for (const item of node.type === "array" ? (node.children ?? []) : []) walk(item);
    const type = textOf(propertyOf(node, "type"));
    // Without a type an object is shorthand: each property is a category with its items.
    if (type === null) for (const [, items] of propertiesOf(node)) walk(items);
    else walkTyped(node, type);
  };
  const walkTyped = (node: Node, type: string): void => {
    const label = textOf(propertyOf(node, "label"));
    const id = type === "category" ? propertyOf(propertyOf(node, "link"), "id") : propertyOf(node, "id");
    if (id && (type === "category" || type === "doc" || type === "ref")) add(id, label);
    const items = propertyOf(node, "items");
    if (items) walk(items);
  };
  for (const [, sidebar] of propertiesOf(file.root ?? undefined)) walk(sidebar);
  return entries;
}

/** Reads the page that a `_category_.json` opens with; its order and label name no page. */
export function readDocusaurusCategory(path: string, file: JsonFile, ground: NavigationGround): NavigationEntry[] {
  const id = propertyOf(propertyOf(file.root ?? undefined, "link"), "id");
  const ref = textOf(id);
  if (!id || ref === null) return [];
  const beside = findPage(ground, joinPath(folderOf(path), ref) ?? "");
  const page = documentIds(ground, ground.root).get(ref) ?? beside;
  return [{ file: path, line: file.lineAt(id.offset), ref, title: null, target: "page", path: page }];
}

function rootOf(path: string, ground: NavigationGround): string {
  const version = /(?:^|\/)versioned_sidebars\/(version-.+)-sidebars\.json$/.exec(path)?.[1];
  if (version === undefined) return ground.root;
  return joinPath(folderOf(folderOf(path)), "versioned_docs", version) ?? "";
}

function documentIds({ pages }: NavigationGround, root: string): Map<string, string> {
  const ids = new Map<string, string>();
  for (const [path, { data }] of pages) {
    if (!isBelow(path, root)) continue;
    const parts = stemOf(root === "" ? path : path.slice(root.length + 1)).split("/");
    const plain = parts.map((part) => part.replace(/^\d+\s*[-_.]+\s*(?=[^-_.\s\d])/, ""));
    for (const stem of [parts, plain]) {
      ids.set(stem.join("/"), path);
      if (typeof data.id === "string") ids.set([...stem.slice(0, -1), data.id].join("/"), path);
    }
  }
  return ids;
}
