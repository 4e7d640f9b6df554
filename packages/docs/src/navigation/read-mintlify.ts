import type { Node } from "jsonc-parser";
import { folderOf, joinPath, stemOf } from "../site/posix.ts";
import type { NavigationEntry } from "../site/site.ts";
import { findPage, type NavigationContext } from "./navigation-context.ts";
import { type JsonFile, propertiesOf, propertyOf, textOf } from "./read-json.ts";

/** Reads the navigation of a Mintlify `docs.json` or `mint.json`: groups, tabs, anchors, versions and languages at any depth. */
export function readMintlify(path: string, file: JsonFile, ground: NavigationContext): NavigationEntry[] {
  const entries: NavigationEntry[] = [];
  const add = (node: Node, ref: string, scope: Scope) =>
    entries.push({ ...entryFor(path, file.lineAt(node.offset), ref, ground), ...scope });
  const walk = (node: Node, outer: Scope) => {
    const scope = scopeOf(node, outer);
    for (const [name, value] of propertiesOf(node)) {
      const ref = textOf(value);
      if (name === "root" && ref !== null) add(value, ref, scope);
      else if (name !== "openapi" && name !== "asyncapi") walkValue(name, value, scope);
    }
  };
  const walkValue = (name: string, value: Node, scope: Scope) => {
    if (value.type === "object") walk(value, scope);
    for (const item of value.type === "array" ? (value.children ?? []) : []) {
      const ref = textOf(item);
      if (ref !== null && name === "pages") add(item, ref, scope);
      else walk(item, scope);
    }
  };
  const navigation = propertyOf(file.root ?? undefined, "navigation");
  if (navigation) walkValue("navigation", navigation, { groups: [] });
  return entries;
}

type Scope = Pick<NavigationEntry, "version" | "language"> & { groups: readonly string[] };

const GROUP_NAMES = ["group", "tab", "anchor", "dropdown", "product", "item"];

/** What everything inside a node belongs to besides what the node itself does. */
function scopeOf(node: Node, { groups, ...edition }: Scope): Scope {
  const version = textOf(propertyOf(node, "version"));
  const language = textOf(propertyOf(node, "language"));
  const own = GROUP_NAMES.flatMap((name) => textOf(propertyOf(node, name)) ?? []);
  return { ...edition, groups: [...groups, ...own], ...(version && { version }), ...(language && { language }) };
}

/** Site paths that a Mintlify file sends elsewhere. */
export function readMintlifyRedirects(file: JsonFile): string[] {
  const redirects = propertyOf(file.root ?? undefined, "redirects");
  return (redirects?.children ?? []).flatMap((item) => textOf(propertyOf(item, "source")) ?? []);
}

function entryFor(file: string, line: number, ref: string, ground: NavigationContext): NavigationEntry {
  const base = { file, line, ref, title: null };
  if (/^[a-z][a-z0-9+.-]*:/i.test(ref)) return { ...base, target: "external", path: null };
  // `GET /users` and `openapi.json POST /users` are pages made from an API description.
  if (/\s/.test(ref.trim())) return { ...base, target: "generated", path: null };
  const stem = joinPath(folderOf(file), stemOf(ref.replace(/^\/+/, "")));
  return { ...base, target: "page", path: stem === null ? null : findPage(ground, stem) };
}
