import type { Node } from "jsonc-parser";
import { pathOf } from "../page/page.ts";
import { folderOf, joinPath, stemOf } from "../site/posix.ts";
import type { NavigationEntry } from "../site/site.ts";
import { findPage, type NavigationContext } from "./navigation-context.ts";
import { at, type JsonFile, propertiesOf, propertyOf, textOf } from "./read-json.ts";

/**
 * Reads the sidebar and the bar at the top of a VitePress configuration. Links that begin with a folder's `base`, and sites
 * that move their pages (`rewrites`), are passed over.
 */
export function readVitepress(_path: string, file: JsonFile, ground: NavigationContext): NavigationEntry[] {
  const root = file.root ?? undefined;
  if (propertyOf(root, "rewrites")) return [];
  const entries: NavigationEntry[] = [];
  /** What code puts there may be any page. */
  const addOpen = (node: Node) =>
    entries.push({
      ...at(file, node),
      ref: "*",
      title: null,
      target: "generated",
      path: null,
    });
  const walk = (node: Node, groups: readonly string[]) => {
    if (node.type === "null") addOpen(node);
    if (node.type === "object" && propertyOf(node, "base") && propertyOf(node, "items")) return void addOpen(node);
    const link = propertyOf(node, "link");
    const ref = textOf(link);
    const title = textOf(propertyOf(node, "text"));
    if (link && ref !== null) entries.push({ ...at(file, link), ref, title, groups, ...targetOf(ref, ground) });
    for (const [name, value] of propertiesOf(node))
      walk(value, name === "items" && title ? [...groups, title] : groups);
    for (const item of node.type === "array" ? (node.children ?? []) : []) walk(item, groups);
  };
  const theme = propertyOf(root, "themeConfig");
  for (const name of ["nav", "sidebar"]) {
    const part = propertyOf(theme, name);
    if (part) walk(part, []);
  }
  return entries;
}

function targetOf(ref: string, ground: NavigationContext): Pick<NavigationEntry, "target" | "path"> {
  const external = { target: "external" as const, path: null };
  if (!/^\/(?!\/)/.test(ref)) return external;
  const file = stemOf(pathOf(ref).replace(/\.html$/, ""));
  const stem = joinPath(ground.root, file.slice(1));
  if (stem === null) return external;
  const page = findPage(ground, stem);
  // At the top another part of the site may answer; beside pages only a page can.
  const isOurs = folderOf(file.slice(1).replace(/\/$/, "")) !== "" && ground.folders.has(folderOf(stem));
  return page === null && !isOurs ? external : { target: "page", path: page };
}
