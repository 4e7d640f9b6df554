import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { LastUsed } from "@docsteward/platform/last-used";
import type { CommitSha } from "../host.ts";
import { isDocsFile, refusePath } from "../rules/path-rules.ts";
import {
  DEFAULT_BOUNDS,
  type LeftOut,
  MAX_PATH_BYTES,
  refuseDepth,
  tooManyFiles,
  tooManyPages,
} from "../rules/repository-bounds.ts";
import { carryFiles } from "./commit-files.ts";
import { fetchBlobs } from "./job-refs.ts";
import { readRecords, rememberWithin } from "./read-records.ts";
import type { RepositoryCache } from "./repository-cache.ts";

/** The files of a commit. Jobs share it, so a caller that changes something copies it first. */
export type Listing = {
  readonly commit: CommitSha;
  /** What {@link listTree} returns. */
  readonly tree: ReadonlyMap<string, TreeEntry>;
  /** The paths of `tree`, in any order. Listings with the same names share the array: what only names tell is remembered by it. */
  readonly names: readonly string[];
  /** Blob of each file a job may edit, by path. */
  readonly editable: ReadonlyMap<string, string>;
  /** The paths of `editable`, sorted, and shared likewise. */
  readonly paths: readonly string[];
  /** The blobs of `editable`. */
  readonly blobs: BlobList;
  /** Pages and navigation files that are not read because of where they lie. */
  readonly leftOut: readonly LeftOut[];
};

type OpenedListing = Listing & {
  /**
   * Settles when every page and navigation file is in the cache: what does not look into them need not wait. Brings the blobs
   * that are too large to be read.
   */
  fetched: Promise<ReadonlySet<string>>;
};

const MAX_SITES = 8;
/** Of all sites together: some 50 MB. */
const MAX_ENTRIES = 200_000;

/** The last listing of each site, the one used last at the end. */
const remembered = new LastUsed<Listing>({
  maxCount: MAX_SITES,
  maxSize: MAX_ENTRIES,
  sizeOf: ({ tree }) => tree.size,
});

/**
 * Lists the files of a commit and begins to fetch the pages and navigation files that the cache lacks.
 *
 * This process remembers the last listing of a site, so that git is asked only for what a commit changed since. What the cache
 * holds is not taken from memory: it may be another one at the same place by now.
 *
 * @throws GitError `repository_too_large` when there are more files or pages than the cache's bounds allow
 */
export async function openListing(cache: RepositoryCache, commit: CommitSha, docsPath: string): Promise<OpenedListing> {
  const site = `${cache.gitDir}\0${docsPath}`;
  const last = remembered.get(site);
  const listing =
    (last && (await updateListing(cache, last, commit, docsPath))) ?? (await listAll(cache, commit, docsPath));
  requireBounded(cache, listing, docsPath);
  remembered.set(site, listing);
  const fetched = fetchOnce(cache, listing.blobs, last?.blobs);
  // Readers of a page await this promise and get its error. There may be no reader.
  fetched.catch(() => undefined);
  return { ...listing, fetched };
}

async function listAll(cache: RepositoryCache, commit: CommitSha, docsPath: string): Promise<Listing> {
  const { entries: tree, leftOut } = await listTree(cache, commit, docsPath);
  const editable = new Map<string, string>();
  for (const [path, entry] of tree) if (isEditable(path, entry, docsPath)) editable.set(path, entry.sha);
  const blobs = toBlobList([...editable.values()]);
  return { commit, tree, names: [...tree.keys()], editable, paths: [...editable.keys()].sort(), blobs, leftOut };
}

function requireBounded({ bounds }: RepositoryCache, { tree, editable }: Listing, docsPath: string): void {
  if (tree.size > bounds.maxFiles) throw tooManyFiles(bounds, docsPath);
  if (editable.size > bounds.maxPages) throw tooManyPages(bounds, docsPath);
}

/** @returns null when the commit must be listed again */
async function updateListing(
  cache: RepositoryCache,
  last: Listing,
  commit: CommitSha,
  docsPath: string,
): Promise<Listing | null> {
  if (last.commit === commit) return last;
  const changes = await listTreeChanges(cache, { from: last.commit, to: commit, docsPath });
  if (changes === null) return null;
  const { listed, files } = changes;
  carryFiles(cache, { from: last.commit, to: commit, files });
  const tree = new Map(last.tree);
  const editable = new Map(last.editable);
  for (const [path, entry] of listed) {
    if (entry) tree.set(path, entry);
    else tree.delete(path);
    if (entry && isEditable(path, entry, docsPath)) editable.set(path, entry.sha);
    else editable.delete(path);
  }
  const hasSame = (now: ReadonlyMap<string, unknown>, before: ReadonlyMap<string, unknown>) =>
    now.size === before.size && [...listed.keys()].every((path) => now.has(path) === before.has(path));
  return {
    commit,
    tree,
    names: hasSame(tree, last.tree) ? last.names : [...tree.keys()],
    editable,
    paths: hasSame(editable, last.editable) ? last.paths : [...editable.keys()].sort(),
    blobs: toBlobList([...editable.values()]),
    leftOut: last.leftOut.filter(({ path }) => listed.get(path) !== null),
  };
}

const isEditable = (path: string, { mode }: TreeEntry, docsPath: string) =>
  mode === "100644" && isDocsFile(path) && refusePath(path, { docsPath }) === null;

/** What stands at a path of a tree: `100644` a file, `100755` an executable, `120000` a symbolic link, `160000` a submodule, `040000` a folder. */
export type TreeEntry = { mode: string; sha: string };

type ListedTree = {
  entries: Map<string, TreeEntry>;
  /** Pages and navigation files that lie too deep, or whose path is too long: a hundred of them at most. */
  leftOut: LeftOut[];
};

/**
 * Lists the files of a commit below the docs path, and beside the folders that lead to it, where its navigation may be.
 *
 * @param docsPath `""` for the whole repository
 * @returns entry by path; folders are named only beside the docs path, files anywhere else are left out
 * @throws GitError `repository_too_large`, as soon as git has named more files and folders than the cache's bounds allow
 */
export async function listTree(
  cache: Pick<RepositoryCache, "git" | "bounds">,
  commit: string,
  docsPath: string,
): Promise<ListedTree> {
  const { bounds } = cache;
  // Folders count as entries, too: else a tree of empty folders would never reach the limit.
  const below = ["ls-tree", "-r", "-t", "-z", "--full-tree", commit, ...(docsPath ? ["--", `${docsPath}/`] : [])];
  const beside = docsPath ? foldersAbove(docsPath).map((folder) => listFolder(commit, folder)) : [];
  const leftOut: LeftOut[] = [];
  const outputs = await Promise.all(
    [...beside, below].map(async (args) => {
      const listed: [path: string, entry: TreeEntry][] = [];
      const onRecord = (record: string) => {
        const entry = parseEntry(record);
        if (entry === null || (args === below && entry[1].mode === FOLDER)) return;
        const reason = refuseDepth(entry[0], bounds);
        if (reason === null) listed.push(entry);
        else if (leftOut.length < MAX_LEFT_OUT && isDocsFile(entry[0]))
          leftOut.push({ path: entry[0].slice(0, MAX_PATH_BYTES), reason });
      };
      const { isCut } = await readRecords(cache, { args, maxRecords: bounds.maxFiles, onRecord });
      if (isCut) throw tooManyFiles(bounds, docsPath);
      return listed;
    }),
  );
  if (docsPath === "") rememberWithin(commit, bounds);
  return { entries: new Map(outputs.flat()), leftOut };
}

/** So many say what is wrong. */
const MAX_LEFT_OUT = 100;
const FOLDER = "040000";

/** `mode type sha TAB path` */
function parseEntry(record: string): [path: string, entry: TreeEntry] | null {
  const tab = record.indexOf("\t");
  if (tab < 0) return null;
  const [mode = "", , sha = ""] = record.slice(0, tab).split(" ");
  return [record.slice(tab + 1), { mode, sha }];
}

/** Whether {@link listTree} would have listed a file at this path. */
export function isListed(path: string, docsPath: string): boolean {
  return docsPath === "" || path.startsWith(`${docsPath}/`) || isBeside(path, docsPath);
}

/**
 * Whether a listing shows that there is no file at a path that it does not list: a folder on the way would be named beside the docs
 * path, and is not.
 */
export function isShownAbsent({ tree }: Pick<Listing, "tree">, path: string, docsPath: string): boolean {
  const parts = path.split("/");
  return parts.slice(1).some((_, depth) => {
    const folder = parts.slice(0, depth + 1).join("/");
    return isBeside(folder, docsPath) && tree.get(folder)?.mode !== FOLDER;
  });
}

/** Whether a path is right in one of the folders that lead to the docs path: there {@link listTree} names folders, too. */
function isBeside(path: string, docsPath: string): boolean {
  if (docsPath === "") return false;
  return foldersAbove(docsPath).includes(path.slice(0, Math.max(path.lastIndexOf("/"), 0)));
}

/** `a/b` lies in the root and in `a`. */
function foldersAbove(docsPath: string): string[] {
  const parts = docsPath.split("/");
  return parts.map((_, depth) => parts.slice(0, depth).join("/"));
}

const listFolder = (commit: string, folder: string) => [
  "ls-tree",
  "-z",
  "--full-tree",
  commit,
  ...(folder ? ["--", `${folder}/`] : []),
];

type TreeChanges = {
  /** Entry by path, null for one that is gone, of what {@link listTree} lists. */
  listed: Map<string, TreeEntry | null>;
  /** Every file that differs, wherever it lies: those that are gone first. */
  files: { path: string; isThere: boolean }[];
};

/**
 * Lists what makes the listing of one commit that of another: the same as {@link listTree} of both, at the price of what differs.
 *
 * @returns null when the cache cannot tell, as when it has lost the first commit, or when as much differs as makes a listing of its own
 */
async function listTreeChanges(
  cache: Pick<RepositoryCache, "git" | "bounds">,
  { from, to, docsPath }: { from: string; to: string; docsPath: string },
): Promise<TreeChanges | null> {
  const args = ["diff-tree", "-r", "-t", "-z", "--raw", "--no-renames", "--ignore-submodules=none", from, to];
  const fields: string[] = [];
  let isUnclear = false;
  const { code, isCut } = await readRecords(cache, {
    args,
    okCodes: [128],
    // A record and a path each.
    maxRecords: cache.bounds.maxFiles * 2,
    onRecord(field) {
      // Names that are no UTF-8 may look the same, and one that is gone would take the other along.
      isUnclear ||= field.includes("\ufffd");
      fields.push(field);
    },
  });
  if (code !== 0 || isCut || isUnclear) return null;
  const gone: [path: string, entry: null][] = [];
  const there: [path: string, entry: TreeEntry][] = [];
  const files: TreeChanges["files"] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [before = "", mode = "", , sha = ""] = (fields[at] ?? "").split(" ");
    const path = fields[at + 1] ?? "";
    const isGone = mode === NOTHING;
    const isFolder = (isGone ? before.slice(1) : mode) === FOLDER;
    if (!isFolder) files.push({ path, isThere: !isGone });
    if (isFolder ? !isBeside(path, docsPath) : !isListed(path, docsPath)) continue;
    // One that is too deep is left out and named: the whole listing does both.
    if (refuseDepth(path, cache.bounds) !== null) return null;
    if (isGone) gone.push([path, null]);
    else there.push([path, { mode, sha }]);
  }
  // A file that becomes a folder, or the other way round, is printed as one that is gone and one that is new, in any order.
  return {
    listed: new Map<string, TreeEntry | null>([...gone, ...there]),
    files: files.toSorted((a, b) => Number(a.isThere) - Number(b.isThere)),
  };
}

const NOTHING = "000000";

/** Blobs, and a name that no other list of blobs has. */
type BlobList = { name: string; shas: readonly string[] };

function toBlobList(shas: readonly string[]): BlobList {
  return { name: createHash("sha256").update(shas.join("\n")).digest("hex"), shas };
}

/**
 * Fetches blobs as {@link fetchBlobs} does, and records in the cache that it holds them: asking git about twenty thousand
 * names takes longer than the rest of a job's start.
 *
 * A cache loses a blob only by accident. A reader that misses one reports the cache as broken.
 *
 * @returns those that are too large to be read as pages: their size is known before their content
 * @param earlier a list that may have been fetched before: where this cache has a note of it, git is asked about the others only
 */
async function fetchOnce(cache: RepositoryCache, list: BlobList, earlier?: BlobList): Promise<ReadonlySet<string>> {
  const note = noteOf(cache, list);
  const noted = await readNote(note);
  if (noted) return noted;
  const before = earlier && (await readNote(noteOf(cache, earlier)));
  const known = before ? new Set(earlier.shas) : null;
  const others = known ? list.shas.filter((sha) => !known.has(sha)) : list.shas;
  await fetchBlobs(cache, others);
  const large = new Set([...list.shas.filter((sha) => before?.has(sha)), ...(await findLarge(cache, others))]);
  await mkdir(dirname(note), { recursive: true });
  await writeFile(note, [...large].join("\n"));
  return large;
}

/** What is large is noted with the bound, which may be another one at the next start. */
const noteOf = ({ gitDir, bounds: { maxPageBytes } }: RepositoryCache, { name }: BlobList) =>
  join(gitDir, "docsteward-complete", maxPageBytes === DEFAULT_BOUNDS.maxPageBytes ? name : `${name}-${maxPageBytes}`);

/** @returns the large blobs of an existing list; null when no list exists */
async function readNote(file: string): Promise<ReadonlySet<string> | null> {
  const text = await readFile(file, "latin1").catch(() => null);
  return text === null ? null : new Set(text.split("\n").filter(Boolean));
}

/** Which of the blobs that a cache holds are larger than a page may be. */
export async function findLarge(cache: RepositoryCache, shas: readonly string[]): Promise<string[]> {
  if (shas.length === 0) return [];
  const { stdout } = await cache.git({
    args: ["cat-file", "--batch-check=%(objectname) %(objectsize)", "--buffer"],
    stdin: `${[...new Set(shas)].join("\n")}\n`,
  });
  return stdout
    .toString("latin1")
    .split("\n")
    .flatMap((line) => {
      const [sha = "", size] = line.split(" ");
      return Number(size) > cache.bounds.maxPageBytes ? [sha] : [];
    });
}
