import type { DocsReader } from "../docs-reader.ts";
import { redirectSources } from "../generator/generator.ts";
import { propertiesOf, propertyOf, readJson, readJsonFile } from "../navigation/read-json.ts";
import { readToml, tomlText } from "../navigation/read-toml.ts";
import { pathOf } from "../page/page.ts";
import { normalRoute } from "./page-routes.ts";
import { matchesPaths, type PathPattern } from "./path-patterns.ts";
import { folderOf } from "./posix.ts";
import type { Dialect, SiteSettings } from "./site.ts";

const DOCUSAURUS_CONFIG = /(^|\/)docusaurus\.config\.[cm]?[jt]s$/;
const CORE = /"@docusaurus\/core"\s*:\s*"([^"]{0,100})"/;

/** Where addresses are given to something that is no page. */
const CONFIGURATION =
  /(^|\/)(_redirects|astro\.config\.[cm]?[jt]s|mkdocs\.ya?ml|vercel\.json|netlify\.toml|(next|docusaurus|source)\.config\.[cm]?[jt]s|\.vitepress\/config(\/\w+)?\.m?[jt]s)$/;

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
  const named = wordsIn(texts);
  const addresses = addressesIn(texts);
  return {
    isMarkdownMdx: ground.dialect === "docusaurus" && (await readsMarkdownAsMdx(reader, ground)),
    variables: ground.dialect === "mintlify" ? variablesOf(ground.navigationFiles) : new Set(),
    isMadeByBuild: matchesPaths(ignored.flatMap(ignorePatterns)),
    isNamedInConfiguration: (word) => named.has(word),
    isNamedAddress: (route) => addresses.has(route),
    redirects: configuration.flatMap(hostRedirects),
  };
}

const MAX_REDIRECTS = 20_000;

/** What the host of a site sends elsewhere: `_redirects`, `vercel.json` and `netlify.toml`. */
function hostRedirects({ path, text }: { path: string; text: string }): string[] {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === "_redirects")
    return text.split("\n", MAX_REDIRECTS).flatMap((line) => /^\s*(\/\S*)\s+\S/.exec(line)?.[1] ?? []);
  if (name === "vercel.json") return redirectSources(propertyOf(readJson(path, text).root ?? undefined, "redirects"));
  if (name !== "netlify.toml") return [];
  const { redirects } = readToml(text);
  const listed = Array.isArray(redirects) ? redirects : [];
  return listed.flatMap((one) => (typeof one === "object" && !Array.isArray(one) ? (tomlText(one, "from") ?? []) : []));
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
  const named = manifests.map((path) => CORE.exec(text(path))?.[1]).find((version) => version !== undefined);
  const version = named?.startsWith("catalog:")
    ? /@docusaurus\/core["']?\s*:\s*([^\n]{0,100})/.exec(text("pnpm-workspace.yaml"))?.[1]
    : named;
  return version !== undefined && /^[^\d]*(?:[3-9]|\d\d)\b/.test(version);
}

/** The folder of a file and all above it, the nearest first. */
function foldersAbove(path: string): string[] {
  const folders = [folderOf(path)];
  for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) folders.push(folderOf(folder));
  return folders;
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
  return matchesPaths(ignorePatterns({ path: ".gitignore", text }));
}

/** The patterns of a `.gitignore`, from the root of the repository; those that take something back are not read. */
function ignorePatterns({ path, text }: { path: string; text: string }): PathPattern[] {
  const folder = folderOf(path);
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !/^[#!]/.test(line))
    .map((line) => ({ pattern: line.replace(/^\/|\/$/g, ""), isAnywhere: !/\/./.test(line) }))
    .map(({ pattern, isAnywhere }) => {
      if (folder === "") return { pattern, isAnywhere };
      return { pattern: isAnywhere ? `${folder}/**/${pattern}` : `${folder}/${pattern}`, isAnywhere: false };
    });
}
