import { isMenuFile, isMkdocsFile, isTocTreeFile } from "@docsteward/contract/docs-files";
import type { Evidence } from "../generator/generator.ts";
import { folderOf, isBelow, joinPath } from "../site/posix.ts";
import type { Site } from "../site/site.ts";
import { propertiesOf, readJsonFile, textOf } from "./read-json.ts";
import { describedFiles } from "./read-mintlify-api.ts";
import { inheritedFile, MAX_INHERITED } from "./read-mkdocs.ts";
import { mayChangePageMap } from "./read-page-maps.ts";
import { readYaml } from "./read-yaml.ts";

const MAX_PARTS = 200;
const MAX_ROUNDS = 6;
/** The table of contents of a book. */
export const SUMMARY = /(^|\/)SUMMARY\.md$/;

/**
 * Reads the files that navigation files take in by `$ref` or `INHERIT`, the summaries of books, menus of Hugo, what lists
 * pages of a Sphinx site, and code of Nextra that may change its page map.
 */
export async function readParts(
  { reader, files, paths }: Evidence,
  navigationFiles: readonly { path: string; text: string }[],
  { dialect, root, config }: Pick<Site, "dialect" | "root" | "config">,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const read = async (wanted: string[]) => {
    const found = await reader.readMany(wanted.slice(0, MAX_PARTS - texts.size));
    for (const { path, text } of found) texts.set(path, text);
    return found;
  };
  await read(paths.filter((path) => SUMMARY.test(path)));
  if (dialect === "sphinx")
    await read(paths.filter((path) => isTocTreeFile(path) && isBelow(path, root)).sort(byDepth));
  if (dialect === "hugo") await read(paths.filter((path) => path === config || isMenuOf(path, config)));
  if (dialect === "nextra")
    await read(paths.filter((path) => mayChangePageMap(path) && isBelow(path, folderOf(config))).sort(byDepth));
  let open: readonly { path: string; text: string }[] = navigationFiles.filter(({ path }) =>
    /(^|\/)docs\.json$/.test(path),
  );
  for (let round = 0; round < MAX_ROUNDS && open.length > 0; round += 1) {
    const wanted = new Set(open.flatMap(referredFiles).filter((path) => files.has(path) && !texts.has(path)));
    open = await read([...wanted]);
  }
  if (dialect === "mintlify") {
    const own = navigationFiles.filter(({ path }) => path === config);
    await read(describedFiles(config, [...own, ...jsonFiles(texts)]).filter((path) => files.has(path)));
  }
  open = navigationFiles.filter(({ path, text }) => isMkdocsFile(path) && text.includes("INHERIT"));
  for (let round = 1; round < MAX_INHERITED && open.length > 0; round += 1) {
    const wanted = new Set(open.flatMap(({ path, text }) => inheritedFile(path, readYaml(path, text)) ?? []));
    open = await read([...wanted].filter((path) => files.has(path) && !texts.has(path)));
  }
  return texts;
}

/** Of texts by path those of JSON. */
export const jsonFiles = (texts: ReadonlyMap<string, string>) =>
  [...texts].flatMap(([path, text]) => (path.endsWith(".json") ? [{ path, text }] : []));

/** Whether a file holds menus of the site whose configuration this is. */
const isMenuOf = (path: string, config: string) =>
  isMenuFile(path) && isBelow(path, folderOf(config).replace(/(^|\/)config\/_default$/, ""));

const byDepth = (a: string, b: string) => a.split("/").length - b.split("/").length || (a < b ? -1 : 1);

/** The files that a JSON file refers to by `{ "$ref": "./fr.json" }`, at any depth. */
export function referredFiles(file: { path: string; text: string }): string[] {
  if (!file.text.includes('"$ref"')) return [];
  const { root } = readJsonFile(file);
  const stack = root === null ? [] : [root];
  const found: string[] = [];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    for (const [name, value] of propertiesOf(node)) {
      const path = name === "$ref" ? refPath(file.path, textOf(value)) : null;
      if (path !== null) found.push(path);
    }
    for (const child of node.children ?? []) stack.push(child);
  }
  return found;
}

/** The path of the JSON file that a reference names from another; null when it names no such file. */
export function refPath(from: string, ref: string | null): string | null {
  if (ref === null || !/^\.{0,2}[^:#]*\.json$/.test(ref)) return null;
  return joinPath(ref.startsWith("/") ? "" : folderOf(from), ref.replace(/^\/+/, ""));
}
