import type { BlobReader } from "../cache/blob-store.ts";
import { listFiles } from "../cache/commit-files.ts";
import { isListed, isShownAbsent, type TreeEntry } from "../cache/commit-listing.ts";
import { fetchBlobs } from "../cache/job-refs.ts";
import type { RepositoryCache } from "../cache/repository-cache.ts";
import type { CommitSha } from "../host.ts";
import { refuseSpelling } from "../rules/path-rules.ts";
import { tooMuchText } from "../rules/repository-bounds.ts";
import type { FileText, Snapshot } from "../workspace.ts";
import { nullIfRefused, readText } from "./file-text.ts";

type SnapshotInput = {
  cache: RepositoryCache;
  reader: BlobReader;
  commit: CommitSha;
  tree: ReadonlyMap<string, TreeEntry>;
  docsPath: string;
  /** The editable files of the commit. */
  paths: readonly string[];
  isEditable(path: string): boolean;
};

/** The files of a commit. Files that are not pages are fetched on demand, all files of a request together. */
export function openSnapshot(input: SnapshotInput): Snapshot {
  const { cache, reader, commit, tree, docsPath, paths, isEditable } = input;
  /** Names of the blobs of ordinary files, by path. */
  const locate = async (wanted: readonly string[]): Promise<Map<string, string>> => {
    const found = new Map<string, string>();
    const unknown: string[] = [];
    for (const path of wanted) {
      const entry = tree.get(path);
      if (entry?.mode === "100644") found.set(path, entry.sha);
      else if (isListed(path, docsPath) || isShownAbsent({ tree }, path, docsPath)) continue;
      else if (refuseSpelling(path) === null) unknown.push(path);
    }
    for (const [path, sha] of await locateFiles(cache, commit, unknown)) found.set(path, sha);
    // Pages are there since the workspace was opened.
    await fetchBlobs(
      cache,
      [...found].flatMap(([path, sha]) => (isEditable(path) ? [] : [sha])),
    );
    return found;
  };
  // A page read again counts once; one text at several paths counts once for each path.
  const spent = new Set<string>();
  let spentBytes = 0;
  const spend = (path: string, text: string) => {
    if (spent.has(path)) return;
    spent.add(path);
    spentBytes += text.length;
    if (spentBytes > cache.bounds.maxBytes) throw tooMuchText(cache.bounds);
  };
  const readMany = async (wanted: string[]): Promise<FileText[]> => {
    const found = await locate(wanted);
    const readOne = async (path: string) => {
      const sha = found.get(path);
      if (sha === undefined) return null;
      const text = await readText(reader, path, sha);
      spend(path, text);
      return { path, text };
    };
    return (await Promise.all(wanted.map(nullIfRefused(readOne)))).filter((file) => file !== null);
  };
  let all: Promise<ReadonlySet<string>> | null = null;
  return {
    paths: async () => paths,
    assets() {
      all ??= listFiles(cache, commit);
      return all;
    },
    identify(path) {
      const entry = tree.get(path);
      return entry?.mode === "100644" ? nameText(cache, entry.sha) : undefined;
    },
    read: async (path) => (await readMany([path]))[0] ?? null,
    readMany,
  };
}

/** A name of a text in this copy of the repository. Others may claim to have the same blob. */
export const nameText = ({ gitDir }: Pick<RepositoryCache, "gitDir">, sha: string) => `${gitDir} ${sha}`;

/** Of the paths of one command: a system takes some two million of arguments and environment together. */
const MAX_ARGUMENT_BYTES = 200_000;

async function locateFiles(
  cache: RepositoryCache,
  commit: CommitSha,
  paths: readonly string[],
): Promise<[path: string, sha: string][]> {
  const found: [path: string, sha: string][] = [];
  for (let from = 0, to = 0; from < paths.length; from = to) {
    for (let bytes = 0; to < paths.length && bytes < MAX_ARGUMENT_BYTES; to += 1)
      bytes += Buffer.byteLength(paths[to] ?? "") + 1;
    const args = ["ls-tree", "-z", "--full-tree", commit, "--", ...paths.slice(from, to)];
    const { stdout } = await cache.git({ args });
    for (const line of stdout.toString("utf8").split("\0")) {
      const [mode, , sha = ""] = line.slice(0, line.indexOf("\t")).split(" ");
      if (mode === "100644") found.push([line.slice(line.indexOf("\t") + 1), sha]);
    }
  }
  return found;
}
