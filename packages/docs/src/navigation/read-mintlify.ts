import type { Node } from "jsonc-parser";
import { folderOf, joinPath, stemOf } from "../site/posix.ts";
import type { NavigationEntry } from "../site/site.ts";
import { findPage, type NavigationContext } from "./navigation-context.ts";
import { type JsonFile, propertiesOf, propertyOf, readJson, setPlaces, textOf } from "./read-json.ts";
import { refPath } from "./read-parts.ts";

/** Reads the navigation of a Mintlify `docs.json` or `mint.json`: groups, tabs, anchors, versions and languages at any depth. */
export function readMintlify(path: string, file: JsonFile, ground: Ground): NavigationEntry[] {
  const entries: NavigationEntry[] = [];
  const add = (node: Node, ref: string, scope: Scope) => {
    const place = file.placeOf(node);
    entries.push({ ...entryFor(path, ref, ground), file: place.path, line: place.line, ...scope });
  };
  let left = MAX_REFS;
  const findPart = createPartFinder(path, file, ground);
  const walk = (node: Node, outer: Scope) => {
    const scope = scopeOf(node, outer);
    const part = left > 0 && entries.length < MAX_ENTRIES ? findPart(node) : null;
    if (part) {
      left -= 1;
      walkValue("pages", part, scope);
    }
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

type Ground = NavigationContext & { parts: ReadonlyMap<string, string> };

/** References in one navigation: files that refer to each other end here. */
const MAX_REFS = 200;
const MAX_ENTRIES = 100_000;

/** Finds what `{ "$ref": "./fr.json" }` stands for. Each file is parsed once. */
function createPartFinder(path: string, file: JsonFile, { parts }: Ground): (node: Node) => Node | null {
  const parsed = new Map<string, Node | null>();
  const parse = (from: string) => {
    const text = parts.get(from);
    const part = text === undefined ? null : readJson(from, text);
    if (part?.root) setPlaces(part.root, part.placeOf);
    parsed.set(from, part?.root ?? null);
    return part?.root ?? null;
  };
  return (node) => {
    const ref = textOf(propertyOf(node, "$ref"));
    const named = ref === null ? [] : [refPath(file.placeOf(node).path, ref), refPath(path, ref)];
    const from = named.find((one) => one !== null && parts.has(one)) ?? null;
    return from === null ? null : (parsed.get(from) ?? parse(from));
  };
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

function entryFor(
  file: string,
  ref: string,
  ground: NavigationContext,
): Pick<NavigationEntry, "ref" | "title" | "target" | "path"> {
  const base = { ref, title: null };
  if (/^[a-z][a-z0-9+.-]*:/i.test(ref)) return { ...base, target: "external", path: null };
  // `GET /users` and `openapi.json POST /users` are pages made from an API description.
  if (/\s/.test(ref.trim())) return { ...base, target: "generated", path: null };
  const stem = joinPath(folderOf(file), stemOf(ref.replace(/^\/+/, "")));
  return { ...base, target: "page", path: stem === null ? null : findPage(ground, stem) };
}
