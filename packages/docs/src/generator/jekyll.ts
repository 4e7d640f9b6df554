import type { Node } from "yaml";
import { itemsOf, pairOf, pairsOf, readYaml, scalarOf } from "../navigation/read-yaml.ts";
import { matchesPlaces } from "../site/path-patterns.ts";
import { isBelow, stemOf } from "../site/posix.ts";
import type { HeadingIds } from "../site/site.ts";
import { basePath, type Evidence, folderAt, folderOf, type Generator } from "./generator.ts";
import { routesInCode } from "./routes-in-code.ts";

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
  const permalink = scalarOf(pairs.get("permalink"));
  const collections = collectionsOf(pairs.get("collections"), permalink);
  const defaults = defaultsOf(pairs.get("defaults"));
  const above = scalarOf(pairs.get("collections_dir"))?.replace(/^\.?\/|\/$/g, "") ?? "";
  const addressOf = (path: string, data: Record<string, unknown>) =>
    jekyllAddress(above !== "" && isBelow(path, above) ? path.slice(above.length + 1) : path, data, {
      collections,
      permalink,
      defaults,
    });
  const isLeftOut = leftOut(
    [...ALWAYS_EXCLUDED, ...namesOf(pairs.get("exclude"))],
    namesOf(pairs.get("include")),
    collections,
  );
  const base = pairs.has("baseurl") ? basePath(scalarOf(pairs.get("baseurl")) ?? "") : null;
  const hostBase = base ?? basePath(repositoryName(scalarOf(pairs.get("repository"))));
  return {
    dialect: "jekyll",
    config,
    hostBase,
    headingIds: headingIdsOf(pairs.get("kramdown")),
    isBesideOthers: base === null && hostBase !== "",
    generatedRoutes: [
      ...archivesOf(pairs),
      ...languagesOf(pairs),
      // What another step puts among the pages is not cleared away.
      ...namesOf(pairs.get("keep_files")).map(basePath),
      ...(await madeByCode(evidence, root)),
    ],
    // Each page is then the index of a folder of its name.
    ...(permalink === "pretty" ? { hasSlash: true } : {}),
    layouts: [[{ root, routeBase: "", addressOf, isLeftOut }]],
  };
}

/** What the options of kramdown say of ids. */
function headingIdsOf(options: Node | undefined): HeadingIds {
  const prefix = scalarOf(pairOf(options, "auto_id_prefix"));
  const ascii = pairOf(options, "transliterated_header_ids");
  const isAscii = ascii !== undefined && "value" in ascii && ascii.value === true;
  return { ...(prefix ? { prefix } : {}), isAscii };
}

/** What the configuration calls its plugins, by the newer key and the older one. */
const pluginsOf = (pairs: ReadonlyMap<string, Node>) => [
  ...namesOf(pairs.get("plugins")),
  ...namesOf(pairs.get("gems")),
];

const ARCHIVES = "jekyll-archives";

/** The addresses below which a plugin lists posts by tag, category and date. */
function archivesOf(pairs: ReadonlyMap<string, Node>): string[] {
  const plugins = pluginsOf(pairs);
  // The newer plugin for lists in parts makes such pages, too.
  if (pairs.has("autopages")) return ["/tag", "/category", "/collection"];
  const options = pairs.get(ARCHIVES);
  if (!plugins.includes(ARCHIVES) && options === undefined) return [];
  const named = pairsOf(pairOf(options, "permalinks")).flatMap(([, form]) => scalarOf(form) ?? []);
  const forms = named.length > 0 ? named : ["/tag/:name/", "/category/:name/"];
  return forms.map((form) => basePath(form.split(":", 1)[0] ?? "")).filter((place) => place !== "");
}

const MAX_PLUGINS = 20;

/** The addresses that plugins in the repository may make pages at. */
async function madeByCode({ reader, paths }: Evidence, root: string): Promise<string[]> {
  const folder = folderAt(root, "_plugins") ?? "";
  const code = paths.filter((path) => isBelow(path, folder) && path.endsWith(".rb")).slice(0, MAX_PLUGINS);
  const files = code.length === 0 ? [] : await reader.readMany(code);
  return files.flatMap(({ text }) => (/\bGenerator\b/.test(text) ? routesInCode(text, root) : []));
}

/** The addresses of the languages of the plugin polyglot, which shows each page in all of them. */
function languagesOf(pairs: ReadonlyMap<string, Node>): string[] {
  if (!pluginsOf(pairs).some((name) => name.includes("polyglot"))) return [];
  const source = scalarOf(pairs.get("default_lang"));
  return namesOf(pairs.get("languages")).flatMap((code) => (code === source ? [] : [basePath(code)]));
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
  const [isExcluded, isIncluded] = [excluded, included].map((names) => matchesPlaces(names));
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

/** A form of addresses that the configuration gives to pages of a folder, of a type, or of both. */
type Default = { folder: string; type: string | null; form: string };

const MAX_DEFAULTS = 100;

/** What `defaults` says of addresses, the nearest last. Folders that are named by a pattern are left out. */
function defaultsOf(node: Node | undefined): Default[] {
  const found = itemsOf(node)
    .slice(0, MAX_DEFAULTS)
    .flatMap((item): Default[] => {
      const scope = pairOf(item, "scope");
      const form = scalarOf(pairOf(pairOf(item, "values"), "permalink"));
      const folder = (scalarOf(pairOf(scope, "path")) ?? "").replace(/^\.?\/|\/$/g, "");
      return form === null || folder.includes("*") ? [] : [{ folder, type: scalarOf(pairOf(scope, "type")), form }];
    });
  const isTyped = ({ type }: Default) => Number(type !== null);
  return found.sort((a, b) => a.folder.length - b.folder.length || isTyped(a) - isTyped(b));
}

type Forms = {
  collections: ReadonlyMap<string, string | null>;
  permalink: string | null;
  defaults: readonly Default[];
};

/** Forms of addresses that Jekyll has a word for. */
const STYLES = new Map([
  ["date", "/:categories/:year/:month/:day/:title"],
  ["pretty", "/:categories/:year/:month/:day/:title"],
  ["none", "/:categories/:title"],
  ["ordinal", "/:categories/:year/:y_day/:title"],
]);

function jekyllAddress(
  path: string,
  data: Record<string, unknown>,
  { collections, permalink, defaults }: Forms,
): string | null | undefined {
  const own = typeof data.permalink === "string" ? data.permalink : null;
  if (own !== null && !own.includes(":")) return withoutIndex(own.replace(/\.html$/, ""));
  const parts = stemOf(path).split("/");
  const [first = "", ...rest] = parts;
  const name = parts.at(-1) ?? "";
  const date = POST.exec(name);
  const at = parts.indexOf("_posts");
  const isPost = at >= 0 && date !== null;
  const type = isPost ? "posts" : first.startsWith("_") ? first.slice(1) : "pages";
  const given = own ?? formOf(path, type, defaults);
  if (isPost) {
    const form = given ?? permalink ?? "date";
    return addressOfForm(STYLES.get(form) ?? form, valuesOfPost(date, parts.slice(0, at), data));
  }
  const listed = collections.get(first.slice(1));
  const isOfCollection = first.startsWith("_") && listed !== undefined;
  if (first.startsWith("_") && (listed === null || listed === undefined) && given === null) return null;
  const form = given ?? (isOfCollection ? listed : null);
  if (form === null || STYLES.has(form)) return undefined;
  const values = new Map([
    ["collection", first.slice(1)],
    ["path", (isOfCollection ? rest : parts.slice(0, -1)).join("/")],
    ["basename", name],
    ["name", name],
    ["title", typeof data.slug === "string" ? data.slug : name],
    ["slug", typeof data.slug === "string" ? data.slug : name],
    ["output_ext", ""],
  ]);
  return addressOfForm(form, values);
}

/** The form that `defaults` gives to a page, or null. */
function formOf(path: string, type: string, defaults: readonly Default[]): string | null {
  const fits = (one: Default) =>
    (one.type === null || one.type === type) && (path === one.folder || isBelow(path, one.folder));
  return defaults.findLast(fits)?.form ?? null;
}

function valuesOfPost(
  [, year = "", month = "", day = "", title = ""]: RegExpExecArray,
  folders: readonly string[],
  data: Record<string, unknown>,
): Map<string, string> {
  const [y = year, m = month, d = day] = dateOf(data.date) ?? [];
  const slug = typeof data.slug === "string" ? data.slug : title;
  const categories = [...folders, ...wordsOf(data.categories ?? data.category)].map((one) => one.toLowerCase());
  return new Map([
    ["categories", [...new Set(categories)].join("/")],
    ["slugified_categories", [...new Set(categories.map((one) => one.replace(/[^\p{L}\p{N}]+/gu, "-")))].join("/")],
    ["collection", "posts"],
    ["year", y],
    ["short_year", y.slice(2)],
    ["month", m.padStart(2, "0")],
    ["i_month", String(Number(m))],
    ["day", d.padStart(2, "0")],
    ["i_day", String(Number(d))],
    ["title", slug],
    ["slug", slug],
    ["name", title],
    ["output_ext", ""],
  ]);
}

/** The day that front matter gives; it comes before the one in the name. */
function dateOf(value: unknown): [string, string, string] | null {
  const text = value instanceof Date ? value.toISOString() : typeof value === "string" ? value : "";
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(text) ?? [];
  return year === undefined || month === undefined || day === undefined ? null : [year, month, day];
}

/** Categories are a list, or words of one text. */
function wordsOf(value: unknown): string[] {
  if (typeof value === "string") return value.split(/\s+/).filter((word) => word !== "");
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

/** Fills `/:collection/:path/`; null where it asks for what is not known. */
function addressOfForm(form: string, values: ReadonlyMap<string, string>): string | null {
  let isKnown = true;
  const address = form.replace(/:([a-z_]+)/g, (_, key: string) => {
    const value = values.get(key);
    if (value === undefined) isKnown = false;
    return value ?? "";
  });
  return isKnown ? withoutIndex(address) : null;
}

function withoutIndex(address: string): string {
  return basePath(address).replace(/\/index$/, "");
}
