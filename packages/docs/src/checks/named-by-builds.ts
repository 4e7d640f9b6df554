import type { DocsReader } from "../docs-reader.ts";
import { pathOf } from "../page/page.ts";
import { resolveLink } from "../resolve-link.ts";
import { hasFileEnding, isHosted } from "../site/doubtful-areas.ts";
import { decode, normalRoute } from "../site/page-routes.ts";
import { folderOf, joinPath, lastPartOf } from "../site/posix.ts";
import { lastTwo } from "../site/read-scripts.ts";
import { sectionsAt } from "../site/sections.ts";
import type { Site } from "../site/site.ts";
import {
  BATCH,
  BETWEEN_WORDS,
  copyingCommands,
  filesToRead,
  isAboutDocuments,
  isHost,
  isOnlyCode,
  isServer,
  LISTS,
  MAX_TEXT,
  textToRead,
  writes,
} from "./build-files.ts";
import type { RawFinding } from "./finding.ts";
import { hasTemplate } from "./templates-of-files.ts";

/** Of more findings than any site has by mistake none is looked up. */
const MAX_FINDINGS = 400;

/** What no path of a script holds. */
const BETWEEN = /[^\w./-]+/;
const MAX_PARTS = 20;
/** Addresses that are compared with each that a host names. */
const MAX_ADDRESSES = 100;
/** What stands before the folder or the file that a program writes: `-o reference`, `> options.md`. */
const TO_OUTPUT: ReadonlySet<string> = new Set(["-o", "-O", "-d", "-C", "--dir", "--target", "tee", ">", ">>"]);
const isToOutput = (word: string) => TO_OUTPUT.has(word) || word.startsWith("--out") || word.startsWith("--dest");

/** Names that say nothing: many folders have such a file. */
const COMMON = /^(?:_?index|readme|summary|overview|intro|introduction)$/i;
const MIN_NAME = 3;
/** A name without ending must be longer, and of several words, to be one of a page. */
const LONG_NAME = /^(?=.{8,100}$)[a-z0-9]+(?:[-_][a-z0-9]+)+$/i;
const PAGE_ENDINGS = [".md", ".mdx", ".rst", ".html", ".ipynb", ".adoc"];

/** What pictures are drawn from. */
const DRAWN =
  /\.(?:puml|plantuml|pu|iuml|wsd|mmd|mermaid|dot|gv|d2|drawio|dio|tex|tikz|tape|cast|excalidraw|gp|gnuplot|plt|ditaa|dia|bpmn|pikchr|bob|vega|vl|odg|asy|msc|py|R|jl)$/;
const PICTURE = /\.(?:png|svg|jpe?g|gif|webp|pdf|mp4)$/i;

/** What people write, and builds name to run it. */
const SOURCE = /\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kt|c|h|cc|cpp|hpp|cs|php|swift|vue|svelte|sh|ps1|toml|lock)$/i;

type Wanted = {
  finding: RawFinding;
  /** Where the file would lie, and the folders on the way of which nothing is there. */
  places: ReadonlySet<string>;
  address: string | null;
};
type Named = {
  /** By the last two parts of a path, with an ending of a file or without. */
  pairs: Map<string, Set<Wanted>>;
  /** By the path of the file, with and without its ending, and by the folders on the way that are not there. */
  places: Map<string, Set<Wanted>>;
  /** By a whole name, with its ending, that no file of the repository has. */
  files: Map<string, Set<Wanted>>;
  /** By a name of several words. */
  words: Map<string, Set<Wanted>>;
  /** By a name that other files have, too: only a line that copies one counts. */
  copies: Map<string, Set<Wanted>>;
  /** By the name alone of a folder that is not there. */
  folders: Map<string, Set<Wanted>>;
  /** By what a picture is drawn from, as an ending. */
  sources: Map<string, Set<Wanted>>;
};

/**
 * Findings without those of a page, a picture or an address that something in the repository makes or serves, whose absence says
 * nothing therefore: a template is for it, or a build file, a script, or a list of what tools pass over names it. Those files are
 * read only when something is missing, and a bounded number of them.
 *
 * @param before the site before a change; what it had was made by no build
 * @returns how many findings are left out
 */
export async function withoutNamed(
  findings: RawFinding[],
  site: Site,
  { reader, before }: { reader: DocsReader; before: Site | null },
): Promise<{ found: RawFinding[]; unknown: number }> {
  const open = isHosted(site) || !site.isWhole ? [] : findings.filter((one) => mayBeMade(one, before));
  const made = new Set<RawFinding>();
  const left = new Set<Wanted>();
  if (open.length > 0 && open.length <= MAX_FINDINGS) {
    const ground = groundOf(site);
    for (const finding of open) {
      const wanted = toWanted(finding, site);
      if (wanted === null) continue;
      if ([...wanted.places].some((place) => hasTemplate(site, place)) || isFunction(site, wanted)) made.add(finding);
      else left.add(wanted);
    }
    if (left.size > 0) await lookUp(left, { site, ground, reader, isChange: before !== null, made });
  }
  return { found: findings.filter((one) => !made.has(one)), unknown: made.size };
}

const LOOKED_UP: ReadonlySet<RawFinding["rule"]> = new Set<RawFinding["rule"]>([
  "broken-link",
  "missing-asset",
  "navigation-entry",
  "bad-import",
]);

function mayBeMade(finding: RawFinding, before: Site | null): boolean {
  const { rule, severity, path, url, words } = finding;
  if (!LOOKED_UP.has(rule) || severity === "note") return false;
  if (before === null) return url !== undefined || words !== undefined;
  if (rule === "navigation-entry")
    return !before.navigation.entries.some(({ ref, path: page }) => ref === words && page !== null);
  if (url === undefined) return false;
  const file = joinPath(url.startsWith("/") ? "" : folderOf(path), decode(pathOf(url)));
  const { kind } = resolveLink(before, path, url);
  return kind !== "page" && !(file !== null && (before.otherFiles.has(file) || before.pages.has(file)));
}

function toWanted(finding: RawFinding, site: Site): Wanted | null {
  const { rule, path, url, words = "" } = finding;
  const ref = rule === "navigation-entry" ? words : decode(pathOf(url ?? ""));
  if (ref === "" || /[*{}<>$\s]/.test(ref) || (rule !== "bad-import" && SOURCE.test(ref))) return null;
  const isFromRoot = ref.startsWith("/") || ref.startsWith("@site/");
  const bare = ref.replace(/^@site/, "");
  const own = site.hostBase !== "" && bare.startsWith(`${site.hostBase}/`) ? bare.slice(site.hostBase.length) : bare;
  const sections = isFromRoot ? sectionsAt(site, own) : [];
  const places = new Set(
    [
      ...sections.map(({ root, routeBase }) => joinPath(root, own.slice(routeBase.length + 1))),
      ...(isFromRoot ? [] : [joinPath(folderOf(path), own)]),
      ...(isFromRoot || rule === "navigation-entry" ? [joinPath(site.root, own.replace(/^\/+/, ""))] : []),
    ].flatMap((place) => (place === null || place === "" ? [] : [place])),
  );
  return places.size === 0 ? null : { finding, places, address: isFromRoot ? normalRoute(own) : null };
}

type Ground = {
  names: ReadonlySet<string>;
  drawn: ReadonlyMap<string, Set<string>>;
  /** The last two parts of each folder. */
  folders: ReadonlySet<string>;
};

/** What the files of the repository are called, and what is drawn, by the kinds of its sources. */
function groundOf({ otherFiles, pages, folders }: Site): Ground {
  const names = new Set<string>();
  const drawn = new Map<string, Set<string>>();
  for (const path of [...otherFiles, ...pages.keys()]) {
    const name = lastPartOf(path);
    names.add(name);
    const source = DRAWN.exec(name)?.[0];
    if (source === undefined) continue;
    const drawing = name.slice(0, -source.length);
    drawn.set(drawing, (drawn.get(drawing) ?? new Set()).add(source));
  }
  return { names, drawn, folders: new Set([...folders].map(lastTwo)) };
}

/** Whether a function in a file of the address's name answers, as those of Cloudflare do. */
function isFunction({ otherFiles }: Site, { address }: Wanted): boolean {
  if (address === null) return false;
  return ["functions", "api"].some((folder) =>
    ["ts", "js"].some((ending) =>
      otherFiles.has(`${folder}${address.replace(/^\/api(?=\/)/, folder === "api" ? "" : "/api")}.${ending}`),
    ),
  );
}

/** What scripts call the folder that a site is built into or served from. */
const SERVED = ["public", "static", "site", "_site", "build", "dist", "html", "out", "book", "docs", "src", "content"];

function toNames(wanted: ReadonlySet<Wanted>, site: Site, { names, drawn, folders }: Ground): Named {
  const named: Named = {
    pairs: new Map(),
    places: new Map(),
    files: new Map(),
    words: new Map(),
    copies: new Map(),
    folders: new Map(),
    sources: new Map(),
  };
  const add = (map: Map<string, Set<Wanted>>, key: string, one: Wanted) =>
    map.set(key, (map.get(key) ?? new Set()).add(one));
  for (const one of wanted) {
    // Where one of its places is a folder of other pages, none of another is meant.
    const isAmongOthers = [...one.places].some((place) => folderOf(place) !== "" && site.folders.has(folderOf(place)));
    for (const place of one.places) {
      const parents = (folder: string) =>
        folder === "" || folder === site.root ? [lastPartOf(site.root), ...SERVED] : [lastPartOf(folder)];
      const toPairs = (folder: string, name: string) => {
        for (const parent of parents(folder))
          if (parent !== "" && !folders.has(`${parent}/${name}`)) add(named.pairs, `${parent}/${name}`, one);
      };
      const [name, folder] = [lastPartOf(place), folderOf(place)];
      const stem = name.replace(/\.(?:mdx?|rst|html|ipynb|adoc)$/i, "");
      const isPage = stem !== name || !hasFileEnding(name);
      const files = isPage ? PAGE_ENDINGS.map((ending) => stem + ending) : [name];
      add(named.places, place, one);
      if (isPage) add(named.places, joinPath(folder, stem) ?? "", one);
      for (const file of files) {
        add(named.places, joinPath(folder, file) ?? "", one);
        toPairs(folder, file);
        if (COMMON.test(stem) || stem.length < MIN_NAME) continue;
        add(names.has(file) ? named.copies : named.files, file, one);
      }
      if (isPage && !COMMON.test(stem)) toPairs(folder, stem);
      if (isPage && LONG_NAME.test(stem)) add(named.words, stem, one);
      // A folder that is there may be named for what is in it.
      let top = "";
      for (let way = isAmongOthers ? "" : folder; way !== "" && !site.folders.has(way); way = folderOf(way)) {
        toPairs(folderOf(way), lastPartOf(way));
        add(named.places, way, one);
        top = lastPartOf(way);
      }
      if (top.length >= MIN_NAME) add(named.folders, top, one);
      if (PICTURE.test(name))
        for (const source of drawn.get(name.replace(PICTURE, "")) ?? []) add(named.sources, source, one);
    }
  }
  return named;
}

type Context = { site: Site; ground: Ground; reader: DocsReader; isChange: boolean; made: Set<RawFinding> };

async function lookUp(left: Set<Wanted>, { site, ground, reader, isChange, made }: Context): Promise<void> {
  const named = toNames(left, site, ground);
  const isThere = (path: string) => site.otherFiles.has(path) || site.pages.has(path);
  for (const group of filesToRead(site, isChange))
    for (let from = 0; from < group.length && left.size > 0; from += BATCH)
      for (const { path, text } of await reader.readMany(group.slice(from, from + BATCH))) {
        const own = text.slice(0, MAX_TEXT);
        if (isOnlyCode(path) && !writes(own)) continue;
        const file = { path, text: textToRead(path, own) };
        for (const one of namedIn(file, named, { left, isThere })) {
          made.add(one.finding);
          left.delete(one);
        }
      }
}

type File = { path: string; text: string };
type Looked = { left: ReadonlySet<Wanted>; isThere: (path: string) => boolean };

/** What of the wanted a text names. */
function namedIn(file: File, named: Named, { left, isThere }: Looked): Set<Wanted> {
  const { path, text } = file;
  const found = new Set<Wanted>();
  const take = (some: Iterable<Wanted> | undefined) => {
    for (const one of some ?? []) if (left.has(one)) found.add(one);
  };
  const folder = folderOf(path);
  const isList = LISTS.test(path);
  const isOwnName = ownNames(file);
  const takePlace = (place: string | null) => take(place === null ? undefined : named.places.get(place));
  const addresses =
    isServer(path) || isHost(path) ? [...left].filter(({ address }) => address !== null).slice(0, MAX_ADDRESSES) : [];
  for (const token of new Set(text.split(BETWEEN))) {
    // What is there by its whole path is meant by it, and not what is missing.
    if (isThere(token.replace(/^\.?\//, ""))) continue;
    const parts = token.split("/", MAX_PARTS).filter((part) => part !== "" && part !== ".");
    for (const [at, part] of parts.entries())
      if (at > 0 && (!isList || /\.\w+$/.test(part))) take(named.pairs.get(`${parts[at - 1]}/${part}`));
    const last = parts.at(-1) ?? "";
    take(named.files.get(last));
    if (parts.length === 1 && isOnlyCode(path)) take(named.words.get(last));
    // `${docs}/api`, and `"api"` alone where code makes documents.
    if (parts.length > 0 && parts.length < 3 && named.folders.has(last) && isOwnName(token, last))
      take(named.folders.get(last));
    // `./api` and `options.md` count from where the file lies.
    if (/^\.\/|\.\w{1,5}$/.test(token) && !isList) takePlace(joinPath(folder, token));
    const ending = token.slice(token.lastIndexOf("."));
    if (token.includes(".")) take(named.sources.get(ending));
    if (token.startsWith("/") && token.endsWith("/") && parts.length > 1)
      take(addresses.filter(({ address }) => address?.startsWith(token) === true));
  }
  const words = text.split(BETWEEN_WORDS);
  for (const [at, word] of words.entries()) {
    const output = words[at + 1] ?? "";
    if (!isToOutput(word) || output === "") continue;
    takePlace(joinPath(folder, output));
    take(named.pairs.get(lastTwo(output)));
  }
  if (named.copies.size > 0) take(copyingCommands(text).flatMap((command) => copiedBy(command, folder, named)));
  return found;
}

/** Tells whether a name is that of a folder in one that a variable names, or a text of its own in code about documents. */
function ownNames({ path, text }: File): (token: string, name: string) => boolean {
  const isOpen = !isServer(path);
  const below = new Set(
    isOpen
      ? text
          .split("}/")
          .slice(1)
          .map((rest) => /^[\w.-]{0,100}/.exec(rest)?.[0])
      : [],
  );
  const quoted = new Set(isAboutDocuments(path) ? text.split(/["']/) : []);
  return (token, name) => {
    if (token === name) return quoted.has(name);
    return token === `/${name}` ? below.has(name) : isOpen && /^[A-Z_]{2,40}\/[^/]+$/.test(token);
  };
}

/** Names that more missing files have are not looked at. */
const MAX_ALIKE = 20;

/** What a command copies under its own name, to a folder that it names or to where the script lies. */
function copiedBy(words: readonly string[], folder: string, { copies }: Named): Wanted[] {
  const isHere = /^\.\/?$/.test(words.at(-1) ?? "");
  const isTo = (place: string, word: string) => {
    const own = lastPartOf(folderOf(place));
    if (isHere) return folderOf(place) === folder;
    return own.length > 1 && words.some((one) => one !== word && one.includes(own));
  };
  return words.flatMap((word) => {
    const alike = [...(copies.get(lastPartOf(word)) ?? [])].slice(0, MAX_ALIKE);
    return alike.filter(({ places }) => [...places].some((place) => isTo(place, word)));
  });
}
