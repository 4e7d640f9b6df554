import type { Node } from "jsonc-parser";
import type { DocsReader } from "../docs-reader.ts";
import { propertiesOf, propertyOf, readJson, textOf } from "../navigation/read-json.ts";
import { readModule } from "../navigation/read-module.ts";
import { folderOf, joinPath } from "./posix.ts";

/** The frozen versions of a Docusaurus site, and where readers find each. */
export type DocusaurusVersions = {
  /** The folder that `versioned_docs` lies in. */
  folder: string;
  /** By version, what its paths have behind the site's base: `""` for the one that readers come to first, else e.g. `/2.0`. */
  places: ReadonlyMap<string, string>;
  /** The same for the pages that are being written; null when the site leaves them out. */
  current: string | null;
};

const LIST = /(^|\/)versions\.json$/;
const CONFIG_ENDINGS = ["js", "ts", "mjs", "cjs", "mts", "cts"];
const DOCS_PLUGIN = "@docusaurus/plugin-content-docs";

/** What a site may say of its versions where code decides: the newest frozen one is what readers come to, or what is being written. */
const LIKELY: readonly Options[] = [{}, { last: "current" }];

/**
 * Reads which versions of the docs a site keeps, from `versions.json` and, as data, from its configuration. Without a word of
 * the latter the newest frozen version stands at the site's base, and the pages being written below `/next`.
 *
 * @returns several where the configuration decides by code, and none when the site keeps no versions
 */
export async function readDocusaurusVersions(
  reader: DocsReader,
  paths: readonly string[],
): Promise<DocusaurusVersions[]> {
  const [list] = paths.filter((path) => LIST.test(path)).sort((a, b) => a.length - b.length);
  const folder = list === undefined ? null : folderOf(list);
  if (list === undefined || folder === null || !paths.some((path) => isFrozen(path, folder))) return [];
  const configs = CONFIG_ENDINGS.flatMap((ending) => joinPath(folder, `docusaurus.config.${ending}`) ?? []);
  const files = await reader.readMany([list, ...configs.filter((path) => paths.includes(path))]);
  const names = namesOf(files.find(({ path }) => path === list));
  const config = files.find(({ path }) => path !== list);
  const options = config === undefined ? {} : optionsOf(config);
  if (names.length === 0) return [];
  return (options === null ? LIKELY : [options]).map((likely) => placeVersions(folder, names, likely));
}

function isFrozen(path: string, folder: string): boolean {
  return path.startsWith(folder === "" ? "versioned_docs/" : `${folder}/versioned_docs/`);
}

/** The versions of docs whose options are known, e.g. of a plugin besides the main docs. */
export function versionsOf(
  folder: string,
  list: { path: string; text: string } | undefined,
  docs: Node | undefined,
): DocusaurusVersions | null {
  const names = namesOf(list);
  const options = docs === undefined ? {} : (readOptions(docs) ?? {});
  return names.length === 0 ? null : placeVersions(folder, names, options);
}

function namesOf(file: { path: string; text: string } | undefined): string[] {
  const root = file && readJson(file.path, file.text).root;
  return root?.type === "array" ? (root.children ?? []).flatMap((node) => textOf(node) ?? []) : [];
}

type Options = {
  disabled?: boolean;
  last?: string;
  isCurrentLeftOut?: boolean;
  only?: string[];
  paths?: Map<string, string>;
};

/** @returns null when the configuration speaks of versions where it cannot be read without running it */
function optionsOf(file: { path: string; text: string }): Options | null {
  const { root } = readModule(file.path, file.text);
  const docs = docsOptions(root ?? undefined);
  if (docs === undefined) return /\b(?:lastVersion|onlyIncludeVersions)\b/.test(file.text) ? null : {};
  return readOptions(docs);
}

function readOptions(docs: Node): Options | null {
  const [last, only, versions] = ["lastVersion", "onlyIncludeVersions", "versions"].map((name) =>
    propertyOf(docs, name),
  );
  if ([last, only, versions].some((node) => node?.type === "null")) return null;
  const paths = new Map<string, string>();
  for (const [name, version] of propertiesOf(versions)) {
    const path = propertyOf(version, "path");
    if (path && textOf(path) === null) return null;
    if (path) paths.set(name, textOf(path) ?? "");
  }
  return {
    disabled: propertyOf(docs, "disableVersioning")?.value === true,
    last: textOf(last) ?? undefined,
    isCurrentLeftOut: propertyOf(docs, "includeCurrentVersion")?.value === false,
    only: only?.children?.flatMap((node) => textOf(node) ?? []),
    paths,
  };
}

/** The options of the preset or the plugin for docs; undefined when it has none, or code sets them. */
function docsOptions(config: Node | undefined): Node | undefined {
  const entries = (name: string) => propertyOf(config, name)?.children ?? [];
  const presets = entries("presets").map(({ children }) => propertyOf(children?.[1], "docs"));
  const plugins = entries("plugins").map(({ children }) => {
    const [name, options] = children ?? [];
    const isOfMainDocs = textOf(name) === DOCS_PLUGIN && (textOf(propertyOf(options, "id")) ?? "default") === "default";
    return isOfMainDocs ? options : undefined;
  });
  return [...presets, ...plugins].find((node) => node?.type === "object");
}

function placeVersions(folder: string, names: string[], options: Options): DocusaurusVersions {
  const { disabled, last = names[0], isCurrentLeftOut, only, paths } = options;
  if (disabled) return { folder, places: new Map(), current: "" };
  const chosen = only && new Set(only);
  const isServed = (name: string) => chosen === undefined || chosen.has(name);
  const place = (name: string) => {
    const path = paths?.get(name) ?? (name === last ? "" : name === "current" ? "next" : name);
    const parts = path.split("/").filter((part) => part !== "");
    return parts.map((part) => `/${part}`).join("");
  };
  return {
    folder,
    places: new Map(names.filter(isServed).map((name) => [name, place(name)])),
    current: isCurrentLeftOut || !isServed("current") ? null : place("current"),
  };
}
