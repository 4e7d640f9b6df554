import type { Node } from "yaml";
import { folderOf, joinPath, stemOf } from "../site/posix.ts";
import type { NavigationEntry } from "../site/site.ts";
import { findPage, type NavigationContext } from "./navigation-context.ts";
import { itemsOf, pairOf, pairsOf, scalarOf, type YamlFile } from "./read-yaml.ts";

const PAGE_KEYS = new Set(["href", "topicHref", "file", "root"]);

/** Reads a table of contents in YAML, as DocFX (`toc.yml`) and Jupyter Book (`_toc.yml`) keep it. */
export function readToc(path: string, file: YamlFile, ground: NavigationContext): NavigationEntry[] {
  const entries: NavigationEntry[] = [];
  const walk = (node: Node) => {
    for (const item of itemsOf(node)) walk(item);
    const pairs = pairsOf(node);
    const title = scalarOf(pairs.find(([name]) => name === "name" || name === "title")?.[1]);
    for (const [name, value] of pairs) {
      const ref = scalarOf(value);
      if (ref === null) walk(value);
      else if (PAGE_KEYS.has(name)) entries.push(entryFor(path, file.lineAt(value), ref, title, ground));
    }
  };
  if (file.root) walk(file.root);
  return entries;
}

/** Reads `project.toc` of a `myst.yml`, and the links of `site.nav`. */
export function readMyst(path: string, file: YamlFile, ground: NavigationContext): NavigationEntry[] {
  const entries: NavigationEntry[] = [];
  const walk = (node: Node | undefined, groups: readonly string[]) => {
    for (const item of itemsOf(node)) {
      const pairs = new Map(pairsOf(item));
      const title = scalarOf(pairs.get("title"));
      const [ref, link] = [scalarOf(pairs.get("file")), scalarOf(pairs.get("url"))];
      const line = file.lineAt(pairs.get("file") ?? pairs.get("url") ?? item);
      if (ref !== null) entries.push({ ...entryFor(path, line, ref, title, ground), groups });
      else if (link !== null)
        entries.push({ file: path, line, ref: link, title, groups, target: "external", path: null });
      else if (pairs.has("pattern"))
        entries.push({ file: path, line, ref: "*", title, groups, target: "generated", path: null });
      walk(pairs.get("children"), title === null ? groups : [...groups, title]);
    }
  };
  walk(pairOf(pairOf(file.root, "project"), "toc"), []);
  walk(pairOf(pairOf(file.root, "site"), "nav"), []);
  return entries;
}

function entryFor(
  file: string,
  line: number,
  ref: string,
  title: string | null,
  ground: NavigationContext,
): NavigationEntry {
  const base = { file, line, ref, title };
  // Other files, uids, and parts of the table kept in another file.
  if (/^([a-z][a-z0-9+.-]*:|~|\/)|\/$|toc\.ya?ml$/i.test(ref)) return { ...base, target: "external", path: null };
  if (/\.[a-z0-9]+$/i.test(ref) && !/\.mdx?$/i.test(ref)) return { ...base, target: "external", path: null };
  const stem = joinPath(folderOf(file), stemOf(ref));
  return { ...base, target: "page", path: stem === null ? null : findPage(ground, stem) };
}
