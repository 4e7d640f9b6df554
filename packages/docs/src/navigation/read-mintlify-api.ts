import type { Node } from "jsonc-parser";
import { basePath } from "../generator/generator.ts";
import { folderOf, joinPath } from "../site/posix.ts";
import type { DescribedPages } from "../site/site.ts";
import { type JsonFile, propertiesOf, propertyOf, readJsonFile, textOf } from "./read-json.ts";

/** Where Mintlify puts the pages of a description for which the configuration names no folder. */
const FOLDER = "api-reference";
const MAX_NODES = 100_000;
/** Of folders, and of versions and languages. */
const MAX_FOLDERS = 100;
const MAX_DEPTH = 20;
/** `GET /users`, and `openapi.json GET /users`. */
const OPERATION = /(?:^|\s)(?:get|put|post|delete|patch|options|head|trace|webhook)\s/i;

type TextFile = { path: string; text: string };

/**
 * Reads where a `docs.json` has pages made out of descriptions of an API, and what these may be called.
 *
 * @param path the configuration, from whose folder it names files
 * @param files the configuration, and what it takes in by reference
 * @param texts the descriptions that could be read
 */
export function readDescribedPages(
  path: string,
  files: readonly TextFile[],
  texts: ReadonlyMap<string, string>,
): DescribedPages {
  const folders = new Set<string>();
  const scopes = new Set([""]);
  const sources = new Set<string | null>();
  for (const node of files.flatMap((file) => objectsOf(readJsonFile(file)))) {
    for (const name of ["version", "language"]) scopes.add(textOf(propertyOf(node, name)) ?? "");
    const [openapi, asyncapi] = [propertyOf(node, "openapi"), propertyOf(node, "asyncapi")];
    const hasOperation = propertyOf(node, "pages")?.children?.some((page) => OPERATION.test(textOf(page) ?? ""));
    if (openapi === undefined && asyncapi === undefined && hasOperation !== true) continue;
    const named = [openapi, asyncapi].flatMap((one) => textOf(propertyOf(one, "directory")) ?? []);
    // Tabs of the former configuration have an address of their own.
    const own = textOf(propertyOf(node, "url"));
    for (const folder of named.length > 0 ? named : [FOLDER]) folders.add(folder);
    if (own !== null && !own.includes(":")) folders.add(own);
    for (const source of sourcesOf(openapi)) sources.add(fileOf(path, source));
    if (asyncapi !== undefined) sources.add(null);
  }
  const routes = new Set<string>();
  for (const folder of [...folders].slice(0, MAX_FOLDERS))
    for (const scope of [...scopes].slice(0, MAX_FOLDERS)) routes.add(basePath(`${scope}/${folder}`));
  const read = [...sources].map((source) => (source === null ? undefined : texts.get(source)));
  const isKnown = read.length > 0 && read.every((text) => text !== undefined);
  return { routes, names: isKnown ? new Set(read.flatMap((text) => namesIn(text ?? ""))) : null };
}

/** The files of descriptions that a configuration, or what it takes in, names. */
export function describedFiles(path: string, files: readonly TextFile[]): string[] {
  return files
    .flatMap((file) => objectsOf(readJsonFile(file)))
    .flatMap((node) => sourcesOf(propertyOf(node, "openapi")).flatMap((source) => fileOf(path, source) ?? []));
}

/** All objects of a file that are no part of a description. */
function objectsOf({ root }: JsonFile): Node[] {
  const found: Node[] = root === null ? [] : [root];
  for (const node of found) {
    if (propertyOf(node, "paths") !== undefined) continue;
    const inner = node.type === "object" ? propertiesOf(node).map(([, value]) => value) : (node.children ?? []);
    for (const child of found.length < MAX_NODES ? inner : []) if (child.children) found.push(child);
  }
  return found.filter((node) => node.type === "object" && propertyOf(node, "paths") === undefined);
}

function sourcesOf(value: Node | undefined): string[] {
  const own = textOf(value) ?? textOf(propertyOf(value, "source"));
  if (own !== null) return [own];
  return value?.type === "array" ? (value.children ?? []).flatMap((item) => textOf(item) ?? []) : [];
}

/** The file of the repository that a description is read from; null where it is an address. */
function fileOf(path: string, source: string): string | null {
  return /^[a-z][a-z0-9+.-]*:/i.test(source) ? null : joinPath(folderOf(path), source.replace(/^\/+/, ""));
}

const NAMED = /\b(?:summary|operationId|href)["']?[ \t]{0,9}:[ \t]{0,9}["']?([^"'\n]{1,300})/g;
const PATH = /["'\s](\/[^"'\s:]{0,300})["']?[ \t]{0,9}:/g;

/** What the operations of a description are called, in JSON or YAML. */
function namesIn(text: string): string[] {
  return [NAMED, PATH].flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = ""]) => signsOf(name)));
}

/** The letters and digits of a name: how it is written in an address is Mintlify's. */
const signsOf = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/**
 * Whether an address may be that of a page that is made of a description. Where it cannot be read: those of a group of operations and
 * of one of them, since pages right in the folder are those that are written.
 */
export function isDescribed({ routes, names }: DescribedPages, route: string): boolean {
  for (let folder = folderOf(route), depth = 0; depth < MAX_DEPTH; folder = folderOf(folder), depth += 1) {
    if (routes.has(folder) && isNamed(names, route.slice(folder.length + 1))) return true;
    if (folder === "" || folder === "/") return false;
  }
  return false;
}

function isNamed(names: DescribedPages["names"], own: string): boolean {
  if (names === null) return own.includes("/");
  const last = signsOf(own.slice(own.lastIndexOf("/") + 1));
  // The second of a name is counted, and what has no name is called by its method and path.
  const forms = [last, last.replace(/\d{1,3}$/, ""), last.replace(METHOD, "")];
  return last !== "" && forms.some((one) => names.has(one));
}

const METHOD = /^(?:get|put|post|delete|patch|options|head|trace)/;
