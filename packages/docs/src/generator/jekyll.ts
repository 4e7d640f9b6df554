import type { Node } from "yaml";
import { itemsOf, pairsOf, readYaml, scalarOf } from "../navigation/read-yaml.ts";
import { matchesPaths } from "../site/path-patterns.ts";
import { stemOf } from "../site/posix.ts";
import { basePath, type Evidence, folderAt, folderOf, type Generator } from "./generator.ts";

export const JEKYLL_CONFIG = /(^|\/)_config\.ya?ml$/;

const POST = /^(\d{4})-(\d{1,2})-(\d{1,2})-(.+)$/;
/** What only a configuration of Jekyll says. */
const OWN_KEYS = new Set([
  "theme",
  "remote_theme",
  "plugins",
  "gems",
  "markdown",
  "kramdown",
  "collections",
  "permalink",
  "baseurl",
  "highlighter",
]);

/** Reads a Jekyll site: its source folder, its collections, and the form of its addresses. */
export async function readJekyllSite(evidence: Evidence, config: string): Promise<Generator | null> {
  const [file] = await evidence.reader.readMany([config]);
  const settings = readYaml(config, file?.text ?? "").root;
  const pairs = new Map(pairsOf(settings));
  if (![...pairs.keys()].some((key) => OWN_KEYS.has(key))) return null;
  const root = folderAt(folderOf(config), scalarOf(pairs.get("source")) ?? "") ?? folderOf(config);
  const collections = collectionsOf(pairs.get("collections"), scalarOf(pairs.get("permalink")));
  const addressOf = (path: string, data: Record<string, unknown>) => jekyllAddress(path, data, collections);
  const isLeftOut = leftOut(
    [...ALWAYS_EXCLUDED, ...namesOf(pairs.get("exclude"))],
    namesOf(pairs.get("include")),
    collections,
  );
  const hostBase = pairs.has("baseurl") ? "" : basePath(repositoryName(scalarOf(pairs.get("repository"))));
  return { dialect: "jekyll", config, hostBase, layouts: [[{ root, routeBase: "", addressOf, isLeftOut }]] };
}

/** The name of a repository, below which GitHub serves a site without a domain of its own. */
function repositoryName(repository: string | null): string {
  return repository?.replace(/\/$/, "").split("/").at(-1) ?? "";
}

function namesOf(node: Node | undefined): string[] {
  return itemsOf(node).flatMap((item) => scalarOf(item)?.replace(/^\.?\/|\/$/g, "") || []);
}

/** These are built or taken in under their own names. */
const OWN_FOLDERS = new Set(["_posts", "_drafts", "_includes", "_layouts", "_data", "_sass"]);

/** What Jekyll leaves out by itself: programs, packages and caches. */
const ALWAYS_EXCLUDED = [
  ...["Gemfile", "Gemfile.lock", "node_modules", "vendor/bundle", "vendor/cache", "vendor/gems", "vendor/ruby"],
  ...[".sass-cache", ".jekyll-cache", "gemfiles"],
];

/** What the configuration or Jekyll itself excludes, and folders whose name begins with an underscore and that it doesn't include. */
function leftOut(
  excluded: readonly string[],
  included: readonly string[],
  collections: ReadonlyMap<string, string | null>,
): (path: string) => boolean {
  const [isExcluded, isIncluded] = [excluded, included].map((names) =>
    matchesPaths(names.map((pattern) => ({ pattern, isAnywhere: false }))),
  );
  return (path) => {
    if (isIncluded?.(path) === true) return false;
    const [first = ""] = path.split("/", 1);
    const isOwn = OWN_FOLDERS.has(first) || collections.has(first.slice(1));
    return isExcluded?.(path) === true || (path !== first && first.startsWith("_") && !isOwn);
  };
}

/** By name, the form of the addresses of a collection that the site writes out; null for one that it does not. */
function collectionsOf(node: Node | undefined, permalink: string | null): Map<string, string | null> {
  const collections = new Map<string, string | null>();
  for (const [name, value] of pairsOf(node)) {
    const options = new Map(pairsOf(value));
    const output = options.get("output");
    const isWritten = output !== undefined && "value" in output && output.value === true;
    const form =
      scalarOf(options.get("permalink")) ?? (permalink?.includes(":path") ? permalink : "/:collection/:path");
    collections.set(name, isWritten ? form : null);
  }
  return collections;
}

function jekyllAddress(
  path: string,
  data: Record<string, unknown>,
  collections: ReadonlyMap<string, string | null>,
): string | null | undefined {
  if (typeof data.permalink === "string" && !data.permalink.includes(":"))
    return withoutIndex(data.permalink.replace(/\.html$/, ""));
  const [first = "", ...rest] = stemOf(path).split("/");
  const name = rest.at(-1) ?? first;
  const [, year, month, day, title] = POST.exec(name) ?? [];
  if (first === "_posts" && title !== undefined) return `${year}/${month}/${day}/${title}`;
  if (!first.startsWith("_")) return undefined;
  const form = collections.get(first.slice(1));
  if (form === null || form === undefined) return null;
  const values = new Map([
    ["collection", first.slice(1)],
    ["path", rest.join("/")],
    ["name", name],
    ["title", typeof data.slug === "string" ? data.slug : name],
    ["output_ext", ""],
  ]);
  return withoutIndex(form.replace(/:(\w+)/g, (_, key) => values.get(key) ?? ""));
}

function withoutIndex(address: string): string {
  return basePath(address).replace(/\/index$/, "");
}
