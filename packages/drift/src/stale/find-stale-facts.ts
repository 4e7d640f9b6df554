import type { LocalRepository } from "@docsteward/git/local/local-repository";
import { readNames, toKey } from "../names/read-names.ts";
import { isTestFile, roleOf, withoutTranslations } from "../repository/file-role.ts";
import { listFiles, readContents } from "../repository/source-repository.ts";
import { findFalseCommands, type Program, readPrograms } from "../samples/find-false-commands.ts";
import { type FalseSample, findFalseRequests } from "../samples/find-false-requests.ts";
import { type Api, readApi } from "../samples/open-api.ts";
import { readCommands, readSamples } from "../samples/read-commands.ts";
import { readSymbols } from "../symbols/read-symbols.ts";
import { type SourceSymbol, trimSigns } from "../symbols/symbol.ts";
import { findRemovals, type Removal } from "./find-removals.ts";
import { type CodeName, findSlips, type Slip, styleOf } from "./find-slips.ts";
import { findStaleDefaults, readStatedDefaults, type StaleDefault } from "./stated-defaults.ts";
import { readModules, readStatedImports } from "./stated-imports.ts";
import { isPresentPage, readStatedNames, type StatedName } from "./stated-names.ts";

/** A name that a page states and no source knows any more. */
export type StaleName = Omit<StatedName, "key"> & { message: string; removedBy: Removal };

/** A repository that pages of another one are held against. */
export type DriftSource = { name: string; repository: LocalRepository; head: string };

export type StaleInput = {
  repository: LocalRepository;
  /** A commit, as a full id. */
  head: string;
  /** Other repositories; their paths are shown as `@name/path`. */
  sources?: readonly DriftSource[];
  isPage?: (path: string) => boolean;
  signal?: AbortSignal;
};

/** What pages state and the sources contradict. */
export type StaleFacts = {
  names: StaleName[];
  defaults: StaleDefault[];
  slips: Slip[];
  samples: FalseSample[];
  /** Code blocks of the pages, commands of the sources' programs in them, and requests to addresses of their OpenAPI documents. */
  counts: { samples: number; commands: number; requests: number };
};

/**
 * Lists what pages state and the code no longer has: flags, environment variables, options and paths in code that no file beside the
 * pages knows, with the commit that removed them, and defaults that the code has other values for. What no commit ever removed belongs
 * to other products, and is left out unless it is a slip of a name that the code has. Samples are held against commands and OpenAPI
 * documents.
 */
export async function findStaleFacts(input: StaleInput): Promise<StaleFacts> {
  const { repository, head, sources = [], isPage = () => true, signal } = input;
  const read: SourceText = {
    texts: new Map(),
    known: new Set(),
    paths: new Set(),
    modules: new Set(),
    symbols: new Map(),
    programs: new Map(),
    apis: [],
    routes: new Set(),
    defined: new Map(),
    unread: new Set(),
  };
  await readRepository({ name: null, repository, head }, isPage, read);
  for (const source of sources) await readRepository(source, () => false, read);
  dropOldVersions(read.texts);
  const stated = [...read.texts].flatMap(([path, text]) => [
    ...readStatedNames(path, text),
    ...readStatedImports(path, text, (module) => isOwn(module, read.modules)),
  ]);
  const defaults = findStaleDefaults(
    [...read.texts].flatMap(([path, text]) => readStatedDefaults(path, text)),
    read.symbols,
  );
  const { samples, counts } = judgeSamples(read);
  const unknown = stated.filter((name) =>
    name.kind === "path" ? !isThere(name.key, read.paths) : !read.known.has(name.key),
  );
  if (unknown.length === 0) return { names: [], defaults, slips: [], samples, counts };
  const removals = new Map(await findRemovals(repository, { head, names: unknown, signal }));
  for (const source of sources) {
    const left = unknown.filter(({ key }) => !removals.has(key));
    if (left.length === 0) break;
    const found = await findRemovals(source.repository, { head: source.head, names: left, signal });
    for (const [key, removal] of await withoutLater({ repository, head }, left, found))
      removals.set(key, { ...removal, path: `@${source.name}/${removal.path}` });
  }
  const seen = new Set<string>();
  const names = unknown.flatMap(({ key, ...name }) => {
    const removedBy = removals.get(key);
    const id = `${name.page} ${key}`;
    if (removedBy === undefined || seen.has(id) || read.unread.has(removedBy.path)) return [];
    seen.add(id);
    return [{ ...name, message: sentenceOf(name, removedBy), removedBy }];
  });
  // A name that a commit removed is told once, with the commit.
  const neverThere = unknown.filter(({ key }) => !removals.has(key));
  const slips = onceEach(findSlips(neverThere, read.defined.values()));
  const told = new Set([...names, ...slips].map(({ page, line, written }) => `${page} ${line} ${written}`));
  const left = samples.filter(({ page, line, written }) => !told.has(`${page} ${line} ${written}`));
  return { names, defaults, slips, samples: left, counts };
}

/** Each name of a page at its first line. */
function onceEach(slips: readonly Slip[]): Slip[] {
  const first = new Map<string, Slip>();
  for (const slip of slips) {
    const id = `${slip.page} ${slip.written}`;
    if (!first.has(id)) first.set(id, slip);
  }
  return [...first.values()];
}

/** Holds the code blocks of pages against the programs and OpenAPI documents of the sources. Nothing is run. */
function judgeSamples({
  texts,
  known,
  paths,
  programs,
  apis,
  routes,
}: SourceText): Pick<StaleFacts, "samples" | "counts"> {
  const samples = [...texts].flatMap(([path, text]) => (isPresentPage(path) ? readSamples(path, text) : []));
  const commands = samples.flatMap(readCommands);
  const isRouted = (parts: readonly string[]) => isRoutedIn(routes, paths, parts);
  const isKnown = (name: string) => known.has(toKey(name));
  const requests = findFalseRequests(commands, { apis, isRouted, isKnown });
  const own = findFalseCommands(commands, { programs, isKnown });
  return {
    samples: [...requests.faults, ...own.faults],
    counts: { samples: samples.length, commands: own.checked, requests: requests.checked },
  };
}

type SourceText = {
  /** Of the pages, by path. */
  texts: Map<string, string>;
  /** Names that anything beside the pages has. */
  known: Set<string>;
  paths: Set<string>;
  /** Names of packages that the sources publish. */
  modules: Set<string>;
  symbols: Map<string, SourceSymbol[]>;
  /** Commands that the sources install, by name. */
  programs: Map<string, Program>;
  apis: Api[];
  /** Addresses that code has, as it writes them. */
  routes: Set<string>;
  /** Names of several parts in code that is no test, each spelling where it was seen first. */
  defined: Map<string, CodeName>;
  /** Files that are too large, or hold no text: what they lost they may have elsewhere in them. */
  unread: Set<string>;
};

async function readRepository(
  { name, repository, head }: Omit<DriftSource, "name"> & { name: string | null },
  isPage: (path: string) => boolean,
  { texts, known, paths, modules, symbols, programs, apis, routes, defined, unread }: SourceText,
): Promise<void> {
  const files = await listFiles(repository, head);
  const pages = new Set(
    withoutTranslations(files.map(({ path }) => path).filter((path) => roleOf(path) === "page" && isPage(path))),
  );
  const shown = (path: string) => (name === null ? path : `@${name}/${path}`);
  for (const { path } of files) {
    paths.add(path);
    for (const part of path.split("/")) readNames(part, ({ key }) => known.add(key));
  }
  const bySha = Map.groupBy(files, ({ sha }) => sha);
  await readContents(repository, [...bySha.keys()], (sha, text) => {
    for (const { path } of bySha.get(sha) ?? []) {
      if (text === null) {
        unread.add(shown(path));
        continue;
      }
      if (pages.has(path)) texts.set(path, text);
      else if (!isProse(path)) {
        const isCode = roleOf(path) === "source";
        readNames(text, ({ key, written, shape }) => {
          known.add(key);
          if (!isCode || shape === "word" || defined.size >= MAX_DEFINED) return;
          const id = `${styleOf(written)} ${key}`;
          if (!defined.has(id)) defined.set(id, { key, written, path: shown(path) });
        });
        if (!isTestFile(path)) {
          readModules(path, text, (module) => modules.add(module));
          readPrograms(shown(path), text, (program) => programs.set(program.name, program));
          const api = readApi(shown(path), text);
          if (api !== null) apis.push(api);
        }
        if (!isData(path)) continue;
        readSymbols(shown(path), text, (symbol) => {
          if (symbol.kind === "route" && roleOf(path) === "source") routes.add(symbol.written);
          if (symbol.kind !== "flag" && symbol.kind !== "option") return;
          const same = symbols.get(symbol.key);
          if (same === undefined) symbols.set(symbol.key, [symbol]);
          else if (same.length < MAX_SAME) same.push(symbol);
        });
      }
    }
  });
}

const MAX_DEFINED = 300_000;
/** Definitions of one name that are kept. */
const MAX_SAME = 40;
const isData = (path: string) => ["source", "data"].includes(roleOf(path));
/** Names whose line is looked up in the history of the pages. */
const MAX_BLAMED = 300;

/** Leaves out what a page got after the source had lost it: it belongs to another product. */
async function withoutLater(
  { repository, head }: Pick<StaleInput, "repository" | "head">,
  stated: readonly StatedName[],
  removals: ReadonlyMap<string, Removal>,
): Promise<Map<string, Removal>> {
  const kept = new Map<string, Removal>();
  const places = new Map(stated.map((name) => [name.key, name]));
  for (const [key, removal] of [...removals].slice(0, MAX_BLAMED)) {
    const place = places.get(key);
    if (place === undefined) continue;
    const { stdout } = await repository.git({
      args: ["blame", "--porcelain", `-L${place.line},${place.line}`, head, "--", place.page],
      okCodes: [128],
      maxBytes: 20_000,
      overflow: "cut",
    });
    const [, time = "0"] = /^committer-time (\d+)$/m.exec(stdout.toString("utf8")) ?? [];
    if (Number(time) <= removal.time) kept.set(key, removal);
  }
  return kept;
}

const isProse = (path: string) => /\.(?:md|mdx|rst|adoc|txt)$/i.test(path);

const VERSION = /^(.*?-)?v?\d+(?:\.\d+|\.x)*$/;

/** `docs-v3` is `docs-`. */
function withoutVersion(part: string): string {
  const stem = trimSigns(`^${part}`, "0123456789.x").slice(1);
  return stem.endsWith("v") ? stem.slice(0, -1) : stem;
}

/** Leaves out pages of an earlier version: those in a folder `v2` beside a folder `v3`, or beside the same page without a version. */
function dropOldVersions(texts: Map<string, string>): void {
  const all = new Set(texts.keys());
  const versions = new Map<string, Set<string>>();
  const old = new Set<string>();
  for (const path of all) {
    const parts = path.split("/");
    parts.slice(0, -1).forEach((part, at) => {
      if (!VERSION.test(part)) return;
      const place = [...parts.slice(0, at), withoutVersion(part)].join("/");
      versions.set(place, (versions.get(place) ?? new Set()).add(part));
      if (all.has([...parts.slice(0, at), ...parts.slice(at + 1)].join("/")))
        old.add(`${parts.slice(0, at + 1).join("/")}/`);
    });
  }
  for (const [place, names] of versions) {
    const root = place.slice(0, place.lastIndexOf("/") + 1);
    const inOrder = [...names].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
    for (const name of inOrder.slice(0, -1)) old.add(`${root}${name}/`);
  }
  for (const path of all) if ([...old].some((folder) => path.startsWith(folder))) texts.delete(path);
}

/** `tool`, and what is in it: `tool/server`, `tool.server`. */
function isOwn(module: string, modules: ReadonlySet<string>): boolean {
  for (
    let end = module.length;
    end > 0;
    end = Math.max(module.lastIndexOf("/", end - 1), module.lastIndexOf(".", end - 1))
  )
    if (modules.has(module.slice(0, end))) return true;
  return false;
}

/** Whether code has an address, at the end of those that samples show: what comes before is where the code is mounted. */
function isRoutedIn(routes: ReadonlySet<string>, paths: ReadonlySet<string>, parts: readonly string[]): boolean {
  for (const route of routes) {
    const own = route.split("/").filter((part) => part !== "");
    const end = parts.slice(-own.length);
    if (
      own.length > 0 &&
      end.length === own.length &&
      own.every((part, at) => /[:{<[*]/.test(part) || part === end[at])
    )
      return true;
  }
  // Frameworks that make addresses of files.
  const folder = parts.join("/");
  for (const path of paths) if (path.includes(`/${folder}/`) || path.includes(`/${folder}.`)) return true;
  return false;
}

/** Whether a path is that of a file, from the root or from any folder. */
function isThere(path: string, paths: ReadonlySet<string>): boolean {
  if (paths.has(path)) return true;
  const ending = `/${path.split("../").at(-1) ?? path}`;
  for (const other of paths) if (other.endsWith(ending)) return true;
  return false;
}

function sentenceOf({ kind, written }: Omit<StatedName, "key">, { path, sha }: Removal): string {
  const what = { flag: "Flag", variable: "Variable", option: "Name", path: "Path", import: "Import" }[kind];
  return `${what} \`${written}\` is in no source: commit ${sha.slice(0, 10)} removed it${kind === "path" ? "" : ` from ${path}`}.`;
}
