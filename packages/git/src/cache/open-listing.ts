import type { CommitSha } from "../host.ts";
import { isDocsFile, refusePath } from "../rules/path-rules.ts";
import { type LeftOut, tooManyFiles, tooManyPages } from "../rules/repository-bounds.ts";
import { type BlobList, fetchOnce, toBlobList } from "./fetch-once.ts";
import { listTree, type TreeEntry } from "./list-tree.ts";
import { listTreeChanges } from "./list-tree-changes.ts";
import type { RepositoryCache } from "./repository-cache.ts";

/** The files of a commit. Jobs share it: whoever changes something copies first. */
export type Listing = {
  readonly commit: CommitSha;
  /** What {@link listTree} returns. */
  readonly tree: ReadonlyMap<string, TreeEntry>;
  /** Blob of each file a job may edit, by path. */
  readonly editable: ReadonlyMap<string, string>;
  /** The blobs of `editable`. */
  readonly blobs: BlobList;
  /** Pages and navigation files that are not read because of where they lie. */
  readonly leftOut: readonly LeftOut[];
};

export type OpenedListing = Listing & {
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
const remembered = new Map<string, Listing>();

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
    (last && (await moveListing(cache, last, commit, docsPath))) ?? (await listAll(cache, commit, docsPath));
  requireBounded(cache, listing, docsPath);
  remember(site, listing);
  const fetched = fetchOnce(cache, listing.blobs, last?.blobs);
  // Whoever reads a page waits for it and is told; nobody may.
  fetched.catch(() => undefined);
  return { ...listing, fetched };
}

async function listAll(cache: RepositoryCache, commit: CommitSha, docsPath: string): Promise<Listing> {
  const { entries: tree, leftOut } = await listTree(cache, commit, docsPath);
  const editable = new Map<string, string>();
  for (const [path, entry] of tree) if (isEditable(path, entry, docsPath)) editable.set(path, entry.sha);
  const blobs = toBlobList([...editable.values()]);
  return { commit, tree, editable, blobs, leftOut };
}

function requireBounded({ bounds }: RepositoryCache, { tree, editable }: Listing, docsPath: string): void {
  if (tree.size > bounds.maxFiles) throw tooManyFiles(bounds, docsPath);
  if (editable.size > bounds.maxPages) throw tooManyPages(bounds, docsPath);
}

/** @returns null when it has to be listed anew */
async function moveListing(
  cache: RepositoryCache,
  last: Listing,
  commit: CommitSha,
  docsPath: string,
): Promise<Listing | null> {
  if (last.commit === commit) return last;
  const changes = await listTreeChanges(cache, { from: last.commit, to: commit, docsPath });
  if (changes === null) return null;
  const tree = new Map(last.tree);
  const editable = new Map(last.editable);
  for (const [path, entry] of changes) {
    if (entry) tree.set(path, entry);
    else tree.delete(path);
    if (entry && isEditable(path, entry, docsPath)) editable.set(path, entry.sha);
    else editable.delete(path);
  }
  const leftOut = last.leftOut.filter(({ path }) => changes.get(path) !== null);
  return { commit, tree, editable, blobs: toBlobList([...editable.values()]), leftOut };
}

const isEditable = (path: string, { mode }: TreeEntry, docsPath: string) =>
  mode === "100644" && isDocsFile(path) && refusePath(path, { docsPath }) === null;

function remember(site: string, listing: Listing): void {
  remembered.delete(site);
  remembered.set(site, listing);
  let entries = 0;
  for (const { tree } of remembered.values()) entries += tree.size;
  for (const [oldest, { tree }] of remembered) {
    if (remembered.size <= MAX_SITES && entries <= MAX_ENTRIES) return;
    remembered.delete(oldest);
    entries -= tree.size;
  }
}
