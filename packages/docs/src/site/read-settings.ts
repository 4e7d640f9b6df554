import { isPageFile } from "@docsteward/contract/docs-files";
import type { Node } from "jsonc-parser";
import type { DocsReader } from "../docs-reader.ts";
import { readRedirects } from "../generator/generator.ts";
import { propertiesOf, propertyOf, readJson, readJsonFile, textOf } from "../navigation/read-json.ts";
import { readModule } from "../navigation/read-module.ts";
import { readToml, tomlText } from "../navigation/read-toml.ts";
import { pathOf } from "../page/page.ts";
import { hasFileEnding, isHosted } from "./doubtful-areas.ts";
import { normalRoute } from "./page-routes.ts";
import { matchesPaths, type PathPattern } from "./path-patterns.ts";
import { folderOf, foldersAbove, joinPath } from "./posix.ts";
import { lastTwo, readScriptNames } from "./read-scripts.ts";
import type { Dialect, Redirect, SiteSettings } from "./site.ts";

const DOCUSAURUS_CONFIG = /(^|\/)docusaurus\.config\.[cm]?[jt]s$/;
const CORE = "@docusaurus/core";

/** Where addresses are given to something that is no page. */
const CONFIGURATION =
  /(^|\/)(_redirects|\.htaccess|firebase\.json|staticwebapp\.config\.json|astro\.config\.[cm]?[jt]s|(mkdocs|properdocs)\.ya?ml|vercel\.json|netlify\.toml|(next|docusaurus|source)\.config\.[cm]?[jt]s|\.vitepress\/config(\/\w+)?\.m?[jt]s)$/;

/** Code of Next.js that answers before its pages do. */
const BETWEEN = /(^|\/)(?:middleware|proxy)\.[jt]s$/;
const MAX_BETWEEN = 5;

const CODE_OR_DATA = /\.(?:[cm]?[jt]s|json|ya?ml)$/;
const MAX_NAME = 100;

function isConfiguration(path: string): boolean {
  if (CONFIGURATION.test(path)) return true;
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name.length <= MAX_NAME && name.toLowerCase().includes("redirect") && CODE_OR_DATA.test(name);
}

type Ground = {
  dialect: Dialect;
  config: string;
  allPaths: Iterable<string>;
  navigationFiles: { path: string; text: string }[];
};

/** Reads how a site wants its pages read, from its own configuration. What cannot be seen is taken to be unset. */
export async function readSettings(reader: DocsReader, ground: Ground): Promise<SiteSettings> {
  const ignored = await reader.readMany(ignoreFiles(ground.allPaths));
  const configuration = await reader.readMany([...ground.allPaths].filter(isConfiguration));
  const texts = configuration.map(({ text }) => text);
  const scripts = await readScriptNames(reader, ground.allPaths);
  const isWritten = isWrittenByBuild(ignored, ground.allPaths);
  const isInOutput = (path: string) => {
    const folder = folderOf(path);
    const mayBePage = isPageFile(path) || !hasFileEnding(path);
    return mayBePage && !isHosted(ground) && folder.includes("/") && scripts.isOutput(lastTwo(folder));
  };
  const named = wordsIn(texts);
  const isNext = ground.dialect === "nextra" || ground.dialect === "fumadocs";
  const between = isNext ? [...ground.allPaths].filter((path) => BETWEEN.test(path)).slice(0, MAX_BETWEEN) : [];
  const answered = between.length === 0 ? [] : await reader.readMany(between);
  const addresses = addressesIn([...texts, ...answered.map(({ text }) => text)]);
  return {
    isMarkdownMdx: ground.dialect === "docusaurus" && (await readsMarkdownAsMdx(reader, ground)),
    keepsCase: ground.dialect === "docusaurus" && (await keepsCase(reader, ground)),
    variables: ground.dialect === "mintlify" ? variablesOf(ground.navigationFiles) : new Set(),
    isMadeByBuild: (path) =>
      isWritten(path) || scripts.isPlaced(path) || scripts.isCopied(lastTwo(path)) || isInOutput(path),
    isIgnored: ignoredPaths(ignored),
    isNamedByScripts: scripts.isNamed,
    isNamedInConfiguration: (word) => named.has(word),
    isNamedAddress: (route) => addresses.has(route),
    aliases: await readAliases(reader, ground),
    redirects: configuration.flatMap(hostRedirects),
  };
}

const MAX_ALIASES = 100;

/** The aliases of the project that the site's configuration lies in: of its own settings of TypeScript, or of those above it. */
async function readAliases(reader: DocsReader, { config, allPaths }: Ground): Promise<SiteSettings["aliases"]> {
  const names = foldersAbove(config).flatMap((folder) =>
    ["tsconfig.json", "jsconfig.json"].map((name) => (folder === "" ? name : `${folder}/${name}`)),
  );
  const known = new Set(allPaths);
  const nearest = names.find((name) => known.has(name));
  const [file] = nearest === undefined ? [] : await reader.readMany([nearest]);
  if (file === undefined) return [];
  // Such a file may hold comments and commas that JSON does not have, and code does.
  const { root } = readModule(file.path.replace(/\.json$/, ".ts"), `export default ${file.text}`);
  const options = propertyOf(root ?? undefined, "compilerOptions");
  const base = joinPath(folderOf(file.path), textOf(propertyOf(options, "baseUrl")) ?? "");
  return propertiesOf(propertyOf(options, "paths"))
    .flatMap(([name, places]) => {
      const [only, ...others] = (places.children ?? []).flatMap((place) => textOf(place) ?? []);
      const isFolder = name.endsWith("/*") && only?.endsWith("/*") === true && others.length === 0;
      const folder = isFolder && base !== null ? joinPath(base, only.slice(0, -1)) : null;
      return folder === null ? [] : [{ prefix: name.slice(0, -1), folder }];
    })
    .sort((a, b) => b.prefix.length - a.prefix.length)
    .slice(0, MAX_ALIASES);
}

const MAX_REDIRECTS = 20_000;
/** Source, target and status of a redirect, and the first of the conditions that may follow. */
const MAX_PARTS = 4;

/** What the host of a site sends elsewhere, or answers from elsewhere, by the file that it reads. */
function hostRedirects({ path, text }: { path: string; text: string }): Redirect[] {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === "_redirects") return text.split("\n", MAX_REDIRECTS).flatMap(redirectOfLine);
  if (name === ".htaccess") return text.split("\n", MAX_REDIRECTS).flatMap(redirectOfApache);
  const root = name.endsWith(".json") ? (readJson(path, text).root ?? undefined) : undefined;
  if (name === "vercel.json")
    return [
      ...listedRedirects(root),
      ...(propertyOf(root, "routes")?.children ?? []).flatMap((route) => sourceOfRoute(route) ?? []),
    ];
  if (name === "firebase.json") {
    const hosting = propertyOf(root, "hosting");
    return (hosting?.type === "array" ? (hosting.children ?? []) : [hosting]).flatMap(listedRedirects);
  }
  if (name === "staticwebapp.config.json")
    return (propertyOf(root, "routes")?.children ?? []).flatMap((route): Redirect[] => {
      const from = textOf(propertyOf(route, "route"));
      const isSent = ["redirect", "rewrite", "serve"].some((key) => propertyOf(route, key) !== undefined);
      return from !== null && isSent ? [{ from }] : [];
    });
  if (name !== "netlify.toml") return [];
  const { redirects } = readToml(text);
  return (Array.isArray(redirects) ? redirects : []).flatMap((one): Redirect[] => {
    if (typeof one !== "object" || Array.isArray(one)) return [];
    const [from, to] = [tomlText(one, "from"), tomlText(one, "to")];
    if (from === null) return [];
    const isForAll = !("conditions" in one) && !("query" in one);
    const stays = one.status === undefined || one.status === 301 || one.status === 308;
    return [to !== null && stays && isForAll ? { from, to } : { from }];
  });
}

/** The redirects of a list, and what is answered from elsewhere. */
function listedRedirects(node: Node | undefined): Redirect[] {
  const rewrites = readRedirects(propertyOf(node, "rewrites")).map(({ from }) => ({ from }));
  return [...readRedirects(propertyOf(node, "redirects")), ...rewrites];
}

/** Lines of Apache that send an address elsewhere with all below it, or what matches an expression. */
const OF_APACHE: ReadonlyMap<string, { isExpression: boolean }> = new Map([
  ["redirect", { isExpression: false }],
  ["redirectpermanent", { isExpression: false }],
  ["redirectmatch", { isExpression: true }],
  ["rewriterule", { isExpression: true }],
]);

/** `Redirect 301 /old /new`, `RewriteRule ^old/(.*)$ /new/$1`: of an expression the text before its first sign counts. */
function redirectOfApache(line: string): Redirect[] {
  const [name = "", ...words] = line.trim().split(/\s+/, MAX_PARTS);
  const kind = OF_APACHE.get(name.toLowerCase());
  const written = words.find((word) => !/^(?:\d{3}|permanent|temp)$/i.test(word))?.replace(/^"?\^?\/?/, "") ?? "";
  const fixed = kind?.isExpression ? (written.split(/[\\^$.|?*+()[\]{}"]/, 1)[0] ?? "") : written.replaceAll('"', "");
  if (kind === undefined || fixed === "") return [];
  const more = kind.isExpression && fixed !== written ? `/${fixed}*` : `/${fixed}/*`;
  return [{ from: `/${fixed}` }, { from: more }];
}

/** A route of Vercel as it was written before there were redirects: `{ "src": "/old/(.*)", "dest": "/new/$1" }`. */
function sourceOfRoute(route: Node): Redirect | null {
  const from = textOf(propertyOf(route, "src"))
    ?.replace(/^\^|\$$/g, "")
    .replaceAll("(.*)", ":rest*");
  return from?.startsWith("/") === true && from !== "/:rest*" ? { from } : null;
}

/** `/old /new 301`. Hosts do not agree on what a line without a status means. */
function redirectOfLine(line: string): Redirect[] {
  const [from = "", to, status = "", ...conditions] = line.trim().split(/\s+/, MAX_PARTS);
  if (!from.startsWith("/") || to === undefined || status === "404") return [];
  return [/^30[18]!?$/.test(status) && conditions.length === 0 ? { from, to } : { from }];
}

/** The words that texts have as a key, a text or a part of an address. */
function wordsIn(texts: readonly string[]): Set<string> {
  const words = new Set<string>();
  for (const text of texts)
    for (const [, word] of text.matchAll(/[/"'`](?=([^/"'`:*\n]*)[/"'`:*\n])/g)) if (word) words.add(word);
  return words;
}

const ADDRESS = /["'`](\/[^"'`\s]{0,500})["'`]/g;

/** The addresses that texts have between quotes. */
function addressesIn(texts: readonly string[]): Set<string> {
  const addresses = new Set<string>();
  for (const text of texts)
    for (const [, address = ""] of text.matchAll(ADDRESS)) addresses.add(normalRoute(pathOf(address)));
  return addresses;
}

/** Docusaurus 3 does, unless its configuration names another format; version 2 has an MDX that takes what this one refuses. */
async function readsMarkdownAsMdx(reader: DocsReader, { config, allPaths }: Ground): Promise<boolean> {
  const own = DOCUSAURUS_CONFIG.test(config) ? config : [...allPaths].find((path) => DOCUSAURUS_CONFIG.test(path));
  if (own === undefined) return false;
  // A workspace may keep its dependencies at its root.
  const manifests = foldersAbove(own).map((folder) => (folder === "" ? "package.json" : `${folder}/package.json`));
  const files = await reader.readMany([own, ...manifests, "pnpm-workspace.yaml"]);
  const text = (path: string) => files.find((file) => file.path === path)?.text ?? "";
  if (/\bformat\s*:\s*["'](?:md|detect)["']/.test(text(own))) return false;
  const named = manifests.map((path) => coreIn(path, text(path))).find((version) => version !== null);
  const version = named?.startsWith("catalog:") ? coreInCatalog(text("pnpm-workspace.yaml")) : named;
  return version !== null && version !== undefined && /^[^\d]{0,10}(?:[3-9]|\d\d)\b/.test(version);
}

const MAX_PATCHES = 50;

/** Docusaurus makes ids of headings in lower case, unless its configuration or a patch of it (patch-package) says otherwise. */
async function keepsCase(reader: DocsReader, { config, allPaths }: Ground): Promise<boolean> {
  const patches = [...allPaths].filter((path) => /(^|\/)patches\/@docusaurus\+[^/]+\.patch$/.test(path));
  const files = await reader.readMany([config, ...patches.slice(0, MAX_PATCHES)]);
  return files.some(({ path, text }) =>
    text.split("\n").some((line) => {
      const isWritten = path === config || line.startsWith("+");
      return isWritten && /\bmaintainCase\s{0,9}:\s{0,9}true\b/.test(line);
    }),
  );
}

/** The version of Docusaurus that a manifest names; null when it names none. */
function coreIn(path: string, text: string): string | null {
  if (!text.includes(CORE)) return null;
  const root = readJson(path, text).root ?? undefined;
  const versions = ["dependencies", "devDependencies"].map((name) => textOf(propertyOf(propertyOf(root, name), CORE)));
  return versions.find((version) => version !== null) ?? null;
}

function coreInCatalog(text: string): string | null {
  const line = text.split("\n").find((one) => one.includes(CORE));
  return line === undefined ? null : line.slice(line.indexOf(":", line.indexOf(CORE)) + 1).trim();
}

function variablesOf(files: { path: string; text: string }[]): Set<string> {
  const config = files.find(({ path }) => /(^|\/)docs\.json$/.test(path));
  const root = config ? readJsonFile(config).root : null;
  return new Set(propertiesOf(propertyOf(root ?? undefined, "variables")).map(([name]) => name));
}

const MAX_IGNORE_FILES = 50;

/** Those of the repository, the nearest to its root first; without a list of all files there may be one at the root. */
function ignoreFiles(paths: Iterable<string>): string[] {
  const found = [...paths].filter((path) => /\/\.gitignore$/.test(path)).sort((a, b) => a.length - b.length);
  return [".gitignore", ...found].slice(0, MAX_IGNORE_FILES);
}

/** Makes a test of which paths a build writes: those that a `.gitignore` names. A page that refers to one is right. */
export function createIgnoreMatcher(text: string): (path: string) => boolean {
  return ignoredPaths([{ path: ".gitignore", text }]);
}

type TextFile = { path: string; text: string };

function ignoredPaths(
  files: readonly TextFile[],
  isMeant: (pattern: PathPattern) => boolean = () => true,
): (path: string) => boolean {
  const [isNamed, isTakenBack] = [false, true].map((takesBack) =>
    matchesPaths(files.flatMap((file) => ignorePatterns(file, takesBack)).filter((one) => takesBack || isMeant(one))),
  );
  return (path) => isNamed?.(path) === true && isTakenBack?.(path) !== true;
}

const ENDING_ALONE = /^\*\.\w+$/;

/** Tells which paths a build writes. What git ignores by its own name is that of a build while nothing of it is kept. */
function isWrittenByBuild(ignored: readonly TextFile[], allPaths: Iterable<string>): (path: string) => boolean {
  const kept = new Set(
    ignored
      .flatMap((file) => ignorePatterns(file, true))
      .map(({ pattern }) => pattern.slice(pattern.lastIndexOf("/") + 1)),
  );
  // A kind of file that is kept in some folders is written by people.
  const isOfBuild = ({ pattern, isAnywhere }: PathPattern) =>
    !(isAnywhere && ENDING_ALONE.test(pattern) && kept.has(pattern));
  const isGuessed = exceptKept(ignoredPaths(ignored, isOfBuild), allPaths);
  const patterns = ignored.flatMap((file) => ignorePatterns(file, false));
  const names = new Set(patterns.flatMap(({ pattern, isAnywhere }) => (isAnywhere ? [] : [pattern])));
  const free = new Map<string, boolean>();
  const isFree = (folder: string) => {
    const isKept = (path: string) => path.startsWith(`${folder}/`) && !isHidden(path);
    const known = free.get(folder) ?? ![...allPaths].some(isKept);
    free.set(folder, known);
    return known;
  };
  return (path) => {
    if (isGuessed(path)) return true;
    for (let folder = path; folder !== ""; folder = folderOf(folder)) if (names.has(folder)) return isFree(folder);
    return false;
  };
}

const isHidden = (path: string) => /(^|\/)\.[^/]*$/.test(path);

/**
 * Without what lies beside files of its kind in the repository that are ignored, too: such a folder is kept in the repository, and
 * no build wrote what it does not hold. A `.gitkeep` keeps the folder alone.
 */
function exceptKept(isIgnored: (path: string) => boolean, allPaths: Iterable<string>): (path: string) => boolean {
  let files: Map<string, string[]> | null = null;
  const kept = new Map<string, boolean>();
  const isKept = (folder: string, kind: string): boolean => {
    files ??= Map.groupBy(allPaths, folderOf);
    const isAbove = () => folder !== "" && isIgnored(folder) && isKept(folderOf(folder), kind);
    const key = `${folder}/${kind}`;
    const own = (files.get(folder) ?? []).filter((path) => kindOf(path) === kind);
    const known = kept.get(key) ?? (own.some(isIgnored) || isAbove());
    kept.set(key, known);
    return known;
  };
  return (path) => isIgnored(path) && !isKept(folderOf(path), kindOf(path));
}

/** The ending of a file; a folder, or a name without ending, may be that of a page. */
function kindOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  const ending = dot < 0 ? "" : name.slice(dot + 1).toLowerCase();
  return ending === "" || ending === "mdx" ? "md" : ending;
}

/** The patterns of a `.gitignore`, from the root of the repository: of what it ignores, or of what it takes back (`!`). */
function ignorePatterns({ path, text }: TextFile, takesBack: boolean): PathPattern[] {
  const folder = folderOf(path);
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return (
    lines
      .filter((line) => line.startsWith("!") === takesBack)
      .map((line) => (takesBack ? line.slice(1) : line))
      .filter((line) => line !== "" && !line.startsWith("#"))
      // Two stars that are no whole segment are one.
      .map((line) =>
        line.replace(/\*+/g, (stars, at: number) => ([undefined, "/"].includes(line[at + stars.length]) ? stars : "*")),
      )
      .map((line) => ({ pattern: line.replace(/^\/|\/$/g, ""), isAnywhere: !/\/./.test(line) }))
      .flatMap(({ pattern, isAnywhere }) => {
        if (folder === "") return { pattern, isAnywhere };
        if (!isAnywhere) return { pattern: `${folder}/${pattern}`, isAnywhere };
        // Its own name, and what lies in a folder of that name.
        const own = `${folder}/**/${pattern}`;
        return [own, `${own}/**`].map((glob) => ({ pattern: glob, isAnywhere: false }));
      })
  );
}
