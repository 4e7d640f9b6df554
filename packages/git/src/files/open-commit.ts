import { openBlobReader } from "../cache/blob-store.ts";
import { openListing } from "../cache/commit-listing.ts";
import { fetchJobHeads, releaseJobRefs } from "../cache/job-refs.ts";
import { holdsCommits, type RepositoryCache, withCorruptionReport } from "../cache/repository-cache.ts";
import type { CommitSha } from "../host.ts";
import { type LeftOut, tooLargePage } from "../rules/repository-bounds.ts";
import type { Snapshot } from "../workspace.ts";
import { MAX_READ_BYTES } from "./file-text.ts";
import { openSnapshot } from "./snapshot.ts";

const MAX_NAMED = 100;

/** The files of a branch's newest commit, to be read and nothing else. */
export type CommitFiles = Snapshot & {
  readonly commit: CommitSha;
  /**
   * When what differs from an earlier commit had come: the time of this commit, which is the latest that it can be. Null where the
   * cache does not know the earlier one, as that of another repository.
   */
  changedSince(earlier: CommitSha): Promise<Date | null>;
  /** The blob of each page and navigation file, by path. Two commits have the same file where they have the same blob. */
  readonly blobs: ReadonlyMap<string, string>;
  /** Pages and navigation files that are not among the paths because they are over a bound, a hundred of each kind at most. */
  readonly leftOut: readonly LeftOut[];
  /** Every file that is known, whether it is a page or not. */
  assets(): Promise<ReadonlySet<string>>;
  close(): Promise<void>;
};

/** Input of `openCommit`. */
export type OpenCommitInput = {
  /** Id of the reader, which keeps the commit in the cache meanwhile. Unique among concurrent readers. */
  holder: string;
  ref: string;
  docsPath: string;
  /** Hears which commit it is, before anything of it is fetched. */
  onCommit?: (commit: CommitSha) => Promise<void>;
};

/**
 * Brings the newest commit of a branch into the cache, with the pages and navigation files that it lacks, and opens it.
 *
 * @throws GitError `repository_empty`, `ref_not_found`, and what reaching the repository can end with
 */
export async function openCommit(cache: RepositoryCache, input: OpenCommitInput): Promise<CommitFiles> {
  const { holder, ref, docsPath, onCommit } = input;
  const { baseSha: commit } = await fetchJobHeads(cache, { jobId: holder, ref, branch: null, onBase: onCommit });
  const { tree, editable, paths, fetched, leftOut } = await withCorruptionReport(cache, () =>
    openListing(cache, commit, docsPath),
  );
  const reader = openBlobReader(cache, { maxBytes: MAX_READ_BYTES });
  const close = async () => {
    reader.close();
    await releaseJobRefs(cache, holder);
  };
  let large: ReadonlySet<string>;
  try {
    large = await withCorruptionReport(cache, () => fetched);
  } catch (error) {
    await close();
    throw error;
  }
  const tooLarge = large.size === 0 ? [] : [...editable].flatMap(([path, sha]) => (large.has(sha) ? [path] : []));
  const blobs = tooLarge.length === 0 ? editable : new Map([...editable].filter(([, sha]) => !large.has(sha)));
  const snapshot = openSnapshot({
    ...{ cache, reader, commit, tree, docsPath },
    paths: blobs === editable ? paths : [...blobs.keys()].sort(),
    isEditable: (path) => blobs.has(path),
  });
  const files = () => new Set([...tree].filter(([, { mode }]) => mode !== "040000").map(([path]) => path));
  const changedSince = async (earlier: CommitSha) => {
    if (!(await holdsCommits(cache, [earlier]))) return null;
    const { stdout } = await cache.git({ args: ["log", "-1", "--no-show-signature", "--format=%ct", commit, "--"] });
    return new Date(Number(stdout.toString("utf8")) * 1000);
  };
  return {
    ...snapshot,
    commit,
    changedSince,
    blobs,
    leftOut: [
      ...leftOut,
      ...tooLarge.slice(0, MAX_NAMED).map((path) => ({ path, reason: tooLargePage(cache.bounds) })),
    ],
    assets: async () => files(),
    close,
  };
}
