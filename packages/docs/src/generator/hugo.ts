import { readJson } from "../navigation/read-json.ts";
import { readToml, type TomlTable, tomlTable, tomlText } from "../navigation/read-toml.ts";
import { parseYaml } from "../parse-yaml.ts";
import { isBelow, stemOf } from "../site/posix.ts";
import type { Section } from "../site/site.ts";
import { basePath, EVERYWHERE, type Evidence, folderAt, folderOf, type Generator, pathOfUrl } from "./generator.ts";

export const HUGO_CONFIG =
  /(^|\/)(hugo\.(toml|ya?ml|json)|config\.(toml|ya?ml)|config\/_default\/(hugo|config)\.(toml|ya?ml))$/;

/** Reads a Hugo site: its content folders by language, and how it makes addresses of names. */
export async function readHugoSite(evidence: Evidence, config: string): Promise<Generator | null> {
  const folder = folderOf(config).replace(/(^|\/)config\/_default$/, "");
  if (isOlderName(evidence, config)) return null;
  const settings = await readSettings(evidence, config);
  const content = folderAt(folder, tomlText(settings, "contentDir") ?? "content");
  if (content === null || !evidence.folders.has(content)) return null;
  const [isLower, isPlain] = [settings.disablePathToLower !== true, settings.removePathAccents === true];
  const hasDates = JSON.stringify(tomlTable(settings, "frontmatter")).includes(":filename");
  const forms = { page: permalinksOf(settings), list: permalinksOfLists(settings) };
  const addressOf = (path: string, data: Record<string, unknown>) => {
    const address = hugoAddress(hasDates ? path.replace(DATE, "$1") : path, data, { isLower, forms });
    return isPlain && typeof address === "string" ? address.normalize("NFKD").replace(/\p{M}/gu, "") : address;
  };
  const source = tomlText(settings, "defaultContentLanguage") ?? "en";
  const inFolder = settings.defaultContentLanguageInSubdir === true;
  const languages = Object.entries(tomlTable(settings, "languages"));
  const codes = [source, ...languages.map(([code]) => code).filter((code) => code !== source)];
  const baseOf = (code: string) => (code === source && !inFolder ? "" : `/${code.toLowerCase()}`);
  const ownFolder = (code: string) => {
    const named = tomlText(tomlTable(settings, "languages", code), "contentDir");
    return named === null ? null : folderAt(folder, named);
  };
  const mounts = mountsOf(settings, folder);
  const mounted = mounts.find(({ below, language }) => below === "" && (language ?? source) === source);
  const original = ownFolder(source) ?? mounted?.root ?? content;
  const main: Section = { root: original, routeBase: baseOf(source), addressOf, suffixes: suffixesOf(codes, baseOf) };
  const others = codes.slice(1).flatMap((code): Section[] => {
    const root =
      ownFolder(code) ?? mounts.find(({ below, language }) => below === "" && language === code)?.root ?? null;
    if (root === null || root === original || !evidence.folders.has(root)) return [];
    return [{ root, routeBase: baseOf(code), addressOf, language: code, originalRoot: original }];
  });
  return {
    dialect: "hugo",
    config,
    layouts: [[main, ...others, ...mountedBelow(mounts, { evidence, addressOf, baseOf, source, original })]],
    languages: languages.length > 1 ? codes : [],
    // A step before the build fills a mounted folder that the repository does not have.
    generatedRoutes: [
      ...mounts
        .filter(({ root }) => !evidence.folders.has(root))
        .map(({ below }) => (below === "" ? EVERYWHERE : `/${below}`)),
      // A template of content makes pages of data.
      ...evidence.paths.flatMap((path) =>
        isBelow(path, original) && path.endsWith("/_content.gotmpl")
          ? [baseOf(source) + basePath(folderOf(path).slice(original.length).toLowerCase())]
          : [],
      ),
      ...codes.flatMap((code) => taxonomiesOf(settings).map((name) => baseOf(code) + basePath(name.toLowerCase()))),
    ],
    // Hugo puts it before no address that a page writes itself.
    hostBase: pathOfUrl(tomlText(settings, "baseURL") ?? ""),
    headingIds: { isAscii: tomlTable(settings, "markup", "goldmark", "parser").autoHeadingIDType === "github-ascii" },
    hasTermIds: tomlTable(settings, "markup", "goldmark", "parser").autoDefinitionTermID === true,
    hasNamedTargets: LINK_TEMPLATES.some((name) => evidence.files.has(folderAt(folder, "layouts", name) ?? "")),
  };
}

const MAX_TAXONOMIES = 50;

/** A day before the name of a page, which the configuration may have taken for its date and out of its address. */
const DATE = /(^|\/)\d{4}-\d{2}-\d{2}-(?=[^/])/;

/** What pages are listed by, each with a page of its own and one for each of its terms. */
function taxonomiesOf(settings: TomlTable): string[] {
  if (settings.taxonomies === undefined) return ["tags", "categories"];
  const named = Object.values(tomlTable(settings, "taxonomies")).slice(0, MAX_TAXONOMIES);
  return named.filter((name) => typeof name === "string");
}

/** A template of the site for its links may read a name as it likes: `[a term](g)`. */
const LINK_TEMPLATES = ["_markup/render-link.html", "_default/_markup/render-link.html"];

/** A folder that is read as if it were at another place of the content. */
type Mount = { root: string; below: string; language: string | undefined };

const MAX_MOUNTS = 200;
/** Where what is mounted lies outside of the repository. */
const OUTSIDE = "..";

/** The folders that `module.mounts` puts into the content (`source = "content/en"`, `target = "content"`). */
function mountsOf(settings: TomlTable, folder: string): Mount[] {
  const { mounts, imports } = tomlTable(settings, "module");
  const own = tablesOf(mounts).flatMap((one): Mount[] => {
    const source = tomlText(one, "source");
    const root = source === null ? null : folderAt(folder, source);
    return mountAt(root ?? OUTSIDE, one);
  });
  // What a module brings lies in another repository.
  const brought = tablesOf(imports).flatMap((one) =>
    tablesOf(one.mounts).flatMap((mount) =>
      mountAt(`${tomlText(one, "path") ?? ""}/${tomlText(mount, "source")}`, mount),
    ),
  );
  return [...own, ...brought].slice(0, MAX_MOUNTS);
}

function tablesOf(value: TomlTable[string] | undefined): TomlTable[] {
  const listed = Array.isArray(value) ? value.slice(0, MAX_MOUNTS) : [];
  return listed.filter((one): one is TomlTable => typeof one === "object" && one !== null && !Array.isArray(one));
}

function mountAt(root: string, mount: TomlTable): Mount[] {
  const target = tomlText(mount, "target");
  const place = target === null ? null : folderAt("", target);
  if (place === null || !/^content(\/|$)/.test(place)) return [];
  return [{ root, below: stemOf(place.slice("content/".length)), language: languageOf(mount) }];
}

/** The only language of a mount: `lang`, or in newer versions of Hugo `sites.matrix.languages`. */
function languageOf(mount: TomlTable): string | undefined {
  const { languages } = tomlTable(mount, "sites", "matrix");
  const [only, ...others] = Array.isArray(languages) ? languages : [languages];
  return tomlText(mount, "lang") ?? (typeof only === "string" && others.length === 0 ? only : undefined);
}

type Ground = {
  evidence: Evidence;
  addressOf: Section["addressOf"];
  baseOf: (code: string) => string;
  source: string;
  original: string;
};

/** Mounted folders whose pages are shown below an address of their own. */
function mountedBelow(mounts: readonly Mount[], { evidence, addressOf, baseOf, source, original }: Ground): Section[] {
  return mounts.flatMap(({ root, below, language = source }): Section[] => {
    if (below === "" || root === original || !evidence.folders.has(root)) return [];
    return [{ root, routeBase: baseOf(language) + basePath(below.toLowerCase()), addressOf }];
  });
}

/** Hugo does not read `config.toml` beside `hugo.toml`. */
function isOlderName({ files }: Evidence, config: string): boolean {
  const start = config.slice(0, config.lastIndexOf("/") + 1);
  const isNew = (ending: string) => files.has(`${start}hugo.${ending}`);
  return !config.slice(start.length).startsWith("hugo.") && ["toml", "yaml", "yml", "json"].some(isNew);
}

function suffixesOf(codes: readonly string[], baseOf: (code: string) => string): Section["suffixes"] {
  return new Map(codes.map((code) => [code.toLowerCase(), baseOf(code)]));
}

/** What a folder of settings may keep in files of their own. */
const PARTS = ["languages", "permalinks", "taxonomies"];

/** The forms of addresses by section; newer versions of Hugo keep those of pages apart from those of lists. */
function permalinksOf(settings: TomlTable): ReadonlyMap<string, string> {
  return textsIn({ ...tomlTable(settings, "permalinks"), ...tomlTable(settings, "permalinks", "page") });
}

function permalinksOfLists(settings: TomlTable): ReadonlyMap<string, string> {
  return textsIn(tomlTable(settings, "permalinks", "section"));
}

function textsIn(table: TomlTable): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(table).flatMap(([section, form]) => (typeof form === "string" ? [[section, form]] : [])),
  );
}

async function readSettings({ reader, files }: Evidence, config: string): Promise<TomlTable> {
  const named = PARTS.flatMap((name) =>
    ["toml", "yaml", "yml"].map((ending) => `${folderOf(config)}/${name}.${ending}`),
  );
  const beside = config.includes("config/_default/") ? named.filter((path) => files.has(path)) : [];
  const [file, ...parts] = await reader.readMany([config, ...beside]);
  const own = parts.map((part) => [
    part.path.slice(part.path.lastIndexOf("/") + 1).split(".", 1)[0] ?? "",
    dataOf(part),
  ]);
  return { ...(file ? inOneCase(dataOf(file)) : {}), ...Object.fromEntries(own) };
}

const KEYS = new Map(
  "baseURL contentDir defaultContentLanguage defaultContentLanguageInSubdir disablePathToLower frontmatter languages markup module permalinks removePathAccents taxonomies"
    .split(" ")
    .map((key) => [key.toLowerCase(), key]),
);

/** Hugo takes its keys in any case: `[Languages]`. */
function inOneCase(settings: TomlTable): TomlTable {
  return Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [KEYS.get(key.toLowerCase()) ?? key, value]),
  );
}

function dataOf({ path, text }: { path: string; text: string }): TomlTable {
  if (path.endsWith(".toml")) return readToml(text);
  if (path.endsWith(".json")) return readJson(path, text).root === null ? {} : (JSON.parse(text) as TomlTable);
  try {
    const value: unknown = parseYaml(text).document.toJS({ maxAliasCount: 100 });
    return typeof value === "object" && value !== null ? (value as TomlTable) : {};
  } catch {
    return {};
  }
}

/** Hugo writes addresses in lower case with hyphens, unless a page names its own. */
function hugoAddress(
  path: string,
  data: Record<string, unknown>,
  { isLower, forms }: { isLower: boolean; forms: Record<"page" | "list", ReadonlyMap<string, string>> },
): string | null | undefined {
  if (typeof data.url === "string" && data.url !== "") return data.url.startsWith("/") ? `/${data.url}` : data.url;
  const stem = stemOf(path);
  if (/\.[a-z]{2,3}(-[a-z]{2,4})?$/i.test(stem)) return undefined;
  const parts = stem.replace(/(^|\/)_?index$/, "").split("/");
  const slug = typeof data.slug === "string" && data.slug !== "" ? data.slug : null;
  const isList = /(^|\/)_index$/.test(stem);
  const ofList = isList && parts.length === 1 ? forms.list.get(parts[0] ?? "") : undefined;
  const form = parts.length > 1 && !isList ? forms.page.get(parts[0] ?? "") : ofList;
  if (form !== undefined) return addressOfForm(form, parts, data);
  const named = slug === null || isList ? parts : [...parts.slice(0, -1), slug];
  const address = named.map(nameInAddress).join("/");
  return basePath(isLower ? address.toLowerCase() : address);
}

const KEPT = /[\p{L}\p{Nd}\p{M}._#+~@-]/u;

/** A name as Hugo writes it in an address: blanks become one hyphen, and signs are dropped. */
function nameInAddress(name: string): string {
  let written = "";
  let isBehindBlank = false;
  for (const sign of name) {
    if (/\s/.test(sign)) isBehindBlank = written !== "" && !written.endsWith("-");
    else if (KEPT.test(sign)) {
      written += isBehindBlank && sign !== "-" ? `-${sign}` : sign;
      isBehindBlank = false;
    }
  }
  return written;
}

const PART = /:(\w+)(?:\[([\w:]{1,20})\])?/g;

/** Fills `/:section/:year/:slug/` and `/docs/:sections[1:]/:title/`; null where it asks for what is not known. */
function addressOfForm(form: string, parts: readonly string[], data: Record<string, unknown>): string | null {
  const [year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(dateText(data.date))?.slice(1) ?? [];
  const name = nameInAddress(parts.at(-1) ?? "");
  const slug = typeof data.slug === "string" && data.slug !== "" ? nameInAddress(data.slug) : undefined;
  const title = typeof data.title === "string" ? nameOfTitle(data.title) : undefined;
  const sections = parts.slice(0, -1).map(nameInAddress);
  const values: Record<string, string | undefined> = {
    section: parts[0],
    year,
    month,
    day,
    title,
    slug: slug ?? title ?? name,
    slugorfilename: slug ?? name,
    slugorcontentbasename: slug ?? name,
    filename: name,
    contentbasename: name,
  };
  let isKnown = true;
  const address = form.replace(PART, (_, one: string, cut?: string) => {
    const value = one === "sections" ? cutOf(sections, cut).join("/") : values[one];
    if (value === undefined) isKnown = false;
    return value ?? "";
  });
  return isKnown ? basePath(address.replace(/\/{2,}/g, "/").toLowerCase()) : null;
}

/** `1:`, `:2`, `0` and `last` of a list of folders; all of it without a cut. */
function cutOf(list: readonly string[], cut = ":"): string[] {
  const at = (text: string | undefined, other: number) =>
    text === "last" ? list.length - 1 : text === undefined || text === "" ? other : Number(text);
  const [from, to] = cut.split(":");
  const start = at(from, 0);
  return cut.includes(":") ? list.slice(start, at(to, list.length)) : list.slice(start, start + 1);
}

/** A title as a part of an address. */
function nameOfTitle(title: string): string {
  const plain = title.trim().replace(/[^\p{L}\p{M}\p{N}\s._-]/gu, "");
  return plain.replace(/\s+/g, "-").replace(/-{2,}/g, "-");
}

function dateText(value: unknown): string {
  return value instanceof Date ? value.toISOString() : typeof value === "string" ? value : "";
}
