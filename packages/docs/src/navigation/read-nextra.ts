import { folderOf, joinPath } from "../site/posix.ts";
import type { NavigationEntry } from "../site/site.ts";
import { findPage, type NavigationContext } from "./navigation-context.ts";
import { at, type JsonFile, propertiesOf, propertyOf, textOf } from "./read-json.ts";

/** Reads a Nextra `_meta.json`: each key names a page or folder beside the file, unless it is a separator or a link. */
export function readNextra(path: string, file: JsonFile, ground: NavigationContext): NavigationEntry[] {
  return propertiesOf(file.root ?? undefined).flatMap(([name, value, node]): NavigationEntry[] => {
    if (name === "*" || textOf(propertyOf(value, "type")) === "separator") return [];
    const title = textOf(value) ?? textOf(propertyOf(value, "title"));
    const entry = { ...at(file, node), ref: name, title };
    const isMenu = textOf(propertyOf(value, "type")) === "menu";
    if (propertyOf(value, "href") || isMenu) return [{ ...entry, target: "external", path: null }];
    return [{ ...entry, ...pageOrFolder(folderOf(path), name, ground) }];
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
