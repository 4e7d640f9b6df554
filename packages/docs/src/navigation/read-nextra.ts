import type { Node } from "jsonc-parser";
import { folderOf, joinPath } from "../site/posix.ts";
import type { NavigationEntry } from "../site/site.ts";
import { findPage, type NavigationContext } from "./navigation-context.ts";
import { at, type JsonFile, propertiesOf, propertyOf, textOf } from "./read-json.ts";

/** Reads a Nextra `_meta.json`: each key names a page or folder beside the file, unless it is a separator or a link. */
export function readNextra(path: string, file: JsonFile, ground: NavigationContext): NavigationEntry[] {
  return entriesOf(file.root ?? undefined, folderOf(path), { file, ground });
}

/** Reads a `_meta.global` of Nextra 4: as one of each folder, those of folders below the `items` of their name. */
export function readNextraGlobal(_path: string, file: JsonFile, ground: NavigationContext): NavigationEntry[] {
  const entries: NavigationEntry[] = [];
  const walk = (node: Node | undefined, folder: string) => {
    entries.push(...entriesOf(node, folder, { file, ground }));
    for (const [name, value] of propertiesOf(node)) {
      const below = joinPath(folder, name);
      const items = propertyOf(value, "items");
      if (items && below !== null) walk(items, below);
    }
  };
  walk(file.root ?? undefined, ground.root);
  return entries;
}

type Place = { file: JsonFile; ground: NavigationContext };

function entriesOf(node: Node | undefined, folder: string, { file, ground }: Place): NavigationEntry[] {
  return propertiesOf(node).flatMap(([name, value, node]): NavigationEntry[] => {
    if (name === "*" || textOf(propertyOf(value, "type")) === "separator") return [];
    const title = textOf(value) ?? textOf(propertyOf(value, "title"));
    const entry = { ...at(file, node), ref: name, title };
    const isMenu = textOf(propertyOf(value, "type")) === "menu";
    if (propertyOf(value, "href") || isMenu) return [{ ...entry, target: "external", path: null }];
    return [{ ...entry, ...pageOrFolder(folder, name, ground) }];
  });
}

/** What a name beside a navigation file stands for: a folder, else a page, else a page that is not there. */
export function pageOrFolder(
  folder: string,
  name: string,
  ground: NavigationContext,
): Pick<NavigationEntry, "target" | "path"> {
  const stem = joinPath(folder, name);
  if (stem === null) return { target: "page", path: null };
  const isFolder = ground.folders.has(stem) && !ground.pages.has(`${stem}.mdx`) && !ground.pages.has(`${stem}.md`);
  return isFolder ? { target: "folder", path: stem } : { target: "page", path: findPage(ground, stem) };
}
