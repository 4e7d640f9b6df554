import { openBlobReader } from "../cache/blob-store.ts";
import { openListing } from "../cache/commit-listing.ts";
import { jobRef, pinCommit } from "../cache/job-refs.ts";
import { type RepositoryCache, withCorruptionReport } from "../cache/repository-cache.ts";
import type { CommitSha } from "../host.ts";
import { isDocsFile } from "../rules/path-rules.ts";
import type { Snapshot } from "../workspace.ts";
import { MAX_READ_BYTES } from "./file-text.ts";
import { openSnapshot } from "./snapshot.ts";

/** A commit that a job looks at besides the one it works on. The job's refs keep it in the cache until the job is closed. */
type JobCommit = { jobId: string; commit: CommitSha; docsPath: string };

/** Opens the files of a commit to be read. */
export async function openJobCommit(
  cache: RepositoryCache,
  { jobId, commit, docsPath }: JobCommit,
): Promise<Snapshot & Disposable> {
  await withCorruptionReport(cache, () => pinCommit(cache, commit, jobRef(jobId, "fork")));
  const { tree, editable, fetched, ...listing } = await withCorruptionReport(cache, () =>
    openListing(cache, commit, docsPath),
  );
  const large = await withCorruptionReport(cache, () => fetched);
  const isEditable = (path: string) => editable.has(path) && !large.has(editable.get(path) ?? "");
  const paths = large.size === 0 ? listing.paths : listing.paths.filter(isEditable);
  const reader = openBlobReader(cache, { maxBytes: MAX_READ_BYTES });
  const snapshot = openSnapshot({ cache, reader, commit, tree, docsPath, paths, isEditable });
  return { ...snapshot, [Symbol.dispose]: () => reader.close() };
}

const MAX_BYTES = 2_000_000;

/** Pages and navigation files that differ between two commits, a move as both its names. No file is fetched for it. */
export async function listChangedDocs(
  cache: Pick<RepositoryCache, "git">,
  { from, to, docsPath }: { from: CommitSha; to: CommitSha; docsPath: string },
): Promise<string[]> {
  if (from === to) return [];
  const { stdout, isCut } = await cache.git({
    args: ["diff-tree", "-r", "-z", "--name-only", "--no-renames", from, to],
    maxBytes: MAX_BYTES,
    overflow: "cut",
  });
  const paths = stdout.toString("utf8").split("\0");
  // Behind the last mark there is nothing, or half a name where the output was cut.
  return (isCut ? paths.slice(0, -1) : paths).filter(
    (path) => path !== "" && isDocsFile(path) && (docsPath === "" || path.startsWith(`${docsPath}/`)),
  );
}

/** The parents that a commit names, also where the cache has none of them. */
export async function readParents(cache: Pick<RepositoryCache, "git">, commit: CommitSha): Promise<CommitSha[]> {
  const { stdout } = await cache.git({ args: ["cat-file", "commit", commit], maxBytes: MAX_BYTES, overflow: "cut" });
  const lines = stdout.toString("utf8").split("\n");
  const end = lines.indexOf("");
  return lines
    .slice(0, end === -1 ? undefined : end)
    .flatMap((line) => (line.startsWith("parent ") ? [line.slice("parent ".length)] : []));
}
